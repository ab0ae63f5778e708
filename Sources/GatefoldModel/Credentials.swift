// SPDX-License-Identifier: MPL-2.0

/// A URL that may be shown: without user information, and without query items that carry secrets.
///
/// The one place that knows what a secret looks like: the bus, the log, file names and every
/// sentence for the user go through here or through `withoutCredentials(in:)`.
package func withoutCredentials(_ url: String) -> String {
    shown(url, depth: 0)
}

/// A text with every URL that it quotes made fit to be shown.
///
/// Messages of libraries quote whole addresses.
package func withoutCredentials(in text: String) -> String {
    shown(in: text, depth: 0)
}

private func shown(_ url: String, depth: Int) -> String {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")),
        url.utf8[..<colon].allSatisfy(isSchemeByte), !url.hasPrefix("file:")
    else { return url }
    // Whoever wrote one slash, or none, meant two.
    let start = url.utf8[colon...].dropFirst().drop { slashes.contains($0) }.startIndex
    let rest = withoutUser(url[start...])
    return String(url[..<start]) + withoutSecretItems(rest, depth: depth)
}

private func shown(in text: String, depth: Int) -> String {
    // Nearly all texts: nothing is copied.
    guard text[...].firstRange(ofASCII: "://") != nil else { return text }
    var rest = text[...]
    var result = ""
    while let mark = rest.firstRange(ofASCII: "://") {
        let scheme = rest.utf8[..<mark.lowerBound].reversed().prefix(while: isSchemeByte).count
        let start = rest.utf8.index(mark.lowerBound, offsetBy: -scheme)
        let end =
            rest.unicodeScalars[mark.upperBound...].firstIndex(where: isBesideURL) ?? rest.endIndex
        result += rest[..<start] + shown(String(rest[start..<end]), depth: depth)
        rest = rest[end...]
    }
    return result + rest
}

/// Subsonic's, Plex's, Jellyfin's and the common ones.
private let secretKeys: Set<String> = [
    "t", "s", "p", "u", "auth", "authorization", "jwt", "key", "pass", "pwd", "sid", "sig", "user",
    "username", "hmac", "policy", "session", "sessionid",
]

/// Of longer names: `X-Plex-Token`, `access_token`, `client_secret`, `X-Amz-Signature`.
private let secretParts = [
    "token", "secret", "passw", "apikey", "api_key", "api-key", "signature", "credential",
]

private let slashes = Set("/\\".utf8)

/// What follows the scheme, without what names a user.
///
/// A password with a slash, `?` or `#` in it ends the authority too early for every parser: where
/// what looks like a port is no number, all up to the last `@` is taken for it.
private func withoutUser(_ rest: Substring) -> Substring {
    let end = rest.utf8.firstIndex { "/?#\\".utf8.contains($0) } ?? rest.endIndex
    let authority = rest[..<end]
    if let at = authority.utf8.lastIndex(of: UInt8(ascii: "@")) {
        return rest[rest.utf8.index(after: at)...]
    }
    guard let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")),
        !authority.utf8[colon...].contains(UInt8(ascii: "]")),
        !authority.utf8[colon...].dropFirst().allSatisfy({ (0x30...0x39).contains($0) }),
        let at = rest.utf8.lastIndex(of: UInt8(ascii: "@"))
    else { return rest }
    return rest[rest.utf8.index(after: at)...]
}

/// Without the secret items of the query, and of a fragment that is made like one.
private func withoutSecretItems(_ rest: Substring, depth: Int) -> String {
    let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
    let mark = rest.utf8[..<hash].firstIndex(of: UInt8(ascii: "?")) ?? hash
    return String(rest[..<mark]) + publicItems(rest[mark..<hash], depth: depth)
        + publicItems(rest[hash...], depth: depth)
}

/// - Parameter part: begins with its `?` or `#`, unless it is empty.
private func publicItems(_ part: Substring, depth: Int) -> String {
    guard let lead = part.first else { return "" }
    let items = part.dropFirst().split(separator: "&").filter { !isSecret($0, depth: depth) }
    return items.isEmpty ? "" : String(lead) + items.joined(separator: "&")
}

private func isSecret(_ item: Substring, depth: Int) -> Bool {
    guard let equals = item.utf8.firstIndex(of: UInt8(ascii: "=")) else { return false }
    let key = percentDecoded(item[..<equals]).lowercased()
    if secretKeys.contains(key) || secretParts.contains(where: key.contains(ascii:)) { return true }
    // An address within the address has credentials of its own; nobody nests them deeper.
    let value = percentDecoded(item[equals...].dropFirst())
    guard value.contains(ascii: "://") else { return false }
    return depth >= 2 || shown(in: value, depth: depth + 1) != value
}

private func isSchemeByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
}

/// What stands around a URL in a sentence, and never in one.
private func isBesideURL(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || "\"<>`“”‘’„«»".unicodeScalars.contains(scalar)
}

extension StringProtocol {
    /// Foundation's search is not at hand here.
    fileprivate func firstRange(ofASCII needle: String) -> Range<String.Index>? {
        let bytes = needle.utf8
        guard let first = bytes.first else { return nil }
        var start = utf8.startIndex
        while let place = utf8[start...].firstIndex(of: first) {
            if utf8[place...].starts(with: bytes) {
                return place..<utf8.index(place, offsetBy: bytes.count)
            }
            start = utf8.index(after: place)
        }
        return nil
    }

    fileprivate func contains(ascii needle: String) -> Bool { firstRange(ofASCII: needle) != nil }
}
