// SPDX-License-Identifier: MPL-2.0

internal import FoundationEssentials

/// What a user has from Apple to ask the Apple Music API with.
package struct AppleMusicCredentials: Sendable, Hashable {
    package enum Developer: Sendable, Hashable {
        /// A token that was made elsewhere, and expires there.
        case token(String)
        /// A private key, the content of a `.p8` file, with its ten characters and the team's.
        case key(pem: [UInt8], id: String, team: String)
    }

    package var developer: Developer
    /// By which Apple knows the user; nil is nobody, who has no library.
    package var user: String?

    package init(_ developer: Developer, user: String? = nil) {
        self.developer = developer
        self.user = user
    }
}

/// A token by which Apple knows a developer: signed here, good for some hours.
///
/// A JSON Web Token (RFC 7519) in the form of Apple's "Generating developer tokens".
struct DeveloperToken: Sendable, Hashable {
    let text: String
    /// In seconds since 1970.
    private let made: Int64

    /// Apple allows half a year; a token that gets lost is better soon worthless.
    static let lifetime: Int64 = 12 * 3600

    private struct Header: Encodable {
        let alg = "ES256"
        let kid: String
        let typ = "JWT"
    }

    private struct Claims: Encodable {
        let iss: String
        let iat: Int64
        let exp: Int64
    }

    /// - Parameter now: in seconds since 1970.
    init(key: [UInt8], id: String, team: String, now: Int64) throws(ES256.Failure) {
        made = now
        let claims = Claims(iss: team, iat: now, exp: now + Self.lifetime)
        let signed = try Self.encoded(Header(kid: id)) + "." + Self.encoded(claims)
        let signature = try ES256.signature(of: Array(signed.utf8), key: key)
        text = signed + "." + base64URL(Data(signature))
    }

    /// Until half of its life is over, as clocks differ; one of the future is none.
    func isGood(at now: Int64) -> Bool { (made...made + Self.lifetime / 2).contains(now) }

    private static func encoded(_ value: some Encodable) throws(ES256.Failure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Texts and numbers can always be encoded.
        guard let json = try? encoder.encode(value) else { throw .badKey }
        return base64URL(json)
    }
}

/// RFC 4648, section 5, without padding.
func base64URL(_ bytes: Data) -> String {
    String(
        bytes.base64EncodedString().compactMap { digit in
            switch digit {
            case "+": "-"
            case "/": "_"
            case "=": nil
            default: digit
            }
        })
}
