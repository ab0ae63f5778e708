// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel
private import Synchronization

/// Apple's catalog by the Apple Music API, for who has a developer's key of their own.
///
/// Its songs are protected and cannot be played here; what can be heard is a preview of 30 seconds,
/// which `stream(of:)` is the address of. Where the user has given a token, too, the user's own
/// library there is part of it.
package final class AppleMusicSource: OnlineSource {
    package typealias Credentials =
        @Sendable () async throws(SourceError) -> AppleMusicCredentials

    package let name: String
    package let storefront: String
    private let credentials: Credentials
    private let client: HTTPClient
    private let base: String
    private let made = Mutex<(token: DeveloperToken, user: String?)?>(nil)

    /// What requests are signed with.
    private struct Tokens {
        let developer: String
        let user: String?
    }

    /// - Parameters:
    ///   - storefront: the country of the catalog, two letters such as `us`.
    ///   - base: the API's address, with its version; tests have their own.
    package init(
        name: String, storefront: String, credentials: @escaping Credentials, client: HTTPClient,
        base: String
    ) {
        self.name = name
        self.storefront = storefront.lowercased()
        self.credentials = credentials
        self.client = client
        self.base = base
    }

    /// - Parameter address: of a server that answers as Apple's does; nil is Apple's.
    package convenience init(
        name: String, storefront: String, credentials: @escaping Credentials, client: HTTPClient,
        address: String?
    ) {
        let address = address.map(withoutSlashes) ?? "https://api.music.apple.com"
        self.init(
            name: name, storefront: storefront, credentials: credentials, client: client,
            base: address + "/v1")
    }

    package func account() async throws(SourceError) -> SourceAccount {
        _ = try await response("test", [])
        guard try await tokens().user != nil else {
            return SourceAccount(canPlay: false, canEdit: false)
        }
        _ = try await response("me/storefront", [])
        return SourceAccount(canPlay: false, canEdit: true)
    }

    /// The countries that have a catalog: two letters, and a name.
    package func storefronts() async throws(SourceError) -> [(id: String, name: String)] {
        let stores = try await pages("storefronts", [], limit: 1000, pageSize: 200)
        return stores.things.compactMap { store in
            guard let id = store.id, let name = store.attributes?.name else { return nil }
            return (id, name)
        }
    }

    package func note(_ listening: SourceListening) async throws(SourceError) {}

    // MARK: Asking

    /// Page after page, as far as they go and as many as are wanted; and whether there are more.
    func pages(
        _ path: String, _ items: [QueryItem], limit: Int, pageSize: Int, offset: Int = 0,
        _ page: (HTTPResponse) async throws(SourceError) -> AppleMusicPage
    ) async throws(SourceError) -> (things: [AppleMusicResource], hasMore: Bool) {
        var resources: [AppleMusicResource] = []
        var next: Int? = offset
        while let offset = next, resources.count < limit {
            let size = min(pageSize, limit - resources.count)
            let part = [QueryItem("limit", size), QueryItem("offset", offset)]
            let page = try await page(try await response(path, items + part))
            resources += page.data
            // A list that does not get on would never end.
            next = page.nextOffset.flatMap { $0 > offset && !page.data.isEmpty ? $0 : nil }
        }
        return (Array(resources.prefix(limit)), next != nil)
    }

    func pages(
        _ path: String, _ items: [QueryItem], limit: Int, pageSize: Int, offset: Int = 0
    ) async throws(SourceError) -> (things: [AppleMusicResource], hasMore: Bool) {
        try await pages(path, items, limit: limit, pageSize: pageSize, offset: offset) {
            response throws(SourceError) in
            try await self.decode(AppleMusicPage.self, response)
        }
    }

    func decode<Value: Decodable & Sendable>(
        _ type: Value.Type, _ response: HTTPResponse
    ) async throws(SourceError) -> Value {
        guard let value = await decodeJSON(type, from: response.body) else {
            throw .senseless(name)
        }
        return value
    }

    /// The answer of the API, if it does what it was asked.
    func response(
        _ path: String, _ items: [QueryItem], method: String = "GET", body: [UInt8]? = nil
    ) async throws(SourceError) -> HTTPResponse {
        let query = items.isEmpty ? "" : "?" + items.encoded
        let isUsers = path.hasPrefix("me/")
        var request = HTTPRequest("\(base)/\(path)\(query)")
        (request.method, request.body) = (method, body)
        if body != nil { request.headers.append(HTTPHeader("Content-Type", "application/json")) }
        let response = try await answer(to: request, isUsers: isUsers)
        guard (200..<300).contains(response.status) else {
            throw await refusal(response, isUsers: isUsers)
        }
        return response
    }

    /// With the developer's token, and the user's where it is about the user.
    private func answer(
        to request: HTTPRequest, isUsers: Bool
    ) async throws(SourceError) -> HTTPResponse {
        var request = request
        let tokens = try await tokens()
        request.headers.append(HTTPHeader("Authorization", "Bearer \(tokens.developer)"))
        if isUsers {
            guard let user = tokens.user else { throw noUser }
            request.headers.append(HTTPHeader("Music-User-Token", user))
        }
        // The API has no need of any, and none shall get the tokens.
        request.limits.redirects = 0
        return try await client.answer(to: request, of: name)
    }

    private var noUser: SourceError {
        SourceError(
            .unauthorised,
            "“\(name)” has no token of a user, whose library this is: gatefold source add apple-music"
                + " --user-token … takes one.")
    }

    private func refusal(_ response: HTTPResponse, isUsers: Bool) async -> SourceError {
        switch response.status {
        case 401:
            made.withLock { $0 = nil }
            return SourceError(
                .unauthorised,
                "“\(name)”: Apple does not accept the developer token: check the key, its"
                    + " identifier and the team's.")
        case 403 where isUsers:
            return SourceError(
                .unauthorised,
                "“\(name)”: Apple does not accept the user's token, or there is no subscription"
                    + " behind it: run gatefold source add apple-music --user-token … again.")
        case 403:
            return SourceError(
                .notAllowed, "“\(name)”: Apple does not let this developer's key do this.")
        case 400:
            let errors = await decodeJSON(AppleMusicErrors.self, from: response.body)
            guard let failure = errors?.errors.first,
                let text = failure.detail ?? failure.title
            else { return SourceError(response, source: name) }
            return SourceError(.invalid, "“\(name)” says: \(quoted(text))")
        default: return SourceError(response, source: name)
        }
    }

    private func tokens() async throws(SourceError) -> Tokens {
        let now = secondsSince1970()
        if let (token, user) = made.withLock(\.self), token.isGood(at: now) {
            return Tokens(developer: token.text, user: user)
        }
        let credentials = try await credentials()
        switch credentials.developer {
        case .token(let text): return Tokens(developer: text, user: credentials.user)
        case .key(let pem, let id, let team):
            // libcrypto takes its time to load.
            let signed = await offActor {
                Result { () throws(ES256.Failure) in
                    try DeveloperToken(key: pem, id: id, team: team, now: now)
                }
            }
            guard case .success(let token) = signed else { throw badKey(signed) }
            self.made.withLock { $0 = (token, credentials.user) }
            return Tokens(developer: token.text, user: credentials.user)
        }
    }

    private func badKey(_ result: Result<DeveloperToken, ES256.Failure>) -> SourceError {
        guard case .failure(.unavailable) = result else {
            return SourceError(
                .unauthorised,
                "“\(name)”: the file is no private key as Apple gives them to developers (.p8).")
        }
        return SourceError(
            .failed, "“\(name)”: signing needs OpenSSL (libcrypto.so.3), which is not installed.")
    }

    func own(_ uri: String) throws(SourceError) -> SourceURI {
        guard let own = SourceURI(uri), own.source == name else { throw .foreign(uri, to: name) }
        return own
    }

    func missing(_ what: String) -> SourceError { .unsupported(name, "has no \(what)") }
}

extension AppleMusicSource: AppleMusicAPI {
    package func developerToken() async throws(SourceError) -> String {
        try await tokens().developer
    }

    package func userToken() async throws(SourceError) -> String? { try await tokens().user }

    package func answer(to question: APIQuestion) async throws(SourceError) -> APIAnswer {
        guard question.path.hasPrefix("/") else {
            throw SourceError(.invalid, "“\(name)”: the path of a question begins with “/”.")
        }
        let origin = base.hasSuffix("/v1") ? String(base.dropLast(3)) : base
        var request = HTTPRequest(origin + question.path)
        (request.method, request.body) = (question.method, question.body)
        let own: Set = ["authorization", "music-user-token", "host", "content-length"]
        request.headers = question.headers.filter { !own.contains($0.key.lowercased()) }
            .map { HTTPHeader($0.key, $0.value) }
        // A catalog answers without a user, and who has one may be told more.
        let isUsers = try await tokens().user != nil
        let response = try await answer(to: request, isUsers: isUsers)
        if response.status == 401 { made.withLock { $0 = nil } }
        return APIAnswer(
            status: response.status, headers: response.headers.map { ($0.name, $0.value) },
            body: response.body)
    }
}
