// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldLibrary
internal import GatefoldModel
internal import GatefoldPlayer
private import Synchronization

/// Takes files, folders and playlists into the queue, and reads tags and artwork.
///
/// Finding runs on threads of its own and reading on another, so that ten thousand files play at once and
/// are read while they do. What is heard, or may be next, is described before the rest.
@PlayerActor
final class LibraryIntake: SourceIntake {
    var onEvent: (@PlayerActor (IntakeEvent) -> Void)?

    /// Called when a job has read all that it found.
    var onRead: (@PlayerActor () -> Void)?

    /// Where the tracks behind the URIs of the library are.
    var library: LibraryDesk?

    private let session: PlayerSession
    private let describer: TrackDescriber
    private var finder = Worker(threads: 1)
    private var reader = Worker(threads: 1)
    private let describing = Worker(threads: 1)
    private var jobs: [UInt32: Job] = [:]
    private var lastJob: UInt32 = 0

    /// One call of `take`.
    private struct Job {
        let cancellation: Cancellation
        let place: QueuePlace
        let play: Bool
        var started: (@PlayerActor (Result<Void, SourceProblem>) -> Void)?
        var lastEntry: EntryID?
        var firstProblem: SourceProblem?
        var found: UInt32 = 0
        var read: UInt32 = 0
        var isExpanded = false
        /// Songs whose tags the library is asked for when all have been queued, by chunk.
        var unasked: [[(EntryID, LibraryTrack.ID)]] = []
    }

    /// What the finder found in one go.
    private struct Chunk: Sendable {
        var tracks: [Track]
        let problems: [SourceProblem]
        /// What the library knows of them is what a reader would find.
        var knowledge = Knowledge.none
    }

    private enum Knowledge: Sendable {
        case none
        /// The tags are there.
        case tags
        /// They are to be asked for.
        case songs([LibraryTrack.ID])
    }

    init(session: PlayerSession, describer: TrackDescriber) {
        self.session = session
        self.describer = describer
        session.onDescribe = { [weak self] entries in self?.describe(entries) }
    }

    @discardableResult
    func take(
        _ sources: [String], _ place: QueuePlace, play: Bool,
        started: (@PlayerActor (Result<Void, SourceProblem>) -> Void)?
    ) -> UInt32 {
        if place.isReplacing { cancel() }
        lastJob += 1
        let number = lastJob
        let cancellation = Cancellation()
        jobs[number] = Job(cancellation: cancellation, place: place, play: play, started: started)
        find(sources[...], number)
        return number
    }

    func cancel() {
        guard !jobs.isEmpty else { return }
        for number in jobs.keys.sorted() {
            jobs[number]?.cancellation.cancel()
            end(number)
        }
        // A thread that hangs in a dead network mount does not hold up what comes next.
        finder = Worker(threads: 1)
        reader = Worker(threads: 1)
    }

    /// Reads the tags of entries that an earlier run had no time for.
    func readMissingTags() {
        let queue = session.state.queue
        let missing = queue.ids.compactMap { id in
            queue[id].flatMap { $0.tags == nil && $0.isLocal ? (id, $0) : nil }
        }
        guard !missing.isEmpty else { return }
        lastJob += 1
        var job = Job(cancellation: Cancellation(), place: .end, play: false)
        job.lastEntry = missing.last?.0
        job.found = UInt32(clamping: missing.count)
        job.isExpanded = true
        jobs[lastJob] = job
        read(missing, lastJob)
    }

    // MARK: Finding

    /// Finds source after source: files and addresses on a thread, and what is of the library there.
    private func find(_ sources: ArraySlice<String>, _ number: UInt32) {
        guard jobs[number] != nil else { return }
        guard let first = sources.first else { return finishExpanding(number) }
        if let uri = LibraryURI(first), let library {
            let next: @PlayerActor @Sendable () -> Void = { [weak self] in
                self?.find(sources.dropFirst(), number)
            }
            guard uri == .songs else {
                return library.tracks(of: uri) { [weak self] in
                    self?.arrive($0, of: first, number, then: next)
                }
            }
            return library.files { [weak self] in self?.arrive($0, number, then: next) }
        }
        let files = sources.prefix { LibraryURI($0) == nil || library == nil }
        expand(Array(files), number) { [weak self] in
            self?.find(sources.dropFirst(files.count), number)
        }
    }

