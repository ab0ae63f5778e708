// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus
internal import GatefoldGLib
internal import GatefoldModel

extension Program {
    /// Hands the sources over and follows the daemon's work on them.
    ///
    /// - Returns: the exit status: 1 when nothing was found.
    func enqueue(
        _ arguments: [Argument], at place: PlayerClient.Place, playing: Bool,
        on client: PlayerClient
    ) throws(ClientError) -> Int32 {
        var urls: [String] = []
        for argument in arguments {
            do {
                urls.append(try Source.uri(of: argument))
            } catch {
                console.complain(error.description)
            }
        }
        guard !urls.isEmpty else { return 1 }
        try client.start()
        let job = EnqueueJob(client, console, playing: playing)
        try job.run(urls, at: place)
        return 0
    }
}

/// One `Enqueue`, followed to its end; Ctrl-C only detaches from it.
@PlayerActor
final class EnqueueJob {
    private let client: PlayerClient
    private let console: Console
    private let playing: Bool
    private var line = LiveLine { standardError($0) }
    private var job: UInt32?
    private var found = 0
    private var read = 0
    private var isFinished = false
    private var isGone = false
    private var hasProblem = false
    /// What was current before, which does not count as playing.
    private var former: String?
    private var hasToldWhatPlays = false
    private var deadline: EventSource?
    private var notice: EventSource?
    private var isLate = false

    init(_ client: PlayerClient, _ console: Console, playing: Bool) {
        self.client = client
        self.console = console
        self.playing = playing
    }

    /// - Throws: when nothing was found, or nothing plays where it should.
    func run(_ urls: [String], at place: PlayerClient.Place) throws(ClientError) {
        client.onEvent = { [weak self] in self?.handle($0) }
        try client.observe()
        former = client.snapshot.entry?.id
        job = try client.enqueue(urls, at: place, playing: playing)
        while !isSettled {
            turn()
            if isReadyToTell { try tellWhatPlays() }
        }
        line.erase()
        if isGone { throw ClientError(.noAnswer, "gatefoldd has left.") }
        if found == 0 { throw ClientError(.refused, "There is nothing to play in that.") }
        guard playing else {
            return console.line("Added \(Words.count(found, "track", "tracks")).")
        }
        if !hasToldWhatPlays, client.snapshot.status == .stopped {
            hearOut()
            throw ClientError(.refused, "Nothing of it could be played.")
        }
        if isLate { throw ClientError(.refused, "It does not begin. gatefoldd goes on trying.") }
    }

    /// Takes in what was said before the player stopped: the answer to a question of ours may have
    /// overtaken it.
    private func hearOut() {
        let moment = EventSource.timeout(after: .milliseconds(50)) { [weak self] in
            self?.hasHeardOut = true
        }
        withExtendedLifetime(moment) { MainContext.shared.run(until: { hasHeardOut }) }
    }

    private var hasHeardOut = false

    private var isSettled: Bool {
        if isGone { return true }
        guard isFinished else { return false }
        let hasFailed = hasProblem && client.snapshot.status == .stopped
        return !playing || found == 0 || hasToldWhatPlays || hasFailed || isLate
    }

    /// Waits for the next event, or for a moment while the first sound is awaited.
    private func turn() {
        if playing, isFinished, deadline == nil { setTimers() }
        hasNews = false
        let moment = EventSource.timeout(after: .milliseconds(50)) { [weak self] in
            self?.hasNews = true
        }
        if !isReadyToTell { moment.cancel() }
        withExtendedLifetime(moment) {
            MainContext.shared.run(until: { hasNews || isLate })
        }
    }

    private var hasNews = false

    /// The first track may take a while after its tags were read: a server, a device.
    ///
    /// A server that does not answer fails within 15 seconds, which is news.
    private func setTimers() {
        notice = .timeout(after: .seconds(2)) { [weak self] in self?.tellWhatIsAwaited() }
        deadline = .timeout(after: .seconds(20)) { [weak self] in self?.isLate = true }
    }

    private func tellWhatIsAwaited() {
        guard !hasToldWhatPlays, let entry = client.snapshot.entry, entry.id != former else {
            return
        }
        let text = "Waiting for \(Words.name(entry))…"
        if console.errorIsTerminal { line.show(text) } else { console.complain(text) }
    }

    private func handle(_ event: PlayerClient.Event) {
        hasNews = true
        switch event {
        case .jobProgress(let job, let found, let read, let isFinished) where job == self.job:
            (self.found, self.read, self.isFinished) = (found, read, isFinished)
            showProgress()
        case .jobProblem(let job, let source, let reason) where job == self.job:
            complain("\(source): \(reason)")
        case .problem(let message):
            hasProblem = true
            complain(message)
        case .quit:
            isGone = true
        case .changed, .seeked, .jobProgress, .jobProblem:
            return
        }
    }

    /// The new entry is current, and the tags of the first tracks were read.
    private var isReadyToTell: Bool {
        let now = client.snapshot
        return playing && !hasToldWhatPlays && (read > 0 || isFinished) && now.status == .playing
            && now.entry.map { $0.id != former } == true
    }

    /// Once it is heard: what cannot be played shows itself before.
    private func tellWhatPlays() throws(ClientError) {
        let now = try client.refresh()
        guard now.isBuffering || now.anchor.position > .zero, isReadyToTell, let entry = now.entry
        else { return }
        hasToldWhatPlays = true
        line.erase()
        console.tell(playing: entry, now)
    }

    private func showProgress() {
        guard console.errorIsTerminal, !isFinished, found >= Self.many else { return }
        line.show("Reading \(Words.count(read)) of \(Words.count(found, "track", "tracks"))…")
    }

    /// Fewer are read before anybody could look.
    private static let many = 100

    private func complain(_ text: String) {
        line.erase()
        console.complain(TerminalText.sanitised(text))
    }
}
