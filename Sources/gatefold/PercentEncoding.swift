// SPDX-License-Identifier: MPL-2.0

/// Percent-encoding by bytes (RFC 3986), since a path need not be UTF-8.
enum PercentEncoding {
    /// Keeps the unreserved characters and the slash.
    static func path(_ bytes: some Sequence<UInt8>) -> String {
        encode(bytes) { isUnreserved($0) || $0 == UInt8(ascii: "/") }
    }

    /// Keeps what may stand in a URL, and what is already encoded.
    static func url(_ bytes: some Sequence<UInt8>) -> String {
        let reserved = "%:/?#[]@!$&'()*+,;=".utf8
        return encode(bytes) { isUnreserved($0) || reserved.contains($0) }
    }

    /// Bytes; a percent sign without two digits stays what it is.
    static func decoded(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                result.append(value)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    private static func encode(
        _ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool
    ) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
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
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default:
            false
        }
    }
}
