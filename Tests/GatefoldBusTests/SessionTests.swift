// SPDX-License-Identifier: MPL-2.0

import GatefoldBus
import GatefoldDBus
import GatefoldGLib
import GatefoldMPRIS
import GatefoldTestSupport
import Testing

extension Bus {
    @Suite struct `Sessions of one process` {
        private let bus = PrivateBus()
        private let plain = "org.mpris.MediaPlayer2.app"

        @PlayerActor
        private func session(_ number: Int) throws -> (MPRISService, DBusRegistration) {
            let registration = DBusRegistration(.address(bus.address))
            let identity = PlayerIdentity(name: "app", identity: "Session \(number)")
            let service = MPRISService(registration, identity)
            service.start(processID: 12, session: number)
            registration.start()
            return (service, registration)
        }

        @Test @PlayerActor
        func `C138 have a connection and a name each, and only the first a plain one`()
            async throws
        {
            let (second, secondRegistration) = try session(2)
            let (third, thirdRegistration) = try session(3)
            let (first, firstRegistration) = try session(1)
            try await eventually("all are there") {
                [first, second, third].allSatisfy { $0.busName != nil }
            }
            #expect(
                [first, second, third].map(\.busName)
                    == [plain, plain + ".instance12_2", plain + ".instance12_3"])
            let registrations = [firstRegistration, secondRegistration, thirdRegistration]
            #expect(Set(registrations.map { $0.connection?.uniqueName }).count == 3)
            let witness = BusWitness(bus, server: plain + ".instance12_2")
            #expect(await witness.get("Identity", at: .root) == "v (<'Session 2'>,)")
            for registration in registrations { registration.close() }
        }

        @Test @PlayerActor func `come back each after the end of the bus, and leave alone`()
            async throws
        {
            let (first, firstRegistration) = try session(1)
            let (second, secondRegistration) = try session(2)
            let isThere = { first.busName != nil && second.busName != nil }
            try await eventually("both are there", isThere)
            bus.kill()
            try await eventually("both are gone") { first.busName == nil && second.busName == nil }
            bus.start()
            try await eventually("both are there again", isThere)
            firstRegistration.close()
            let witness = BusWitness(bus, server: plain + ".instance12_2")
            #expect(await witness.get("Identity", at: .root) == "v (<'Session 2'>,)")
            try await eventually("the first has left") {
                await witness.ask("has_owner('\(plain)')") == ["False"]
            }
            secondRegistration.close()
        }
    }
}
