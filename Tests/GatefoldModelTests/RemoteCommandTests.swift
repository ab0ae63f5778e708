// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import Testing

/// What a command becomes: an event, nothing, or a refusal.
private enum Outcome: Equatable {
    case event(RemoteEvent)
    case nothing
    case refused(PlayerRefusal)
}

@Suite struct `A command to an app` {
    private let now = MonotonicTime(nanoseconds: 5_000_000_000)

    private func app(
        _ offered: Set<RemoteCommand>, rate: Double = 1,
        _ change: (inout NowPlayingInfo) -> Void = { _ in }
    ) -> NowPlaying {
        var info = NowPlayingInfo()
        info.tags.title = "Track"
        info.tags.length = MediaTime(seconds: 100)
        info.elapsed = MediaTime(seconds: 40)
        info.rate = rate
        change(&info)
        var app = NowPlaying()
        app.commands = RemoteCommands(offered)
        app.write(info, at: now)
        return app
    }

    private func outcome(_ command: PlayerCommand, _ app: NowPlaying) -> Outcome {
        do throws(PlayerRefusal) {
            return try app.event(for: command, at: now).map(Outcome.event) ?? .nothing
        } catch {
            return .refused(error)
        }
    }

    @Test(arguments: [
        (PlayerCommand.play, RemoteCommand.play), (.pause, .pause), (.playPause, .togglePlayPause),
        (.stop, .stop), (.next, .nextTrack), (.previous, .previousTrack),
    ])
    func `goes to its own handler`(command: PlayerCommand, handler: RemoteCommand) {
        #expect(outcome(command, app([handler])) == .event(.plain(handler)))
    }

    @Test func `Play and Pause use a toggle, only where it does what they want`() {
        let playing = app([.togglePlayPause])
        let paused = app([.togglePlayPause], rate: 0)
        #expect(outcome(.play, paused) == .event(.plain(.togglePlayPause)))
        #expect(outcome(.play, playing) == .nothing)
        #expect(outcome(.pause, playing) == .event(.plain(.togglePlayPause)))
        #expect(outcome(.pause, paused) == .nothing)
    }

    @Test func `PlayPause uses Play and Pause by the status`() {
        #expect(outcome(.playPause, app([.play, .pause])) == .event(.plain(.pause)))
        #expect(outcome(.playPause, app([.play, .pause], rate: 0)) == .event(.plain(.play)))
    }

    @Test func `PlayPause is an error where the app cannot pause`() {
        #expect(outcome(.playPause, app([.play], rate: 0)) == .refused(.notSupported))
        #expect(outcome(.playPause, app([])) == .refused(.notSupported))
    }

    @Test func `Stop pauses where there is no handler for it`() {
        #expect(outcome(.stop, app([.pause])) == .event(.plain(.pause)))
        #expect(outcome(.stop, app([.play])) == .refused(.notSupported))
    }

    @Test func `without a handler is refused`() {
        let app = app([])
        for command in [PlayerCommand.next, .previous, .play, .pause, .setShuffle(true)] {
            guard case .refused = outcome(command, app) else {
                Issue.record("\(command) is taken")
                continue
            }
        }
    }

    // MARK: Time

    @Test func `Seek asks for the position where it leads`() {
        let app = app([.changePlaybackPosition])
        #expect(outcome(.seek(MediaTime(seconds: 5)), app) == .event(.position(.init(seconds: 45))))
        #expect(outcome(.seek(MediaTime(seconds: -50)), app) == .event(.position(.zero)))
    }

