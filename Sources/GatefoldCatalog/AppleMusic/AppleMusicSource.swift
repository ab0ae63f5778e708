// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel
private import Synchronization

/// Apple's catalog by the Apple Music API, for who has a developer's key of their own.
///
/// Its songs are protected and cannot be played here; what can be heard is a preview of 30 seconds,
/// which `stream(of:)` is the address of.
package final class AppleMusicSource: OnlineSource {
    package typealias Credentials =
        @Sendable () async throws(SourceError) -> AppleMusicCredentials

    package let name: String
    let storefront: String
    private let credentials: Credentials
    private let client: HTTPClient
    private let base: String
    private let token = Mutex<DeveloperToken?>(nil)

    /// - Parameters:
    ///   - storefront: the country of the catalog, two letters such as `us`.
    ///   - base: the API's address, with its version; tests have their own.
    package init(
        name: String, storefront: String, credentials: @escaping Credentials, client: HTTPClient,
        base: String = "https://api.music.apple.com/v1"
    ) {
        self.name = name
        self.storefront = storefront.lowercased()
        self.credentials = credentials
        self.client = client
        self.base = base
    }

    package func account() async throws(SourceError) -> SourceAccount {
        _ = try await response("test", [])
        return SourceAccount(canPlay: false, canEdit: false)
    }

    /// The countries that have a catalog: two letters, and a name.
    package func storefronts() async throws(SourceError) -> [(id: String, name: String)] {
        let stores = try await pages("storefronts", [], limit: 1000, pageSize: 200)
        return stores.things.compactMap { store in
            guard let id = store.id, let name = store.attributes?.name else { return nil }
            return (id, name)
        }
    }

    package func edit(_ edit: LibraryEdit) async throws(SourceError) -> String? {
        throw missing("way to change anything")
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
        _ path: String, _ items: [QueryItem]
    ) async throws(SourceError) -> HTTPResponse {
        let query = items.isEmpty ? "" : "?" + items.encoded
        var request = HTTPRequest("\(base)/\(path)\(query)")
        request.headers = [HTTPHeader("Authorization", "Bearer \(try await bearer())")]
        // The API has no need of any, and none shall get the token.
        request.limits.redirects = 0
        let response = try await client.answer(to: request, of: name)
        guard (200..<300).contains(response.status) else { throw await refusal(response) }
        return response
    }

    private func refusal(_ response: HTTPResponse) async -> SourceError {
        switch response.status {
        case 401:
            token.withLock { $0 = nil }
            return SourceError(
                .unauthorised,
                "“\(name)”: Apple does not accept the developer token: check the key, its"
                    + " identifier and the team's.")
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

    private func bearer() async throws(SourceError) -> String {
        let now = secondsSince1970()
        if let token = token.withLock(\.self), token.isGood(at: now) { return token.text }
        switch try await credentials() {
        case .token(let text): return text
        case .key(let pem, let id, let team):
            // libcrypto takes its time to load.
            let made = await offActor {
                Result { () throws(ES256.Failure) in
                    try DeveloperToken(key: pem, id: id, team: team, now: now)
                }
            }
            guard case .success(let token) = made else { throw badKey(made) }
            self.token.withLock { $0 = token }
            return token.text
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
