// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

extension LibraryWriter {
    /// Makes a playlist at once with what is in it; two may have the same name.
    ///
    /// - Throws: `.invalid` for a name without anything to see in it.
    @discardableResult
    package func createPlaylist(
        named name: String, _ tracks: [Track] = []
    ) throws(LibraryError) -> LibraryPlaylist.ID {
        let name = try Self.usable(name)
        try database.run(
            "INSERT INTO playlist (name, key, created, modified) VALUES (?, ?, ?3, ?3)",
            name, SearchText.fold(name), now)
        let id = LibraryPlaylist.ID(rawValue: database.lastRowID)
        try insert(tracks, in: id, at: 0)
        return id
    }

    /// - Throws: `.invalid` for a name without anything to see in it, `.notFound`.
    package func renamePlaylist(
        _ playlist: LibraryPlaylist.ID, to name: String
    ) throws(LibraryError) {
        let name = try Self.usable(name)
        try touch(playlist)
        try database.run(
            "UPDATE playlist SET name = ?, key = ? WHERE id = ?", name, SearchText.fold(name),
            playlist.rawValue)
    }

    /// - Throws: `.notFound`.
    package func deletePlaylist(_ playlist: LibraryPlaylist.ID) throws(LibraryError) {
        try touch(playlist)
        try database.run("DELETE FROM playlist WHERE id = ?", playlist.rawValue)
    }

    /// Remembers that a playlist was chosen now.
    ///
    /// - Throws: `.notFound`.
    package func noteChosen(_ playlist: LibraryPlaylist.ID) throws(LibraryError) {
        try database.run("UPDATE playlist SET played = ? WHERE id = ?", now, playlist.rawValue)
        try requireChange()
    }

    // MARK: Entries

    /// Puts tracks into a playlist.
    ///
    /// - Parameter index: in front of which entry; nil, and what is beyond, is the end.
    /// - Throws: `.notFound`.
    package func add(
        _ tracks: [Track], to playlist: LibraryPlaylist.ID, at index: Int? = nil
    ) throws(LibraryError) {
        try touch(playlist)
        let count = try entryCount(playlist)
        let index = min(max(index ?? count, 0), count)
        try database.run(
            """
            UPDATE playlist_entry SET position = position + ?
            WHERE playlist = ? AND position >= ?
            """, tracks.count, playlist.rawValue, index)
        try insert(tracks, in: playlist, at: index)
    }

    /// Takes entries out; those of other playlists, and such as are gone, are left alone.
    ///
    /// - Throws: `.notFound`.
    package func remove(
        _ entries: Set<LibraryPlaylistEntry.ID>, from playlist: LibraryPlaylist.ID
    ) throws(LibraryError) {
        try touch(playlist)
        for entry in entries {
            try database.run(
                "DELETE FROM playlist_entry WHERE id = ? AND playlist = ?", entry.rawValue,
                playlist.rawValue)
        }
        try renumber(try order(of: playlist))
    }

    /// Moves an entry to where `index` says when it has been taken out.
    ///
    /// - Throws: `.notFound` for the playlist or the entry.
    package func move(
        _ entry: LibraryPlaylistEntry.ID, to index: Int, in playlist: LibraryPlaylist.ID
    ) throws(LibraryError) {
        try touch(playlist)
        var order = try order(of: playlist)
        guard let place = order.firstIndex(of: entry.rawValue) else { throw Self.notFound }
        order.remove(at: place)
        order.insert(entry.rawValue, at: min(max(index, 0), order.count))
        try renumber(order)
    }

    /// Replaces all entries.
    ///
    /// - Throws: `.notFound`.
    package func setTracks(
        _ tracks: [Track], of playlist: LibraryPlaylist.ID
    ) throws(LibraryError) {
        try touch(playlist)
        try database.run("DELETE FROM playlist_entry WHERE playlist = ?", playlist.rawValue)
        try insert(tracks, in: playlist, at: 0)
    }

    // MARK: Below

    private func insert(
        _ tracks: [Track], in playlist: LibraryPlaylist.ID, at index: Int
    ) throws(LibraryError) {
        for (offset, track) in tracks.enumerated() {
            let tags = track.tags
            try database.run(
                """
                INSERT INTO playlist_entry (playlist, position, track, uri, title, artist, length)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, playlist.rawValue, index + offset,
                try reader.trackID(url: track.url)?.rawValue,
                track.url, tags?.title, tags?.artists.first,
                tags?.length.map { $0.nanoseconds / 1_000_000 })
        }
    }

    private func entryCount(_ playlist: LibraryPlaylist.ID) throws(LibraryError) -> Int {
        try database.first(
            "SELECT count(*) FROM playlist_entry WHERE playlist = ?", playlist.rawValue
        ) { $0.int(0) } ?? 0
    }

    private func order(of playlist: LibraryPlaylist.ID) throws(LibraryError) -> [Int64] {
        try database.rows(
            "SELECT id FROM playlist_entry WHERE playlist = ? ORDER BY position, id",
            playlist.rawValue
        ) { $0.int64(0) }
    }

    private func renumber(_ order: [Int64]) throws(LibraryError) {
        for (position, entry) in order.enumerated() {
            try database.run(
                "UPDATE playlist_entry SET position = ?1 WHERE id = ?2 AND position <> ?1",
                position,
                entry)
        }
    }

    private func touch(_ playlist: LibraryPlaylist.ID) throws(LibraryError) {
        try database.run("UPDATE playlist SET modified = ? WHERE id = ?", now, playlist.rawValue)
        try requireChange()
    }

    private func requireChange() throws(LibraryError) {
        guard database.changes > 0 else { throw Self.notFound }
    }

    private static var notFound: LibraryError {
        LibraryError(.notFound, "there is no such playlist, or no such entry in it")
    }

    private static func usable(_ name: String) throws(LibraryError) -> String {
        let name = name.trimmingBlanks
        guard !name.isEmpty, name.utf8.count <= 1000 else {
            throw LibraryError(.invalid, "a playlist's name may not be empty or very long")
        }
        return name
    }
}
