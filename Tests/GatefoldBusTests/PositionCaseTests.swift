// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

extension Bus {
    /// Reports about the position and the rate; `Tests/MPRISCases.md` says what the numbers are.
    @Suite struct `The position, case by case` {
        @Test func `C024 C025 is the same in Seeked and in Position, in microseconds`() async throws
        {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 2)
            let id = await rig.witness.metadata("mpris:trackid")
            #expect(
                await rig.witness.events(of: "SetPosition", "(objectpath '\(id)', int64 30000000)")
                    == ["Seeked 30000000", "reply"])
            await rig.settle()
            #expect(await rig.witness.get("Position") == "v (<int64 30000000>,)")
            await rig.clock.advance(MediaTime(milliseconds: 400))
            #expect(await rig.witness.get("Position") == "v (<int64 30400000>,)")
        }

        @Test func `C028 C029 stands while paused, and goes on from there`() async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 2)
            #expect(
                await rig.witness.events(of: "Pause")
                    == ["Player: PlaybackStatus='Paused'", "reply"])
            for _ in 1...5 {
                await rig.clock.advance(MediaTime(milliseconds: 20_000))
                #expect(await rig.witness.get("Position") == "v (<int64 10000000>,)")
            }
            #expect(
                await rig.witness.events(of: "Play")
                    == ["Player: PlaybackStatus='Playing'", "reply"])
            #expect(await rig.witness.get("Position") == "v (<int64 10000000>,)")
        }

        @Test func `C028 is never beyond the length`() async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 2)
            await rig.clock.advance(MediaTime(milliseconds: 500_000))
            _ = await rig.witness.call("Pause")
            #expect(await rig.witness.get("Position") == "v (<int64 60000000>,)")
        }

        @Test func `C036 C053 is set with the track id that is published`() async throws {
            let rig = try await BusRig.started()
            for status in [PlaybackStatus.playing, .paused] {
                await rig.bring(to: status, at: 3)
                let id = await rig.witness.metadata("mpris:trackid")
                #expect(
                    await rig.witness.call("SetPosition", "(objectpath '\(id)', int64 31000000)")
                        == "")
                #expect(await rig.witness.get("Position") == "v (<int64 31000000>,)")
            }
        }

        @Test func `C118 runs at the rate, whoever set it, which is announced`() async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 2)
            _ = await rig.witness.signals()
            await rig.session.handle([.command(.setRate(1.5))])
            #expect(await rig.witness.signals() == ["Player: Rate=1.5"])
            await rig.settle()
            await rig.clock.advance(MediaTime(milliseconds: 2000))
            #expect(await rig.witness.get("Position") == "v (<int64 13000000>,)")
        }
    }
}