    private func expand(
        _ sources: [String], _ number: UInt32,
        then completion: @escaping @PlayerActor @Sendable () -> Void
    ) {
        guard let job = jobs[number] else { return }
        let (cancellation, describer) = (job.cancellation, describer)
        let needsFirst = job.lastEntry == nil
        finder.perform {
            var isFirst = needsFirst
            SourceExpander.expand(sources) { tracks, problems in
                var chunk = Chunk(tracks: tracks, problems: problems)
                // The first track comes with its tags, so that it is announced once.
                if isFirst, let first = tracks.first {
                    chunk.tracks[0].tags = describer.describe(first)
                    isFirst = false
                }
                PlayerActor.post { [chunk] in self.arrive(chunk, number) }
                return !cancellation.isCancelled
            }
            PlayerActor.post(completion)
        }
    }

    /// What the library has: it is known already, but for the picture of the first.
    private func arrive(
        _ result: Result<[Track], SourceError>, of source: String, _ number: UInt32,
        then completion: @escaping @PlayerActor @Sendable () -> Void
    ) {
        guard let job = jobs[number] else { return }
        switch result {
        case .failure(let error):
            fail(source, error, number)
            completion()
        case .success(var tracks):
            guard job.lastEntry == nil, let first = tracks.first else {
                return arrive(tracks[...], number, then: completion)
            }
            finder.perform { [describer] in
                describer.describe(first)
            } then: { [weak self] tags in
                tracks[0].tags = tags
                self?.arrive(tracks[...], number, then: completion)
            }
        }
    }

    /// Everything that the library has.
    private func arrive(
        _ result: Result<[LibraryReader.File], SourceError>, _ number: UInt32,
        then completion: @escaping @PlayerActor @Sendable () -> Void
    ) {
        switch result {
        case .failure(let error):
            fail(LibraryURI.songs.text, error, number)
            completion()
        case .success(let files): arrive(files[...], number, then: completion)
        }
    }

    private func arrive(
        _ files: ArraySlice<LibraryReader.File>, _ number: UInt32,
        then completion: @escaping @PlayerActor @Sendable () -> Void
    ) {
        guard let job = jobs[number] else { return }
        guard !files.isEmpty else { return completion() }
        let size = job.lastEntry == nil ? 1 : Self.tracksAtOnce
        let now = files.prefix(size)
        arrive(
            Chunk(
                tracks: now.map { Track(url: $0.url) }, problems: [],
                knowledge: .songs(now.map(\.id))), number)
        PlayerActor.post { [weak self] in
            self?.arrive(files.dropFirst(size), number, then: completion)
        }
    }

    private func fail(_ source: String, _ error: SourceError, _ number: UInt32) {
        let problem = SourceProblem(source: source, reason: error.description)
        arrive(Chunk(tracks: [], problems: [problem]), number)
    }

    /// A hundred thousand at once would hold up the bus: each turn takes some.
    private func arrive(
        _ tracks: ArraySlice<Track>, _ number: UInt32,
        then completion: @escaping @PlayerActor @Sendable () -> Void
    ) {
        guard jobs[number] != nil else { return }
        guard !tracks.isEmpty else { return completion() }
        // The first is heard before the rest is there.
        let size = jobs[number]?.lastEntry == nil ? 1 : Self.tracksAtOnce
        arrive(Chunk(tracks: Array(tracks.prefix(size)), problems: [], knowledge: .tags), number)
        PlayerActor.post { [weak self] in
            self?.arrive(tracks.dropFirst(size), number, then: completion)
        }
    }

    private static let tracksAtOnce = 1000

    // MARK: Arrivals

