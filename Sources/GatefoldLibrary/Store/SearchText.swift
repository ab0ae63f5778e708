// SPDX-License-Identifier: MPL-2.0

private import CGatefoldGLib

/// Text as it is compared: without case, accents and the shapes of letters.
enum SearchText {
    /// `Björk`, `BJÖRK` and `bjork` are one; so are `Ø` and `o`, `ß` and `ss`.
    static func fold(_ text: String) -> String {
        if let folded = foldedASCII(text) { return folded }
        var scalars = String.UnicodeScalarView()
        for scalar in decomposed(text).unicodeScalars {
            if let letters = letters[scalar] {
                scalars.append(contentsOf: letters.unicodeScalars)
            } else if scalar.properties.generalCategory != .nonspacingMark {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// What names are sorted by: folded, without an English article at the beginning.
    static func sortKey(_ text: String) -> String {
        let key = fold(text)
        for article in ["the ", "a ", "an "] where key.hasPrefix(article) {
            return String(key.dropFirst(article.count))
        }
        return key
    }

    /// The words of a text, folded: what stands between anything but letters and digits.
    static func words(_ text: String) -> [String] {
        fold(text).unicodeScalars.split { !isOfWord($0) }.map { String($0) }
    }

    /// As FTS5's tokenizer `unicode61` separates.
    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }

    /// Nil for what is not all ASCII.
    private static func foldedASCII(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
            return String(unsafeUninitializedCapacity: bytes.count) { folded in
                for index in bytes.indices {
                    let byte = bytes[index]
                    folded[index] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
                }
                return bytes.count
            }
        }
    }

    /// Folded in case and taken apart: compatibility shapes, such as full-width letters, too.
    private static func decomposed(_ text: String) -> String {
        guard let folded = g_utf8_casefold(text, -1) else { return text }
        defer { g_free(folded) }
        // Nil only for what is no UTF-8.
        guard let apart = g_utf8_normalize(folded, -1, G_NORMALIZE_ALL) else { return text }
        defer { g_free(apart) }
        return String(cString: apart)
    }

    /// Letters that Unicode does not take apart, in the spelling of those who do not have them.
    private static let letters: [Unicode.Scalar: String] = [
        "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h",
        "ŧ": "t", "ŋ": "n", "ı": "i", "ĸ": "k", "ß": "ss",
        // Apostrophes of several shapes do not divide a word more than one of ASCII.
        "’": "'", "‘": "'", "ʼ": "'",
    ]
}
