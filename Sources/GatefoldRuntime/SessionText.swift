// SPDX-License-Identifier: MPL-2.0

#if canImport(Glibc)
    private import Glibc
#endif

/// A saved file that is not what was written.
struct SessionDamage: Error {}

/// Lines of a key and a value between a first line that names the kind and a last one, `end`.
///
/// Legible, and read in a fraction of what JSON takes: a hundred thousand entries are read before the
/// player's name appears on the bus.
struct SessionText {
    private var bytes: [UInt8] = []

    init(_ kind: StaticString) {
        append(kind)
        bytes.append(newline)
    }

    mutating func add(_ key: StaticString, _ value: String) {
        append(key)
        bytes.append(space)
        var value = value
        value.withUTF8 { text in
            // Nearly all texts are one line.
            let isPlain = !text.contains(newline) && !text.contains(backslash)
            if isPlain { bytes.append(contentsOf: text) } else { addEscaped(text) }
        }
        bytes.append(newline)
    }

    mutating func add(_ key: StaticString, _ value: (some CustomStringConvertible)?) {
        if let value { add(key, value.description) }
    }

    private mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: text.bytes)
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
    consuming func finished() -> [UInt8] {
        append("end\n")
        return bytes
    }
}

/// A line of a `SessionText`; valid only while it is read.
struct SessionLine {
    fileprivate let key: UnsafeBufferPointer<UInt8>
    fileprivate let value: UnsafeBufferPointer<UInt8>

    /// Whether the line's key is this one.
    static func ~= (key: StaticString, line: SessionLine) -> Bool {
        line.key.isEqual(to: key.bytes)
    }

    /// The value as text.
    var text: String {
        value.contains(backslash) ? unescaped : String(decoding: value, as: UTF8.self)
    }

    /// Whether `text` is this text, as far as that is seen without undoing anything.
    func isText(_ text: String) -> Bool {
        let isSame = text.utf8.withContiguousStorageIfAvailable { value.isEqual(to: $0) }
        return isSame == true && !value.contains(backslash)
    }

    /// What is before and behind the first space; nil where one is empty.
    var words: (String, String)? {
        guard let end = value.place(of: space), end > 0, end + 1 < value.count else { return nil }
        let rest = SessionLine(
            key: key, value: UnsafeBufferPointer(rebasing: value[(end + 1)...]))
        return (String(decoding: value[..<end], as: UTF8.self), rest.text)
    }

    private var unescaped: String {
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in value {
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

extension SessionText {
    /// Calls `take` for each line.
    ///
    /// - Throws: where the text is of another kind or not whole, and what `take` throws.
    static func read(
        _ bytes: [UInt8], _ kind: StaticString,
        _ take: (SessionLine) throws(SessionDamage) -> Void
    ) throws(SessionDamage) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(SessionDamage) in
            var rest = bytes[...]
            guard nextLine(&rest).map({ $0.isEqual(to: kind.bytes) }) == true else {
                throw SessionDamage()
            }
            while let line = nextLine(&rest) {
                guard let end = line.place(of: space) else {
                    guard line.isEqual(to: ("end" as StaticString).bytes), rest.isEmpty else {
                        throw SessionDamage()
                    }
                    return
                }
                try take(
                    SessionLine(
                        key: UnsafeBufferPointer(rebasing: line[..<end]),
                        value: UnsafeBufferPointer(rebasing: line[(end + 1)...])))
            }
            throw SessionDamage()
        }
    }

    private static func nextLine(
        _ rest: inout Slice<UnsafeBufferPointer<UInt8>>
    ) -> UnsafeBufferPointer<UInt8>? {
        let text = UnsafeBufferPointer(rebasing: rest)
        guard let end = text.place(of: newline) else { return nil }
        rest = rest.dropFirst(end + 1)
        return UnsafeBufferPointer(rebasing: text[..<end])
    }
}

private let newline = UInt8(ascii: "\n")
private let space = UInt8(ascii: " ")
private let backslash = UInt8(ascii: "\\")

extension StaticString {
    /// Its text lives as long as the program.
    fileprivate var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}

/// The C library looks at many bytes at once.
extension UnsafeBufferPointer<UInt8> {
    fileprivate func place(of byte: UInt8) -> Int? {
        guard let baseAddress, let found = memchr(baseAddress, Int32(byte), count) else {
            return nil
        }
        return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
    }

    fileprivate func contains(_ byte: UInt8) -> Bool { place(of: byte) != nil }

    fileprivate func isEqual(to other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count, let baseAddress, let start = other.baseAddress else {
            return count == other.count
        }
        return memcmp(baseAddress, start, count) == 0
    }
}

/// The value, or the damage that its absence is.
func intact<Value>(_ value: Value?) throws(SessionDamage) -> Value {
    guard let value else { throw SessionDamage() }
    return value
}
