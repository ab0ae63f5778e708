// SPDX-License-Identifier: MPL-2.0

#if canImport(Glibc)
    private import Glibc
#endif

/// What text without a declared encoding is likely to be.
///
/// ID3 knows one 8-bit encoding, Latin-1, and programs wrote whatever their system used. The guess
/// looks at all undeclared fields of a file together and is cautious: an encoding is taken only
/// where its letters stand in words of their own, since a Latin-1 text has its accents among ASCII
/// letters. Everything else is Windows-1252, which is Latin-1 with quotation marks.
enum LegacyEncoding: String {
    case utf8 = "UTF-8"
    case shiftJIS = "CP932"
    case eucJP = "EUC-JP"
    case gb18030 = "GB18030"
    case windows1251 = "CP1251"
    case windows1252 = "CP1252"

    /// - Parameter fields: texts of one origin, such as all the tags of a file.
    init(guessedFrom fields: [[UInt8]]) {
        let fields = fields.filter { field in field.contains { $0 >= 0x80 } }
        let candidates: [(LegacyEncoding, ([[UInt8]]) -> Bool)] = [
            (.utf8, isUTF8), (.shiftJIS, isShiftJIS), (.windows1251, isWindows1251),
            (.eucJP, isEUCJapanese), (.gb18030, isGB2312),
        ]
        let likely = candidates.first { encoding, isPlausible in
            !fields.isEmpty && isPlausible(fields)
                && fields.allSatisfy { encoding.strictlyDecode($0) != nil }
        }
        self = likely?.0 ?? .windows1252
    }

    /// Text of one origin and nothing else, such as a file's name.
    static func decode(_ bytes: [UInt8]) -> String {
        LegacyEncoding(guessedFrom: [bytes]).decode(bytes)
    }

    /// What cannot be decoded is taken as Latin-1.
    func decode(_ bytes: [UInt8]) -> String {
        if let text = strictlyDecode(bytes) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Nil where the bytes are not in this encoding; a last character that was cut off, as in
    /// ID3v1's 30 bytes, is left out.
    private func strictlyDecode(_ bytes: [UInt8]) -> String? {
        let converter = iconv_open("UTF-8", rawValue)
        // (iconv_t)-1: this system lacks the encoding.
        guard let converter, Int(bitPattern: converter) != -1 else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        // No character of these encodings takes more than 3 bytes of UTF-8 per byte.
        var output = [CChar](repeating: 0, count: bytes.count * 3 + 1)
        var rest = output.count
        let isConverted = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var (source, target) = (input.baseAddress, output.baseAddress)
                var sourceRest = input.count
                // EINVAL: an incomplete character at the end.
                return iconv(converter, &source, &sourceRest, &target, &rest) != -1
                    || errno == EINVAL
            }
        }
        guard isConverted else { return nil }
        return String(
            decoding: output.prefix(output.count - rest).map { UInt8(bitPattern: $0) },
            as: UTF8.self)
    }
}

/// UTF-8 has so much redundancy that one complete character proves it.
private func isUTF8(_ fields: [[UInt8]]) -> Bool {
    fields.contains { field in
        let lead = field.firstIndex { $0 >= 0x80 } ?? 0
        return field[lead...].prefix(2).count == 2 && field[lead] >= 0xC2
            && field[lead + 1] & 0xC0 == 0x80
    }
}

/// The double-byte characters of a text.
///
/// A run of one proves nothing: `é` and the letter after it make one, too.
private struct DoubleByteText {
    var leads: [UInt8] = []
    var singles = 0
    var longestRun = 0

    /// Nil if a lead byte is followed by none that can be second.
    ///
    /// - Parameter isSingle: bytes from 0x80 that stand alone.
    init?(
        _ fields: [[UInt8]], isLead: (UInt8) -> Bool, isTrail: (UInt8) -> Bool,
        isSingle: (UInt8) -> Bool = { _ in false }
    ) {
        for field in fields {
            var run = 0
            var rest = field[...]
            while let byte = rest.popFirst() {
                if byte < 0x80 {
                    run = 0
                } else if isSingle(byte) {
                    singles += 1
                } else {
                    guard isLead(byte) else { return nil }
                    // Cut off at the end of the field.
                    guard let trail = rest.popFirst() else { continue }
                    guard isTrail(trail) else { return nil }
                    leads.append(byte)
                    run += 1
                    longestRun = max(longestRun, run)
                }
            }
        }
    }

    /// The share of characters whose first byte is in one of `ranges`.
    func share(_ ranges: ClosedRange<UInt8>...) -> Double {
        let count = leads.count { lead in ranges.contains { $0.contains(lead) } }
        return Double(count) / Double(max(leads.count, 1))
    }
}

/// Kana and the common kanji begin with 0x81…0x9F, which Latin-1 has no letters for; half-width
/// katakana, the single bytes, are rare.
private func isShiftJIS(_ fields: [[UInt8]]) -> Bool {
    let text = DoubleByteText(
        fields,
        isLead: { (0x81...0x9F).contains($0) || (0xE0...0xFC).contains($0) },
        isTrail: { (0x40...0xFC).contains($0) && $0 != 0x7F },
        isSingle: { (0xA1...0xDF).contains($0) })
    guard let text, text.longestRun >= 2 else { return false }
    return text.share(0x81...0x9F) >= 0.5 && text.singles <= text.leads.count
}

private func isHigh(_ byte: UInt8) -> Bool { (0xA1...0xFE).contains(byte) }

/// Japanese has kana, in rows 4 and 5.
private func isEUCJapanese(_ fields: [[UInt8]]) -> Bool {
    guard let text = DoubleByteText(fields, isLead: isHigh, isTrail: isHigh),
        text.longestRun >= 2
    else { return false }
    return text.share(0xA4...0xA5) >= 0.2
}

/// Nearly all characters of a Chinese text are punctuation or of the common ones in rows 16 to 55.
private func isGB2312(_ fields: [[UInt8]]) -> Bool {
    guard let text = DoubleByteText(fields, isLead: isHigh, isTrail: isHigh),
        text.longestRun >= 2
    else { return false }
    return text.share(0xA1...0xA3, 0xB0...0xD7) >= 0.8
}

/// Words of Cyrillic letters only, in capitals, small letters, or small ones after one capital.
private func isWindows1251(_ fields: [[UInt8]]) -> Bool {
    var longest = 0
    var (good, bad) = (0, 0)
    for field in fields {
        for word in field.split(whereSeparator: { !isLetter($0) })
        where word.contains(where: { $0 >= 0x80 }) {
            if isCyrillicWord(word) {
                good += 1
                longest = max(longest, word.count)
            } else {
                bad += 1
            }
        }
    }
    return longest >= 3 && good >= 4 * bad
}

/// ASCII letters, and every byte that is a letter in one of the encodings.
private func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0xC0 || byte == 0xA8 || byte == 0xB8 || (0x41...0x5A).contains(byte & 0xDF)
}

private func isCyrillicWord(_ word: ArraySlice<UInt8>) -> Bool {
    // 0xA8 and 0xB8 are the letter io.
    let isCapital = { (byte: UInt8) in (0xC0...0xDF).contains(byte) || byte == 0xA8 }
    let isSmall = { (byte: UInt8) in byte >= 0xE0 || byte == 0xB8 }
    return word.allSatisfy(isCapital)
        || word.dropFirst().allSatisfy(isSmall) && word.prefix(1).allSatisfy { $0 >= 0x80 }
}
