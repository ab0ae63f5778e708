// SPDX-License-Identifier: MPL-2.0

import GatefoldDBus
import GatefoldGLib
import GatefoldTestSupport
import Testing

private let interface = "org.gatefold.Signals"

@Suite(.serialized) struct `A subscription` {
    let bus: PrivateBus
    let client: DBusConnection
    let first: DBusConnection
    let second: DBusConnection

    init() async throws {
        MainContext.shared.startThread()
        bus = PrivateBus()
        client = try await DBusConnection(.address(bus.address))
        first = try await DBusConnection(.address(bus.address))
        second = try await DBusConnection(.address(bus.address))
    }

    @Test(arguments: [
        (DBusMatch(), "abcd"),
        (DBusMatch(member: "One"), "ab"),
        (DBusMatch(path: "/one"), "ac"),
        (DBusMatch(interface: interface, arg0: "it's"), "d"),
        (DBusMatch(path: "/one", interface: interface, member: "One"), "a"),
    ]) @PlayerActor
    func `gets what its rule names`(_ match: DBusMatch, _ expected: String) async throws {
        #expect(
            await signals(matching: match) {
                first.emit(interface, "One", at: "/one", [.string("a")])
                first.emit(interface, "One", at: "/two", [.string("b")])
                first.emit(interface, "Two", at: "/one", [.string("c")])
                first.emit(interface, "Two", at: "/two", [.string("it's"), .string("d")])
            } == expected)
    }

    @Test @PlayerActor func `gets signals of a unique name`() async {
        #expect(
            await signals(matching: DBusMatch(sender: first.uniqueName)) {
                second.emit(interface, "One", at: "/", [.string("a")])
                first.emit(interface, "One", at: "/", [.string("b")])
            } == "b")
    }

    /// The other subscription has the bus send us the signals of both.
    @Test @PlayerActor func `gets signals of the owner of a well-known name, and of nobody else`()
        async throws
    {
        let everything = try client.subscribe(DBusMatch(interface: interface)) { _ in }
        #expect(try first.requestName("org.gatefold.First"))
        #expect(
            await signals(matching: DBusMatch(sender: "org.gatefold.First")) {
                second.emit(interface, "One", at: "/", [.string("a")])
                first.emit(interface, "One", at: "/", [.string("b")])
                try? first.releaseName("org.gatefold.First")
                first.emit(interface, "One", at: "/", [.string("c")])
                _ = try? second.requestName("org.gatefold.First")
                second.emit(interface, "One", at: "/", [.string("d")])
            } == "bd")
        everything.cancel()
    }

    @Test @PlayerActor func `ends when it is released`() async throws {
        var received = ""
        var subscription: DBusSubscription? = try client.subscribe(DBusMatch(interface: interface))
        {
            received += $0.arguments.first?.stringValue ?? ""
        }
        #expect(subscription != nil)
        subscription = nil
        #expect(
            await signals(matching: DBusMatch(interface: interface)) {
                first.emit(interface, "One", at: "/", [.string("a")])
            } == "a")
        #expect(received == "")
    }

    @Test @PlayerActor func `refuses a rule that names nothing`() {
        #expect(throws: DBusError.self) { try client.subscribe(DBusMatch(sender: "a b")) { _ in } }
        #expect(throws: DBusError.self) { try client.subscribe(DBusMatch(interface: "'")) { _ in } }
        #expect(throws: DBusError.self) { try client.subscribe(DBusMatch(member: "a.b")) { _ in } }
    }

    @PlayerActor
    /// The last string of every signal of ours that a subscription gets until a closing one.
    private func signals(matching match: DBusMatch, _ emit: () -> Void) async -> String {
        var received = ""
        let end = Arrival<Bool>()
        guard
            let subscription = try? client.subscribe(
                match,
                { signal in
                    guard signal.interface == interface else { return }
                    received += signal.arguments.last?.stringValue ?? ""
                }),
            let closing = try? client.subscribe(DBusMatch(member: "End"), { _ in end.arrive(true) })
        else { return "no subscription" }
        // The owner of a name is known when a reply to a later question is there.
        let known = Arrival<Bool>()
        client.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId"
        ) { _ in known.arrive(true) }
        _ = await known.get()
        emit()
        for sender in [first, second] {
            // Each sender's signals keep their order; a reply tells that the bus has them.
            _ = try? sender.names()
        }
        first.emit("org.gatefold.Closing", "End", at: "/", [])
        #expect(await end.get() == true)
        subscription.cancel()
        closing.cancel()
        return received
    }
}
