// SPDX-License-Identifier: MPL-2.0

import GatefoldDBus
import GatefoldGLib
import GatefoldTestSupport
import Testing

private let plain = "org.gatefold.Plain"
private let second = "org.gatefold.Plain.second"

@Suite(.serialized) struct `A registration` {
    private let bus = PrivateBus()

    private func witness() async throws -> DBusConnection {
        MainContext.shared.startThread()
        return try await DBusConnection(.address(bus.address))
    }

    @PlayerActor
    private func call(_ name: String, on connection: DBusConnection) async -> Bool {
        let arrival = Arrival<Bool>()
        connection.call(name, "/test", "org.gatefold.Test", "Count") { reply in
            if case .success = reply { arrival.arrive(true) } else { arrival.arrive(false) }
        }
        return await arrival.get() == true
    }

    @Test @PlayerActor func `comes as soon as there is a bus`() async throws {
        bus.kill()
        let registration = registered()
        let name = registration.claim([plain])
        registration.start()
        #expect(registration.connection == nil)
        bus.start()
        try await eventually("the name is there") { name.owned == plain }
        #expect(await call(plain, on: try witness()))
    }

    @Test @PlayerActor func `comes back, with its objects and names, however often the bus dies`()
        async throws
    {
        let registration = registered()
        var changes: [Bool] = []
        registration.onConnectionChange = { changes.append($0) }
        let names = [registration.claim([plain]), registration.claim([second])]
        registration.start()
        for round in 1...5 {
            try await eventually("the names are there, \(round)") {
                names.map(\.owned) == [plain, second]
            }
            #expect(await call(second, on: try witness()))
            bus.kill()
            try await eventually("the names are gone") { names.map(\.owned) == [nil, nil] }
            bus.start()
        }
        try await eventually("the names are there") { names.map(\.owned) == [plain, second] }
        #expect(changes == (0...5).flatMap { $0 == 0 ? [true] : [false, true] })
    }

    @Test @PlayerActor func `takes the next name where another has the first, and stays with it`()
        async throws
    {
        let other = try await witness()
        #expect(try other.requestName(plain))
        let registration = registered()
        let name = registration.claim([plain, second])
        registration.start()
        try await eventually("the second name is there") { name.owned == second }
        try other.releaseName(plain)
        // What the bus says of it has arrived with a reply.
        _ = await call(second, on: other)
        #expect(name.owned == second)
        bus.kill()
        bus.start()
        try await eventually("the first name is there") { name.owned == plain }
    }

    @Test @PlayerActor func `waits in the queue for a name that has no substitute`() async throws {
        let other = try await witness()
        #expect(try other.requestName(plain))
        let registration = registered()
        var told: [String?] = []
        let name = registration.claim([plain], isQueued: true) { told.append($0) }
        registration.start()
        try await eventually("it is there") { registration.connection != nil }
        #expect(await call(registration.connection?.uniqueName ?? "", on: other))
        #expect(name.owned == nil)
        try other.releaseName(plain)
        try await eventually("the name is there") { name.owned == plain }
        #expect(told == [plain])
    }

    @Test @PlayerActor func `asks again for a name that the bus takes away`() async throws {
        let registration = registered()
        var told: [String?] = []
        let name = registration.claim([plain, second]) { told.append($0) }
        registration.start()
        try await eventually("the name is there") { name.owned == plain }
        // As the bus sees it, we have given it up.
        _ = try registration.connection?.releaseName(plain)
        try await eventually("the name is there again") { told == [plain, nil, plain] }
    }

    @Test @PlayerActor func `keeps what it has where the bus gives no more`() async throws {
        // One of them is the unique name.
        let bus = PrivateBus(limits: ["max_names_per_connection": 2])
        let registration = DBusRegistration(.address(bus.address))
        let names = [registration.claim([plain]), registration.claim([second])]
        registration.start()
        try await eventually("the first name is there") { names[0].owned == plain }
        let other = try DBusConnection(.address(bus.address))
        #expect(try other.nameOwner(second) == nil)
        #expect(registration.connection?.isConnected == true)
        #expect(names[1].owned == nil)
        registration.close()
    }

