// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus
internal import GatefoldGLib
internal import GatefoldModel

#if canImport(Glibc)
    private import Glibc
#endif

/// `gatefold status`: once, one line per change, or a live line.
@PlayerActor
final class Follower {
    private let client: PlayerClient
    private let console: Console
    private let json: Bool
    private var line: LiveLine
    private var printed: PlayerSnapshot?
    private var isDone = false
    private var tick: EventSource?

    init(_ client: PlayerClient, _ console: Console, json: Bool) {
        self.client = client
        self.console = console
        self.json = json
        line = LiveLine { console.write($0) }
    }

    /// A live line on a terminal, where JSON has no place in one.
    private var isLive: Bool { console.outputIsTerminal && !json }

    func run(following: Bool) throws(ClientError) {
        let isRunning = client.isRunning
        guard following else {
            return console.line(text(isRunning ? try client.refresh() : PlayerSnapshot()))
        }
        client.onEvent = { [weak self] in self?.handle($0) }
        // A status bar outlives players and buses.
        try isRunning ? client.observe() : client.follow()
        let sources = endings()
        show()
        withExtendedLifetime(sources) {
            MainContext.shared.run(until: { isDone })
        }
        tick = nil
        if isLive { console.write("\n") }
    }

    /// What ends it, and what redraws it.
    private func endings() -> [EventSource] {
        var sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            EventSource.unixSignal(number) { [weak self] in
                self?.isDone = true
                return false
            }
        }
        sources.append(
            .hangup(of: STDOUT_FILENO) { [weak self] in self?.isDone = true })
        sources.append(
            .unixSignal(SIGWINCH) { [weak self] in
                self?.line.forget()
                self?.show()
                return true
            })
        return sources
    }

    private func handle(_ event: PlayerClient.Event) {
        switch event {
        case .changed, .quit: show()
        case .seeked: show(evenIfSame: true)
        case .problem(let message):
            if isLive { line.erase() }
            console.complain(TerminalText.sanitised(message))
            if isLive { show() }
        case .jobProgress, .jobProblem: return
        }
    }

    private func show(evenIfSame: Bool = false) {
        let now = client.snapshot
        if isLive {
            // One column stays free: a full line wraps on some terminals.
            line.show(text(now, columns: console.columns.map { max(1, $0 - 1) }))
            return scheduleTick(now)
        }
        var comparable = now
        comparable.anchor = .init()
        guard evenIfSame || comparable != printed else { return }
        printed = comparable
        console.line(text(now))
    }

    /// The next whole second of the position; none while it stands.
    private func scheduleTick(_ now: PlayerSnapshot) {
        tick = nil
        guard now.isMoving, now.entry != nil, now.rate > 0 else { return }
        let position = now.position(at: .now)
        if let length = now.entry?.length, position >= length { return }
        let second: Int64 = 1_000_000_000
        let rest = Double(second - position.nanoseconds % second) / now.rate
        tick = .timeout(after: .nanoseconds(Int64(min(rest, 1e10)))) { [weak self] in
            self?.show()
        }
    }

    private func text(_ snapshot: PlayerSnapshot, columns: Int? = nil) -> String {
        if json { return StatusJSON.text(snapshot, at: .now) }
        guard let line = StatusLine(snapshot, at: .now) else { return "Nothing is playing." }
        return line.text(columns: columns, colours: console.colours)
    }
}

extension MonotonicTime {
    fileprivate static var now: MonotonicTime {
        MonotonicTime(nanoseconds: monotonicNanoseconds())
    }
}