    @Test func `Seek skips where the app only skips`() {
        let app = app([.skipForward, .skipBackward])
        #expect(
            outcome(.seek(MediaTime(seconds: 10)), app)
                == .event(.skip(.skipForward, MediaTime(seconds: 10))))
        #expect(
            outcome(.seek(MediaTime(seconds: -15)), app)
                == .event(.skip(.skipBackward, MediaTime(seconds: 15))))
        #expect(outcome(.seek(.zero), app) == .nothing)
    }

    @Test func `Seek beyond the end is as Next`() {
        let far = PlayerCommand.seek(MediaTime(seconds: 61))
        #expect(
            outcome(far, app([.changePlaybackPosition, .nextTrack])) == .event(.plain(.nextTrack)))
        #expect(outcome(far, app([.changePlaybackPosition])) == .refused(.noNext))
    }

    @Test func `Seek is refused in one direction where the app skips in the other`() {
        #expect(
            outcome(.seek(MediaTime(seconds: -5)), app([.skipForward])) == .refused(.notSeekable))
    }

    @Test func `SetPosition is for the current item, and within it`() throws {
        let app = app([.changePlaybackPosition])
        let item = try #require(app.item)
        let place = MediaTime(seconds: 100)
        #expect(outcome(.setPosition(item, place), app) == .event(.position(place)))
        #expect(outcome(.setPosition(EntryID(rawValue: 1), place), app) == .refused(.notCurrent))
        let outside = MediaTime(seconds: 100.1)
        #expect(outcome(.setPosition(item, outside), app) == .refused(.outOfRange))
        #expect(outcome(.setPosition(item, .init(seconds: -1)), app) == .refused(.outOfRange))
    }

    @Test func `SetPosition skips the distance where the app only skips`() throws {
        let app = app([.skipForward, .skipBackward])
        let item = try #require(app.item)
        #expect(
            outcome(.setPosition(item, MediaTime(seconds: 10)), app)
                == .event(.skip(.skipBackward, MediaTime(seconds: 30))))
    }

    @Test func `cannot move in a live stream`() {
        let app = app([.changePlaybackPosition]) { $0.isLive = true }
        #expect(!app.canSeek)
        #expect(outcome(.seek(MediaTime(seconds: 5)), app) == .refused(.notSeekable))
    }

    // MARK: Modes

    @Test func `a rate becomes the nearest that the app can`() {
        var app = app([.changePlaybackRate, .pause])
        app.commands.rates = [0.5, 1, 1.5, 2]
        #expect(app.rates == 0.5...2)
        #expect(outcome(.setRate(1.6), app) == .event(.rate(1.5)))
        #expect(outcome(.setRate(9), app) == .event(.rate(2)))
        #expect(outcome(.setRate(0), app) == .event(.plain(.pause)))
        #expect(outcome(.setRate(.nan), app) == .refused(.notANumber))
    }

    @Test func `the range of rates is around what it plays at`() {
        #expect(app([]).rates == 1...1)
        #expect(app([], rate: 1.5).rates == 1...1.5)
    }

    @Test func `modes and the volume need an app that has them`() {
        var app = app([.changeRepeatMode, .changeShuffleMode])
        #expect(outcome(.setLoop(.playlist), app) == .event(.loop(.playlist)))
        #expect(outcome(.setShuffle(true), app) == .event(.shuffle(true)))
        #expect(outcome(.setVolume(0.5), app) == .refused(.notSupported))
        app.volume = 1
        #expect(outcome(.setVolume(1.5), app) == .event(.volume(1)))
        #expect(outcome(.setVolume(-1), app) == .event(.volume(0)))
    }

    @Test(arguments: [
        PlayerCommand.clear, .move(EntryID(rawValue: 1), to: 0), .jump(EntryID(rawValue: 1)),
    ])
    func `an app has no queue`(command: PlayerCommand) {
        #expect(outcome(command, app(Set(RemoteCommand.allCases))) == .refused(.notSupported))
    }

    @Test func `is enabled without an item only where it can bring one`() {
        var app = NowPlaying()
        app.commands = RemoteCommands(Set(RemoteCommand.allCases))
        #expect(app.canPlay && app.canPause)
        #expect(!app.canGoNext && !app.canGoPrevious && !app.canSeek)
    }
}
