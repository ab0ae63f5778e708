// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

extension Bus {
    /// Reports about methods and settings; `Tests/MPRISCases.md` says what the numbers are.
    @Suite struct `Commands, case by case` {
        @Test func `C094 C097 C149 knows Play and Pause apart, and neither toggles`() async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 2)
            for (method, status) in [("Pause", "Paused"), ("Play", "Playing")] {
                _ = await rig.witness.call(method)
                await rig.settle()
                let track = await rig.witness.metadata("mpris:trackid")
                let position = await rig.witness.get("Position")
                #expect(await rig.witness.events(of: method) == ["reply"])
                #expect(await rig.witness.get("PlaybackStatus") == "v (<'\(status)'>,)")
                #expect(await rig.witness.metadata("mpris:trackid") == track)
                #expect(await rig.witness.get("Position") == position)
            }
        }

        @Test func `C092 starts by PlayPause after Stop`() async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 2)
            _ = await rig.witness.call("Stop")
            _ = await rig.witness.call("PlayPause")
            #expect(await rig.witness.get("PlaybackStatus") == "v (<'Playing'>,)")
        }

        @Test(arguments: ["None", "Track", "Playlist"])
        func `C104 changes nothing by a value that was just read`(_ loop: String) async throws {
            let rig = try await BusRig.started()
            _ = await rig.witness.events(ofSetting: "LoopStatus", to: "<'\(loop)'>")
            for property in ["LoopStatus", "Shuffle", "Volume", "Rate"] {
                let read = await rig.witness.get(property)
                let value = String(read.dropFirst("v (".count).dropLast(",)".count))
                #expect(
                    await rig.witness.events(ofSetting: property, to: value) == ["reply"])
            }
            #expect(await rig.session.state.loop.rawValue == loop)
        }

        @Test func `C108 C109 answers GetAll in every state`() async throws {
            let rig = try await BusRig.started(tracks: 0)
            var counts: [[String]] = []
            let count = { await rig.witness.ask("[len(get_all(ROOT)), len(get_all(PLAYER))]") }
            counts.append(await count())
            await rig.play(rig.tracks(1...2))
            counts.append(await count())
            for (method, place) in [
                ("Pause", BusWitness.Place.player), ("Stop", .player), ("Clear", .own),
            ] {
                _ = await rig.witness.call(method, at: place)
                counts.append(await count())
            }
            #expect(counts == Array(repeating: ["9", "15"], count: 5))
        }

        @Test func `C112 C113 C117 keeps each volume exactly, and announces just that`()
            async throws
        {
            let rig = try await BusRig.started()
            for value in ["0.0", "0.1", "0.29", "0.3", "0.5", "0.51", "0.5", "1.0"] {
                #expect(
                    await rig.witness.events(ofSetting: "Volume", to: "<\(value)>").last == "reply")
                let read = await rig.witness.ask("repr(dict(get_all(PLAYER))['Volume'].unpack())")
                #expect(read == [value])
            }
        }

        @Test func `C114 has one volume, whoever sets it`() async throws {
            let rig = try await BusRig.started()
            _ = await rig.witness.signals()
            await rig.session.handle([.command(.setVolume(0.25))])
            #expect(await rig.witness.signals() == ["Player: Volume=0.25"])
            _ = await rig.witness.events(ofSetting: "Volume", to: "<0.5>")
            #expect(await rig.session.state.volume == 0.5)
        }

        @Test func `C116 has its volume and modes from the first moment`() async throws {
            let rig = try await BusRig.prepared()
            // Now it watches.
            _ = await rig.witness.signals()
            await rig.session.handle([
                .restore(
                    SavedSession(
                        entries: [], current: nil, status: .stopped, position: .zero,
                        loop: .playlist, isShuffled: true, rate: 1.5, volume: 0.25, isMuted: false))
            ])
            async let first = rig.witness.ask(
                "first_look('Volume', 'LoopStatus', 'Shuffle', 'Rate')")
            try await rig.appear(tracks: 0)
            #expect(await first == ["0.25", "Playlist", "True", "1.5"])
        }

        @Test func `C128 C129 answers others while a source keeps it waiting`() async throws {
            let rig = try await BusRig.started()
            await rig.sourcesHang()
            let answers = await rig.witness.ask(
                """
                (lambda opening: [describe(wire.reply(wire.send(PLAYER, m))) for m in \
                ('Play', 'Pause', 'Next', 'Stop')] + [len(get_all(PLAYER))] + \
                [opening in wire.answered])\
                (wire.send(PLAYER, 'OpenUri', variant("('http://slow/',)")))
                """)
            #expect(answers == ["", "", "", "", "15", "False"])
        }

        @Test func `C141 C142 stays on the bus however often it is stopped`() async throws {
            let rig = try await BusRig.started()
            let owner = "wire.ask_bus('GetNameOwner', variant(\"('%s',)\" % SERVER)).get_body()"
            let before = await rig.witness.ask(owner)
            for _ in 1...50 {
                #expect(await rig.witness.call("Stop") == "")
                #expect(await rig.witness.call("Play") == "")
            }
            await rig.engine.report(.failed(PlaybackFailure(.network, "the server is gone")))
            #expect(await rig.witness.call("Stop") == "")
            #expect(await rig.witness.ask(owner) == before)
        }
    }
}

extension BusRig {
    fileprivate func sourcesHang() {
        intake.isHanging = true
    }
}
