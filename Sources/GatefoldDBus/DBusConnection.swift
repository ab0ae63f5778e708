// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus
package import GatefoldGLib

/// A private connection to a bus, on the main context.
///
/// Signals and replies leave in the order of the calls that send them.
@PlayerActor
package final class DBusConnection {
    /// The name that the bus gave us, such as `:1.42`; empty until it has.
    package private(set) var uniqueName = ""

    /// Runs once when the bus goes away; not after `close`.
    package var onDisconnect: (@PlayerActor () -> Void)?
    /// Told the names that the bus gives us or takes away.
    var onName: (@PlayerActor (_ name: String, _ isOurs: Bool) -> Void)?

    let transport: Transport
    var objects: [String: (path: ObjectPath, object: ExportedObject)] = [:]
    var pendingCalls: [UInt32: PendingCall] = [:]
    var subscriptions: [Subscription] = []
    var nextSubscription = 0
    private var sentChanges = PropertiesChangedMemo()

    static let bus = "org.freedesktop.DBus"
    static let busPath: ObjectPath = "/org/freedesktop/DBus"

    /// Connects and registers, which blocks until the bus has answered.
    package convenience init(_ address: DBusAddress = .session) throws(DBusError) {
        try self.init(opening: try address.resolved())
        do throws(DBusError) {
            let hello = try Message.call(
                Self.bus, Self.busPath, Self.bus, "Hello", [], expectsReply: true)
            try take(transport.callAndWait(hello, timeout: .seconds(10)))
        } catch {
            transport.close()
            throw error
        }
    }

    /// Connects, and waits for nothing: `register` comes next.
    init(opening address: String) throws(DBusError) {
        transport = try Transport(address: address)
        transport.receive = { [weak self] message in self?.receive(message) }
    }

    /// Registers with the bus; `completion` runs in a later turn.
    ///
    /// A bus that hangs is waited for as long as it lives: another connection would hang as well, and
    /// where many wait to be accepted, the next blocks.
    func register(then completion: @escaping @PlayerActor (Result<Void, DBusError>) -> Void) {
        callBus("Hello", [], timeout: nil) { [weak self] reply in
            completion(
                Result { () throws(DBusError) in
                    guard let self else { throw .disconnected }
                    try self.take(try reply.get())
                })
        }
    }

    private func take(_ reply: [DBusValue]) throws(DBusError) {
        guard let name = reply.first?.stringValue else { throw .failed("the bus gave no name") }
        transport.setUniqueName(name)
        uniqueName = name
    }

    deinit {
        // The actor's thread may be dispatching the transport just now.
        PlayerActor.post { [transport] in transport.close() }
    }

    package var isConnected: Bool { transport.isConnected }

    /// Tells one start of a bus from another; nil where the bus does not say.
    var serverID: String? { transport.serverID }

    /// Leaves the bus; calls without a reply fail with `disconnected`.
    package func close() {
        transport.close()
        objects = [:]
        subscriptions = []
        let calls = pendingCalls
        pendingCalls = [:]
        for call in calls.values { call.complete(.failure(.disconnected)) }
    }

    private func receive(_ message: borrowing Message) {
        switch message.type {
        case DBUS_MESSAGE_TYPE_METHOD_CALL:
            // What still waits when the bus goes has lost its callers.
            if isConnected { receiveCall(message) }
        case DBUS_MESSAGE_TYPE_METHOD_RETURN, DBUS_MESSAGE_TYPE_ERROR: receiveReply(message)
        case DBUS_MESSAGE_TYPE_SIGNAL: receiveSignal(message)
        default: break  // the protocol has us ignore types to come
        }
    }

    /// libdbus' own signal: a bus cannot send it.
    func receiveDisconnected() {
        let handler = onDisconnect
        onDisconnect = nil
        close()
        handler?()
    }
}

// Sending signals.
extension DBusConnection {
    /// Sends a signal; one that D-Bus does not allow is logged and dropped.
    package func emit(
        _ interface: String, _ signal: String, at path: ObjectPath, _ arguments: [DBusValue] = []
    ) {
        do throws(DBusError) {
            transport.send(try .signal(path, interface, signal, arguments))
        } catch {
            Log.error("a signal that cannot be sent", "\(signal): \(error)")
        }
    }

    /// Sends `org.freedesktop.DBus.Properties.PropertiesChanged`.
    ///
    /// A value that D-Bus does not allow is announced as invalidated: one bad value must not hold
    /// back the others.
    package func emitPropertiesChanged(
        _ interface: String, at path: ObjectPath, changed: [(String, DBusValue)],
        invalidated: [String] = []
    ) {
        let change = PropertiesChanged(
            path: path, interface: interface, changed: changed.map { .init(name: $0, value: $1) },
            invalidated: invalidated)
        transport.send(sentChanges.message(for: change, Self.message))
    }

    private static func message(_ change: PropertiesChanged) -> Message {
        let message = Message.propertiesChanged(at: change.path)
        var invalidated = change.invalidated
        message.write { body in
            body.append(change.interface)
            body.appendVardict { entries in
                var checker = ValueChecker()
                for property in change.changed
                where !entries.appendChecked(property.name, property.value, &checker) {
                    invalidated.append(property.name)
                }
            }
            body.append(DBusValue.strings(invalidated))
        }
        return message
    }
}

extension DBusMessageIter {
    /// Appends an entry of an `a{sv}`, or logs that D-Bus does not allow its value.
    mutating func appendChecked(
        _ name: String, _ value: DBusValue, _ checker: inout ValueChecker
    ) -> Bool {
        // A value that is left out must not use up the room of the others.
        var attempt = checker
        do throws(DBusError) {
            // Array, entry and variant around it.
            try attempt.check(content: value, depth: 3)
        } catch {
            Log.error("a property that cannot be sent", "\(name): \(error)")
            return false
        }
        checker = attempt
        appendEntry(name, value)
        return true
    }
}
