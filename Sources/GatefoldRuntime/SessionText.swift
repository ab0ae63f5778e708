// SPDX-License-Identifier: MPL-2.0

/// A saved file that is not what was written.
struct SessionDamage: Error {}

/// Lines of a key and a value between a first line that names the kind and a last one, `end`.
///
/// Legible, and read in a fraction of what JSON takes: a thousand entries are read before the
/// player's name appears on the bus.
struct SessionText {
    private(set) var bytes: [UInt8] = []

    init(_ kind: String) {
        bytes += kind.utf8
        bytes.append(newline)
    }

    mutating func add(_ key: String, _ value: String) {
        bytes += key.utf8
        bytes.append(space)
        var value = value
        value.withUTF8 { text in
            // Nearly all texts are one line.
            let isPlain = text.allSatisfy { $0 != newline && $0 != backslash }
            if isPlain { bytes += text } else { addEscaped(text) }
        }
        bytes.append(newline)
    }

    mutating func add(_ key: String, _ value: (some CustomStringConvertible)?) {
        if let value { add(key, value.description) }
    }

    private mutating func addEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        for byte in text {
            switch byte {
            case newline: bytes += [backslash, UInt8(ascii: "n")]
            case backslash: bytes += [backslash, backslash]
            default: bytes.append(byte)
            }
        }
    }

    /// The whole text.
    var finished: [UInt8] { bytes + Array("end\n".utf8) }

    /// Calls `take` for each line.
    ///
    /// - Throws: where the text is of another kind or not whole, and what `take` throws.
    static func read(
        _ bytes: [UInt8], _ kind: String,
        _ take: (_ key: String, _ value: String) throws(SessionDamage) -> Void
    ) throws(SessionDamage) {
        var rest = bytes[...]
        guard nextLine(&rest).map({ $0.elementsEqual(kind.utf8) }) == true else {
            throw SessionDamage()
        }
        while let line = nextLine(&rest) {
            guard let end = line.firstIndex(of: space) else {
                guard line.elementsEqual("end".utf8), rest.isEmpty else { throw SessionDamage() }
                return
            }
            try take(String(decoding: line[..<end], as: UTF8.self), text(line[(end + 1)...]))
        }
        throw SessionDamage()
    }

    private static func nextLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let end = rest.firstIndex(of: newline) else { return nil }
        defer { rest = rest[(end + 1)...] }
        return rest[..<end]
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String {
        guard line.contains(backslash) else { return String(decoding: line, as: UTF8.self) }
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in line {
            if isEscaped {
                bytes.append(byte == UInt8(ascii: "n") ? newline : byte)
                isEscaped = false
            } else if byte == backslash {
                isEscaped = true
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

private let newline = UInt8(ascii: "\n")
private let space = UInt8(ascii: " ")
private let backslash = UInt8(ascii: "\\")

/// The value, or the damage that its absence is.
func intact<Value>(_ value: Value?) throws(SessionDamage) -> Value {
    guard let value else { throw SessionDamage() }
    return value
}
