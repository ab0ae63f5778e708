// SPDX-License-Identifier: MPL-2.0

/// What is kept secret of an Apple Music source: a developer's key, and a user's token if there is
/// one.
///
/// As one text, so that a keyring asks once: the key in PEM, and a line with the token before it.
/// What stands outside of the lines that bound it is no part of a key (RFC 7468, section 2).
package struct AppleMusicSecret: Sendable, Hashable {
    /// A private key in PEM, the content of a `.p8` file.
    package var key: String
    /// The value of the header `Music-User-Token`.
    package var userToken: String?

    private static let prefix = "Music-User-Token: "
    private static let begin = "-----BEGIN PRIVATE KEY-----"
    private static let end = "-----END PRIVATE KEY-----"

    package init(key: String, userToken: String? = nil) {
        self.key = key
        self.userToken = userToken
    }

    /// Nil for a text in which no key is.
    package init?(_ text: String) {
        let lines = text.split(whereSeparator: \.isNewline)
        guard let begin = lines.firstIndex(where: { $0 == Self.begin }),
            let end = lines[begin...].firstIndex(where: { $0 == Self.end })
        else { return nil }
        let line = lines[..<begin].first { $0.hasPrefix(Self.prefix) }
        self.init(
            key: lines[begin...end].map { $0 + "\n" }.joined(),
            userToken: line.map { String($0.dropFirst(Self.prefix.count)) })
    }

    package var text: String { (userToken.map { Self.prefix + $0 + "\n" } ?? "") + key }
}
