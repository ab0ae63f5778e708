// SPDX-License-Identifier: MPL-2.0

/// Where a Subsonic server is, as a user writes it: with or without a scheme, a slash at its end or
/// the `/rest` that every request adds.
struct SubsonicAddress: Sendable, Hashable {
    /// Without a slash at its end.
    let base: String

    init(_ text: String) {
        var base = String(text.filter { !$0.isWhitespace })
        if !base.contains("://") { base = "https://" + base }
        while base.hasSuffix("/") { base.removeLast() }
        if base.hasSuffix("/rest") { base.removeLast(5) }
        self.base = base
    }

    /// Whether nobody on the way can read what is sent.
    var isPrivate: Bool {
        if base.lowercased().hasPrefix("https://") { return true }
        let host = HTTPRequest(base).host
        let name =
            host.hasPrefix("[") ? host.prefix { $0 != "]" }.dropFirst() : host.prefix { $0 != ":" }
        return name == "localhost" || NetworkScope(address: String(name)) == .machine
    }
}
