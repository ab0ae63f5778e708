// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPlayer

/// Tells online sources what is heard of theirs, so that a server can count it.
@PlayerActor
final class ListeningReporter {
    private let sources: any SourceDirectory
    /// What is heard, and since when, in nanoseconds since 1970.
    private var beginning: (uri: SourceURI, time: Int64)?
    private var underWay = 0
    private var onEnd: (@PlayerActor () -> Void)?
    private var timer: EventSource?

    init(_ sources: any SourceDirectory) {
        self.sources = sources
    }

    func take(_ note: HistoryNote) {
        guard let uri = SourceURI(note.url) else { return }
        switch note {
        case .began:
            beginning = (uri, wallClockNanoseconds())
            tell(.began(uri), to: uri.source)
        case .played:
            let time = beginning.flatMap { $0.uri == uri ? $0.time : nil }
            tell(.heard(uri, since: time ?? wallClockNanoseconds()), to: uri.source)
        case .skipped: break
        }
    }

    private func tell(_ listening: SourceListening, to source: String) {
        underWay += 1
        sources.ask(source) { (source) async throws(SourceError) in
            try await source.note(listening)
        } then: { [weak self] result in
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
