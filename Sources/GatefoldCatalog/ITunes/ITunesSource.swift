// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// Apple's catalog as everybody may ask it, without a key: the iTunes Search API, and the feeds of
/// what is played most.
///
/// Its songs are protected and cannot be played here; what can be heard is a preview of 30 seconds,
/// which `stream(of:)` is the address of. The API takes about 20 calls a minute, so answers are
/// kept for a day.
package final class ITunesSource: OnlineSource {
    package let name: String
    let country: String
    private let client: HTTPClient
    private let base: String
    private let feeds: String

    /// What the API allows.
    static let pageLimit = 200
    private static let pace = TokenBucket(size: 5, every: MediaTime(seconds: 3))
    private static let caching = HTTPCaching(lifetime: .seconds(86_400))
    private static let feedCaching = HTTPCaching(lifetime: .seconds(3600))

    /// - Parameters:
    ///   - country: of the shop, two letters such as `us`.
    ///   - base: the API's address; tests have their own.
    ///   - feeds: the address of the charts; likewise.
    package init(
        name: String, country: String, client: HTTPClient,
        base: String = "https://itunes.apple.com",
        feeds: String = "https://rss.marketingtools.apple.com"
    ) {
        self.name = name
        self.country = country.lowercased()
        self.client = client
        self.base = base
        self.feeds = feeds
    }

    /// - Parameter address: of a server that answers as both of Apple's do; nil is theirs.
    package convenience init(
        name: String, country: String, client: HTTPClient, address: String?
    ) {
        guard let address = address.map(withoutSlashes) else {
            self.init(name: name, country: country, client: client)
            return
        }
        self.init(name: name, country: country, client: client, base: address, feeds: address)
    }

    package func account() async throws(SourceError) -> SourceAccount {
        SourceAccount(canPlay: false, canEdit: false)
    }

    package func edit(_ edit: LibraryEdit) async throws(SourceError) -> String? {
        throw missing("way to change anything")
    }

    package func note(_ listening: SourceListening) async throws(SourceError) {}

    // MARK: Searching

    package func search(_ search: SourceSearch) async throws(SourceError) -> [SourcePage] {
        let entities: [(SourceItem.Kind, String)] = [
            (.song, "song"), (.album, "album"), (.artist, "musicArtist"),
        ]
        let wanted = entities.filter { search.kinds.contains($0.0) }
        return try await together(wanted) { (kind, entity) throws(SourceError) in
            let limit = min(max(0, search.limit), Self.pageLimit - 1)
            let items = try await self.items(
                "search",
                [
                    QueryItem("term", search.text), QueryItem("media", "music"),
                    QueryItem("entity", entity), QueryItem("limit", limit + 1),
                    QueryItem("offset", max(0, search.offset)),
                ])
            return SourcePage(kind, cutting: items.filter { $0.kind == kind }, to: limit)
        }
    }

    // MARK: Lists

    package func items(_ query: SourceQuery) async throws(SourceError) -> SourcePage {
        guard query.conditions.isEmpty else { throw missing("list with conditions") }
        switch query.scope {
        case .all: throw missing("list of all")
        case .of(let uri):
            return await .whole(try await content(of: try own(uri), query.kind), of: query)
        case .chart(.mostPlayed, let genre):
            return await .whole(try await chart(query, genre), of: query)
        case .chart: throw missing("such chart")
        case .code(.upc, let codes) where query.kind == .album:
            let albums = try await look(for: [QueryItem("upc", codes.joined(separator: ","))])
            return await .whole(albums.filter { $0.kind == .album }, of: query)
        case .code: throw missing("search by this code")
        }
    }

    private func content(
        of uri: SourceURI, _ kind: SourceItem.Kind
    ) async throws(SourceError) -> [SourceItem] {
        switch (kind, uri.kind) {
        case (.song, .album), (.song, .artist), (.album, .artist):
            let found = try await look(for: [
                QueryItem("id", uri.id), QueryItem("entity", kind.rawValue),
                QueryItem("limit", Self.pageLimit),
            ])
            // The first is the thing itself.
            return found.filter { $0.kind == kind }
        case (.album, .song):
            let details = try await items([uri.text]).first?.details
            return try await items([details?.albumURI].compactMap(\.self))
        case (.artist, .song), (.artist, .album):
            return try await items(try await items([uri.text]).first?.details.artistURIs ?? [])
        default: throw missing("such list")
        }
    }

    package func items(_ uris: [String]) async throws(SourceError) -> [SourceItem] {
        let ids = Set(
            uris.compactMap { uri in
                SourceURI(uri).flatMap { $0.source == name ? $0.id : nil }
            }
        ).sorted()
        var found: [String: SourceItem] = [:]
        for start in stride(from: 0, to: ids.count, by: Self.pageLimit) {
            let part = ids[start..<min(start + Self.pageLimit, ids.count)]
            let items = try await look(for: [QueryItem("id", part.joined(separator: ","))])
            for item in items { found[item.uri] = item }
        }
        return uris.compactMap { found[$0] }
    }

    // MARK: Charts

    /// What is played most, as far as a feed goes.
    private func chart(
        _ query: SourceQuery, _ genre: String?
    ) async throws(SourceError) -> [SourceItem] {
        guard [.song, .album].contains(query.kind), genre == nil else {
            throw missing("such chart")
        }
        let end = query.first + min(max(0, query.limit ?? 100), 100)
        let count = [10, 25, 50].first { $0 > end } ?? 100
        var request = HTTPRequest(
            "\(feeds)/api/v2/\(country)/music/most-played/\(count)/\(query.kind.rawValue)s.json")
        request.caching = Self.feedCaching
        let feed = try await answer(ChartFeed.self, to: request)
        let entries = (feed.feed?.results ?? []).compactMap {
            SourceItem($0, query.kind, of: name)
        }
        return query.kind == .song ? await completed(entries) : entries
    }

    /// With lengths and previews, which the feed lacks; without, where they cannot be had just now.
    private func completed(_ entries: [SourceItem]) async -> [SourceItem] {
        guard let songs = try? await items(entries.map(\.uri)) else { return entries }
        let known = Dictionary(songs.map { ($0.uri, $0) }) { first, _ in first }
        return entries.map { known[$0.uri] ?? $0 }
    }

    // MARK: Sound and pictures

    package func stream(of uri: SourceURI) async throws(SourceError) -> String {
        guard let item = try await items([try own(uri.text).text]).first, item.kind == .song else {
            throw SourceError(.notFound, "“\(name)” does not have this song.")
        }
        guard let preview = item.details.previewURL else {
            throw SourceError(.notFound, "“\(name)” has no preview of “\(item.title)”.")
        }
        return preview
    }

    package func picture(of uri: SourceURI, width: Int) async throws(SourceError) -> String {
        let item = try await items([try own(uri.text).text]).first
        guard let template = item?.details.artworkURL else {
            throw SourceError(.notFound, "“\(name)” has no picture of this.")
        }
        return artworkURL(template, width: width)
    }

    // MARK: Asking

    private func look(for items: [QueryItem]) async throws(SourceError) -> [SourceItem] {
        try await self.items("lookup", items)
    }

    private func items(
        _ method: String, _ items: [QueryItem]
    ) async throws(SourceError) -> [SourceItem] {
        let query = items + [QueryItem("country", country)]
        var request = HTTPRequest("\(base)/\(method)?\(query.encoded)")
        request.pace = Self.pace
        request.caching = Self.caching
        let answer = try await answer(ITunesAnswer.self, to: request)
        return answer.things.compactMap { SourceItem($0, of: name) }
    }

    private func answer<Value: Decodable & Sendable>(
        _ type: Value.Type, to request: HTTPRequest
    ) async throws(SourceError) -> Value {
        let response = try await client.answer(to: request, of: name)
        // The API refuses who asks too often with either.
        if response.status == 403 { throw .tooOften(name, seconds: nil) }
        guard response.status == 200 else { throw SourceError(response, source: name) }
        guard let value = await decodeJSON(type, from: response.body) else {
            throw .senseless(name)
        }
        return value
    }

    private func own(_ uri: String) throws(SourceError) -> SourceURI {
        guard let own = SourceURI(uri), own.source == name else { throw .foreign(uri, to: name) }
        return own
    }

    private func missing(_ what: String) -> SourceError { .unsupported(name, "has no \(what)") }
}
