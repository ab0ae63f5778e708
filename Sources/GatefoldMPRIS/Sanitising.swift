// SPDX-License-Identifier: MPL-2.0

private import GatefoldModel

/// The longest text that goes out, in bytes of UTF-8: metadata stay small in every client's copy.
private let longestText = 1024

/// Text for a widget: no control characters, one line, no space around, not endless.
package func printable(_ text: String) -> String {
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

/// Query keys that carry secrets: Subsonic's, Plex's, Jellyfin's and the common ones.
private let secretKeys: Set<String> = [
    "t", "s", "p", "u", "token", "access_token", "auth", "api_key", "apikey", "key", "password",
    "pass", "secret", "sig", "signature", "x-plex-token", "x-emby-token",
]

/// A URL that may be shown: without user information, and without query items that carry secrets.
package func withoutCredentials(_ url: String) -> String {
    guard !url.hasPrefix("file:"), let schemeEnd = url.range(of: "://") else { return url }
    let rest = url[schemeEnd.upperBound...]
    let authorityEnd = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let authority = rest[..<authorityEnd]
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
    let tail = rest[authorityEnd...]
    return url[..<schemeEnd.upperBound] + (host ?? authority) + withoutSecretQueryItems(tail)
}

private func withoutSecretQueryItems(_ tail: Substring) -> String {
    guard let mark = tail.firstIndex(of: "?") else { return String(tail) }
    let fragment = tail[mark...].firstIndex(of: "#") ?? tail.endIndex
    let items = tail[tail.index(after: mark)..<fragment].split(separator: "&").filter { item in
        !secretKeys.contains(percentDecoded(item.prefix { $0 != "=" }).lowercased())
    }
    let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
    return tail[..<mark] + query + tail[fragment...]
}

extension String {
    /// The first place of a short text; Foundation's search is not at hand here.
    fileprivate func range(of needle: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(needle) {
                return start..<index(start, offsetBy: needle.count)
            }
            start = index(after: start)
        }
        return nil
    }
}
