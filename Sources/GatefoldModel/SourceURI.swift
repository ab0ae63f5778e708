// SPDX-License-Identifier: MPL-2.0

/// Names something of an online source for the queue, such as `gatefold:at/home/song/tr-2`.
///
/// It says which source and which thing, and nothing that expires or is secret: the address of the
/// stream is made when it is loaded.
package struct SourceURI: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case song, album, artist, genre, playlist, station
        /// A picture of any of them.
        case artwork
    }

    /// What the user calls the source.
    package let source: String
    package let kind: Kind
    /// The source's own name for the thing.
    package let id: String

    package static let prefix = LibraryURI.scheme + "at/"

    package init(source: String, kind: Kind, id: String) {
        self.source = source
        self.kind = kind
        self.id = id
    }

    /// Nil for what is no such URI.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        let parts = text.dropFirst(Self.prefix.count).split(
            separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let kind = Kind(rawValue: String(parts[1])) else {
            return nil
        }
        let (source, id) = (percentDecoded(parts[0]), percentDecoded(parts[2]))
        guard !source.isEmpty, !id.isEmpty else { return nil }
        self.init(source: source, kind: kind, id: id)
    }

    package var text: String {
        "\(Self.prefix)\(Self.encode(source))/\(kind.rawValue)/\(Self.encode(id))"
    }

    /// RFC 3986, section 2.3: all that is not unreserved is encoded.
    private static func encode(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = Array("0123456789ABCDEF".unicodeScalars)
                encoded.unicodeScalars.append(contentsOf: [
                    "%", digits[Int(byte >> 4)], digits[Int(byte & 15)],
                ])
            }
        }
        return encoded
    }
}
