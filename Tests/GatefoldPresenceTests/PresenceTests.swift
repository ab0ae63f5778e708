// SPDX-License-Identifier: MPL-2.0

import GatefoldDBus
import GatefoldGLib
import GatefoldModel
import GatefoldPlayer
import GatefoldPresence
import GatefoldTestSupport
import Synchronization
import Testing

extension Presence {
    @Suite struct `An app on the desktop` {
        @Test func `appears with the first information, and goes with the last`() async throws {
            let rig = await PresenceRig.make()
            #expect(await !rig.isThere())
            await rig.write(track("First"))
            try await rig.appear()
            #expect(await rig.witness.get("PlaybackStatus") == "v (<'Playing'>,)")
            await rig.write(nil)
            try await eventually("the name is gone") { await !rig.isThere() }
        }

        @Test func `appears with the first handler, and stays while there is one`() async throws {
            let rig = await PresenceRig.make()
            await rig.offer([.play])
            try await rig.appear()
            #expect(await rig.witness.get("CanPlay") == "v (<true>,)")
            #expect(await rig.witness.get("PlaybackStatus") == "v (<'Stopped'>,)")
            await rig.write(track())
            await rig.write(nil)
            #expect(await rig.isThere())
        }

        @Test func `says who it is, and what it can be asked`() async throws {
            let rig = await PresenceRig.make()
            await rig.write(track())
            try await rig.appear()
            let identity = await rig.witness.get("Identity", at: .root)
            #expect(identity == "v (<'An App'>,)")
            #expect(await rig.witness.get("CanQuit", at: .root) == "v (<false>,)")
            _ = await rig.witness.signals()
            await rig.askToQuit()
            #expect(await rig.witness.signals() == ["Root: CanQuit=true"])
        }
    }

    @Suite struct `What an app writes` {
        @Test func `is announced once for a turn`() async throws {
            let rig = await PresenceRig.make()
            await rig.write(track("First"))
            try await rig.appear()
            _ = await rig.witness.signals()
            rig.source.write(track("Second"))
            rig.source.write(track("Second") { $0.tags.artists = ["A"] })
            rig.source.update { $0.declare(.paused, at: $1) }
            rig.source.update { nowPlaying, _ in nowPlaying.commands.offered = [.play, .pause] }
            await rig.endTurn()
            let signals = await rig.witness.signals()
            #expect(
                signals == [
                    "Player: PlaybackStatus='Paused', Metadata=Second, CanPlay=true, CanPause=true"
                ])
        }

        @Test func `is not announced when it says the same ten thousand times`() async throws {
            let rig = await PresenceRig.make()
            await rig.write(track())
            try await rig.appear()
            _ = await rig.witness.signals()
            for count in 1...10_000 {
                rig.source.write(track())
                if count % 100 == 0 { await rig.endTurn() }
            }
            #expect(await rig.witness.signals() == [])
        }

        @Test func `is a seek where the position jumps`() async throws {
            let rig = await PresenceRig.make()
            await rig.write(track { $0.elapsed = .zero })
            try await rig.appear()
            _ = await rig.witness.signals()
            await rig.write(track { $0.elapsed = MediaTime(seconds: 90) })
            let signals = await rig.witness.signals()
            #expect(signals.count == 1)
            #expect(signals.first?.hasPrefix("Seeked 90") == true)
        }

