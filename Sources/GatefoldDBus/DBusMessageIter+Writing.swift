// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus

/// The type codes of libdbus, which are macros with a cast.
enum TypeCode {
    static let invalid: Int32 = 0
    static let byte = Int32(UInt8(ascii: "y"))
    static let boolean = Int32(UInt8(ascii: "b"))
    static let int16 = Int32(UInt8(ascii: "n"))
    static let uint16 = Int32(UInt8(ascii: "q"))
    static let int32 = Int32(UInt8(ascii: "i"))
    static let uint32 = Int32(UInt8(ascii: "u"))
    static let int64 = Int32(UInt8(ascii: "x"))
    static let uint64 = Int32(UInt8(ascii: "t"))
    static let double = Int32(UInt8(ascii: "d"))
    static let string = Int32(UInt8(ascii: "s"))
    static let objectPath = Int32(UInt8(ascii: "o"))
    static let signature = Int32(UInt8(ascii: "g"))
    static let array = Int32(UInt8(ascii: "a"))
    static let variant = Int32(UInt8(ascii: "v"))
    static let structure = Int32(UInt8(ascii: "r"))
    static let dictionaryEntry = Int32(UInt8(ascii: "e"))
}

// The functions of libdbus return false where memory is gone, and then Swift has ended the process
// already: their results are dropped.
extension DBusMessageIter {
    /// Appends a value that `ValueChecker` has passed.
    mutating func append(_ value: DBusValue) {
        switch value {
        case .byte(let value): append(TypeCode.byte, value)
        case .boolean(let value): append(TypeCode.boolean, dbus_bool_t(value ? 1 : 0))
        case .int16(let value): append(TypeCode.int16, value)
        case .uint16(let value): append(TypeCode.uint16, value)
        case .int32(let value): append(TypeCode.int32, value)
        case .uint32(let value): append(TypeCode.uint32, value)
        case .int64(let value): append(TypeCode.int64, value)
        case .uint64(let value): append(TypeCode.uint64, value)
        case .double(let value): append(TypeCode.double, value)
        case .string(let text): append(text)
        case .objectPath(let path): append(TypeCode.objectPath, text: path.rawValue)
        case .signature(let signature): append(TypeCode.signature, text: signature.rawValue)
        case .array(let element, let values):
            appendContainer(TypeCode.array, element.rawValue) { array in
                for value in values { array.append(value) }
            }
        case .dictionary(let key, let value, let entries):
            appendDictionary(key.rawValue, value.rawValue, entries)
        case .structure(let fields):
            appendContainer(TypeCode.structure, nil) { structure in
                for field in fields { structure.append(field) }
            }
        case .variant(let content): appendVariant(content)
        }
    }

    mutating func append(_ text: String) {
        append(TypeCode.string, text: text.repairedForBus)
    }

    mutating func appendVariant(_ content: DBusValue) {
        appendContainer(TypeCode.variant, content.signature.rawValue) { $0.append(content) }
    }

    /// Appends an `a{sv}`.
    mutating func appendVardict(_ body: (inout DBusMessageIter) -> Void) {
        appendContainer(TypeCode.array, "{sv}", body)
    }

    /// Appends one entry of an `a{sv}`.
    mutating func appendEntry(_ key: String, _ content: DBusValue) {
        appendContainer(TypeCode.dictionaryEntry, nil) { entry in
            entry.append(key)
            entry.appendVariant(content)
        }
    }

    mutating func appendContainer(
        _ type: Int32, _ signature: String?, _ body: (inout DBusMessageIter) -> Void
    ) {
        var content = DBusMessageIter()
        dbus_message_iter_open_container(&self, type, signature, &content)
        body(&content)
        dbus_message_iter_close_container(&self, &content)
    }

    private mutating func appendDictionary(
        _ key: String, _ value: String, _ entries: [DBusDictionaryEntry]
    ) {
        appendContainer(TypeCode.array, "{" + key + value + "}") { array in
            for entry in entries {
                array.appendContainer(TypeCode.dictionaryEntry, nil) { content in
                    content.append(entry.key)
                    content.append(entry.value)
                }
            }
        }
    }

    private mutating func append<Value: BitwiseCopyable>(_ type: Int32, _ value: Value) {
        withUnsafePointer(to: value) { _ = dbus_message_iter_append_basic(&self, type, $0) }
    }

    private mutating func append(_ type: Int32, text: String) {
        text.withCString { text in
            withUnsafePointer(to: text) { _ = dbus_message_iter_append_basic(&self, type, $0) }
        }
    }
}
