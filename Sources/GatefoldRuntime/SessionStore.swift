// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib
package import GatefoldModel
package import GatefoldPlayer

/// Keeps the queue, the place in it and the modes on disk, so that a kill loses nothing.
///
/// Every change is written at once by a worker; what changes while it writes is written after. No
/// timer: a session in which nothing happens writes nothing. While playing, the position is in the
/// engine's mark (`PositionMark`).
@PlayerActor
package final class SessionStore: StatePublisher {
    private let files: SessionFiles
    private let worker = Worker(threads: 1)
    private weak var session: PlayerSession?
    /// What the files hold, or soon will; nil where that is not known.
    private var written: SavedPlace?
    private var writtenRevision: UInt64?
    private var writtenDescriptions: UInt64?
    private var writtenDiscontinuities: UInt64 = 0
    /// A worker is at it.
    private var isWriting = false
    private var hasMissedChange = false
    private var lookTimer: EventSource?
    private var waiting: [SaveCompletion] = []
    private var hasLoadedQueue = false
    private var isClosed = false

    /// Is told that everything up to now is on disk, or why it is not.
    package typealias SaveCompletion = @PlayerActor @Sendable (_ failure: String?) -> Void

    package init(directory: String = Directories.state) {
        files = SessionFiles(directory: directory)
    }

    /// The session of an earlier run.
    ///
    /// A file that cannot be read is no reason to lose it, nor the other one: it is set aside, and
    /// said in the log.
    package func load() -> SavedSession? {
        let place = files.place()
        let queue = files.queue()
        guard place != nil || queue != nil else { return nil }
        hasLoadedQueue = queue != nil
        var session = place ?? SavedPlace()
        session.advance(to: files.positionMark())
        return SavedSession(session, queue?.entries ?? [])
    }

    /// The mark for this run; what an earlier one left has been read, and is not ours.
    package func openPositionMark() -> PositionMark? {
        do throws(FileError) {
            let mark = try files.openPositionMark()
            mark.store(generation: Generation(rawValue: 0), position: .zero)
            return mark
        } catch {
            Log.warning("the position will not survive a crash", error.description)
            return nil
        }
    }

    /// Keeps a session from now on, into which was restored what `load` gave.
    package func keep(_ session: PlayerSession) {
        self.session = session
        if hasLoadedQueue { note(session.state.queue) }
        session.add(self)
    }

    /// Whether nothing of what it was told is still to be looked at or written.
    var isSettled: Bool { lookTimer == nil && !isWriting }

    /// Looks at the state ten milliseconds later.
    ///
    /// The bus goes first: this, and the worker, would take a processor from who waits for a signal.
    package func publish(_ state: PlayerState, at now: MonotonicTime) {
        guard !isClosed else { return }
        guard !isWriting else {
            hasMissedChange = true
            return
        }
        guard lookTimer == nil else { return }
        lookTimer = EventSource.timeout(after: .milliseconds(10)) { [weak self] in self?.look() }
    }

    private func look() {
        lookTimer = nil
        guard let session, !isClosed else { return }
        let state = session.state
        let place = SavedPlace(state, at: session.now)
        let isNewQueue = state.queue.revision != writtenRevision
        guard differs(place, state) || isNewQueue else { return }
        written = place
        if isNewQueue { note(state.queue) }
        isWriting = true
        // The worker holds the queue while it writes: an edit meanwhile copies it, once.
        let snapshot = SessionFiles.Snapshot(place: place, queue: isNewQueue ? state.queue : nil)
        let number = files.nextNumber()
        worker.perform { [files] in
            files.write(snapshot, number)
        } then: { [weak self] failure in
            self?.finishWriting(failure)
        }
    }

    /// Writes everything, also what a change alone does not write: tags and the position.
    package func save(then completion: @escaping SaveCompletion) {
        guard let session, !isClosed else { return completion("there is no session to save") }
        waiting.append(completion)
        forget()
        publish(session.state, at: session.now)
    }

    /// Writes the tags that came since the queue was written, so that a kill does not lose them.
    func saveDescriptions() {
        guard let session, session.state.queue.descriptions != writtenDescriptions else { return }
        writtenRevision = nil
        publish(session.state, at: session.now)
    }

    /// Writes the last word on the calling thread and takes no more: the end of the process.
    package func close(_ state: PlayerState, at now: MonotonicTime) {
        isClosed = true
        lookTimer = nil
        var place = SavedPlace(state, at: now)
        place.generation = nil
        let queue = isOnDisk(state.queue) ? nil : state.queue
        _ = files.write(SessionFiles.Snapshot(place: place, queue: queue), files.nextNumber())
    }

    private func note(_ queue: Queue) {
        writtenRevision = queue.revision
        writtenDescriptions = queue.descriptions
    }

    /// Whether the file says all of it: then a long one need not be written again.
    private func isOnDisk(_ queue: Queue) -> Bool {
        !isWriting && writtenRevision == queue.revision && writtenDescriptions == queue.descriptions
    }

    /// The position runs by itself while playing; only what a mark does not say counts then.
    private func differs(_ place: SavedPlace, _ state: PlayerState) -> Bool {
        let jumped = state.discontinuities != writtenDiscontinuities
        writtenDiscontinuities = state.discontinuities
        guard var written else { return true }
        if place.status == .playing, !jumped { written.position = place.position }
        return written != place
    }

    private func forget() {
        written = nil
        writtenRevision = nil
        writtenDescriptions = nil
    }

    private func finishWriting(_ failure: String?) {
        isWriting = false
        // The next change tries again, with everything.
        if failure != nil { forget() }
        if hasMissedChange {
            hasMissedChange = false
            look()
        }
        guard !isWriting else { return }
        let completions = waiting
        waiting = []
        for completion in completions { completion(failure) }
    }
}
