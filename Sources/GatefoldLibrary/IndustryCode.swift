// SPDX-License-Identifier: MPL-2.0

/// The codes by which the industry names recordings and releases, as taggers write them and as people
/// type them.
enum IndustryCode {
    /// An International Standard Recording Code (ISO 3901); nil for what is none.
    ///
    /// Twelve letters and digits, whose hyphens are for the eye alone.
    static func isrc(_ text: String) -> String? {
        let code = text.filter { $0 != "-" && $0 != " " }.uppercased()
        let isCode =
            code.utf8.count == 12 && code.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isCode ? code : nil
    }

    /// The number under a bar code (UPC-A, EAN-13, GTIN-14, EAN-8); nil for what is none.
    static func upc(_ text: String) -> String? {
        let code = text.filter { $0 != "-" && $0 != " " }
        let isCode =
            (8...14).contains(code.utf8.count)
            && code.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isCode ? code : nil
    }

    /// The shapes of one number: a UPC is an EAN that begins with a zero, and that a GTIN which does.
    static func shapes(ofUPC text: String) -> [String] {
        guard let code = upc(text) else { return [] }
        let digits = code.drop { $0 == "0" }
        return (max(8, digits.count)...14).map { length in
            String(repeating: "0", count: length - digits.count) + digits
        }
    }
}
