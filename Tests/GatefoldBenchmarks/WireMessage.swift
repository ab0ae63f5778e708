// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus
private import Glibc

/// The type codes of libdbus, which are macros with a cast.
enum WireType {
    static let array = Int32(UInt8(ascii: "a"))
    static let boolean = Int32(UInt8(ascii: "b"))
    static let double = Int32(UInt8(ascii: "d"))
    static let dictionaryEntry = Int32(UInt8(ascii: "e"))
    static let int32 = Int32(UInt8(ascii: "i"))
    static let int64 = Int32(UInt8(ascii: "x"))
    static let objectPath = Int32(UInt8(ascii: "o"))
    static let string = Int32(UInt8(ascii: "s"))
    static let structure = Int32(UInt8(ascii: "r"))
    static let uint32 = Int32(UInt8(ascii: "u"))
    static let variant = Int32(UInt8(ascii: "v"))
}

/// Names on the bus.
enum WireName {
    static let bus = "org.freedesktop.DBus"
    static let properties = "org.freedesktop.DBus.Properties"
    static let player = "org.mpris.MediaPlayer2.Player"
    static let gatefold = "org.mpris.MediaPlayer2.gatefold"
    static let player1 = "org.gatefold.Player1"
    static let path = "/org/mpris/MediaPlayer2"
    static let player1Path = "/org/gatefold/Player1"
}

/// A `DBusMessage` without anything between it and libdbus.
struct WireMessage: ~Copyable {
    let pointer: OpaquePointer

    /// Takes over a message; libdbus returns null where memory is gone.
    init(owning pointer: OpaquePointer?) {
        guard let pointer else { preconditionFailure("libdbus made no message") }
        self.pointer = pointer
    }

    deinit {
        dbus_message_unref(pointer)
    }

    /// A call with arguments of the type string.
    init(
        to destination: String, _ interface: String?, _ member: String, _ texts: String...,
        path: String = WireName.path
    ) {
        self.init(owning: dbus_message_new_method_call(destination, path, interface, member))
        write { for text in texts { $0.append(text) } }
    }

    var isError: Bool { dbus_message_get_type(pointer) == DBUS_MESSAGE_TYPE_ERROR }
    var errorName: String? { dbus_message_get_error_name(pointer).map { String(cString: $0) } }
    /// Which call it answers; 0 for none.
    var replySerial: UInt32 { dbus_message_get_reply_serial(pointer) }
    var signature: String { String(cString: dbus_message_get_signature(pointer)) }
    var copy: WireMessage { WireMessage(owning: dbus_message_copy(pointer)) }

    /// The size on the wire.
    var byteCount: Int {
        var bytes: UnsafeMutablePointer<CChar>?
        var count: Int32 = 0
        // A message without a serial cannot be marshalled; one that was received has one.
        dbus_message_marshal(pointer, &bytes, &count)
        dbus_free(bytes)
        return Int(count)
    }

    func write(_ body: (inout DBusMessageIter) -> Void) {
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(pointer, &iterator)
        body(&iterator)
    }

    /// At the first argument.
    var iterator: DBusMessageIter {
        var iterator = DBusMessageIter()
        dbus_message_iter_init(pointer, &iterator)
        return iterator
    }

    /// Whether it announces that `property` changed, its value included.
    func announces(_ property: String) -> Bool {
        guard announcesProperties else { return false }
        var iterator = iterator
        dbus_message_iter_next(&iterator)
        var entries = iterator.content
        while entries.type == WireType.dictionaryEntry {
            var entry = entries.content
            if entry.isText(property) { return true }
            dbus_message_iter_next(&entries)
        }
        return false
    }

    /// Whether it is a `PropertiesChanged` of MPRIS's Player interface.
    var announcesProperties: Bool {
        guard dbus_message_is_signal(pointer, WireName.properties, "PropertiesChanged") != 0
        else { return false }
        var iterator = iterator
        return iterator.isText(WireName.player)
    }
}

// Reading.
extension DBusMessageIter {
    var type: Int32 {
        mutating get { dbus_message_iter_get_arg_type(&self) }
    }

    /// At the first of what the container here holds.
    var content: DBusMessageIter {
        mutating get {
            var content = DBusMessageIter()
            dbus_message_iter_recurse(&self, &content)
            return content
        }
    }

    var text: String? {
        mutating get { cString.map { String(cString: $0) } }
    }

    mutating func isText(_ other: String) -> Bool {
        cString.map { strcmp($0, other) == 0 } ?? false
    }

    /// The value of a number's type; whatever else is there gives garbage.
    mutating func number<Number: BitwiseCopyable>(_ zero: Number) -> Number {
        var number = zero
        dbus_message_iter_get_basic(&self, &number)
        return number
    }

    private var cString: UnsafePointer<CChar>? {
        mutating get {
            guard type == WireType.string || type == WireType.objectPath else { return nil }
            var text: UnsafePointer<CChar>?
            dbus_message_iter_get_basic(&self, &text)
            return text
        }
    }

    /// The types in the value here, keys of dictionaries included, as one text.
    var shape: String {
        mutating get {
            switch type {
            case WireType.array, WireType.variant, WireType.structure:
                return "\(letter)(\(content.shapes))"
            case WireType.dictionaryEntry:
                var entry = content
                let key = entry.text ?? ""
                dbus_message_iter_next(&entry)
                return "\(key):\(entry.shape)"
            default:
                return "\(letter)"
            }
        }
    }

    fileprivate var letter: Character {
        mutating get { Character(UnicodeScalar(UInt8(truncatingIfNeeded: type))) }
    }

    private var shapes: String {
        var iterator = self
        var shapes: [String] = []
        while iterator.type != 0 {
            shapes.append(iterator.shape)
            dbus_message_iter_next(&iterator)
        }
        return shapes.joined(separator: " ")
    }
}

extension WireMessage {
    /// What it calls, with the beginning of each text.
    var summary: String {
        let interface = dbus_message_get_interface(pointer).map { String(cString: $0) } ?? ""
        let member = dbus_message_get_member(pointer).map { String(cString: $0) } ?? ""
        var iterator = iterator
        return "\(interface).\(member)(\(iterator.summaries.prefix(500)))"
    }
}

extension DBusMessageIter {
    fileprivate var summaries: String {
        mutating get {
            var summaries: [String] = []
            while type != 0 {
                summaries.append(summary)
                dbus_message_iter_next(&self)
            }
            return summaries.joined(separator: ", ")
        }
    }

    private var summary: String {
        mutating get {
            if let text { return "\"\(text.prefix(60))\"" }
            let containers = [
                WireType.array, WireType.variant, WireType.structure, WireType.dictionaryEntry,
            ]
            guard containers.contains(type) else { return String(letter) }
            var content = content
            return "\(letter)[\(content.summaries)]"
        }
    }
}

// Writing.
extension DBusMessageIter {
    mutating func append(_ text: String) {
        text.withCString { append(WireType.string, $0) }
    }

    mutating func append(_ type: Int32, _ value: some BitwiseCopyable) {
        withUnsafePointer(to: value) { _ = dbus_message_iter_append_basic(&self, type, $0) }
    }

    mutating func appendContainer(
        _ type: Int32, _ signature: String?, _ body: (inout DBusMessageIter) -> Void
    ) {
        var content = DBusMessageIter()
        dbus_message_iter_open_container(&self, type, signature, &content)
        body(&content)
        dbus_message_iter_close_container(&self, &content)
    }
}
