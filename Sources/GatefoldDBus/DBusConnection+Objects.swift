// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus
internal import GatefoldGLib

// Objects of ours, and the calls that they get.
extension DBusConnection {
    /// Offers an object, in place of one that is there.
    ///
    /// Introspectable, Properties and Peer come with it, and the way to it can be walked from "/".
    package func export(_ interfaces: [DBusInterface], at path: ObjectPath) {
        objects[path.rawValue] = (path, ExportedObject(interfaces))
    }

    package func unexport(_ path: ObjectPath) {
        objects[path.rawValue] = nil
    }

    func receiveCall(_ call: borrowing Message) {
        do throws(DBusError) {
            try dispatch(call)
        } catch {
            if call.expectsReply { transport.send(.error(error, to: call)) }
        }
    }

    private func dispatch(_ call: borrowing Message) throws(DBusError) {
        // Both are there: libdbus refuses a call without them.
        guard let path = call.path, let member = call.member else { return }
        let interface = call.interface
        let object = try object(at: path, for: interface)
        switch try object.target(interface, member) {
        case .standard(let method):
            try check(call, has: method.arguments)
            try perform(method, of: object, call)
        case .method(let method, let arguments, let interface):
            try check(call, has: arguments)
            try perform(method, interface, call)
        }
    }

    private func object(
        at path: String, for interface: String?
    ) throws(DBusError) -> ExportedObject {
        if let (_, object) = objects[path] { return object }
        // Peer is for the connection, whatever the path.
        if interface == DBUS_INTERFACE_PEER { return .between }
        guard !children(of: ObjectPath(validated: path)).isEmpty else {
            throw .unknownObject("no object at \(path)")
        }
        return .between
    }

    private func check(
        _ call: borrowing Message, has signature: String
    ) throws(DBusError) {
        guard call.hasSignature(signature) else {
            throw .invalidArgs("the arguments are not of the signature \"\(signature)\"")
        }
    }

    private func perform(
        _ method: DBusMethod, _ interface: String, _ call: borrowing Message
    ) throws(DBusError) {
        let invocation = try DBusInvocation(
            call, interface: interface, member: method.name, through: transport)
        do throws(DBusError) {
            if case .values(let values) = try method.handler(invocation) {
                invocation.reply(values)
            }
        } catch {
            invocation.fail(error)
        }
    }

    private func perform(
        _ method: StandardMethod, of object: ExportedObject, _ call: borrowing Message
    ) throws(DBusError) {
        switch method {
        case .get: try getProperty(of: object, call)
        case .getAll: try getAllProperties(of: object, call)
        case .set: try setProperty(of: object, call)
        case .introspect: introspect(object, call)
        case .ping: reply(to: call) { _ in }
        case .machineID:
            let identifier = try DBusError.throwing { dbus_try_get_local_machine_id($0) }
            defer { dbus_free(identifier) }
            let text = identifier.map { String(cString: $0) } ?? ""
            reply(to: call) { $0.append(text) }
        }
    }

    private func reply(to call: borrowing Message, _ body: (inout DBusMessageIter) -> Void) {
        guard call.expectsReply else { return }
        let reply = Message.reply(to: call)
        reply.write(body)
        transport.send(reply)
    }

    private func introspect(_ object: ExportedObject, _ call: borrowing Message) {
        let path = call.path ?? "/"
        let introspection = Introspection(
            of: object, isExported: objects[path] != nil,
            children: children(of: ObjectPath(validated: path)))
        reply(to: call) { $0.append(introspection.xml) }
    }

    private func children(of path: ObjectPath) -> [String] {
        let names = objects.values.lazy.filter { path.contains($0.path) }
            .map { String(path.child(towards: $0.path)) }
        return Set(names).sorted()
    }
}

// org.freedesktop.DBus.Properties; the signatures of the calls are checked.
extension DBusConnection {
    private func getProperty(
        of object: ExportedObject, _ call: borrowing Message
    ) throws(DBusError) {
        let property = try call.read { body throws(DBusError) in
            try Self.property(of: object, &body)
        }
        guard let value = property.get() else { throw .unknownProperty(property) }
        assert(value.signature == property.signature, "\(property.name) is not of its type")
        var checker = ValueChecker()
        do throws(DBusError) {
            try checker.check(content: value, depth: 1)
        } catch {
            // Ours, not the caller's, is the fault.
            throw .failed("\(property.name) cannot be sent: \(error.message)")
        }
        reply(to: call) { $0.appendVariant(value) }
    }

    private func getAllProperties(
        of object: ExportedObject, _ call: borrowing Message
    ) throws(DBusError) {
        let properties = try object.properties(of: call.firstString ?? "")
        reply(to: call) { body in
            body.appendVardict { entries in
                var checker = ValueChecker()
                for property in properties {
                    guard let value = property.get() else { continue }
                    _ = entries.appendChecked(property.name, value, &checker)
                }
            }
        }
    }

    private func setProperty(
        of object: ExportedObject, _ call: borrowing Message
    ) throws(DBusError) {
        try call.read { body throws(DBusError) in
            let property = try Self.property(of: object, &body)
            guard property.get() != nil else { throw .unknownProperty(property) }
            guard let set = property.set else {
                throw .propertyReadOnly("\(property.name) is read-only")
            }
            let value = try body.recurse { content throws(DBusError) in
                guard content.signature() == property.signature else {
                    throw .invalidArgs("\(property.name) is of the type \(property.signature)")
                }
                var limit = ReadingLimit()
                return try content.read(&limit)
            }
            try set(value)
        }
        reply(to: call) { _ in }
    }

    /// Reads the names of an interface and a property, and stops after them.
    private static func property(
        of object: ExportedObject, _ body: inout DBusMessageIter
    ) throws(DBusError) -> DBusProperty {
        let interface = body.readString() ?? ""
        dbus_message_iter_next(&body)
        let name = body.readString() ?? ""
        dbus_message_iter_next(&body)
        return try object.property(interface, name)
    }
}

extension DBusError {
    fileprivate static func unknownProperty(_ property: DBusProperty) -> DBusError {
        .unknownProperty("no property \(property.name)")
    }
}
