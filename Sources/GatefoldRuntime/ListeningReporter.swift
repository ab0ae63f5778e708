// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPlayer

/// Tells online sources what is heard: a server what is heard of its own, so that it can count it,
/// and services that keep a log everything.
@PlayerActor
final class ListeningReporter {
    private let sources: any SourceDirectory
    /// Where tags are looked up; without it no log is told.
    private let queue: (@PlayerActor () -> Queue)?
    private var hearing: Hearing?
    private var underWay = 0
    private var onEnd: (@PlayerActor () -> Void)?
    private var timer: EventSource?

    /// What is heard.
    private struct Hearing {
        let url: String
        /// In nanoseconds since 1970.
        let since: Int64
        var entry: EntryID?
        /// As it was known last; its entry may be gone from the queue.
        var track: Track?
        /// Whether the logs were told that it has begun, which takes its tags.
        var isTold = false
    }

    init(_ sources: any SourceDirectory, queue: (@PlayerActor () -> Queue)? = nil) {
        self.sources = sources
        self.queue = queue
    }

    /// Tells the logs what they could not be told in an earlier run.
    func start() {
        tellLogs { (log) throws(SourceError) in try await log.flush() }
    }

    func take(_ note: HistoryNote) {
        switch note {
        case .began(let url): begin(url)
        case .played(let url): finish(url)
        case .skipped: break
        }
    }

    private func begin(_ url: String) {
        var hearing = Hearing(url: url, since: wallClockNanoseconds())
        if let queue = queue?(), let entry = queue.current, queue[entry]?.url == url {
            hearing.entry = entry
        }
        self.hearing = hearing
        if let uri = SourceURI(url) { tell(.began(uri), to: uri.source) }
        tellBeginning()
    }

    private func finish(_ url: String) {
        let hearing = hearing.flatMap { $0.url == url ? refreshed($0) : nil }
        let since = hearing?.since ?? wallClockNanoseconds()
        if let uri = SourceURI(url) { tell(.heard(uri, since: since), to: uri.source) }
        guard let tags = hearing?.track?.listenedTags else { return }
        tellLogs { (log) throws(SourceError) in try await log.heard(tags, since: since) }
    }

    /// Once its tags are known.
    private func tellBeginning() {
        guard var hearing = hearing.map(refreshed), !hearing.isTold else { return }
        if let tags = hearing.track?.listenedTags, tags.title != nil {
            hearing.isTold = true
            tellLogs { (log) throws(SourceError) in try await log.began(tags) }
        }
        self.hearing = hearing
    }

    private func refreshed(_ hearing: Hearing) -> Hearing {
        var hearing = hearing
        if let track = hearing.entry.flatMap({ queue?()[$0] }), track.url == hearing.url {
            hearing.track = track
        }
        return hearing
    }

    // MARK: Telling

    private func tell(_ listening: SourceListening, to source: String) {
        ask(source) { (source) throws(SourceError) in try await source.note(listening) }
    }

    private func tellLogs(
        _ body: @escaping @PlayerActor @Sendable (any ListenLog) async throws(SourceError) -> Void
    ) {
        guard queue != nil else { return }
        // Settings that cannot be read are told of where somebody asks for them.
        let settings = (try? sources.settings()) ?? []
        for log in settings where !log.kind.hasMusic {
            ask(log.name) { (source) throws(SourceError) in
                if let log = source as? any ListenLog { try await body(log) }
            }
        }
    }

    private func ask(_ source: String, _ question: @escaping SourceQuestion<Void>) {
        underWay += 1
        sources.ask(source, question) { [weak self] result in
            if case .failure(let error) = result {
                Log.info("A source was not told what is heard.", error.description)
            }
            self?.underWay -= 1
            self?.endIfIdle()
        }
    }

    /// Calls `body` once everything was told, or after a limit.
    func finish(within limit: Duration, then body: @escaping @PlayerActor @Sendable () -> Void) {
        onEnd = body
        timer = .timeout(after: limit) { [weak self] in
            self?.underWay = 0
            self?.endIfIdle()
        }
        endIfIdle()
    }

    private func endIfIdle() {
        guard underWay <= 0, let onEnd else { return }
        (self.onEnd, timer) = (nil, nil)
        onEnd()
    }
}

extension ListeningReporter: StatePublisher {
    func publish(_ state: PlayerState, at now: MonotonicTime) {
        if hearing?.isTold == false { tellBeginning() }
    }
}

extension Track {
    /// What a log of music is told of it; nil for what is no piece of music as a whole: a preview, or
    /// a station, whose titles change while it is heard.
    fileprivate var listenedTags: TrackTags? {
        guard let tags, !tags.isPreview else { return nil }
        let isSong = SourceURI(url)?.kind == .song
        return isLocal || isSong || tags.length != nil ? tags : nil
    }
}
