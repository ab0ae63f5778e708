// SPDX-License-Identifier: MPL-2.0

/// One value of the D-Bus type system.
///
/// A file descriptor is not among them: nothing here sends or takes one.
package enum DBusValue: Hashable, Sendable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(ObjectPath)
    case signature(DBusSignature)
    /// Elements of one type, which is written down because there may be none.
    case array(of: DBusSignature, [DBusValue])
    /// Entries in the order in which they travel.
    case dictionary(key: DBusSignature, value: DBusSignature, [DBusDictionaryEntry])
    case structure([DBusValue])
    // Only this case, not the whole enum: the others would each cost an allocation.
    indirect case variant(DBusValue)

    /// An array of strings, `as`.
    package static func strings(_ values: [String]) -> DBusValue {
        .array(of: DBusSignature(validated: "s"), values.map { .string($0) })
    }

    /// A dictionary `a{sv}` in the given order, each value put into a variant.
    package static func vardict(_ entries: [(String, DBusValue)]) -> DBusValue {
        .dictionary(
            key: DBusSignature(validated: "s"), value: DBusSignature(validated: "v"),
            entries.map { DBusDictionaryEntry(key: .string($0), value: .variant($1)) })
    }

    /// The signature of one complete type.
    package var signature: DBusSignature {
        switch self {
        case .byte: DBusSignature(validated: "y")
        case .boolean: DBusSignature(validated: "b")
        case .int16: DBusSignature(validated: "n")
        case .uint16: DBusSignature(validated: "q")
        case .int32: DBusSignature(validated: "i")
        case .uint32: DBusSignature(validated: "u")
        case .int64: DBusSignature(validated: "x")
        case .uint64: DBusSignature(validated: "t")
        case .double: DBusSignature(validated: "d")
        case .string: DBusSignature(validated: "s")
        case .objectPath: DBusSignature(validated: "o")
        case .signature: DBusSignature(validated: "g")
        case .variant: DBusSignature(validated: "v")
        case .array(let element, _): DBusSignature(validated: "a" + element.rawValue)
        case .dictionary(let key, let value, _):
            DBusSignature(validated: "a{" + key.rawValue + value.rawValue + "}")
        case .structure(let fields):
            DBusSignature(validated: "(" + DBusSignature(of: fields).rawValue + ")")
        }
    }
}

/// A key, which is of a basic type, and its value.
package struct DBusDictionaryEntry: Hashable, Sendable {
    package let key: DBusValue
    package let value: DBusValue

    package init(key: DBusValue, value: DBusValue) {
        self.key = key
        self.value = value
    }
}

extension DBusSignature {
    /// The signature of several values in a row; what a caller put together wrongly shows only when
    /// it is checked.
    init(of values: [DBusValue]) {
        rawValue = values.reduce(into: "") { $0 += $1.signature.rawValue }
    }
}

// Typed readers: nil for a value of another type.
extension DBusValue {
    package var boolValue: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }

    package var int32Value: Int32? {
        if case .int32(let value) = self { value } else { nil }
    }

    package var uint32Value: UInt32? {
        if case .uint32(let value) = self { value } else { nil }
    }

    package var int64Value: Int64? {
        if case .int64(let value) = self { value } else { nil }
    }

    package var uint64Value: UInt64? {
        if case .uint64(let value) = self { value } else { nil }
    }

    package var doubleValue: Double? {
        if case .double(let value) = self { value } else { nil }
    }

    package var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    package var objectPathValue: ObjectPath? {
        if case .objectPath(let value) = self { value } else { nil }
    }

    package var arrayValue: [DBusValue]? {
        if case .array(_, let values) = self { values } else { nil }
    }

    package var structureValue: [DBusValue]? {
        if case .structure(let fields) = self { fields } else { nil }
    }

    /// The elements of an `as`.
    package var stringsValue: [String]? {
        guard case .array(let element, let values) = self, element.rawValue == "s" else {
            return nil
        }
        return values.compactMap(\.stringValue)
    }

    /// The entries of an `a{sv}` without their variants; the last of equal keys counts.
    package var vardictValue: [String: DBusValue]? {
        guard case .dictionary(let key, let value, let entries) = self,
            key.rawValue == "s", value.rawValue == "v"
        else { return nil }
        return entries.reduce(into: [:]) { result, entry in
            if let key = entry.key.stringValue { result[key] = entry.value.unwrapped }
        }
    }

    /// The content of a variant; any other value as it is.
    package var unwrapped: DBusValue {
        if case .variant(let content) = self { content } else { self }
    }
}
