// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus
internal import GatefoldGLib

/// A call of ours whose reply is due.
struct PendingCall {
    let complete: @PlayerActor (Result<[DBusValue], DBusError>) -> Void
    let timeout: EventSource?
}

// Calls of ours.
extension DBusConnection {
    /// Calls a method.
    ///
    /// `reply` runs in a later turn, once: with the results, the error that came back, `noReply` after
    /// the timeout, or `disconnected`. Without `reply` the other side is told that none is expected.
    ///
    /// - Parameter timeout: nil waits as long as the connection lasts.
    package func call(
        _ destination: String, _ path: ObjectPath, _ interface: String, _ member: String,
        _ arguments: [DBusValue] = [], timeout: Duration? = .seconds(25),
        reply: (@PlayerActor (Result<[DBusValue], DBusError>) -> Void)?
    ) {
        do throws(DBusError) {
            let serial = transport.send(
                try .call(
                    destination, path, interface, member, arguments, expectsReply: reply != nil))
            guard let serial else { throw .disconnected }
            guard let reply else { return }
            let source = timeout.map {
                EventSource.timeout(after: $0) { [weak self] in
                    self?.pendingCalls.removeValue(forKey: serial)?.complete(.failure(.noReply))
                }
            }
            pendingCalls[serial] = PendingCall(complete: reply, timeout: source)
        } catch {
            if let reply { PlayerActor.post { reply(.failure(error)) } }
        }
    }

    /// Calls a method and blocks until its reply is there: for programs without a running loop.
    package func callAndWait(
        _ destination: String, _ path: ObjectPath, _ interface: String, _ member: String,
        _ arguments: [DBusValue] = [], timeout: Duration = .seconds(25)
    ) throws(DBusError) -> [DBusValue] {
        try transport.callAndWait(
            try .call(destination, path, interface, member, arguments, expectsReply: true),
            timeout: timeout)
    }

    func receiveReply(_ message: borrowing Message) {
        guard let call = pendingCalls.removeValue(forKey: message.replySerial) else { return }
        call.timeout?.cancel()
        do throws(DBusError) {
            call.complete(.success(try message.result()))
        } catch {
            call.complete(.failure(error))
        }
    }
}

// The bus itself; those that return something block until it has answered.
extension DBusConnection {
    /// Asks for a name, without a place in its queue.
    ///
    /// - Returns: false where somebody else has it.
    package func requestName(_ name: String) throws(DBusError) -> Bool {
        let doNotQueue = UInt32(DBUS_NAME_FLAG_DO_NOT_QUEUE)
        let reply = try callBus("RequestName", [.string(name), .uint32(doNotQueue)])
        return reply == .uint32(UInt32(DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER))
            || reply == .uint32(UInt32(DBUS_REQUEST_NAME_REPLY_ALREADY_OWNER))
    }

    package func releaseName(_ name: String) throws(DBusError) {
        _ = try callBus("ReleaseName", [.string(name)])
    }

    /// The unique name of the owner of `name`; nil where it has none.
    package func nameOwner(_ name: String) throws(DBusError) -> String? {
        do throws(DBusError) {
            return try callBus("GetNameOwner", [.string(name)])?.stringValue
        } catch {
            if error.name == DBUS_ERROR_NAME_HAS_NO_OWNER { return nil }
            throw error
        }
    }

    /// The names on the bus, unique ones included.
    package func names() throws(DBusError) -> [String] {
        try callBus("ListNames", [])?.stringsValue ?? []
    }

    /// The names that the bus can start a program for.
    package func activatableNames() throws(DBusError) -> [String] {
        try callBus("ListActivatableNames", [])?.stringsValue ?? []
    }

    /// Has the bus start the program that owns `name`, and returns once it owns it.
    package func startService(
        _ name: String, timeout: Duration = .seconds(25)
    ) throws(DBusError) {
        _ = try callBus("StartServiceByName", [.string(name), .uint32(0)], timeout: timeout)
    }

    /// Calls a method of the bus itself.
    func callBus(
        _ member: String, _ arguments: [DBusValue], timeout: Duration? = .seconds(25),
        reply: @escaping @PlayerActor (Result<[DBusValue], DBusError>) -> Void
    ) {
        call(
            Self.bus, Self.busPath, Self.bus, member, arguments, timeout: timeout, reply: reply)
    }

    private func callBus(
        _ member: String, _ arguments: [DBusValue], timeout: Duration = .seconds(25)
    ) throws(DBusError) -> DBusValue? {
        try callAndWait(Self.bus, Self.busPath, Self.bus, member, arguments, timeout: timeout).first
    }
}
