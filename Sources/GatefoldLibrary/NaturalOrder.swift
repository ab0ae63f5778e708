// SPDX-License-Identifier: MPL-2.0

private import GatefoldModel

/// Orders names as people do: digits by value, capitals like small letters.
///
/// `2` comes before `10`, and `a.mp3` before `a b.mp3`: the extension of a file counts only where
/// names differ in nothing else.
struct NaturalOrder: Comparable {
    /// Compares byte by byte as the name does naturally.
    private let key: [UInt8]
    private let bytes: [UInt8]

    init(of entry: FolderEntry) {
        bytes = Array(entry.path.name)
        let name = entry.isFolder ? entry.path.name : entry.path.stem
        key = Self.key(Array(String(decoding: name, as: UTF8.self).lowercased().utf8))
    }

    static func < (left: NaturalOrder, right: NaturalOrder) -> Bool {
        left.key == right.key
            ? left.bytes.lexicographicallyPrecedes(right.bytes)
            : left.key.lexicographicallyPrecedes(right.key)
    }

    /// Each run of digits, without its leading zeros, follows a `0` and its own length: of two
    /// numbers the one with more digits is larger.
    private static func key(_ name: [UInt8]) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(name.count + 8)
        var rest = name[...]
        while let byte = rest.first {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            if digits.isEmpty {
                key.append(byte)
                rest.removeFirst()
            } else {
                let value = digits.drop { $0 == UInt8(ascii: "0") }
                key += [UInt8(ascii: "0"), UInt8(clamping: value.count)] + value
                rest = rest.dropFirst(digits.count)
            }
        }
        return key
    }
}
