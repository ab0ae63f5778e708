// SPDX-License-Identifier: MPL-2.0

/// A valid D-Bus signature: none, one or several complete types.
package struct DBusSignature: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    package let rawValue: String

    package var description: String { rawValue }

    package init?(rawValue: String) {
        guard Names.isSignature(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// For text that is put together from valid signatures, or that libdbus itself handed out.
    init(validated rawValue: String) {
        self.rawValue = rawValue
    }
}

extension DBusSignature: ExpressibleByStringLiteral {
    /// Traps where the literal is no signature.
    package init(stringLiteral literal: String) {
        precondition(Names.isSignature(literal), "no signature: \(literal)")
        rawValue = literal
    }
}