        @Test func `comes back with the bus`() async throws {
            let rig = await PresenceRig.make()
            await rig.write(track("First"))
            try await rig.appear()
            rig.bus.kill()
            await rig.write(track("Second"))
            rig.bus.start()
            let witness = BusWitness(rig.bus, server: "org.mpris.MediaPlayer2.tested")
            try await eventually("the name is there again") {
                await witness.ask("has_owner('org.mpris.MediaPlayer2.tested')") == ["True"]
            }
            #expect(await witness.get("Metadata").contains("'xesam:title': <'Second'>"))
        }
    }

    @Suite struct `A command for an app` {
        private let rig: PresenceRig
        private let events = Events()

        init() async throws {
            rig = await PresenceRig.make()
            rig.source.deliver { [events, source = rig.source] event, completion in
                events.list.withLock { $0.append(event) }
                switch event {
                case .plain(.nextTrack): source.write(track("Next"))
                // A handler that hangs.
                case .plain(.previousTrack): return
                default: break
                }
                completion()
            }
            await rig.offer([.nextTrack, .previousTrack, .changePlaybackPosition])
            await rig.write(track())
            try await rig.appear()
        }

        @Test func `is answered after what its handlers wrote is announced`() async {
            #expect(
                await rig.witness.events(of: "Next") == ["Player: Metadata=Next", "reply"])
            #expect(events.all == [.plain(.nextTrack)])
        }

        @Test func `is answered when its handler hangs, and others meanwhile`() async {
            #expect(await rig.witness.events(of: "Previous") == ["reply"])
            #expect(await rig.witness.call("Seek", "(int64 5,)") == "")
        }

        @Test func `that MPRIS has not comes through an interface of our own`() async throws {
            await rig.offer([.rating, .skipForward, .play])
            let path = "('/org/gatefold/RemoteCommands1', 'org.gatefold.RemoteCommands1')"
            let ask = { (member: String, arguments: String) in
                await rig.witness.ask(
                    "call(\(path), \(quoted(member)), \(quoted(arguments)))")
            }
            #expect(await ask("Rate", "('rating', 4.5)") == [""])
            #expect(await ask("Skip", "('skipForward', 15.0)") == [""])
            #expect(
                events.all == [.rating(4.5), .skip(.skipForward, MediaTime(seconds: 15))])
            let invalid = ["org.freedesktop.DBus.Error.InvalidArgs"]
            #expect(await ask("Rate", "('rating', 5.5)") == invalid)
            #expect(await ask("Skip", "('rating', 1.0)") == invalid)
            #expect(
                await ask("GiveFeedback", "('like', false)")
                    == ["org.freedesktop.DBus.Error.NotSupported"])
            let commands = await rig.witness.ask("get(\(path), 'Commands')")
            #expect(commands == ["v (<['skipForward', 'rating']>,)"])
        }

        @Test func `is answered with an error only where MPRIS asks for one`() async {
            let unsupported = "org.freedesktop.DBus.Error.NotSupported"
            #expect(await rig.witness.call("PlayPause") == unsupported)
            #expect(await rig.witness.call("Play") == "")
            let events = await rig.witness.events(ofSetting: "Shuffle", to: "<true>")
            #expect(events == ["reply org.freedesktop.DBus.Error.UnknownProperty"])
            #expect(self.events.all == [])
        }
    }

    @Suite struct `Two players of one app` {
        @Test func `change places in one announcement, both ways`() async throws {
            let rig = await PresenceRig.make()
            let player = await ApplicationPlayer(on: rig.presence)
            // With modes, or they would be withdrawn at each change.
            await rig.offer([.changeRepeatMode, .changeShuffleMode])
            await rig.write(track("Own sound"))
            try await rig.appear()
            _ = await rig.witness.signals()
            await player.play()
            let there = await rig.witness.signals()
            #expect(there.filter { $0.hasPrefix("Player:") }.count == 1)
            #expect(there.first?.contains("Metadata=Entry") == true)
            #expect(await rig.witness.get("CanPause") == "v (<true>,)")
            await player.pause()
            let pause = await rig.witness.signals()
            #expect(pause == ["Player: PlaybackStatus='Paused'"])
            await rig.write(track("Own sound again"))
            let back = await rig.witness.signals()
            #expect(back.filter { $0.hasPrefix("Player:") }.count == 1)
            #expect(back.first?.contains("Metadata=Own sound again") == true)
        }

        @Test func `add up while the application player plays`() async throws {
            let rig = await PresenceRig.make()
            let player = await ApplicationPlayer(on: rig.presence)
            await player.play()
            try await rig.appear()
            await rig.write(track("Own sound") { $0.chapterNumber = 3 })
            let metadata = await rig.witness.get("Metadata")
            #expect(metadata.contains("'xesam:title': <'Entry'>"))
            #expect(metadata.contains("'gatefold:chapterNumber': <3>"))
        }
    }

    @Suite struct `Further sessions` {
        @Test func `have names of their own`() async throws {
            let rig = await PresenceRig.make()
            await rig.write(track("First"))
            try await rig.appear()
            let second = NowPlayingSource(number: 2)
            await rig.presence.addSession(2, showing: second)
            second.write(track("Second"))
            let name = "org.mpris.MediaPlayer2.tested.instance\(Process.id)_2"
            try await eventually("the second name is there") { await rig.isThere(name) }
            let witness = BusWitness(rig.bus, server: name)
            #expect(await witness.get("Metadata").contains("'xesam:title': <'Second'>"))
            #expect(await rig.witness.get("Metadata").contains("'xesam:title': <'First'>"))
            await rig.presence.removeSession(showing: second)
            try await eventually("the second name is gone") { await !rig.isThere(name) }
        }
    }
}

/// What an app was told.
private final class Events: Sendable {
    let list = Mutex<[RemoteEvent]>([])

    var all: [RemoteEvent] { list.withLock { $0 } }
}

extension PresenceRig {
    @PlayerActor
    fileprivate func askToQuit() {
        presence.onQuit = {}
    }
}

/// The application player of a process, without sound.
@PlayerActor
private final class ApplicationPlayer {
    private let engine = FakeEngine()
    private let session: PlayerSession

    init(on presence: ApplicationPresence) {
        session = PlayerSession(engine: engine, state: PlayerState(seed: 1))
        var tags = TrackTags()
        tags.title = "Entry"
        tags.length = MediaTime(seconds: 60)
        tags.artwork = .none
        let tracks = [Track(url: "file:///entry.ogg", tags: tags)]
        session.handle([.command(.insert(tracks, .end, play: false))])
        presence.show(session)
    }

    func play() { session.handle([.command(.play)]) }

    func pause() { session.handle([.command(.pause)]) }
}
