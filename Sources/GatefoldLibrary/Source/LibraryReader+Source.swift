// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// What a source is asked for, with all details.
extension LibraryReader {
    /// The list that a query asks for; nothing where the library has no such kind.
    func items(_ query: SourceQuery) throws(LibraryError) -> [SourceItem] {
        guard let table = SourceSelection.Table(query.kind) else { return [] }
        let selection = try SourceSelection(table, query, self)
        let (clauses, values) = (selection.clauses, selection.values)
        switch table {
        case .song:
            return try songs(clauses, values, isPage: query.limit != nil)
                .map { SourceItem(detailed: $0) }
        case .album:
            return try detailed(
                database.rows("\(Self.albumSelection) \(clauses)", values, make: Self.album))
        case .artist: return try artists(clauses, values)
        case .genre: return try genres(clauses, values)
        case .playlist:
            return try database.rows(
                "\(Self.playlistSelection) \(clauses)", values, make: Self.playlist
            ).map { SourceItem(detailed: $0) }
        }
    }

    /// - Parameter isPage: then what comes before it is passed over without a look at what is shown
    ///   of it, which is most of the work.
    private func songs(
        _ clauses: String, _ values: [any SQLConvertible], isPage: Bool
    ) throws(LibraryError) -> [LibraryTrack] {
        guard isPage else {
            return try database.rows(
                "\(Self.trackSelection) \(clauses)", values, make: Self.track)
        }
        let ids = try database.rows("\(Self.trackRows) \(clauses)", values) { $0.int64(0) }
        return try tracks(ids.map { LibraryTrack.ID(rawValue: $0) })
    }

    /// SQLite leaves out the tables of which nothing is asked.
    static let trackRows = """
        SELECT track.id FROM track LEFT JOIN album ON album.id = track.album
        LEFT JOIN history ON history.track = track.id
        """

    /// - Throws: `.notFound` for what is not in the library, or no more.
    func require(_ uri: String) throws(LibraryError) {
        if let table = SourceSelection.Table(kind(of: uri)), let row = try row(uri, table) {
            let isThere = try database.first(
                "SELECT 1 FROM \(table.name) WHERE id = ? AND \(table.presence)", row
            ) { $0.bool(0) }
            if isThere == true { return }
        } else if let path = FileURI.decode(uri), path.isPlaylist, path.exists {
            return
        }
        throw LibraryError(.notFound, "“\(uri)” is not in the library")
    }

    /// Things by their URIs; those that are not there are left out.
    func items(_ uris: [String]) throws(LibraryError) -> [SourceItem] {
        var items: [SourceItem] = []
        for uri in uris {
            var query = SourceQuery(kind(of: uri))
            query.conditions = [.property(.uri, [uri])]
            items += try self.items(query)
        }
        return items
    }

    private func kind(of uri: String) -> SourceItem.Kind {
        switch LibraryURI(uri) {
        case .album: .album
        case .artist: .artist
        case .genre: .genre
        case .playlist: .playlist
        case nil, .songs, .list: .song
        }
    }

    /// The row of a thing of a kind; nil for a thing of another kind, and for a file that the library
    /// does not have.
    func row(
        _ uri: String, _ table: SourceSelection.Table
    ) throws(LibraryError) -> Int64? {
        switch (table, LibraryURI(uri)) {
        case (.song, nil): try trackID(url: uri)?.rawValue
        case (.album, .album(let id)), (.artist, .artist(let id)), (.genre, .genre(let id)),
            (.playlist, .playlist(let id)):
            id
        default: nil
        }
    }

    /// What a search finds, the best first.
    func items(_ search: SourceSearch) throws(LibraryError) -> [SourcePage] {
        let kinds = SourceItem.Kind.allCases.filter(search.kinds.contains)
        let limit = search.limit
        let page = LibraryPage(offset: search.offset, limit: LibraryPage.oneMore(than: limit))
        let found = try self.search(
            search.text, kinds: Set(kinds.compactMap { LibraryItemKind(rawValue: $0.rawValue) }),
            page)
        var pages: [SourcePage] = []
        for kind in kinds {
            let items =
                switch kind {
                case .song: found.songs.map { SourceItem(detailed: $0) }
                case .album: try detailed(found.albums)
                case .artist: try self.items(found.artists.map { SourceItem($0).uri })
                case .genre: try genres(search, page)
                case .playlist: found.playlists.map { SourceItem(detailed: $0) }
                case .station: [SourceItem]()
                }
            pages.append(SourcePage(kind, items, limit: limit))
        }
        return pages
    }

    private func genres(
        _ search: SourceSearch, _ page: LibraryPage
    ) throws(LibraryError) -> [SourceItem] {
        guard SearchWords(search.text) != nil else { return [] }
        var query = SourceQuery(.genre)
        query.conditions = [.text(search.text)]
        (query.offset, query.limit) = (page.offset, page.limit)
        return try items(query)
    }

    // MARK: Details

    private func detailed(_ albums: [LibraryAlbum]) throws(LibraryError) -> [SourceItem] {
        var items: [SourceItem] = []
        for album in albums { items.append(try detailed(album)) }
        return items
    }