    private func arrive(_ chunk: Chunk, _ number: UInt32) {
        guard var job = jobs[number] else { return }
        for problem in chunk.problems {
            job.firstProblem = job.firstProblem ?? problem
            onEvent?(.problem(job: number, problem))
        }
        let isFirst = job.lastEntry == nil
        if !chunk.tracks.isEmpty {
            let firstID = session.state.queue.nextID
            let place = job.lastEntry.map(QueuePlace.after) ?? job.place
            job.lastEntry = EntryID(rawValue: firstID + UInt64(chunk.tracks.count) - 1)
            job.found += UInt32(chunk.tracks.count)
            if case .tags = chunk.knowledge { job.read += UInt32(chunk.tracks.count) }
            jobs[number] = job
            session.handle([
                .command(.insert(chunk.tracks, place, play: job.play && isFirst))
            ])
            let entries = chunk.tracks.enumerated().map { offset, track in
                (EntryID(rawValue: firstID + UInt64(offset)), track)
            }
            switch chunk.knowledge {
            case .none: read(entries, number)
            case .tags: break
            case .songs(let songs): job.unasked.append(zip(entries, songs).map { ($0.0, $1) })
            }
        }
        jobs[number] = job
        if isFirst, job.lastEntry != nil { start(number, .success(())) }
        tell(number)
    }

    private func finishExpanding(_ number: UInt32) {
        guard let job = jobs[number] else { return }
        jobs[number]?.isExpanded = true
        jobs[number]?.unasked = []
        if job.lastEntry == nil {
            let problem =
                job.firstProblem ?? SourceProblem(source: "", reason: "there is nothing to play")
            start(number, .failure(problem))
        }
        for songs in job.unasked { ask(songs, number) }
        tell(number)
    }

    private func start(_ number: UInt32, _ result: Result<Void, SourceProblem>) {
        let started = jobs[number]?.started
        jobs[number]?.started = nil
        started?(result)
    }

    private func tell(_ number: UInt32) {
        guard let job = jobs[number] else { return }
        if job.isExpanded, job.read == job.found {
            end(number)
            onRead?()
            return
        }
        onEvent?(.progress(job: number, found: job.found, read: job.read, finished: false))
    }

    private func end(_ number: UInt32) {
        guard let job = jobs[number] else { return }
        start(
            number, .failure(SourceProblem(source: "", reason: "something else was played instead"))
        )
        jobs[number] = nil
        onEvent?(.progress(job: number, found: job.found, read: job.read, finished: true))
    }

    // MARK: Reading

    /// Reads tags in pieces, so that the queue fills visibly and a cancelled job ends soon.
    private func read(_ entries: [(EntryID, Track)], _ number: UInt32) {
        guard let cancellation = jobs[number]?.cancellation else { return }
        let describer = describer
        for start in stride(from: 0, to: entries.count, by: 64) {
            let piece = entries[start..<min(start + 64, entries.count)]
            reader.perform {
                guard !cancellation.isCancelled else { return [] }
                return piece.filter { $0.1.artwork == .unread }.map { id, track in
                    EntryDescription(id, describer.read(track))
                }
            } then: { [weak self] descriptions in
                self?.finishReading(descriptions, count: UInt32(piece.count), number)
            }
        }
    }

    /// The same, of songs that the library knows.
    private func ask(_ songs: [(EntryID, LibraryTrack.ID)], _ number: UInt32) {
        library?.tags(of: songs) { [weak self] descriptions in
            self?.finishReading(descriptions, count: UInt32(songs.count), number)
        }
    }

    private func finishReading(
        _ descriptions: [EntryDescription], count: UInt32, _ number: UInt32
    ) {
        guard jobs[number] != nil else { return }
        jobs[number]?.read += count
        if !descriptions.isEmpty { session.handle([.described(descriptions)]) }
        tell(number)
    }

    private func describe(_ entries: [(EntryID, Track)]) {
        let describer = describer
        describing.perform {
            entries.map { id, track in EntryDescription(id, describer.describe(track)) }
        } then: { [weak self] descriptions in
            self?.session.handle([.described(descriptions)])
        }
    }
}

/// Tells a worker that nobody waits for its result any more.
private final class Cancellation: Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}