    @Test @PlayerActor func `leaves a bus that does not read, and has its name again afterwards`()
        async throws
    {
        let registration = registered()
        let name = registration.claim([plain, second])
        registration.start()
        try await eventually("the name is there") { name.owned == plain }
        let first = registration.connection?.uniqueName
        bus.pause()
        let megabyte = DBusValue.string(String(repeating: "x", count: 1 << 20))
        for _ in 0..<40 {
            registration.emit("org.gatefold.Test", "Happened", at: "/test", [megabyte])
        }
        try await eventually("the connection is dropped") { registration.connection == nil }
        bus.resume()
        try await eventually("the name is there again") { name.owned != nil }
        // The bus had not seen the end of the first connection when the second asked.
        #expect(name.owned == plain)
        #expect(registration.connection?.uniqueName != first)
    }

    @Test @PlayerActor func `does not take a bus that hangs up for a reason to hurry`() async throws
    {
        bus.kill()
        let registration = registered()
        // Accepts and closes; after a second it says how often.
        registration.start()
        let result = await ChildProcess.run([
            "/usr/bin/python3", "-c",
            """
            import os, socket, time
            path = '\(bus.address.dropFirst("unix:path=".count))'
            os.unlink(path)
            s = socket.socket(socket.AF_UNIX)
            s.bind(path)
            s.listen(30)
            end, count = time.monotonic() + 1, 0
            while (rest := end - time.monotonic()) > 0:
                s.settimeout(rest)
                try: s.accept()[0].close()
                except TimeoutError: break
                count += 1
            print(count)
            """,
        ])
        // When the socket is made, and after 50, 150, 350 and 750 ms; a late turn makes it fewer.
        #expect((1...6).contains(Int(result.line) ?? 0), "\(result)")
    }

    @Test @PlayerActor func `is left by close, which lets go of what it held`() async throws {
        let registration = registered()
        let name = registration.claim([plain])
        weak var held: TestObject?
        do {
            let object = TestObject()
            held = object
            registration.export(object.interfaces, at: TestService.path)
        }
        #expect(held != nil)
        registration.start()
        try await eventually("the name is there") { name.owned == plain }
        registration.close()
        #expect(name.owned == nil)
        #expect(held == nil)
        let other = try DBusConnection(.address(bus.address))
        try await eventually("the bus has seen it") { try other.nameOwner(plain) == nil }
    }

    @Test @PlayerActor func `says why there is no bus, to who waits for it`() async throws {
        bus.kill()
        let registration = registered()
        let error = #expect(throws: DBusError.self) { try registration.startAndWait() }
        #expect(error?.message.isEmpty == false)
        #expect(throws: DBusError.disconnected) { try registration.claimAndWait(plain) }
        bus.start()
        try registration.startAndWait()
        #expect(try registration.claimAndWait(plain))
        let other = DBusRegistration(.address(bus.address))
        try other.startAndWait()
        #expect(try !other.claimAndWait(plain))
        other.close()
        bus.kill()
        bus.start()
        let later = try await witness()
        try await eventually("the name is there again") { try later.nameOwner(plain) != nil }
        registration.close()
    }

    @PlayerActor
    private func registered() -> DBusRegistration {
        let registration = DBusRegistration(.address(bus.address))
        let method = DBusMethod(name: "Count") { _ in .values([]) }
        registration.export(
            [DBusInterface(name: "org.gatefold.Test", methods: [method])], at: "/test")
        return registration
    }
}

@Suite struct `Waiting for the next attempt` {
    @Test func `begins with no wait, and doubles from the first to the longest`() {
        var backoff = Backoff(first: .milliseconds(50), longest: .milliseconds(300))
        for milliseconds in [0, 50, 100, 200, 300, 300] {
            let wait = backoff.next()
            #expect(wait == .milliseconds(milliseconds))
        }
        backoff.reset()
        let wait = backoff.next()
        #expect(wait == .zero)
    }
}

@Suite struct `The socket of an address` {
    @Test(arguments: [
        ("unix:path=/run/user/1000/bus", "/run/user/1000/bus"),
        ("unix:path=/tmp/a%20b,guid=0123", "/tmp/a b"),
        ("tcp:host=localhost;unix:guid=1,path=/x", "/x"), ("unix:abstract=/tmp/x", nil),
        ("autolaunch:", nil), ("", nil), ("unix:path=/a%zz", "/a%zz"),
    ])
    func `is a path where it is in the file system`(_ address: String, _ path: String?) {
        #expect(DBusAddress.socketPath(of: address) == path)
    }
}