    private func detailed(_ album: LibraryAlbum) throws(LibraryError) -> SourceItem {
        var item = SourceItem(album)
        var details = SourceItemDetails()
        details.artists = [album.artist].filter { !$0.isEmpty }
        details.albumArtist = album.artist
        details.released = album.original ?? album.released
        details.isCompilation = album.isCompilation
        details.genres = try database.rows(
            """
            SELECT genre.name FROM genre WHERE genre.id IN (SELECT track_genre.genre FROM track
            JOIN track_genre ON track_genre.track = track.id WHERE track.album = ?)
            ORDER BY genre.key
            """, album.id.rawValue
        ) { $0.text(0) }
        details.artworkURL = try database.first(
            """
            SELECT directory.path, track.name FROM track
            JOIN directory ON directory.id = track.directory
            WHERE track.album = ? AND track.missing = 0
            ORDER BY track.disc_number, track.track_number LIMIT 1
            """, album.id.rawValue
        ) { FileURI.encode(FilePath(bytes: $0.bytes(0)).appending($0.bytes(1))) }
        details.upc = try database.first(
            """
            SELECT upc FROM track WHERE album = ? AND missing = 0 AND upc IS NOT NULL
            ORDER BY disc_number, track_number LIMIT 1
            """, album.id.rawValue
        ) { $0.text(0) }
        try database.each(
            """
            SELECT coalesce(sum(history.plays), 0), coalesce(max(history.played), 0) FROM track
            JOIN history ON history.track = track.id WHERE track.album = ?
            """, album.id.rawValue
        ) { row in
            (item.plays, item.played) = (row.int(0), row.int64(1))
            return false
        }
        item.details = details
        return item
    }

    private func artists(
        _ clauses: String, _ values: [any SQLConvertible]
    ) throws(LibraryError) -> [SourceItem] {
        try database.rows(
            """
            SELECT id, name, tracks, \(Self.albumCount), \(Self.added("track_artist", "artist"))
            FROM artist \(clauses)
            """, values
        ) { row in
            var item = SourceItem(Self.artist(row))
            item.details.albumCount = row.int(3)
            item.added = row.optionalInt64(4)
            return item
        }
    }

    private func genres(
        _ clauses: String, _ values: [any SQLConvertible]
    ) throws(LibraryError) -> [SourceItem] {
        try database.rows(
            """
            SELECT id, name, tracks, \(Self.added("track_genre", "genre")) FROM genre \(clauses)
            """, values
        ) { row in
            var item = SourceItem(Self.genre(row))
            item.added = row.optionalInt64(3)
            return item
        }
    }

    /// Of the artist of a row.
    static let albumCount = """
        (SELECT count(DISTINCT track.album) FROM track_artist \
        JOIN track ON track.id = track_artist.track AND track.missing = 0 \
        WHERE track_artist.artist = artist.id)
        """

    /// When the first track of the artist or genre of a row was added.
    static func added(_ list: String, _ name: String) -> String {
        """
        (SELECT min(track.added) FROM \(list) \
        JOIN track ON track.id = \(list).track AND track.missing = 0 \
        WHERE \(list).\(name) = \(name).id)
        """
    }
}

extension SourcePage {
    /// - Parameter items: one more than `limit`, if there is more.
    init(_ kind: SourceItem.Kind, _ items: [SourceItem], limit: Int?) {
        let limit = limit ?? items.count
        self.init(kind, Array(items.prefix(limit)), hasMore: items.count > limit)
    }
}

extension SourceItem {
    package init(detailed track: LibraryTrack) {
        self.init(track)
        var details = SourceItemDetails(track.track)
        details.isCompilation = track.isCompilation
        details.isrc = track.isrc
        details.albumURI = track.album.map { LibraryURI.album($0.rawValue).text }
        self.details = details
    }

    package init(detailed place: LibraryPlaylistEntry) {
        self.init(place)
        details = SourceItemDetails(place.track)
    }

    /// What a playlist file says of something that is not in the library.
    init(detailed track: Track) {
        self.init(.song, uri: track.url, title: track.displayTitle)
        let tags = track.tags
        artist = tags?.artists.isEmpty == false ? tags?.artists.joined(separator: ", ") : nil
        album = tags?.album
        length = tags?.length
        details = SourceItemDetails(track)
    }

    /// A playlist that is a file.
    init(_ file: NamedPlaylist) {
        self.init(.playlist, uri: file.url, title: file.name)
        added = file.modified
        modified = file.modified
    }

    package init(detailed playlist: LibraryPlaylist) {
        self.init(playlist)
        added = playlist.created
        modified = playlist.modified
        played = playlist.played
    }
}

extension SourceItemDetails {
    fileprivate init(_ track: Track) {
        self.init()
        let tags = track.tags ?? TrackTags()
        artists = tags.artists
        albumArtist = tags.albumArtists.first
        composers = tags.composers
        genres = tags.genres
        trackNumber = tags.trackNumber.map(Int.init)
        discNumber = tags.discNumber.map(Int.init)
        released = tags.contentCreated
        // The picture in it or beside it, for who asks.
        artworkURL = track.isLocal ? track.url : tags.artworkURL
    }
}
