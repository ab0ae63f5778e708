// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus

/// A `DBusMessage`, released at the end of its life.
struct Message: ~Copyable {
    let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// For the constructors of libdbus, which return null where memory is gone or a name is invalid;
    /// the names are checked, and without memory Swift ends the process itself.
    private init(made pointer: OpaquePointer?) {
        guard let pointer else { preconditionFailure("libdbus made no message") }
        self.pointer = pointer
    }

    deinit {
        dbus_message_unref(pointer)
    }

    var type: Int32 { dbus_message_get_type(pointer) }
    var serial: UInt32 { dbus_message_get_serial(pointer) }
    var replySerial: UInt32 { dbus_message_get_reply_serial(pointer) }
    var expectsReply: Bool { dbus_message_get_no_reply(pointer) == 0 }
    var sender: String? { Self.sender(of: pointer) }
    var path: String? { Self.text(dbus_message_get_path(pointer)) }
    var interface: String? { Self.text(dbus_message_get_interface(pointer)) }
    var member: String? { Self.text(dbus_message_get_member(pointer)) }

    func hasSignature(_ signature: String) -> Bool {
        dbus_message_has_signature(pointer, signature) != 0
    }

    /// The first argument where it is a string, without reading the others.
    var firstString: String? {
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(pointer, &iterator) != 0 else { return nil }
        return iterator.readString()
    }

    func arguments() throws(DBusError) -> [DBusValue] {
        var limit = ReadingLimit()
        return try read { iterator throws(DBusError) in try iterator.readAll(&limit) }
    }

    /// Runs `body` at the first argument.
    func read<Value>(
        _ body: (inout DBusMessageIter) throws(DBusError) -> Value
    ) throws(DBusError) -> Value {
        var iterator = DBusMessageIter()
        dbus_message_iter_init(pointer, &iterator)
        return try body(&iterator)
    }

    /// What a reply says.
    func result() throws(DBusError) -> [DBusValue] {
        guard type == DBUS_MESSAGE_TYPE_METHOD_RETURN else {
            throw DBusError(
                name: Self.text(dbus_message_get_error_name(pointer)) ?? "",
                message: firstString ?? "")
        }
        return try arguments()
    }

    /// Who sent a message that is not owned here.
    static func sender(of pointer: OpaquePointer) -> String? {
        text(dbus_message_get_sender(pointer))
    }

    /// Whether a message that is not owned here answers a call of ours.
    static func isReply(_ pointer: OpaquePointer, to serial: UInt32) -> Bool {
        let type = dbus_message_get_type(pointer)
        return (type == DBUS_MESSAGE_TYPE_METHOD_RETURN || type == DBUS_MESSAGE_TYPE_ERROR)
            && dbus_message_get_reply_serial(pointer) == serial
    }

    private static func text(_ text: UnsafePointer<CChar>?) -> String? {
        text.map { String(cString: $0) }
    }
}

// Making messages.
extension Message {
    /// - Throws: `InvalidArgs` for an invalid name or arguments.
    static func call(
        _ destination: String, _ path: ObjectPath, _ interface: String, _ member: String,
        _ arguments: [DBusValue], expectsReply: Bool
    ) throws(DBusError) -> Message {
        guard Names.isBusName(destination) else {
            throw .invalidArgs("no bus name: \(destination)")
        }
        try check(interface, member)
        let message = Message(
            made: dbus_message_new_method_call(destination, path.rawValue, interface, member))
        dbus_message_set_no_reply(message.pointer, expectsReply ? 0 : 1)
        try message.append(arguments)
        return message
    }

    /// - Throws: `InvalidArgs` for an invalid name or arguments.
    static func signal(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [DBusValue]
    ) throws(DBusError) -> Message {
        try check(interface, member)
        let message = Message(made: dbus_message_new_signal(path.rawValue, interface, member))
        try message.append(arguments)
        return message
    }

    static func propertiesChanged(at path: ObjectPath) -> Message {
        Message(
            made: dbus_message_new_signal(
                path.rawValue, DBUS_INTERFACE_PROPERTIES, "PropertiesChanged"))
    }

    static func reply(to call: borrowing Message) -> Message {
        Message(made: dbus_message_new_method_return(call.pointer))
    }

    static func error(_ error: DBusError, to call: borrowing Message) -> Message {
        Message(
            made: dbus_message_new_error(
                call.pointer, error.name, text(of: error).repairedForBus))
    }

    /// What an error says, but never endlessly: it may quote what the caller sent, and that may be as
    /// large as a message can be.
    private static func text(of error: DBusError) -> String {
        let limit = 2000
        guard error.message.utf8.count > limit else { return error.message }
        return String(String.UnicodeScalarView(error.message.unicodeScalars.prefix(limit))) + "…"
    }

    /// A reply to a call whose message is gone.
    static func reply(to return: ReturnAddress, error: DBusError? = nil) -> Message {
        let message = Message(
            made: dbus_message_new(
                error == nil ? DBUS_MESSAGE_TYPE_METHOD_RETURN : DBUS_MESSAGE_TYPE_ERROR))
        dbus_message_set_reply_serial(message.pointer, `return`.serial)
        dbus_message_set_destination(message.pointer, `return`.sender)
        dbus_message_set_no_reply(message.pointer, 1)
        if let error {
            dbus_message_set_error_name(message.pointer, error.name)
            message.write { $0.append(text(of: error)) }
        }
        return message
    }

    /// Appends arguments, all or none.
    func append(_ arguments: [DBusValue]) throws(DBusError) {
        var checker = ValueChecker()
        try checker.check(arguments: arguments)
        write { iterator in
            for argument in arguments { iterator.append(argument) }
        }
    }

    func write(_ body: (inout DBusMessageIter) -> Void) {
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(pointer, &iterator)
        body(&iterator)
    }

    private static func check(_ interface: String, _ member: String) throws(DBusError) {
        guard Names.isInterface(interface) else { throw .invalidArgs("no interface: \(interface)") }
        guard Names.isMember(member) else { throw .invalidArgs("no member: \(member)") }
    }
}

/// Where the reply to a call goes.
struct ReturnAddress: Sendable {
    let sender: String?
    let serial: UInt32
}
