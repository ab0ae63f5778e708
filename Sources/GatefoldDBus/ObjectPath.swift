// SPDX-License-Identifier: MPL-2.0

/// A valid D-Bus object path, such as `/org/mpris/MediaPlayer2`.
package struct ObjectPath: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    package let rawValue: String

    package var description: String { rawValue }

    package init?(rawValue: String) {
        guard Names.isPath(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// For text that libdbus itself handed out.
    init(validated rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whether `other` is below this path.
    func contains(_ other: ObjectPath) -> Bool {
        let prefix = childPrefix
        return other.rawValue.utf8.count > prefix.utf8.count && other.rawValue.hasPrefix(prefix)
    }

    /// The element after this path in the path of a descendant.
    func child(towards descendant: ObjectPath) -> Substring {
        descendant.rawValue.dropFirst(childPrefix.count).prefix { $0 != "/" }
    }

    private var childPrefix: String { rawValue == "/" ? "/" : rawValue + "/" }
}

extension ObjectPath: ExpressibleByStringLiteral {
    /// Traps where the literal is no object path.
    package init(stringLiteral literal: String) {
        precondition(Names.isPath(literal), "no object path: \(literal)")
        rawValue = literal
    }
}
