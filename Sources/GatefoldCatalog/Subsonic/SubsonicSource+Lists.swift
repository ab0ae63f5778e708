// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// Lists of a server: what it orders itself in pages, the rest whole.
extension SubsonicSource {
    package func items(_ query: SourceQuery) async throws(SourceError) -> SourcePage {
        guard query.conditions.isEmpty else { throw missing("list with conditions") }
        switch query.scope {
        case .all: return try await everything(query)
        case .of(let uri): return try await content(of: try own(uri), query)
        case .chart(let chart, let genre):
            return await .whole(try await self.chart(chart, query, genre), of: query)
        case .code: throw missing("search by an industry code")
        }
    }

    private func everything(_ query: SourceQuery) async throws(SourceError) -> SourcePage {
        switch query.kind {
        case .song: return try await songs(query)
        case .album:
            guard let list = SubsonicAlbumList(query) else {
                return await .whole(await items(try await albums(.byName)), of: query)
            }
            return try await page(of: list, query)
        case .artist: return await .whole(try await artists(), of: query)
        case .genre: return await .whole(try await genres(), of: query)
        case .playlist: return await .whole(try await playlists(), of: query)
        case .station: return await .whole(try await stations(), of: query)
        }
    }

    private func content(
        of uri: SourceURI, _ query: SourceQuery
    ) async throws(SourceError) -> SourcePage {
        switch (query.kind, uri.kind) {
        case (.song, .genre) where query.isInOrder: return try await songs(ofGenre: uri.id, query)
        case (.album, .genre) where query.isInOrder:
            return try await page(of: .ofGenre(uri.id), query)
        default: return await .whole(try await wholeContent(of: uri, query.kind), of: query)
        }
    }

    func wholeContent(
        of uri: SourceURI, _ kind: SourceItem.Kind
    ) async throws(SourceError) -> [SourceItem] {
        let id = [QueryItem("id", uri.id)]
        switch (kind, uri.kind) {
        case (.song, .album): return await items(try await call("getAlbum", id).album?.song ?? [])
        case (.song, .artist):
            return await items(
                try await songs(of: try await call("getArtist", id).artist?.album ?? []))
        case (.song, .genre): return try await allSongs(ofGenre: uri.id)
        case (.song, .playlist): return try await content(of: uri)
        case (.album, .artist):
            return await items(try await call("getArtist", id).artist?.album ?? [])
        case (.album, .genre): return await items(try await albums(.ofGenre(uri.id)))
        case (.album, .song):
            let song = try await call("getSong", id).song
            guard let album = song?.albumId else { return [] }
            return await items([try await call("getAlbum", [QueryItem("id", album)]).album])
        case (.artist, .song), (.artist, .album):
            return try await artists(of: uri)
        default: throw missing("such list")
        }
    }

    /// Those that the song or the album names.
    private func artists(of uri: SourceURI) async throws(SourceError) -> [SourceItem] {
        let uris = try await items([uri.text]).first?.details.artistURIs ?? []
        return try await items(uris)
    }

    // MARK: Whole lists

    private func artists() async throws(SourceError) -> [SourceItem] {
        await items(try await call("getArtists").artists?.index.flatMap(\.artist) ?? [])
    }

    private func genres() async throws(SourceError) -> [SourceItem] {
        let genres = try await call("getGenres").genres?.genre ?? []
        return genres.compactMap { SourceItem($0, of: name) }
    }

    func playlists() async throws(SourceError) -> [SourceItem] {
        let playlists = try await call("getPlaylists").playlists?.playlist ?? []
        return playlists.compactMap { SourceItem($0, of: name) }
    }

    private func stations() async throws(SourceError) -> [SourceItem] {
        let stations = try await call("getInternetRadioStations").internetRadioStations
        return (stations?.internetRadioStation ?? []).compactMap { SourceItem($0, of: name) }
    }

    // MARK: Things by their URIs

    package func items(_ uris: [String]) async throws(SourceError) -> [SourceItem] {
        try await together(uris) { uri throws(SourceError) in
            do throws(SourceError) {
                return try await self.item(uri)
            } catch  where error.code == .notFound {
                return nil
            }
        }.compactMap(\.self)
    }

    private func item(_ uri: String) async throws(SourceError) -> SourceItem? {
        let own = try own(uri)
        let id = [QueryItem("id", own.id)]
        switch own.kind {
        case .song: return await items([try await call("getSong", id).song]).first
        case .album: return await items([try await call("getAlbum", id).album]).first
        case .artist: return await items([try await call("getArtist", id).artist]).first
        case .playlist:
            return try await call("getPlaylist", id).playlist.flatMap { SourceItem($0, of: name) }
        case .genre: return try await genres().first { $0.uri == uri }
        case .station: return try await stations().first { $0.uri == uri }
        case .artwork: return nil
        }
    }

    // MARK: Searching

    package func search(_ search: SourceSearch) async throws(SourceError) -> [SourcePage] {
        var pages: [SourcePage] = []
        let found = try await searchResult(search)
        let results: [(SourceItem.Kind, [SourceItem])] = [
            (.song, await items(found?.song ?? [])), (.album, await items(found?.album ?? [])),
            (.artist, await items(found?.artist ?? [])),
        ]
        for (kind, items) in results where search.kinds.contains(kind) {
            pages.append(
                SourcePage(kind, cutting: items, to: min(search.limit, Self.mostFound)))
        }
        for kind in [SourceItem.Kind.genre, .playlist] where search.kinds.contains(kind) {
            let all = try await kind == .genre ? genres() : playlists()
            let items = all.containing(wordsOf: search.text).dropFirst(max(0, search.offset))
            pages.append(SourcePage(kind, cutting: items, to: search.limit))
        }
        return pages
    }

    /// Some servers refuse a count above 500, and one more than wanted is asked for.
    private static var mostFound: Int { 499 }

    /// Of each kind one more than wanted, which tells whether there are more.
    private func searchResult(
        _ search: SourceSearch
    ) async throws(SourceError) -> SubsonicAnswer.Things? {
        let kinds: [SourceItem.Kind] = [.song, .album, .artist]
        guard !search.kinds.isDisjoint(with: kinds) else { return nil }
        let items = kinds.flatMap { kind in
            let wanted = min(max(0, search.limit), Self.mostFound) + 1
            let count = search.kinds.contains(kind) ? wanted : 0
            return [
                QueryItem("\(kind)Count", count), QueryItem("\(kind)Offset", max(0, search.offset)),
            ]
        }
        return try await call("search3", [QueryItem("query", search.text)] + items).searchResult3
    }

    // MARK: Items

    func items(_ songs: [SubsonicSong?]) async -> [SourceItem] {
        await offActor { [name] in songs.compactMap { $0.flatMap { SourceItem($0, of: name) } } }
    }

    func items(_ albums: [SubsonicAlbum?]) async -> [SourceItem] {
        await offActor { [name] in albums.compactMap { $0.flatMap { SourceItem($0, of: name) } } }
    }

    private func items(_ artists: [SubsonicArtist?]) async -> [SourceItem] {
        await offActor { [name] in artists.compactMap { $0.flatMap { SourceItem($0, of: name) } } }
    }
}
