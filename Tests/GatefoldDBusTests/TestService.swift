// SPDX-License-Identifier: MPL-2.0

import GatefoldDBus
import GatefoldGLib
import GatefoldTestSupport
import Glibc

/// A private bus with an object on it.
@PlayerActor
final class TestService {
    static let path: ObjectPath = "/org/gatefold/Test"
    static let interface = "org.gatefold.Test"

    let bus: PrivateBus
    let connection: DBusConnection
    let object = TestObject()

    var client: WireClient { WireClient(bus: bus, server: connection.uniqueName) }

    /// A service, with the main context on a thread: what is isolated waits for that.
    nonisolated static func started() async throws -> TestService {
        MainContext.shared.startThread()
        return try await TestService()
    }

    private init() throws {
        bus = PrivateBus()
        connection = try DBusConnection(.address(bus.address))
        object.connection = connection
        connection.export(object.interfaces, at: Self.path)
    }
}

/// An object with a method and a property of each kind.
///
/// Its handlers hold it: a call may come while a test lets go of its service on another thread.
@PlayerActor
final class TestObject {
    var title = "Title"
    var level = 0.5
    var kept: [DBusInvocation] = []
    var received: [String] = []
    weak var connection: DBusConnection?

    var interfaces: [DBusInterface] { [description, other] }

    private var description: DBusInterface {
        DBusInterface(
            name: TestService.interface, methods: methods, properties: properties,
            signals: [
                DBusSignal(
                    name: "Happened", arguments: [DBusArgument(name: "what", signature: "s")])
            ],
            documentation: "A <test> & \"more\"")
    }

    private var other: DBusInterface {
        DBusInterface(
            name: "org.gatefold.Other",
            properties: [
                DBusProperty(
                    name: "Constant", signature: "u", emitsChanged: .const, get: { .uint32(7) }),
                DBusProperty(
                    name: "Silent", signature: "y", emitsChanged: .false, get: { .byte(1) }),
            ], emitsChanged: .false)
    }

    private var properties: [DBusProperty] {
        [
            DBusProperty(
                name: "Title", signature: "s", documentation: "What it is called.",
                get: { [self] in .string(title) }),
            DBusProperty(
                name: "Level", signature: "d", get: { [self] in .double(level) },
                set: { [self] value throws(DBusError) in
                    guard let level = value.doubleValue, level >= 0 else {
                        throw .invalidArgs("below zero")
                    }
                    self.level = level
                }),
            DBusProperty(name: "None", signature: "as", get: { .strings([]) }),
            DBusProperty(
                name: "Metadata", signature: "a{sv}",
                get: { .vardict([("length", .int64(5)), ("artist", .strings(["A", "B"]))]) }),
        ]
    }

    private var methods: [DBusMethod] {
        let value = DBusArgument(name: "value", signature: "v")
        return [
            DBusMethod(name: "Echo", arguments: [value], results: [value]) { invocation in
                .values(invocation.arguments)
            },
            method("Add", "ii") { invocation in
                .values([.int32(invocation.arguments.compactMap(\.int32Value).reduce(0, +))])
            },
            method("Keep") { [self] invocation in
                kept.append(invocation)
                return .later
            },
            method("AnswerKept") { [self] _ in
                for invocation in kept { invocation.reply([.string("kept")]) }
                return .values([.string("answered")])
            },
            method("Abandon") { _ in .later },
            method("Refuse") { _ throws(DBusError) in
                throw DBusError(name: "org.gatefold.Error.Refused", message: "no\0!")
            },
            method("Announce") { [self] _ in
                announce()
                return .values([])
            },
            method("Wait", "s") { invocation in
                // Opening a FIFO waits for somebody at its other end.
                let path = invocation.arguments.first?.stringValue ?? ""
                close(open(path, O_RDONLY))
                return .values([])
            },
            method("Note", "s") { [self] invocation in
                received += invocation.arguments.compactMap(\.stringValue)
                return .values([])
            },
        ]
    }

    private func method(
        _ name: String, _ arguments: String = "", _ handler: @escaping DBusMethod.Handler
    ) -> DBusMethod {
        let arguments = arguments.map { type in
            DBusArgument(name: "a", signature: DBusSignature(rawValue: String(type)) ?? "")
        }
        return DBusMethod(name: name, arguments: arguments, handler: handler)
    }

    private func announce() {
        connection?.emitPropertiesChanged(
            TestService.interface, at: TestService.path, changed: [("Title", .string(title))],
            invalidated: ["Metadata"])
        connection?.emit(
            TestService.interface, "Happened", at: TestService.path, [.string("now")])
    }
}

/// A value that a callback brings later.
@PlayerActor
final class Arrival<Value: Sendable> {
    private var value: Value?
    private var waiting: CheckedContinuation<Value?, Never>?
    private var deadline: EventSource?

    func arrive(_ value: Value) {
        if let waiting {
            self.waiting = nil
            waiting.resume(returning: value)
        } else {
            self.value = value
        }
    }

    /// The value, or nil when none has come after 20 seconds.
    func get() async -> Value? {
        if let value { return value }
        return await withCheckedContinuation { continuation in
            waiting = continuation
            deadline = .timeout(after: .seconds(20)) { [self] in
                waiting?.resume(returning: nil)
                waiting = nil
            }
        }
    }
}
