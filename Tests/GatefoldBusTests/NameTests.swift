// SPDX-License-Identifier: MPL-2.0

import GatefoldBus
import GatefoldDBus
import GatefoldGLib
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

extension Bus {
    @Suite struct `The name on the bus` {
        @Test func `is the plain one for the first, and one with the process for a further`()
            async throws
        {
            let first = try await BusRig.started()
            let second = try await BusRig.prepared(on: first.bus)
            try await second.appear(tracks: 0)
            #expect(await first.name == "org.mpris.MediaPlayer2.gatefold")
            #expect(await second.name == "org.mpris.MediaPlayer2.gatefold.instance4711")
            #expect(
                await first.witness.ask(
                    "describe(wire.ask_bus('GetNameOwner', "
                        + "variant(\"('org.mpris.MediaPlayer2.gatefold.instance4711',)\")))")
                    == ["s ('\(second.registration.connection?.uniqueName ?? "")',)"])
        }

        @Test func `C137 is not waited for when another has it`() async throws {
            let first = try await BusRig.started()
            let second = try await BusRig.prepared(on: first.bus)
            try await second.appear(tracks: 0)
            await first.registration.close()
            try await eventually("the name is free") {
                await second.witness.ask("has_owner('org.mpris.MediaPlayer2.gatefold')")
                    == ["False"]
            }
            #expect(
                await second.witness.ask(
                    "has_owner('org.mpris.MediaPlayer2.gatefold.instance4711')")
                    == ["True"])
        }

        @Test func `C136 is the plain one where the bus refuses instances`() async throws {
            let bus = PrivateBus(
                policy: "<deny own=\"org.mpris.MediaPlayer2.gatefold.instance4711\"/>")
            let first = try await BusRig.prepared(on: bus)
            try await first.appear(tracks: 0)
            #expect(await first.name == "org.mpris.MediaPlayer2.gatefold")
            let second = try await BusRig.prepared(on: bus)
            try await second.appear(tracks: 0)
            #expect(await second.name == "org.mpris.MediaPlayer2.org.gatefold.Gatefold")
        }

        @Test func `C133 is below the application's id where a sandbox grants nothing else`()
            async throws
        {
            let granted = "org.mpris.MediaPlayer2.org.gatefold.Gatefold"
            let bus = PrivateBus(
                policy: "<deny own=\"*\"/><allow own_prefix=\"\(granted)\"/>")
            let first = try await BusRig.prepared(on: bus)
            try await first.appear(tracks: 0)
            #expect(await first.name == granted)
            let second = try await BusRig.prepared(on: bus)
            try await second.appear(tracks: 0)
            #expect(await second.name == granted + ".instance4711")
        }

        @Test func `C140 appears when everything can be read`() async throws {
            let bus = PrivateBus()
            let witness = BusWitness(bus)
            // Now it watches.
            #expect(await witness.ask("has_owner('org.freedesktop.DBus')") == ["True"])
            for round in 1...30 {
                async let seen = witness.ask("appearance()")
                let rig = try await BusRig.prepared(on: bus)
                try await rig.appear(tracks: 3)
                #expect(await seen == [rig.name, "a{sv} 9", "a{sv} 15"], "round \(round)")
                await rig.registration.close()
            }
        }

        @Test func `appears without a word before or after`() async throws {
            let rig = try await BusRig.prepared()
            _ = await rig.witness.signals()
            await rig.fill()
            try await rig.appear(tracks: 0)
            #expect(await rig.witness.signals() == [])
        }

        @Test func `C126 goes with Quit, which is answered before`() async throws {
            let rig = try await BusRig.started()
            let registration = rig.registration
            await rig.whenQuit { registration.close() }
            #expect(
                await rig.witness.ask("call(ROOT, 'Quit')") == [""])
            try await eventually("the name is released") {
                await rig.witness.ask("has_owner('org.mpris.MediaPlayer2.gatefold')") == ["False"]
            }
        }
    }
}

extension BusRig {
    fileprivate func fill() {
        session.handle([
            .command(.insert(tracks(1...3), .end, play: false)), .command(.setVolume(0.5)),
        ])
    }

    fileprivate func whenQuit(_ action: @escaping @PlayerActor @Sendable () -> Void) {
        mpris.onQuit = action
    }
}
