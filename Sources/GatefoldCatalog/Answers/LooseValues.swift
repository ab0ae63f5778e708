// SPDX-License-Identifier: MPL-2.0

// Servers of many makes send the same field as a text or as a number, one thing in place of a list
// of one, nothing in place of an empty list, and now and then nonsense. What cannot be understood
// of a field is as if it were absent: it must not cost the rest of the answer.

/// A text; a number counts as one, and an empty text is none.
@propertyWrapper
struct LooseText: Decodable, Sendable {
    var wrappedValue: String?

    init() {}

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            wrappedValue = text.isEmpty ? nil : text
        } else if let number = try? value.decode(Int64.self) {
            wrappedValue = String(number)
        }
    }
}

/// A number; a text may hold one.
@propertyWrapper
struct LooseNumber: Decodable, Sendable {
    var wrappedValue: Double?

    init() {}

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Double.self) {
            wrappedValue = number
        } else if let text = try? value.decode(String.self), let number = Double(text) {
            wrappedValue = number.isFinite ? number : nil
        }
    }

    /// As a whole number, without what is behind the point; nil where it is too large.
    var projectedValue: Int? {
        wrappedValue.flatMap { Int(exactly: $0.rounded(.towardZero)) }
    }
}

/// A truth; a text may hold one.
@propertyWrapper
struct LooseFlag: Decodable, Sendable {
    var wrappedValue: Bool?

    init() {}

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let text = try? value.decode(String.self)
        wrappedValue = (try? value.decode(Bool.self)) ?? text.flatMap { Bool($0) }
    }
}

/// A thing that may be absent or damaged.
@propertyWrapper
struct Loose<Value: Decodable & Sendable>: Decodable, Sendable {
    var wrappedValue: Value?

    init() {}

    init(from decoder: any Decoder) throws {
        wrappedValue = try? Value(from: decoder)
    }
}

/// A list; what in it is damaged is left out.
@propertyWrapper
struct LooseList<Value: Decodable & Sendable>: Decodable, Sendable {
    var wrappedValue: [Value] = []

    init() {}

    init(from decoder: any Decoder) throws {
        if let values = try? [Loose<Value>](from: decoder) {
            wrappedValue = values.compactMap(\.wrappedValue)
        } else if let value = try? Value(from: decoder) {
            wrappedValue = [value]
        }
    }
}

// What decodes the members of a structure takes these, where a key may be absent.
extension KeyedDecodingContainer {
    func decode(_ type: LooseText.Type, forKey key: Key) throws -> LooseText {
        try decodeIfPresent(type, forKey: key) ?? LooseText()
    }

    func decode(_ type: LooseNumber.Type, forKey key: Key) throws -> LooseNumber {
        try decodeIfPresent(type, forKey: key) ?? LooseNumber()
    }

    func decode(_ type: LooseFlag.Type, forKey key: Key) throws -> LooseFlag {
        try decodeIfPresent(type, forKey: key) ?? LooseFlag()
    }

    func decode<Value>(_ type: Loose<Value>.Type, forKey key: Key) throws -> Loose<Value> {
        try decodeIfPresent(type, forKey: key) ?? Loose()
    }

    func decode<Value>(_ type: LooseList<Value>.Type, forKey key: Key) throws -> LooseList<Value> {
        try decodeIfPresent(type, forKey: key) ?? LooseList()
    }
}
