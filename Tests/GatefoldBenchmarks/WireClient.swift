// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus
internal import GatefoldGLib

/// A client on libdbus alone, which blocks: the same for both services that are compared.
final class WireClient {
    private let connection: OpaquePointer

    /// How long a service may take to answer.
    static let patience: Int32 = 5000

    /// Connects once the bus listens.
    init(_ address: String) throws(BenchmarkFailure) {
        // Started programs would inherit an ignored SIGPIPE.
        dbus_connection_set_change_sigpipe(0)
        var connected: OpaquePointer?
        _ = poll(seconds: 5) {
            connected = dbus_connection_open_private(address, nil)
            return connected != nil
        }
        guard let connected else { throw BenchmarkFailure(reason: "The bus does not listen.") }
        connection = connected
        dbus_connection_set_exit_on_disconnect(connection, 0)
        guard dbus_bus_register(connection, nil) != 0 else {
            throw BenchmarkFailure(reason: "The bus does not register.")
        }
    }

    deinit {
        dbus_connection_close(connection)
        dbus_connection_unref(connection)
    }

    var isConnected: Bool { dbus_connection_get_is_connected(connection) != 0 }

    func requestName(_ name: String) -> Bool {
        let reply = dbus_bus_request_name(
            connection, name, UInt32(DBUS_NAME_FLAG_DO_NOT_QUEUE), nil)
        return reply == DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER
    }

    /// The unique name behind a name; nil where nobody owns it.
    func owner(of name: String) -> String? {
        let call = WireMessage(
            to: WireName.bus, WireName.bus, "GetNameOwner", name, path: "/org/freedesktop/DBus")
        guard let reply = try? reply(to: call), !reply.isError else { return nil }
        var iterator = reply.iterator
        return iterator.text
    }

    func subscribe(_ rule: String) {
        dbus_bus_add_match(connection, rule, nil)
        dbus_connection_flush(connection)
    }

    // MARK: Calls

    /// The reply, also when it is an error.
    ///
    /// - Throws: where none came in time.
    func reply(to call: borrowing WireMessage) throws(BenchmarkFailure) -> WireMessage {
        let serial = send(call)
        let end = monotonicNanoseconds() + Int64(Self.patience) * 1_000_000
        while let message = receive(until: end) {
            if dbus_message_get_reply_serial(message.pointer) == serial { return message }
        }
        throw BenchmarkFailure(reason: isConnected ? "no answer in 5 s" : "the bus is gone")
    }

    /// The reply.
    ///
    /// - Throws: also where it is an error.
    @discardableResult
    func result(of call: borrowing WireMessage) throws(BenchmarkFailure) -> WireMessage {
        let reply = try reply(to: call)
        if let name = reply.errorName { throw BenchmarkFailure(reason: "answered with \(name)") }
        return reply
    }

    /// Sends without waiting for the answer.
    @discardableResult
    func send(_ message: borrowing WireMessage) -> UInt32 {
        var serial: UInt32 = 0
        dbus_connection_send(connection, message.pointer, &serial)
        dbus_connection_flush(connection)
        return serial
    }

    /// The next message; nil when none arrives before `end`, or the bus is gone.
    func receive(until end: Int64) -> WireMessage? {
        while true {
            if let message = pop() { return message }
            let rest = (end - monotonicNanoseconds() + 999_999) / 1_000_000
            guard rest > 0, dbus_connection_read_write(connection, Int32(rest)) != 0 else {
                return pop()
            }
        }
    }

    private func pop() -> WireMessage? {
        guard let pointer = dbus_connection_pop_message(connection) else { return nil }
        return WireMessage(owning: pointer)
    }

    /// Reads until nothing arrives for this long; at most ten seconds.
    func settle(milliseconds: Int64 = 300) {
        let end = monotonicNanoseconds() + 10_000_000_000
        while case let now = monotonicNanoseconds(), now < end {
            guard receive(until: now + milliseconds * 1_000_000) != nil else { return }
        }
    }

    // MARK: Measuring

    /// Nanoseconds from sending a call to its reply.
    func time(_ call: borrowing WireMessage) throws(BenchmarkFailure) -> Double {
        let start = monotonicNanoseconds()
        let reply = dbus_connection_send_with_reply_and_block(
            connection, call.pointer, Self.patience, nil)
        let end = monotonicNanoseconds()
        guard let reply else { throw BenchmarkFailure(reason: "a call failed while measuring") }
        dbus_message_unref(reply)
        return Double(end - start)
    }

    /// Nanoseconds for `count` copies of a call, of which `window` are always outstanding.
    func time(
        _ call: borrowing WireMessage, count: Int, window: Int
    ) throws(BenchmarkFailure) -> Double {
        var sent = 0
        var received = 0
        let start = monotonicNanoseconds()
        while received < count {
            while sent < count, sent - received < window {
                dbus_connection_send(connection, call.copy.pointer, nil)
                sent += 1
            }
            guard dbus_connection_read_write(connection, Self.patience) != 0 else {
                throw BenchmarkFailure(reason: "the bus went away while measuring")
            }
            while let message = pop() {
                if dbus_message_get_type(message.pointer) == DBUS_MESSAGE_TYPE_METHOD_RETURN {
                    received += 1
                }
            }
            guard monotonicNanoseconds() - start < 60_000_000_000 else {
                throw BenchmarkFailure(reason: "calls were not answered while measuring")
            }
        }
        return Double(monotonicNanoseconds() - start)
    }

    /// Nanoseconds from sending a call to the signal that `property` changed.
    func time(
        _ call: borrowing WireMessage, until property: String
    ) throws(BenchmarkFailure) -> Double {
        let start = monotonicNanoseconds()
        send(call)
        while let message = receive(until: start + 3_000_000_000) {
            let now = monotonicNanoseconds()
            if message.announces(property) { return Double(now - start) }
        }
        throw BenchmarkFailure(reason: "no signal of \(property) within 3 s")
    }
}
