// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// The orders of a query of a source in SQL.
extension SourceSelection.Table {
    /// Whether the library can sort by it.
    func canSort(by order: SourceQuery.Order) -> Bool { order == .natural || key(order) != nil }

    /// What is asked for, and then what makes the order a total one, so that pages never overlap.
    func orderClause(_ query: SourceQuery) -> String {
        let wanted =
            [SourceQuery.Ordering(query.order, isDescending: query.isDescending)]
            + query.furtherOrders
        let keys = wanted.compactMap { ordering in
            key(ordering.order).map { $0 + (ordering.isDescending ? " DESC" : "") }
        }
        guard let last = wanted.last, !keys.isEmpty else { return naturalOrder(query.scope) }
        return (keys + [rest(after: last)]).joined(separator: ", ")
    }

    private func key(_ order: SourceQuery.Order) -> String? {
        switch self {
        case .song: Self.songKey(order)
        case .album: Self.albumKey(order)
        case .artist: Self.artistKey(order)
        case .genre: Self.genreKey(order)
        case .playlist: Self.playlistKey(order)
        }
    }

    private static func songKey(_ order: SourceQuery.Order) -> String? {
        switch order {
        case .title: "track.title_key"
        case .artist: "track.artist_key"
        case .album: "album.title_key"
        case .composer: "nullif(track.composers, '') COLLATE NOCASE"
        case .added: "track.added"
        case .played: "coalesce(history.played, 0)"
        case .plays: "coalesce(history.plays, 0)"
        case .released: "track.released"
        case .length: "track.length"
        case .modified: "track.modified"
        case .discNumber: "track.disc_number"
        case .trackNumber: "track.track_number"
        case .natural, .trackCount, .albumCount: nil
        }
    }

    private static func albumKey(_ order: SourceQuery.Order) -> String? {
        switch order {
        case .title, .album: "album.title_key"
        case .artist: "album.artist_key"
        case .added: "album.added"
        case .released: "coalesce(album.original, album.released)"
        case .length: "album.length"
        case .trackCount: "album.tracks"
        case .played: history("max(history.played)", "track.album = album.id")
        case .plays: history("sum(history.plays)", "track.album = album.id")
        case .natural, .modified, .composer, .discNumber, .trackNumber, .albumCount: nil
        }
    }

    /// 0 where nothing was played.
    private static func history(_ value: String, _ condition: String) -> String {
        """
        (SELECT coalesce(\(value), 0) FROM track JOIN history ON history.track = track.id \
        WHERE \(condition))
        """
    }

    private static func artistKey(_ order: SourceQuery.Order) -> String? {
        switch order {
        case .title, .artist: "artist.sort_key"
        case .trackCount: "artist.tracks"
        case .albumCount: LibraryReader.albumCount
        case .added: LibraryReader.added("track_artist", "artist")
        default: nil
        }
    }

    private static func genreKey(_ order: SourceQuery.Order) -> String? {
        switch order {
        case .title: "genre.key"
        case .trackCount: "genre.tracks"
        case .added: LibraryReader.added("track_genre", "genre")
        default: nil
        }
    }

    private static func playlistKey(_ order: SourceQuery.Order) -> String? {
        switch order {
        case .title: "playlist.key"
        case .added: "playlist.created"
        case .played: "playlist.played"
        case .modified: "playlist.modified"
        default: nil
        }
    }

    /// Between things that have the same last key.
    private func rest(after ordering: SourceQuery.Ordering) -> String {
        let way = ordering.isDescending ? " DESC" : ""
        let place = "track.disc_number, track.track_number, track.title_key, track.id"
        switch (self, ordering.order) {
        // As the index has it.
        case (.song, .title), (.song, .added): return "track.id\(way)"
        case (.song, .artist): return "album.title_key, track.album, \(place)"
        case (.song, .album): return "track.album, \(place)"
        case (.song, _): return "track.title_key, track.id"
        case (.album, .title): return "album.id\(way)"
        case (.album, _): return "album.title_key, album.id"
        case (.artist, .title): return "artist.id\(way)"
        case (.artist, _): return "artist.sort_key, artist.id"
        case (.genre, _), (.playlist, _): return "\(name).key, \(name).id"
        }
    }

    /// Of what belongs to a thing as it is heard or read there, else by name.
    private func naturalOrder(_ scope: SourceQuery.Scope) -> String {
        let place = "track.disc_number, track.track_number, track.title_key, track.id"
        switch self {
        case .song:
            guard case .of(let uri) = scope else { return "track.title_key, track.id" }
            if case .album = LibraryURI(uri) { return place }
            return "track.artist_key, album.title_key, track.album, \(place)"
        case .album:
            guard case .of = scope else { return "album.title_key, album.id" }
            return "coalesce(album.original, album.released), album.title_key, album.id"
        case .artist: return "artist.sort_key, artist.id"
        case .genre, .playlist: return "\(name).key, \(name).id"
        }
    }

    /// Those who are on most of an album, and a song's in the order of its tags.
    func mainArtistsFirst(
        _ query: SourceQuery, _ reader: LibraryReader
    ) throws(LibraryError) -> String? {
        guard self == .artist, query.order == .natural, case .of(let uri) = query.scope else {
            return nil
        }
        if case .album(let id) = LibraryURI(uri) {
            return """
                (SELECT count(*) FROM track_artist JOIN track ON track.id = track_artist.track \
                WHERE track_artist.artist = artist.id AND track.album = \(id)) DESC,
                """ + " "
        }
        guard let track = try reader.trackID(url: uri) else { return nil }
        return """
            (SELECT coalesce(nullif(instr(track.artists, artist.name), 0), 1e9) FROM track \
            WHERE track.id = \(track.rawValue)),
            """ + " "
    }
}
