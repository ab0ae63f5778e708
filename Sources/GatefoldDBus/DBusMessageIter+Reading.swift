// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus

// Recursion is bounded: libdbus checks a whole message when it arrives, and drops the connection for
// more than 64 containers in one another.
extension DBusMessageIter {
    /// Reads all values from here on.
    ///
    /// - Throws: `InvalidArgs` for a file descriptor, `LimitsExceeded` for more than is taken.
    mutating func readAll(_ limit: inout ReadingLimit) throws(DBusError) -> [DBusValue] {
        var values: [DBusValue] = []
        while dbus_message_iter_get_arg_type(&self) != TypeCode.invalid {
            values.append(try read(&limit))
            dbus_message_iter_next(&self)
        }
        return values
    }

    /// Reads the value here; throws as `readAll`.
    mutating func read(_ limit: inout ReadingLimit) throws(DBusError) -> DBusValue {
        let value = try readUnlimited(&limit)
        try limit.use(value)
        return value
    }

    /// Only what it holds is held against the limit.
    private mutating func readUnlimited(
        _ limit: inout ReadingLimit
    ) throws(DBusError) -> DBusValue {
        switch dbus_message_iter_get_arg_type(&self) {
        case TypeCode.byte: .byte(basic(0))
        case TypeCode.boolean: .boolean(basic(dbus_bool_t(0)) != 0)
        case TypeCode.int16: .int16(basic(0))
        case TypeCode.uint16: .uint16(basic(0))
        case TypeCode.int32: .int32(basic(0))
        case TypeCode.uint32: .uint32(basic(0))
        case TypeCode.int64: .int64(basic(0))
        case TypeCode.uint64: .uint64(basic(0))
        case TypeCode.double: .double(basic(0))
        case TypeCode.string: .string(text())
        case TypeCode.objectPath: .objectPath(ObjectPath(validated: text()))
        case TypeCode.signature: .signature(DBusSignature(validated: text()))
        case TypeCode.variant:
            .variant(try recurse { content throws(DBusError) in try content.read(&limit) })
        case TypeCode.structure:
            .structure(try recurse { content throws(DBusError) in try content.readAll(&limit) })
        case TypeCode.array: try array(&limit)
        default: throw .invalidArgs("file descriptors are not taken")
        }
    }

    /// Reads the string here; nil for a value of another type.
    mutating func readString() -> String? {
        guard dbus_message_iter_get_arg_type(&self) == TypeCode.string else { return nil }
        return text()
    }

    /// The signature from here on, within the container.
    mutating func signature() -> DBusSignature {
        guard let text = dbus_message_iter_get_signature(&self) else { return "" }
        defer { dbus_free(text) }
        return DBusSignature(validated: String(cString: text))
    }

    /// Runs `body` on the content of the container here.
    mutating func recurse<Value>(
        _ body: (inout DBusMessageIter) throws(DBusError) -> Value
    ) throws(DBusError) -> Value {
        var content = DBusMessageIter()
        dbus_message_iter_recurse(&self, &content)
        return try body(&content)
    }

    private mutating func array(
        _ limit: inout ReadingLimit
    ) throws(DBusError) -> DBusValue {
        let element = signature().rawValue.dropFirst()
        guard dbus_message_iter_get_element_type(&self) == TypeCode.dictionaryEntry else {
            let values = try recurse { content throws(DBusError) in
                try content.readAll(&limit)
            }
            return .array(of: DBusSignature(validated: String(element)), values)
        }
        // `{kv…}`: a key is of a basic type, so its signature is one letter.
        let types = element.dropFirst().dropLast()
        let entries = try recurse { content throws(DBusError) in
            try content.entries(&limit)
        }
        return .dictionary(
            key: DBusSignature(validated: String(types.prefix(1))),
            value: DBusSignature(validated: String(types.dropFirst())), entries)
    }

    private mutating func entries(
        _ limit: inout ReadingLimit
    ) throws(DBusError) -> [DBusDictionaryEntry] {
        var entries: [DBusDictionaryEntry] = []
        while dbus_message_iter_get_arg_type(&self) != TypeCode.invalid {
            entries.append(
                try recurse { entry throws(DBusError) in
                    let key = try entry.read(&limit)
                    dbus_message_iter_next(&entry)
                    return DBusDictionaryEntry(key: key, value: try entry.read(&limit))
                })
            dbus_message_iter_next(&self)
        }
        return entries
    }

    private mutating func basic<Value: BitwiseCopyable>(_ initial: Value) -> Value {
        var value = initial
        withUnsafeMutablePointer(to: &value) { dbus_message_iter_get_basic(&self, $0) }
        return value
    }

    private mutating func text() -> String {
        var text: UnsafePointer<CChar>?
        withUnsafeMutablePointer(to: &text) { dbus_message_iter_get_basic(&self, $0) }
        return text.map { String(cString: $0) } ?? ""
    }
}

/// How much of a message is taken.
///
/// The protocol allows 128 MiB, which can be sixteen million values, and a value takes many times
/// its length on the wire. Nobody else is served while one message is read.
struct ReadingLimit {
    private var remainingBytes = 32 << 20

    mutating func use(_ value: DBusValue) throws(DBusError) {
        let text =
            switch value {
            case .string(let text): text.utf8.count
            case .objectPath(let path): path.rawValue.utf8.count
            default: 0
            }
        remainingBytes -= MemoryLayout<DBusValue>.stride + text
        guard remainingBytes >= 0 else {
            throw .limitsExceeded("that is more than is taken at once")
        }
    }
}
