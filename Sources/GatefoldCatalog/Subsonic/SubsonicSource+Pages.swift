// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// A list of albums that the server orders (`getAlbumList2`).
enum SubsonicAlbumList: Sendable, Hashable {
    case byName, byArtist
    case newest, frequent, recent
    case ofGenre(String)

    /// Nil for an order of all albums that the server does not have.
    ///
    /// `frequent` and `recent` are none of them: they leave out what was never played.
    init?(_ query: SourceQuery) {
        switch (query.order, query.isDescending) {
        case (.natural, false), (.title, false): self = .byName
        case (.artist, false): self = .byArtist
        case (.added, true): self = .newest
        default: return nil
        }
    }

    func request(size: Int, offset: Int) -> SubsonicRequest {
        SubsonicRequest(
            "getAlbumList2", items + [QueryItem("size", size), QueryItem("offset", offset)])
    }

    private var items: [QueryItem] {
        switch self {
        case .byName: [QueryItem("type", "alphabeticalByName")]
        case .byArtist: [QueryItem("type", "alphabeticalByArtist")]
        case .newest: [QueryItem("type", "newest")]
        case .frequent: [QueryItem("type", "frequent")]
        case .recent: [QueryItem("type", "recent")]
        case .ofGenre(let genre): [QueryItem("type", "byGenre"), QueryItem("genre", genre)]
        }
    }
}

/// Lists that a server gives in pages.
extension SubsonicSource {
    /// What the API allows.
    private static var pageSize: Int { 500 }
    /// No list is longer, whatever a server sends.
    private static var longest: Int { 200_000 }

    /// Page after page, up to `count` things or the end.
    private func collect<Thing: Sendable>(
        _ count: Int, from offset: Int,
        _ ask: (_ size: Int, _ offset: Int) async throws(SourceError) -> [Thing]
    ) async throws(SourceError) -> [Thing] {
        var things: [Thing] = []
        while things.count < count {
            let size = min(count - things.count, Self.pageSize)
            let page = try await ask(size, offset + things.count)
            things += page
            if page.count < size { break }
        }
        return things
    }

    /// One more than wanted tells whether there are more.
    private func wanted(_ query: SourceQuery) -> Int {
        min(max(0, query.limit ?? Self.pageSize), Self.longest) + 1
    }

    // MARK: Albums

    func page(
        of list: SubsonicAlbumList, _ query: SourceQuery
    ) async throws(SourceError) -> SourcePage {
        let albums = try await albums(list, wanted(query), from: query.first)
        return SourcePage(.album, cutting: items(albums), to: query.limit ?? Self.pageSize)
    }

    func albums(_ list: SubsonicAlbumList) async throws(SourceError) -> [SubsonicAlbum] {
        try await albums(list, Self.longest, from: 0)
    }

    private func albums(
        _ list: SubsonicAlbumList, _ count: Int, from offset: Int
    ) async throws(SourceError) -> [SubsonicAlbum] {
        try await collect(count, from: offset) { (size, offset) throws(SourceError) in
            try await call(list.request(size: size, offset: offset)).albumList2?.album ?? []
        }
    }

    /// The songs of albums, in the order of the albums.
    func songs(of albums: [SubsonicAlbum]) async throws(SourceError) -> [SubsonicSong] {
        try await together(albums.compactMap(\.id)) { id throws(SourceError) in
            try await self.call("getAlbum", [QueryItem("id", id)]).album?.song ?? []
        }.flatMap(\.self)
    }

    // MARK: Songs

    /// All songs.
    func songs(_ query: SourceQuery) async throws(SourceError) -> SourcePage {
        guard query.isInOrder else {
            var songs = try await foundSongs(Self.longest, from: 0)
            if songs.isEmpty { songs = try await self.songs(of: try await albums(.byArtist)) }
            return SourcePage(whole: items(songs), of: query)
        }
        let songs = try await foundSongs(wanted(query), from: query.first)
        guard songs.isEmpty else {
            return SourcePage(.song, cutting: items(songs), to: query.limit ?? Self.pageSize)
        }
        return try await songsByAlbum(query)
    }

