// SPDX-License-Identifier: MPL-2.0

private import GatefoldModel

/// Orders names as people do: digits by value, capitals like small letters.
///
/// `2` comes before `10`, and `a.mp3` before `a b.mp3`: the extension of a file counts only where
/// names differ in nothing else.
struct NaturalOrder: Comparable {
    private let folded: [UInt8]
    private let bytes: [UInt8]

    init(of entry: FolderEntry) {
        bytes = Array(entry.path.name)
        let name = entry.isFolder ? entry.path.name : entry.path.stem
        folded = Array(String(decoding: name, as: UTF8.self).lowercased().utf8)
    }

    static func < (left: NaturalOrder, right: NaturalOrder) -> Bool {
        var (leftRest, rightRest) = (left.folded[...], right.folded[...])
        while !leftRest.isEmpty, !rightRest.isEmpty {
            let (leftPart, rightPart) = (takePart(&leftRest), takePart(&rightRest))
            if leftPart != rightPart { return precedes(leftPart, rightPart) }
        }
        if leftRest.isEmpty != rightRest.isEmpty { return leftRest.isEmpty }
        return left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// A run of digits without its leading zeros, or one other byte.
    private static func takePart(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = rest.prefix(while: isDigit)
        guard digits.isEmpty else {
            rest = rest.dropFirst(digits.count)
            let value = digits.drop { $0 == UInt8(ascii: "0") }
            return value.isEmpty ? digits.suffix(1) : value
        }
        defer { rest = rest.dropFirst() }
        return rest.prefix(1)
    }

    /// Of two numbers the one with more digits is larger.
    private static func precedes(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        let areNumbers = left.allSatisfy(isDigit) && right.allSatisfy(isDigit)
        if areNumbers, left.count != right.count { return left.count < right.count }
        return left.lexicographicallyPrecedes(right)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
