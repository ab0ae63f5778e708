// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus
internal import GatefoldGLib
internal import GatefoldModel

#if canImport(Glibc)
    private import Glibc
#endif

/// Follows a scan to its end; Ctrl-C ends the scan.
@PlayerActor
final class ScanFollower {
    private let client: PlayerClient
    private let console: Console
    private var line = LiveLine { standardError($0) }
    private var result: ScanResult?
    private var isGone = false
    private var isStopped = false
    /// When reading began.
    private var beginning: MonotonicTime?

    init(_ client: PlayerClient, _ console: Console) {
        self.client = client
        self.console = console
    }

    /// - Throws: when the scan cannot begin, or does not come to its end.
    func run() throws(ClientError) {
        client.onEvent = { [weak self] event in
            if case .quit = event { self?.isGone = true }
        }
        try client.observe()
        try client.followScan { [weak self] in self?.take($0) }
        let folders = try client.startScan()
        guard !folders.isEmpty else { throw Self.noFolder }
        let signals = [SIGINT, SIGTERM].map { number in
            EventSource.unixSignal(number) { [weak self] in
                self?.stop()
                return true
            }
        }
        withExtendedLifetime(signals) {
            MainContext.shared.run(until: { result != nil || isGone })
        }
        line.erase()
        try finish()
    }

    static let noFolder = ClientError(
        .refused,
        "There is no folder in the library, and the desktop has no music folder: "
            + "gatefold library add FOLDER takes one in.")

    private func finish() throws(ClientError) {
        guard let result else { throw ClientError(.noAnswer, "gatefoldd has left.") }
        if isStopped {
            return console.line("Stopped. What was read stays; the next scan goes on from there.")
        }
        if let failure = result.failure { throw ClientError(.refused, failure) }
        console.line(ScanLine.text(result))
        let rest = result.problems - toldProblems
        if rest > 0 { console.complain("\(Words.count(rest)) more could not be read") }
    }

    private var toldProblems = 0

    private func stop() {
        isStopped = true
        // Where it does not answer, its end is told as well.
        try? client.cancelScan()
    }

    private func take(_ news: ScanNews) {
        switch news {
        case .stage(let stage): show(stage)
        case .problem(let problem):
            toldProblems += 1
            line.erase()
            console.complain(TerminalText.sanitised("\(problem.source): \(problem.reason)"))
        case .finished(let result): self.result = result
        }
    }

    private func show(_ stage: ScanStage) {
        guard console.errorIsTerminal else { return }
        let now = MonotonicTime(nanoseconds: monotonicNanoseconds())
        if stage.unread != nil, beginning == nil { beginning = now }
        let elapsed = beginning?.elapsed(until: now) ?? .zero
        line.show(ScanLine.text(stage, elapsed: elapsed, columns: console.errorColumns - 1))
    }
}
