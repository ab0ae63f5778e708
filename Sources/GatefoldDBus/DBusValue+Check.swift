// SPDX-License-Identifier: MPL-2.0

/// What a value must be before it goes into a message.
///
/// libdbus ends the process, and the bus the connection, for a value that is put together wrongly.
/// Values are checked whole, so that writing them cannot fail halfway.
struct ValueChecker {
    /// About the number of bytes that one message may still grow by.
    ///
    /// Well below the 64 MiB that the protocol allows an array, since repaired text may grow
    /// threefold.
    private var remainingBytes = 16 << 20

    /// Containers in one another, as the protocol counts them: the body is not one.
    private static let maximumDepth = 64

    /// Checks the arguments of a message.
    mutating func check(arguments: [DBusValue]) throws(DBusError) {
        let signature = DBusSignature(of: arguments)
        guard Names.isSignature(signature.rawValue) else {
            throw .invalidArgs("not a signature: \(signature)")
        }
        for argument in arguments { try check(argument, depth: 0) }
    }

    /// Checks what stands inside a variant at `depth`.
    mutating func check(content: DBusValue, depth: Int) throws(DBusError) {
        if content.isContainer, !Names.isSingleType(content.signature.rawValue) {
            throw .invalidArgs("not one complete type: \(content.signature)")
        }
        try check(content, depth: depth)
    }

    private mutating func check(_ value: DBusValue, depth: Int) throws(DBusError) {
        guard depth < Self.maximumDepth || !value.isContainer else {
            throw .invalidArgs("containers nested too deeply")
        }
        switch value {
        case .string(let text): try use(text.utf8.count)
        case .objectPath(let path): try use(path.rawValue.utf8.count)
        case .variant(let content): try check(content: content, depth: depth + 1)
        case .structure(let fields):
            for field in fields { try check(field, depth: depth + 1) }
        case .array(let element, let values):
            // `ass` is a signature, and not one of an array of `ss`.
            guard element.rawValue.utf8.count == 1 || Names.isSingleType(element.rawValue) else {
                throw .invalidArgs("not one complete type: \(element)")
            }
            for value in values { try check(value, being: element, depth: depth + 1) }
        case .dictionary(let key, let value, let entries):
            for entry in entries {
                try check(entry.key, being: key, depth: depth + 2)
                try check(entry.value, being: value, depth: depth + 2)
            }
        default: break
        }
        try use(8)
    }

    private mutating func check(
        _ value: DBusValue, being signature: DBusSignature, depth: Int
    ) throws(DBusError) {
        guard value.signature == signature else {
            throw .invalidArgs("\(value.signature) where \(signature) is due")
        }
        try check(value, depth: depth)
    }

    private mutating func use(_ count: Int) throws(DBusError) {
        remainingBytes -= count
        guard remainingBytes >= 0 else { throw .limitsExceeded("the message is too large") }
    }
}

extension DBusValue {
    fileprivate var isContainer: Bool {
        switch self {
        case .array, .dictionary, .structure, .variant: true
        default: false
        }
    }
}
