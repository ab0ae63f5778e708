// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib

/// A call of the Subsonic API (https://opensubsonic.netlify.app/docs/endpoints/).
struct SubsonicRequest: Sendable, Hashable {
    let method: String
    var items: [QueryItem]
    /// Whether calling twice does no more than calling once.
    var repeats = true

    init(_ method: String, _ items: [QueryItem] = []) {
        self.method = method
        self.items = items
    }

    /// Longer ones are sent as a form: some servers take no more than 8 kB of a request's head.
    static let queryLimit = 4096

    /// The whole address, credentials and all.
    func url(at address: SubsonicAddress, _ credentials: [QueryItem]) -> String {
        "\(endpoint(at: address))?\((credentials + items).encoded)"
    }

    func httpRequest(at address: SubsonicAddress, _ credentials: [QueryItem]) -> HTTPRequest {
        let query = (credentials + [QueryItem("f", "json")] + items).encoded
        var request = HTTPRequest("\(endpoint(at: address))?\(query)")
        if query.utf8.count > Self.queryLimit {
            request = HTTPRequest(endpoint(at: address))
            request.method = "POST"
            request.headers = [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")]
            request.body = Array(query.utf8)
        }
        request.repeats = repeats
        return request
    }

    private func endpoint(at address: SubsonicAddress) -> String {
        "\(address.base)/rest/\(method).view"
    }
}

/// How the API is spoken with one server: what it was found to understand.
struct SubsonicDialect: Sendable, Hashable {
    enum Login: Sendable, Hashable {
        /// The password's MD5 with a salt, since 1.13.0.
        case token
        /// The password itself, for servers that keep no more than a hash of their own of it.
        case password
    }

    var login = Login.token
    /// Of the API, as we ask for it.
    var version = "1.16.1"
    /// A call has succeeded.
    var isProven = false

    /// What a refusal teaches.
    enum Lesson: Sendable, Hashable {
        case askAgain
        /// A missing parameter may be the password; only `ping`, which has no other, can tell.
        case ping
        /// The server wants the password, which somebody on the way could read.
        case withhold
        /// It stands.
        case nothing
    }

    /// - Parameter isPrivate: nobody on the way can read a password.
    mutating func learn(
        from refusal: SubsonicRefusal, of method: String, isPrivate: Bool
    ) -> Lesson {
        guard case .code(let code, _, let theirs) = refusal else { return .nothing }
        if code == 30, let theirs, theirs != version {
            version = theirs
            return .askAgain
        }
        guard login == .token else { return .nothing }
        let isUnclear = code == 10 && !isProven
        if isUnclear, method != "ping" { return .ping }
        guard isUnclear || [41, 42].contains(code) else { return .nothing }
        guard isPrivate else { return .withhold }
        login = .password
        return .askAgain
    }

    /// - Parameter salt: new for each call.
    func credentials(user: String, password: String, salt: String) -> [QueryItem] {
        let secret =
            switch login {
            case .token:
                [QueryItem("t", md5(Array((password + salt).utf8))), QueryItem("s", salt)]
            case .password:
                [QueryItem("p", "enc:" + hexadecimal(password))]
            }
        return [QueryItem("u", user)] + secret
            + [QueryItem("v", version), QueryItem("c", "gatefold")]
    }

    /// Ten bytes from the system's generator.
    static func salt() -> String {
        (0..<10).map { _ in hexadecimal(UInt8.random(in: 0...255)) }.joined()
    }
}

private func hexadecimal(_ text: String) -> String { text.utf8.map(hexadecimal).joined() }

private func hexadecimal(_ byte: UInt8) -> String {
    String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
}
