// SPDX-License-Identifier: MPL-2.0

private import GatefoldModel

/// The longest text that goes out, in bytes of UTF-8: metadata stay small in every client's copy.
private let longestText = 1024

/// Text for a widget: no control characters, one line, no space around, not endless, and no
/// credentials in the addresses that it quotes.
package func printable(_ text: String) -> String {
    let text = withoutCredentials(in: text)
    guard !isPrintable(text) else { return text }
    var clean = ""
    // What is far beyond the limit is not even looked at: a comment can be a book.
    for scalar in text.unicodeScalars.prefix(2 * longestText) {
        let isControl = scalar.properties.generalCategory == .control
        // Lines become one line; other control characters vanish.
        guard isControl else {
            clean.unicodeScalars.append(scalar)
            continue
        }
        if scalar == "\n" || scalar == "\t" || scalar == "\r" { clean.unicodeScalars.append(" ") }
    }
    return shortened(trimmed(clean))
}

/// Nearly all texts are, and then nothing is copied.
private func isPrintable(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
        guard let first = bytes.first, let last = bytes.last else { return true }
        guard first != 0x20, last != 0x20, bytes.count <= longestText else { return false }
        // C0 and DEL; 0xC2 leads C1 controls and no-break spaces, which the slow way tells apart.
        return bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 }
    }
}

private func trimmed(_ text: String) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
        let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
}

/// Cuts between characters, never inside one.
private func shortened(_ text: String) -> String {
    guard text.utf8.count > longestText else { return text }
    var short = ""
    var room = longestText - "…".utf8.count
    for character in text {
        room -= character.utf8.count
        guard room >= 0 else { break }
        short.append(character)
    }
    return short + "…"
}
