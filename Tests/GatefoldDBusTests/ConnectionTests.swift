// SPDX-License-Identifier: MPL-2.0

import GatefoldDBus
import GatefoldGLib
import GatefoldTestSupport
import Testing

private let errors = "org.freedesktop.DBus.Error."
private let name = "org.gatefold.Name"

@Suite(.serialized) struct `A connection to the bus` {
    let service: TestService
    let client: DBusConnection

    init() async throws {
        service = try await TestService.started()
        client = try await DBusConnection(.address(service.bus.address))
    }

    @Test @PlayerActor func `fails where nobody listens`() {
        let error = #expect(throws: DBusError.self) {
            try DBusConnection(.address("unix:path=/nowhere/bus"))
        }
        #expect(error?.name == errors + "FileNotFound")
        #expect(throws: DBusError.self) { try DBusConnection(.address("no address")) }
    }

    @Test @PlayerActor func `gets a name that is free`() throws {
        #expect(try client.nameOwner(name) == nil)
        #expect(try client.requestName(name))
        #expect(try client.requestName(name))
        #expect(try !service.connection.requestName(name))
        #expect(try service.connection.nameOwner(name) == client.uniqueName)
        #expect(try client.names().contains(name))
        try client.releaseName(name)
        #expect(try service.connection.requestName(name))
    }

    @Test @PlayerActor func `says what is wrong with a name`() throws {
        #expect(throws: DBusError.self) { try client.requestName("no name") }
        let error = #expect(throws: DBusError.self) { try client.startService("org.gatefold.None") }
        #expect(error?.name == errors + "ServiceUnknown")
    }

    @Test @PlayerActor func `calls, and gets values, errors and timeouts`() async {
        #expect(await call("Add", [.int32(2), .int32(3)]) == .success([.int32(5)]))
        #expect(await call("Echo", [.variant(sample)]) == .success([.variant(sample)]))
        #expect(await call("Missing")?.errorName == errors + "UnknownMethod")
        #expect(await call("not valid")?.errorName == errors + "InvalidArgs")
        #expect(await call("Echo", [.structure([])])?.errorName == errors + "InvalidArgs")
        #expect(await call("Keep", timeout: .milliseconds(20)) == .failure(.noReply))
    }

    @Test(arguments: [
        [DBusValue.array(of: "ss", [])], [.array(of: "", []), .string("")],
        [.array(of: "s", [.byte(1)])], [.dictionary(key: "v", value: "s", [])],
        [
            .dictionary(
                key: "s", value: "s", [DBusDictionaryEntry(key: .byte(1), value: .string(""))])
        ],
        [.variant(.structure([]))], [.variant(.array(of: "ss", []))],
        [.structure([.array(of: "ss", [])])],
        [.structure(Array(repeating: .byte(0), count: 300))],
    ]) @PlayerActor
    func `refuses to send what libdbus would die of`(_ arguments: [DBusValue]) async {
        #expect(await call("Echo", arguments)?.errorName == errors + "InvalidArgs")
        service.connection.emit(TestService.interface, "Happened", at: "/", arguments)
        service.connection.emit("invalid", "Happened", at: "/", [])
        #expect(service.connection.isConnected)
    }

    @Test @PlayerActor func `calls blocking, and keeps what arrives meanwhile`() async throws {
        let arrival = Arrival<String>()
        let subscription = try client.subscribe(DBusMatch(interface: TestService.interface)) {
            arrival.arrive($0.member)
        }
        // From a program of its own: the actor's thread cannot wait for itself.
        let sender = await ChildProcess.run(
            [
                "gdbus", "call", "--session", "--dest", service.connection.uniqueName,
                "--object-path", TestService.path.rawValue, "--method",
                "\(TestService.interface).Announce",
            ], environment: service.bus.environment)
        #expect(sender.line == "()")
        #expect(try client.nameOwner("org.freedesktop.DBus") == "org.freedesktop.DBus")
        #expect(await arrival.get() == "Happened")
        subscription.cancel()
    }

    @Test @PlayerActor func `tells of the end of the bus, and can be made again`() async throws {
        let ended = Arrival<Bool>()
        let reply = Arrival<Result<[DBusValue], DBusError>>()
        client.onDisconnect = { ended.arrive(true) }
        client.call(
            service.connection.uniqueName, TestService.path, TestService.interface, "Keep"
        ) { reply.arrive($0) }
        service.bus.kill()
        #expect(await ended.get() == true)
        #expect(await reply.get()?.errorName != nil)
        #expect(!client.isConnected)
        client.emit(TestService.interface, "Happened", at: "/", [])
        #expect(await call("Echo", [.variant(sample)]) == .failure(.disconnected))
        #expect(throws: DBusError.disconnected) { try client.requestName(name) }

        service.bus.start()
        let again = try DBusConnection(.address(service.bus.address))
        #expect(try again.requestName(name))
    }

    @Test @PlayerActor func `is left by close, without a notice`() async throws {
        var isNotified = false
        client.onDisconnect = { isNotified = true }
        let reply = Arrival<Result<[DBusValue], DBusError>>()
        client.call(
            service.connection.uniqueName, TestService.path, TestService.interface, "Keep"
        ) { reply.arrive($0) }
        client.close()
        client.close()
        #expect(await reply.get() == .failure(.disconnected))
        #expect(!isNotified)
        #expect(await call("Keep") == .failure(.disconnected))
    }

    @Test @PlayerActor func `ends when it is released`() async throws {
        let arrival = Arrival<Bool>()
        var connection: DBusConnection? = try DBusConnection(.address(service.bus.address))
        let uniqueName = try #require(connection?.uniqueName)
        let match = DBusMatch(member: "NameOwnerChanged", arg0: uniqueName)
        let subscription = try client.subscribe(match) { signal in
            arrival.arrive(signal.arguments.last == .string(""))
        }
        // A reply tells that the bus knows of the subscription.
        _ = try client.names()
        connection = nil
        #expect(await arrival.get() == true)
        subscription.cancel()
    }

    @Test @PlayerActor func `does not wait for a bus that does not read`() async {
        let ended = Arrival<Bool>()
        service.connection.onDisconnect = { ended.arrive(true) }
        service.bus.pause()
        let megabyte = DBusValue.string(String(repeating: "x", count: 1 << 20))
        for _ in 0..<40 {
            service.connection.emit(TestService.interface, "Happened", at: "/", [megabyte])
        }
        #expect(await ended.get() == true)
        service.bus.resume()
    }

    @Test @PlayerActor func `gives a bus that does not read no longer than it says`() {
        service.bus.pause()
        defer { service.bus.resume() }
        let megabyte = DBusValue.string(String(repeating: "x", count: 1 << 20))
        #expect(throws: DBusError.noReply) {
            try client.callAndWait(
                service.connection.uniqueName, TestService.path, TestService.interface, "Echo",
                [.variant(megabyte)], timeout: .milliseconds(100))
        }
    }

    @Test @PlayerActor func `keeps the order of what it sends while the bus is slow`() async throws
    {
        var received: [Int32] = []
        let last = Arrival<Bool>()
        let subscription = try client.subscribe(DBusMatch(interface: TestService.interface)) {
            guard let number = $0.arguments.first?.int32Value else { return }
            received.append(number)
            if number == 99 { last.arrive(true) }
        }
        _ = try client.names()
        service.bus.pause()
        let filler = DBusValue.string(String(repeating: "x", count: 10_000))
        for number in Int32(0)..<100 {
            service.connection.emit(
                TestService.interface, "Happened", at: "/", [.int32(number), filler])
        }
        service.bus.resume()
        #expect(await last.get() == true)
        #expect(received == Array(0..<100))
        subscription.cancel()
    }

    private let sample = DBusValue.structure([
        .byte(1), .boolean(true), .int16(-2), .uint16(3), .int32(-4), .uint32(5), .int64(-6),
        .uint64(7), .double(0.5), .string("text"), .objectPath("/path"), .signature("a{sv}"),
        .array(of: "a(ii)", []), .dictionary(key: "u", value: "as", []),
        .dictionary(
            key: "s", value: "v",
            [DBusDictionaryEntry(key: .string("k"), value: .variant(.strings(["a"])))]),
        .variant(.variant(.byte(9))),
    ])

    @PlayerActor
    private func call(
        _ member: String, _ arguments: [DBusValue] = [], timeout: Duration = .seconds(20)
    ) async -> Result<[DBusValue], DBusError>? {
        let arrival = Arrival<Result<[DBusValue], DBusError>>()
        client.call(
            service.connection.uniqueName, TestService.path, TestService.interface, member,
            arguments, timeout: timeout
        ) { arrival.arrive($0) }
        return await arrival.get()
    }
}

extension Result where Failure == DBusError {
    fileprivate var errorName: String? {
        if case .failure(let error) = self { error.name } else { nil }
    }
}
