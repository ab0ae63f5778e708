// SPDX-License-Identifier: MPL-2.0

private import FoundationEssentials
package import GatefoldGLib
package import GatefoldModel
package import GatefoldPlayer

#if canImport(Glibc)
    private import Glibc
#endif

/// Keeps the queue, the place in it and the modes on disk, so that a kill loses nothing.
///
/// Every change is written at once by a worker; what changes while it writes is written after. No
/// timer: a session in which nothing happens writes nothing. While playing, the position is in the
/// engine's mark (`PositionMark`).
@PlayerActor
package final class SessionStore: StatePublisher {
    private let files: SessionFiles
    private let worker = Worker(threads: 1)
    private var written: SavedPlace?
    private var writtenRevision: UInt64?
    private var isWriting = false
    private var pending: Snapshot?
    private var waiting: [@PlayerActor @Sendable () -> Void] = []
    private var isClosed = false

    /// What a change leaves to be written.
    private struct Snapshot: Sendable {
        var place: SavedPlace
        /// Nil where the file on disk is still right.
        var queue: SavedQueue?
    }

    package init(directory: String = Directories.state) {
        files = SessionFiles(directory: directory)
        // Without a folder every save fails, and says so.
        try? makeDirectories(path: directory)
    }

    /// The session of an earlier run.
    ///
    /// A file that cannot be read is no reason to lose it: it is set aside, and said in the log.
    package func load() -> SavedSession? {
        guard let place = read(SavedPlace.self, files.place) else { return nil }
        let queue = read(SavedQueue.self, files.queue) ?? SavedQueue(Queue())
        return SavedSession(place, queue, marked: PositionMark.read(path: files.positionMark))
    }

    /// The mark for this run; what an earlier one left has been read, and is not ours.
    package func openPositionMark() -> PositionMark? {
        do throws(PositionMark.Failure) {
            let mark = try PositionMark(path: files.positionMark)
            mark.store(generation: Generation(rawValue: 0), position: .zero)
            return mark
        } catch {
            Log.warning("the position will not survive a crash", "\(error)")
            return nil
        }
    }

    package func publish(_ state: PlayerState, at now: MonotonicTime) {
        guard !isClosed else { return }
        let place = SavedPlace(state, at: now)
        let isNewQueue = state.queue.revision != writtenRevision
        guard isNewQueue || differs(place, state) else { return }
        written = place
        writtenRevision = state.queue.revision
        var snapshot = Snapshot(place: place, queue: pending?.queue)
        if isNewQueue { snapshot.queue = SavedQueue(state.queue) }
        pending = snapshot
        writeNext()
    }

    /// Calls back when everything up to now is on disk.
    package func save(then completion: @escaping @PlayerActor @Sendable () -> Void) {
        guard isWriting || pending != nil else { return completion() }
        waiting.append(completion)
    }

    /// Writes the last word on the calling thread and takes no more: the end of the process.
    package func close(_ state: PlayerState, at now: MonotonicTime) {
        isClosed = true
        let queue = SavedQueue(state.queue)
        Self.write(Snapshot(place: SavedPlace(state, at: now), queue: queue), to: files)
    }

    /// The position runs by itself while playing; only what a mark does not say counts then.
    private func differs(_ place: SavedPlace, _ state: PlayerState) -> Bool {
        guard var written else { return true }
        let jumped = state.discontinuities != writtenDiscontinuities
        writtenDiscontinuities = state.discontinuities
        if place.status == .playing, !jumped { written.position = place.position }
        return written != place
    }
    private var writtenDiscontinuities: UInt64 = 0

    private func writeNext() {
        guard !isWriting, let snapshot = pending else { return }
        pending = nil
        isWriting = true
        let files = files
        worker.perform {
            Self.write(snapshot, to: files)
        } then: { [weak self] _ in
            self?.finishWriting()
        }
    }

    private func finishWriting() {
        isWriting = false
        guard pending == nil else { return writeNext() }
        let completions = waiting
        waiting = []
        for completion in completions { completion() }
    }

    // MARK: Files

    private nonisolated static func write(_ snapshot: Snapshot, to files: SessionFiles) {
        // The queue first: a place in a queue that is not there yet would be lost.
        if let queue = snapshot.queue { write(queue, files.queue) }
        write(snapshot.place, files.place)
    }

    private nonisolated static func write(_ value: some Encodable, _ path: String) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            try writeAtomically(path: path, bytes: Array(encoder.encode(value)))
        } catch {
            // A full disk must not stop the music; the next change tries again.
            Log.warning("the session could not be saved", "\(error)")
        }
    }

    private nonisolated static func setAside(_ path: String) {
        // If even that fails, the next save replaces it.
        _ = rename(path, path + ".damaged")
    }

    private func read<Value: Decodable>(_ type: Value.Type, _ path: String) -> Value? {
        // Without a file there was no earlier run.
        guard let bytes = try? readFile(path: Array(path.utf8), limit: 1 << 30) else { return nil }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            Log.warning("the saved session is damaged and was set aside", "\(path).damaged")
            Self.setAside(path)
            return nil
        }
    }
}