    /// An empty search finds everything (OpenSubsonic, `search3`); not with all servers.
    private func foundSongs(
        _ count: Int, from offset: Int
    ) async throws(SourceError) -> [SubsonicSong] {
        try await collect(count, from: offset) { (size, offset) throws(SourceError) in
            let items = [
                QueryItem("query", ""), QueryItem("artistCount", 0), QueryItem("albumCount", 0),
                QueryItem("songCount", size), QueryItem("songOffset", offset),
            ]
            return try await call("search3", items).searchResult3?.song ?? []
        }
    }

    /// The same from the albums, of which only those are opened that are in the page.
    private func songsByAlbum(_ query: SourceQuery) async throws(SourceError) -> SourcePage {
        var skipped = 0
        var albums = try await self.albums(.byArtist)[...]
        while let count = albums.first?.$songCount, skipped + count <= query.first {
            skipped += count
            albums = albums.dropFirst()
        }
        let end = query.first + wanted(query)
        var reached = skipped
        let open = albums.prefix { album in
            defer { reached += album.$songCount ?? 0 }
            return reached < end
        }
        let songs = items(try await self.songs(of: Array(open)))
        return SourcePage(
            .song, cutting: songs.dropFirst(query.first - skipped),
            to: query.limit ?? Self.pageSize)
    }

    func songs(
        ofGenre genre: String, _ query: SourceQuery
    ) async throws(SourceError) -> SourcePage {
        let songs = try await songs(ofGenre: genre, wanted(query), from: query.first)
        return SourcePage(.song, cutting: songs, to: query.limit ?? Self.pageSize)
    }

    func allSongs(ofGenre genre: String) async throws(SourceError) -> [SourceItem] {
        try await songs(ofGenre: genre, Self.longest, from: 0)
    }

    private func songs(
        ofGenre genre: String, _ count: Int, from offset: Int
    ) async throws(SourceError) -> [SourceItem] {
        items(
            try await collect(count, from: offset) { (size, offset) throws(SourceError) in
                let items = [
                    QueryItem("genre", genre), QueryItem("count", size),
                    QueryItem("offset", offset),
                ]
                return try await call("getSongsByGenre", items).songsByGenre?.song ?? []
            })
    }

    // MARK: Charts

    /// So many of the albums in a chart are looked into for songs: the API has charts of albums only.
    private static var chartAlbums: Int { 20 }

    /// A whole chart; of one genre, if it is named.
    func chart(
        _ chart: SourceQuery.Chart, _ query: SourceQuery, _ genre: String?
    ) async throws(SourceError) -> [SourceItem] {
        let items = try await self.chart(chart, query)
        guard let genre = genre.map({ (SourceURI($0)?.id ?? $0).lowercased() }) else {
            return items
        }
        return items.filter { $0.details.genres.contains { $0.lowercased() == genre } }
    }

    private func chart(
        _ chart: SourceQuery.Chart, _ query: SourceQuery
    ) async throws(SourceError) -> [SourceItem] {
        let end = query.first + min(wanted(query), Self.longest)
        switch (query.kind, chart) {
        case (.song, .favourites): return items(try await starred().song)
        case (.album, .favourites): return items(try await starred().album)
        case (.artist, .favourites):
            return try await starred().artist.compactMap { SourceItem($0, of: name) }
        case (.album, .mostPlayed): return items(try await albums(.frequent, end, from: 0))
        case (.album, .recentlyPlayed): return items(try await albums(.recent, end, from: 0))
        case (.album, .recentlyAdded): return items(try await albums(.newest, end, from: 0))
        case (.song, .mostPlayed):
            return heard(try await songs(in: .frequent)).ordered(by: .plays, isDescending: true)
        case (.song, .recentlyPlayed):
            return heard(try await songs(in: .recent)).ordered(by: .played, isDescending: true)
        case (.song, .recentlyAdded):
            return try await songs(in: .newest).ordered(by: .added, isDescending: true)
        default: throw missing("such chart")
        }
    }

    private func starred() async throws(SourceError) -> SubsonicAnswer.Things {
        guard let starred = try await call("getStarred2").starred2 else { throw .senseless(name) }
        return starred
    }

    private func songs(in list: SubsonicAlbumList) async throws(SourceError) -> [SourceItem] {
        items(try await songs(of: try await albums(list, Self.chartAlbums, from: 0)))
    }

    /// Those that were played; all, in the order of their albums, where the server does not tell.
    private func heard(_ songs: [SourceItem]) -> [SourceItem] {
        let heard = songs.filter { ($0.plays ?? 0) > 0 || $0.played != nil }
        return heard.isEmpty ? songs : heard
    }
}
