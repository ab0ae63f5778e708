// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

extension LibraryReader {
    // MARK: Albums

    package func albums(
        _ query: LibraryAlbumQuery = LibraryAlbumQuery()
    ) throws(LibraryError) -> [LibraryAlbum] {
        let conditions = query.conditions
        return try database.rows(
            "\(Self.albumSelection) \(conditions.clause) ORDER BY \(query.orderClause) LIMIT ? OFFSET ?",
            conditions.values + query.page.values, make: Self.album)
    }

    package func album(_ id: LibraryAlbum.ID) throws(LibraryError) -> LibraryAlbum? {
        try database.first(
            "\(Self.albumSelection) WHERE album.id = ?", id.rawValue, make: Self.album)
    }

    /// The tracks of an album as they are played: by disc and number.
    package func tracks(of album: LibraryAlbum.ID) throws(LibraryError) -> [LibraryTrack] {
        var query = LibraryTrackQuery()
        query.album = album
        query.order = .album
        return try tracks(query)
    }

    static let albumSelection = """
        SELECT album.id, album.title, album.artist, album.released, album.original,
        album.compilation, album.added, album.tracks, album.length FROM album
        """

    static func album(_ row: SQLRow) -> LibraryAlbum {
        LibraryAlbum(
            id: LibraryID(rawValue: row.int64(0)), title: row.text(1), artist: row.text(2),
            released: row.optionalText(3), original: row.optionalText(4),
            isCompilation: row.bool(5), added: row.int64(6), trackCount: row.int(7),
            length: MediaTime(milliseconds: row.int64(8)))
    }

    // MARK: Artists and genres

    /// By name.
    package func artists(_ page: LibraryPage = .all) throws(LibraryError) -> [LibraryArtist] {
        try database.rows(
            """
            SELECT id, name, tracks FROM artist WHERE tracks > 0
            ORDER BY sort_key, id LIMIT ? OFFSET ?
            """, page.values, make: Self.artist)
    }

    package func artist(_ id: LibraryArtist.ID) throws(LibraryError) -> LibraryArtist? {
        try database.first(
            "SELECT id, name, tracks FROM artist WHERE id = ?", id.rawValue, make: Self.artist)
    }

    /// An artist by name, whatever its case and accents.
    package func artist(named name: String) throws(LibraryError) -> LibraryArtist? {
        try database.first(
            "SELECT id, name, tracks FROM artist WHERE key = ? AND tracks > 0",
            SearchText.fold(name), make: Self.artist)
    }

    /// By name.
    package func genres(_ page: LibraryPage = .all) throws(LibraryError) -> [LibraryGenre] {
        try database.rows(
            """
            SELECT id, name, tracks FROM genre WHERE tracks > 0
            ORDER BY key, id LIMIT ? OFFSET ?
            """, page.values, make: Self.genre)
    }

    package func genre(_ id: LibraryGenre.ID) throws(LibraryError) -> LibraryGenre? {
        try database.first(
            "SELECT id, name, tracks FROM genre WHERE id = ?", id.rawValue, make: Self.genre)
    }

    /// A genre by name, whatever its case and accents.
    package func genre(named name: String) throws(LibraryError) -> LibraryGenre? {
        try database.first(
            "SELECT id, name, tracks FROM genre WHERE key = ? AND tracks > 0",
            SearchText.fold(name), make: Self.genre)
    }

    /// The artists of a track and of its album.
    package func artists(of track: LibraryTrack.ID) throws(LibraryError) -> [LibraryArtist] {
        try database.rows(
            """
            SELECT artist.id, artist.name, artist.tracks FROM track_artist
            JOIN artist ON artist.id = track_artist.artist WHERE track_artist.track = ?
            ORDER BY artist.sort_key
            """, track.rawValue, make: Self.artist)
    }

    static func artist(_ row: SQLRow) -> LibraryArtist {
        LibraryArtist(
            id: LibraryID(rawValue: row.int64(0)), name: row.text(1), trackCount: row.int(2))
    }

    static func genre(_ row: SQLRow) -> LibraryGenre {
        LibraryGenre(
            id: LibraryID(rawValue: row.int64(0)), name: row.text(1), trackCount: row.int(2))
    }

    // MARK: Folders and sizes

    package func folders() throws(LibraryError) -> [LibraryFolder] {
        try database.rows(
            """
            SELECT folder.id, folder.path, folder.scanned, folder.available,
            (SELECT count(*) FROM directory JOIN track ON track.directory = directory.id
                WHERE (directory.path = folder.path OR directory.path BETWEEN
                    CAST(folder.path || '/' AS BLOB) AND CAST(folder.path || '0' AS BLOB))
                AND track.missing = 0)
            FROM folder ORDER BY folder.path
            """
        ) { row in
            LibraryFolder(
                id: LibraryID(rawValue: row.int64(0)), path: FilePath(bytes: row.bytes(1)),
                scanned: row.int64(2), isAvailable: row.bool(3), trackCount: row.int(4))
        }
    }

    package func statistics() throws(LibraryError) -> LibraryStatistics {
        var result = LibraryStatistics()
        try database.each(
            """
            SELECT count(*) FILTER (WHERE missing = 0), count(*) FILTER (WHERE missing > 0),
            coalesce(sum(length) FILTER (WHERE missing = 0), 0),
            coalesce(sum(size) FILTER (WHERE missing = 0), 0) FROM track
            """
        ) { row in
            result.tracks = row.int(0)
            result.missing = row.int(1)
            result.length = MediaTime(milliseconds: row.int64(2))
            result.size = row.int64(3)
            return false
        }
        try database.each(
            """
            SELECT (SELECT count(*) FROM album WHERE tracks > 0),
            (SELECT count(*) FROM artist WHERE tracks > 0),
            (SELECT count(*) FROM genre WHERE tracks > 0), (SELECT count(*) FROM playlist)
            """
        ) { row in
            (result.albums, result.artists) = (row.int(0), row.int(1))
            (result.genres, result.playlists) = (row.int(2), row.int(3))
            return false
        }
        try database.each(
            """
            SELECT coalesce(sum(history.plays), 0), coalesce(sum(history.plays * track.length), 0),
            count(*) FILTER (WHERE history.favourite > 0)
            FROM history JOIN track ON track.id = history.track
            """
        ) { row in
            result.plays = row.int(0)
            result.playedLength = MediaTime(milliseconds: row.int64(1))
            result.favourites = row.int(2)
            return false
        }
        return result
    }
}
