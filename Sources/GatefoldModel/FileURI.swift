// SPDX-License-Identifier: MPL-2.0

/// Between paths and `file://` URIs.
///
/// Encoding leaves only RFC 3986's unreserved characters and the slash as they are, so that no
/// reader of the URI, however simple, can stumble over a blank, `#`, `?`, `%` or a byte that is no
/// UTF-8.
package enum FileURI {
    /// The URI of an absolute path.
    package static func encode(_ path: FilePath) -> String {
        "file://" + encodeRelative(path.bytes)
    }

    /// The relative reference that a path is, seen from a folder.
    package static func encodeRelative(_ path: [UInt8]) -> String {
        percentEncode(path) { isUnreserved($0) || $0 == UInt8(ascii: "/") }
    }

    /// The path that a URI names; nil if it is no `file:` URI, names another host or no absolute
    /// path, or holds an encoded NUL.
    ///
    /// Escapes are decoded exactly once. A raw `?` or `#` is taken as part of the path: whoever
    /// wrote it joined `file://` and a path without encoding it.
    package static func decode(_ uri: String) -> FilePath? {
        guard uri.prefix(5).lowercased() == "file:" else { return nil }
        var rest = Array(uri.utf8.dropFirst(5))[...]
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != UInt8(ascii: "/") }
            guard host.isEmpty || String(decoding: host, as: UTF8.self) == "localhost" else {
                return nil
            }
            rest = rest.dropFirst(host.count)
        }
        let path = FilePath(bytes: percentDecode(rest))
        return path.isAbsolute && !path.bytes.contains(0) ? path : nil
    }

    /// Turns `%41` into `A`, once; a `%` without two hexadecimal digits stays.
    package static func percentDecode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = Array(bytes)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap(hexadecimalValue)
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                result.append(digits[0] << 4 | digits[1])
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// Escapes what cannot stand in any URI (blanks, control characters, quotes, what is not
    /// ASCII) and leaves the rest, escapes included.
    package static func tidyRemote(_ url: String) -> String { tidyRemote([UInt8](url.utf8)) }

    package static func tidyRemote(_ url: [UInt8]) -> String {
        percentEncode(url) { byte in
            (0x21...0x7E).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
        }
    }

    private static func percentEncode(
        _ bytes: [UInt8], keeping isKept: (UInt8) -> Bool
    ) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            if isKept(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "-._~".utf8.contains(byte)
        }
    }

    private static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
