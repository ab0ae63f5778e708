// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus
internal import GatefoldGLib
internal import GatefoldModel

/// Carries a command out on the bus.
///
/// What the player cannot do is told before it is asked: on the bus such a call has no effect and
/// no error.
@PlayerActor
struct Program {
    let console: Console

    init(_ console: Console) {
        self.console = console
    }

    /// - Returns: the exit status.
    func run(_ command: Command) -> Int32 {
        do throws(ClientError) {
            return try perform(command, on: try PlayerClient())
        } catch {
            console.complain(TerminalText.sanitised(error.description))
            return 1
        }
    }

    private func perform(
        _ command: Command, on client: PlayerClient
    ) throws(ClientError) -> Int32 {
        switch command {
        case .status(let json, let follow):
            try Follower(client, console, json: json).run(following: follow)
        case .play(let sources) where !sources.isEmpty:
            return try enqueue(sources, at: .replace, playing: true, on: client)
        case .queue(.add(let sources)):
            return try enqueue(sources, at: .end, playing: false, on: client)
        case .queue(.next(let sources)):
            return try enqueue(sources, at: .next, playing: false, on: client)
        case .playPlaylist(let name):
            try play(playlist: name, on: client)
        case .playFound(let wish, let source):
            return try play(wish, from: source, client)
        case .playlists:
            try listPlaylists(of: client)
        case .playlist(let command, let source):
            return try edit(command, of: source, client)
        case .search(let wish):
            return try search(wish, client)
        case .source(let command):
            return try perform(command, client)
        case .charts(let wish):
            return try listCharts(wish, client)
        case .library(let command):
            return try perform(command, client)
        case .favourite(let isOn):
            try favourite(isOn, client)
        case .stars(let count):
            try stars(count, client)
        case .queue(let command):
            try edit(command, of: client)
        case .play:
            try client.start()
            try steer(.resume, client, try client.refresh())
            try tellWhatPlays(client)
        case .quit:
            try client.quit()
        case .volume, .rate, .shuffle, .repeating, .replayGain:
            try adjust(command, client, try client.refresh())
        default:
            try steer(command, client, try client.refresh())
        }
        return 0
    }

    private func steer(
        _ command: Command, _ client: PlayerClient, _ now: PlayerSnapshot
    ) throws(ClientError) {
        switch command {
        case .resume:
            try require(now.can.play, Self.emptyQueue)
            try client.play()
        case .toggle:
            try require(now.can.play || now.can.pause, Self.emptyQueue)
            try client.playPause()
        case .pause:
            try require(now.can.pause && now.status != .stopped, "Nothing is playing.")
            try client.pause()
        case .stop:
            try client.stop()
        case .next:
            try require(now.can.goNext, "There is no next entry.")
            try client.next()
        case .previous:
            try require(now.can.goPrevious, "There is no previous entry.")
            try client.previous()
        case .restart:
            try require(now.entry != nil, "Nothing is playing.")
            try client.restart()
        case .seek(let target):
            try seek(target, client, now)
        default:
            preconditionFailure("\(command) is carried out elsewhere")
        }
    }

    private func seek(
        _ target: SeekTarget, _ client: PlayerClient, _ now: PlayerSnapshot
    ) throws(ClientError) {
        guard let entry = now.entry else { throw ClientError(.refused, "Nothing is playing.") }
        try require(now.can.seek, "Seeking is not possible in this entry.")
        switch target {
        case .distance(let distance):
            try client.seek(by: distance)
        case .time(let time):
            // Beyond the end MPRIS has SetPosition do nothing.
            if let length = entry.length, time > length {
                throw ClientError(.refused, "This entry is only \(Words.time(length)) long.")
            }
            try client.setPosition(time, in: entry)
        case .fraction(let fraction):
            guard let length = entry.length else {
                throw ClientError(.refused, "The length of this entry is not known.")
            }
            try client.setPosition(MediaTime(seconds: length.seconds * fraction), in: entry)
        }
    }

    private static let emptyQueue = "There is nothing to play: the queue is empty."

    func require(_ condition: Bool, _ refusal: String) throws(ClientError) {
        if !condition { throw ClientError(.refused, refusal) }
    }

    /// After `play` without a path, which changes nothing but the status.
    func tellWhatPlays(_ client: PlayerClient) throws(ClientError) {
        let now = try client.refresh()
        if let entry = now.entry { console.tell(playing: entry, now) }
    }
}

extension Console {
    /// What plays, and why it may not be heard.
    func tell(playing entry: PlayerSnapshot.Entry, _ now: PlayerSnapshot) {
        line("Playing " + Words.name(entry))
        if let preview = Words.preview(entry) { line(preview) }
        if !now.output.isEmpty { complain(TerminalText.sanitised(now.output)) }
    }
}
