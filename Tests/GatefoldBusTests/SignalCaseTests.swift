// SPDX-License-Identifier: MPL-2.0

import GatefoldBus
import GatefoldDBus
import GatefoldGLib
import GatefoldMPRIS
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

extension Bus {
    /// Reports about what players announce; `Tests/MPRISCases.md` says what the numbers are.
    @Suite struct `Announcing, case by case` {
        @Test func `C001 tells each title of a stream, and none twice`() async throws {
            let rig = try await BusRig.started(tracks: 0)
            await rig.play([Track(url: "http://radio/live")])
            await rig.clock.advance(MediaTime(milliseconds: 5000))
            _ = await rig.witness.signals()
            for title in ["First", "First", "Second"] {
                var tags = StreamTags()
                tags.title = title
                await rig.engine.report(.streamTags(tags))
            }
            #expect(
                await rig.witness.signals() == [
                    "Player: Metadata=First", "Seeked 5000000", "Player: Metadata=Second",
                    "Seeked 5000000",
                ])
        }

        @Test func `C002 C016 C162 names the interface of each property, in the right types`()
            async throws
        {
            let rig = try await BusRig.started()
            for call in ["Play", "Next", "Previous", "Pause", "Stop"] {
                _ = await rig.witness.call(call)
            }
            _ = await rig.witness.call("Clear", at: .own)
            let seen = await rig.witness.ask(
                "(ping(), [m for m in wire.log if m.get_member() == 'PropertiesChanged'])[1]")
            #expect(seen.count >= 8)
            let strangers = await rig.witness.ask(
                """
                [describe(m) for m in list(wire.log) if m.get_member() == 'PropertiesChanged' \
                and (m.get_signature() != 'sa{sv}as' or (m.get_path() == MPRIS) != \
                m.get_body().unpack()[0].startswith(ROOT[1]) or set(m.get_body().unpack()[1]) - \
                {n for n, v in get_all((m.get_path(), m.get_body().unpack()[0]))})]
                """)
            #expect(strangers == [])
        }

        @Test func `C004 tells every change of the status`() async throws {
            let rig = try await BusRig.started()
            for (method, status) in [
                ("Play", "Playing"), ("Pause", "Paused"), ("Play", "Playing"), ("Stop", "Stopped"),
                ("Play", "Playing"), ("Pause", "Paused"), ("Stop", "Stopped"),
            ] {
                _ = await rig.witness.signals()
                _ = await rig.witness.call(method)
                #expect(await rig.witness.ask("announced('PlaybackStatus')") == [status])
                #expect(await rig.witness.get("PlaybackStatus") == "v (<'\(status)'>,)")
            }
        }

        @Test func `C005 tells late tags and artwork with everything, of the same track`()
            async throws
        {
            let rig = try await BusRig.started(tracks: 0)
            await rig.play([Track(url: "file:///bare.ogg")])
            let before = await rig.witness.metadata("mpris:trackid")
            _ = await rig.witness.signals()
            await rig.describeCurrent { tags in
                tags.title = "Late"
                tags.artists = ["A"]
                tags.artwork = .file("file:///cache/1.png")
            }
            let announced = await rig.witness.ask(
                "(ping(), [sorted(v) for v in announced('Metadata')])[1]")
            #expect(
                announced == [
                    "['mpris:artUrl', 'mpris:trackid', 'xesam:artist', 'xesam:title', 'xesam:url']"
                ])
            #expect(await rig.witness.metadata("mpris:trackid") == before)
        }

        @Test func `C006 tells everything that becomes possible or impossible`() async throws {
            let rig = try await BusRig.started(tracks: 2)
            var told = await rig.witness.events(of: "Play")
            told += await rig.witness.events(of: "Next")
            told += await rig.witness.events(of: "Clear", at: .own)
            for change in [
                "CanSeek=true", "CanGoNext=false", "CanGoPrevious=true", "CanGoPrevious=false",
                "CanPlay=false", "CanPause=false", "CanSeek=false",
            ] {
                #expect(told.contains { $0.contains(change) }, "\(change)")
            }
        }

        @Test func `C010 C018 tells a length that grows three times at most`() async throws {
            let rig = try await BusRig.started(tracks: 0)
            await rig.play([Track(url: "http://radio/live")])
            _ = await rig.witness.signals()
            for second in 1...60 {
                await rig.engine.report(.length(MediaTime(milliseconds: 1000 * Int64(second))))
            }
            let announced = await rig.witness.signals().filter { $0.contains("Metadata") }
            #expect(announced.count <= 4)
            #expect(await rig.witness.metadata("mpris:length") == "None")
        }

        @Test(arguments: [PlaybackStatus.stopped, .paused])
        func `C014 C150 tells Playing once, and nothing between`(
            _ status: PlaybackStatus
        ) async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: status, at: 2)
            _ = await rig.witness.signals()
            _ = await rig.witness.call("Play")
            await rig.settle()
            #expect(await rig.witness.ask("announced('PlaybackStatus')") == ["Playing"])
        }

        @Test func `C017 C085 tells a track without tags, and nothing of the one before`()
            async throws
        {
            let rig = try await BusRig.started(tracks: 0)
            var tags = TrackTags()
            tags.title = "Tagged"
            tags.album = "Album"
            tags.artwork = .file("file:///cache/1.png")
            await rig.play([
                Track(url: "file:///1.ogg", tags: tags), Track(url: "file:///bare.ogg"),
            ])
            let first = await rig.witness.metadata("mpris:trackid")
            #expect(
                await rig.witness.events(of: "Next").contains { $0.contains("Metadata=bare") })
            #expect(await rig.witness.metadata("mpris:trackid") != first)
            #expect(
                await rig.witness.ask(
                    "sorted(n for n, v in fields(dict(get_all(PLAYER))['Metadata']))")
                    == ["mpris:trackid", "xesam:title", "xesam:url"])
        }

        @Test func `C105 names no property that there never was`() async throws {
            let bus = PrivateBus()
            let witness = BusWitness(bus, server: "org.mpris.MediaPlayer2.app")
            let service = try await Self.plainApp(on: bus)
            try await eventually("the name is there") { await service.busName != nil }
            _ = await witness.signals()
            await Self.change(service)
            let named = await witness.ask(
                "(ping(), [m.get_body().unpack()[2] for m in wire.log if m.get_interface() == "
                    + "PROPERTIES])[1]")
            #expect(named == ["[]", "[]"])
        }

        /// A player without modes.
        @PlayerActor
        private static func plainApp(on bus: PrivateBus) throws -> MPRISService {
            let registration = DBusRegistration(.address(bus.address))
            try registration.startAndWait()
            let service = MPRISService(registration, PlayerIdentity(name: "app", identity: "App"))
            service.start(processID: 1)
            return service
        }

        @PlayerActor
        private static func change(_ service: MPRISService) {
            let playing = PlayerProperties(playbackStatus: .playing, canPlay: true)
            service.present(playing, position: .zero)
            service.present(PlayerProperties(), position: .zero)
        }
    }
}

extension BusRig {
    /// Plays tracks in place of the queue.
    func play(_ tracks: [Track]) async {
        session.handle([.command(.insert(tracks, .replacing, play: true))])
        await settle()
    }

    /// Something more is known of the current track.
    func describeCurrent(_ change: (inout TrackTags) -> Void) {
        guard let id = session.state.queue.current else { return }
        var tags = TrackTags()
        change(&tags)
        session.handle([.described([EntryDescription(id, tags)])])
    }
}
