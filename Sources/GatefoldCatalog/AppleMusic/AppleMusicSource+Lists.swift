// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// Lists of the catalog, previews and pictures.
extension AppleMusicSource {
    /// What the API allows.
    private static var searchPage: Int { 25 }
    private static var chartPage: Int { 200 }
    static var tracksPage: Int { 100 }
    /// No list is longer, whatever is asked for.
    static var longest: Int { 1000 }

    private var catalog: String { "catalog/\(storefront)" }

    // MARK: Searching

    package func search(_ search: SourceSearch) async throws(SourceError) -> [SourcePage] {
        let kinds: [SourceItem.Kind] = [.song, .album, .artist, .playlist, .station]
        return try await together(kinds.filter(search.kinds.contains)) {
            kind throws(SourceError) in
            let limit = min(max(0, search.limit), Self.longest)
            let items = [
                QueryItem("term", search.text), QueryItem("types", kind.appleMusicType),
            ]
            let found = try await self.pages(
                self.catalog + "/search", items, limit: limit, pageSize: Self.searchPage,
                offset: max(0, search.offset)
            ) { response throws(SourceError) in
                let results = try await self.decode(AppleMusicResults.self, response)
                return results.page(of: kind) ?? AppleMusicPage()
            }
            var page = SourcePage(kind, self.items(found.things), hasMore: found.hasMore)
            if kind == .playlist, search.offset <= 0 {
                page.items.insert(contentsOf: try await self.ownPlaylists(search.text), at: 0)
            }
            return page
        }
    }

    // MARK: Lists

    package func items(_ query: SourceQuery) async throws(SourceError) -> SourcePage {
        guard query.conditions.isEmpty else { throw missing("list with conditions") }
        switch query.scope {
        case .all where query.kind == .genre:
            let genres = try await pages(
                catalog + "/genres", [], limit: Self.longest, pageSize: Self.tracksPage)
            return await .whole(items(genres.things), of: query)
        case .all: return try await library(query)
        case .of(let uri): return try await content(of: try own(uri), query)
        case .chart(.mostPlayed, let genre): return try await chart(query, genre: genre)
        case .chart: throw missing("such chart")
        case .code(let code, let values): return try await find(code, values, query)
        }
    }

    private func content(
        of uri: SourceURI, _ query: SourceQuery
    ) async throws(SourceError) -> SourcePage {
        let relationship =
            switch (query.kind, uri.kind) {
            case (.song, .album), (.song, .playlist): "tracks"
            case (.album, .artist), (.album, .song): "albums"
            case (.artist, .song), (.artist, .album): "artists"
            case (.genre, .song), (.genre, .album), (.genre, .artist): "genres"
            case (.song, .artist): "view/top-songs"
            case (.song, .genre), (.album, .genre): ""
            default: throw missing("such list")
            }
        if relationship.isEmpty { return try await chart(query, genre: uri.id) }
        let place = isOfLibrary(uri.id) ? "me/library" : catalog
        let found = try await pages(
            "\(place)/\(uri.kind.rawValue)s/\(segment(uri.id))/\(relationship)", [],
            limit: Self.longest, pageSize: Self.tracksPage)
        return await .whole(items(found.things).filter { $0.kind == query.kind }, of: query)
    }

    /// What is played most; of one genre, if it is named by its URI or id.
    private func chart(
        _ query: SourceQuery, genre: String?
    ) async throws(SourceError) -> SourcePage {
        let kind = query.kind
        guard [.song, .album, .playlist].contains(kind) else { throw missing("such chart") }
        let limit = min(max(0, query.limit ?? Self.chartPage), Self.longest)
        var items = [
            QueryItem("types", kind.appleMusicType), QueryItem("chart", "most-played"),
        ]
        if let genre { items.append(QueryItem("genre", SourceURI(genre)?.id ?? genre)) }
        let offset = query.isInOrder ? query.first : 0
        let count = query.isInOrder ? limit : Self.longest
        let found = try await pages(
            catalog + "/charts", items, limit: count, pageSize: Self.chartPage, offset: offset
        ) { response throws(SourceError) in
            let results = try await self.decode(AppleMusicResults.self, response)
            return results.page(of: kind) ?? AppleMusicPage()
        }
        guard query.isInOrder else { return await .whole(self.items(found.things), of: query) }
        return SourcePage(kind, self.items(found.things), hasMore: found.hasMore)
    }

    private func find(
        _ code: SourceQuery.Code, _ values: [String], _ query: SourceQuery
    ) async throws(SourceError) -> SourcePage {
        switch (code, query.kind) {
        case (.isrc, .song), (.upc, .album): break
        default: throw missing("search by this code")
        }
        let filter = QueryItem("filter[\(code.rawValue)]", values.joined(separator: ","))
        let response = try await response("\(catalog)/\(query.kind.appleMusicType)", [filter])
        let page = try await decode(AppleMusicPage.self, response)
        return await .whole(items(page.data), of: query)
    }

    // MARK: Things by their URIs

    package func items(_ uris: [String]) async throws(SourceError) -> [SourceItem] {
        let own = uris.compactMap { uri in SourceURI(uri).flatMap { $0.source == name ? $0 : nil } }
        var found: [String: SourceItem] = [:]
        for (kind, uris) in Dictionary(grouping: own, by: \.kind) where kind != .artwork {
            for ids in Dictionary(grouping: Set(uris.map(\.id)), by: isOfLibrary).values {
                let ids = ids.sorted()
                for start in stride(from: 0, to: ids.count, by: Self.searchPage) {
                    let part = ids[start..<min(start + Self.searchPage, ids.count)]
                    for item in try await things(kind, Array(part)) { found[item.uri] = item }
                }
            }
        }
        return uris.compactMap { found[$0] }
    }

    private func things(
        _ kind: SourceURI.Kind, _ ids: [String]
    ) async throws(SourceError) -> [SourceItem] {
        do throws(SourceError) {
            let isOwn = ids.contains(where: isOfLibrary)
            let place = isOwn ? "me/library" : catalog
            let response = try await response(
                "\(place)/\(kind.rawValue)s",
                [QueryItem("ids", ids.joined(separator: ","))] + (isOwn ? Self.whole : []))
            return items(try await decode(AppleMusicPage.self, response).data)
        } catch  where error.code == .notFound {
            return []
        }
    }

    // MARK: Sound and pictures

    package func stream(of uri: SourceURI) async throws(SourceError) -> String {
        let item = try await items([try own(uri.text).text]).first
        guard let preview = item?.details.previewURL else {
            throw SourceError(.notFound, "“\(name)” has no preview of this.")
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

    func items(_ resources: [AppleMusicResource]) -> [SourceItem] {
        resources.compactMap { SourceItem($0, of: name) }
    }
}

/// Of a path; a slash in it does not make another one.
func segment(_ id: String) -> String {
    FileURI.encodeRelative([UInt8](id.utf8)).split(separator: "/", omittingEmptySubsequences: false)
        .joined(separator: "%2F")
}
