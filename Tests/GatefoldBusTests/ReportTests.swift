// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

extension Bus {
    /// Reports that have no number; `Tests/MPRISCases.md` names them.
    @Suite struct `What else was reported` {
        private let next = "(PLAYER, 'Next', '()')"

        private func set(_ property: String, _ value: String) -> String {
            "((MPRIS, PROPERTIES), 'Set', "
                + "\"('org.mpris.MediaPlayer2.Player', '\(property)', <\(value)>)\")"
        }

        @Test func `a hundred Next at once end at the right track`() async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 1)
            _ = await rig.witness.events(ofSetting: "LoopStatus", to: "<'Playlist'>")
            _ = await rig.witness.ask("announced_by([\(next)] * 100, 'Metadata')")
            #expect(await rig.witness.metadata("xesam:title") == "2")
            #expect(await rig.witness.get("PlaybackStatus") == "v (<'Playing'>,)")
        }

        @Test func `many SetPosition at once end where the last one said`() async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 1)
            let track = await rig.witness.metadata("mpris:trackid")
            let calls = """
                [(PLAYER, 'SetPosition', "(objectpath '\(track)', int64 %d)" % (i * 7919 % 60 * 1000000))
                 for i in range(200)]
                """.split(separator: "\n").joined()
            _ = await rig.witness.ask("announced_by(\(calls), 'Metadata')")
            await rig.settle()
            #expect(await rig.witness.get("Position") == "v (<int64 \(199 * 7919 % 60)000000>,)")
            #expect(await rig.witness.events(of: "Pause").last == "reply")
            #expect(await rig.witness.get("PlaybackStatus") == "v (<'Paused'>,)")
        }

        @Test func `small steps of the volume add up`() async throws {
            let rig = try await BusRig.started()
            await rig.session.handle([.command(.setVolume(0))])
            let louder = "dict(get_all(PLAYER))['Volume'].unpack() + 0.01"
            _ = await rig.witness.ask(
                "[events_of_setting(PLAYER, 'Volume', '<%r>' % (\(louder))) for _ in range(50)]")
            #expect(await abs(rig.session.state.volume - 0.5) < 0.001)
        }

        @Test func `each step of a volume that moves fast is told, the last one last`() async throws
        {
            let rig = try await BusRig.started()
            let calls = (0..<100).map { set("Volume", "\(Double($0) / 100)") }
            let told = await rig.witness.ask(
                "announced_by([\(calls.joined(separator: ", "))], 'Volume')")
            #expect(told == (0..<100).map { "\(Double($0) / 100)" })
        }

        @Test func `a mode that is switched on and off at once is told twice`() async throws {
            let rig = try await BusRig.started()
            let calls = [set("Shuffle", "true"), set("Shuffle", "false")]
            let told = await rig.witness.ask(
                "announced_by([\(calls.joined(separator: ", "))], 'Shuffle')")
            #expect(told == ["True", "False"])
        }

        @Test func `each length is told with its own title`() async throws {
            let rig = try await BusRig.started(tracks: 0)
            let tracks = await rig.tracks(1...5).map { track in
                var track = track
                let number = Int64(track.tags?.title ?? "") ?? 0
                track.tags?.length = MediaTime(milliseconds: number * 1000)
                return track
            }
            await rig.play(tracks)
            let told = await rig.witness.ask(
                "['%s %d' % (m['xesam:title'], m['mpris:length'] // 1000000)"
                    + " for m in announced_by([\(next)] * 4, 'Metadata')]")
            #expect(told == ["2 2", "3 3", "4 4", "5 5"])
        }

        @Test func `Previous at the beginning adds nothing to the track list`() async throws {
            let rig = try await ListsRig.started()
            let before = await rig.witness.ask("tracks()")
            _ = await rig.witness.ask(
                "announced_by([(PLAYER, 'Previous', '()')] * 20, 'Metadata')")
            #expect(await rig.witness.ask("tracks()") == before)
            #expect(await rig.witness.metadata("xesam:title") == "1")
        }
    }
}
