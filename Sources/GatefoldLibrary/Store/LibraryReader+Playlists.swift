// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

extension LibraryReader {
    /// By name.
    package func playlists() throws(LibraryError) -> [LibraryPlaylist] {
        try database.rows(
            "\(Self.playlistSelection) ORDER BY playlist.key, playlist.id", make: Self.playlist)
    }

    package func playlist(_ id: LibraryPlaylist.ID) throws(LibraryError) -> LibraryPlaylist? {
        try database.first(
            "\(Self.playlistSelection) WHERE playlist.id = ?", id.rawValue, make: Self.playlist)
    }

    /// In order.
    ///
    /// Tracks that are missing are among them: they may come back.
    package func entries(
        of playlist: LibraryPlaylist.ID, _ page: LibraryPage = .all
    ) throws(LibraryError) -> [LibraryPlaylistEntry] {
        try database.rows(
            """
            SELECT \(Self.trackColumns), entry.id, entry.track, entry.uri, entry.title,
            entry.artist, entry.length
            FROM playlist_entry AS entry LEFT JOIN track ON track.id = entry.track
            LEFT JOIN directory ON directory.id = track.directory
            LEFT JOIN album ON album.id = track.album
            LEFT JOIN history ON history.track = track.id
            WHERE entry.playlist = ? ORDER BY entry.position, entry.id LIMIT ? OFFSET ?
            """, [playlist.rawValue] + page.values, make: Self.entry)
    }

    static let playlistSelection = """
        SELECT playlist.id, playlist.name, playlist.created, playlist.modified, playlist.played,
        (SELECT count(*) FROM playlist_entry WHERE playlist_entry.playlist = playlist.id)
        FROM playlist
        """

    static func playlist(_ row: SQLRow) -> LibraryPlaylist {
        LibraryPlaylist(
            id: LibraryID(rawValue: row.int64(0)), name: row.text(1), trackCount: row.int(5),
            created: row.int64(2), modified: row.int64(3), played: row.int64(4))
    }

    private static func entry(_ row: SQLRow) -> LibraryPlaylistEntry {
        let id = LibraryPlaylistEntry.ID(rawValue: row.int64(30))
        guard !row.isNull(31) else {
            return LibraryPlaylistEntry(id: id, track: foreignTrack(row), libraryTrack: nil)
        }
        let track = track(row)
        return LibraryPlaylistEntry(id: id, track: track.track, libraryTrack: track.id)
    }

    private static func foreignTrack(_ row: SQLRow) -> Track {
        var tags = TrackTags()
        tags.title = row.optionalText(33)
        tags.artists = row.optionalText(34).map { [$0] } ?? []
        tags.length = row.optionalInt64(35).map { MediaTime(milliseconds: $0) }
        var track = Track(url: row.text(32), tags: tags)
        // Nothing to look into.
        if !track.isLocal { tags.artwork = .none }
        track.tags = tags == TrackTags() ? nil : tags
        return track
    }
}
