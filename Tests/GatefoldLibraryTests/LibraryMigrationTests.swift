// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldTestSupport
import Testing

@testable import GatefoldLibrary

@Suite struct `A library of an earlier version` {
    @Test func `keeps history and playlists, and is read again for what is new`() async throws {
        let tree = try MusicTree()
        let path = try tree.add(
            "a.flac", "TITLE=A", "ARTIST=X", "GENRE=G", "ISRC=XXTST2100002")
        try makeDirectories(path: tree.folder["data"].printable)
        try writeFirstVersion(of: tree, path)
        let summary = try await tree.store.scan()
        #expect(summary.changed == 1 && summary.added == 0)
        let track = try await tree.track("A")
        #expect(track.history.plays == 3)
        #expect(track.isrc == "XXTST2100002")
        let counts = try await tree.read { (reader) throws(LibraryError) in
            try reader.database.rows("SELECT name, tracks FROM artist ORDER BY name") {
                "\($0.text(0)) \($0.int(1))"
            }
        }
        // The one of before is of no track any more.
        #expect(counts == ["X 1"])
    }

    /// One track, as the first version would have read it.
    private func writeFirstVersion(of tree: MusicTree, _ path: FilePath) throws {
        let database = try Database(path: tree.store.path)
        try Schema.prepare(database, to: 1)
        let status = try FileStatus(of: path)
        try database.run("INSERT INTO folder (path, added) VALUES (?, 1)", tree.music.bytes)
        try database.run("INSERT INTO directory (path, digest) VALUES (?, 7)", tree.music.bytes)
        try database.run(
            """
            INSERT INTO track (directory, name, size, modified, added, title, title_key, artists,
            artist_key, album_artists, genres, composers)
            VALUES (1, CAST('a.flac' AS BLOB), ?, 5, 1, 'A', 'a', 'Old', 'old', '', '', '')
            """, status.size)
        try database.run("INSERT INTO artist (name, key, sort_key) VALUES ('Old', 'old', 'old')")
        try database.run("INSERT INTO track_artist VALUES (1, 1)")
        try database.run("INSERT INTO history (track, plays) VALUES (1, 3)")
        try database.run("INSERT INTO search (rowid, title) VALUES (1, 'a')")
    }

    @Test func `becomes one of today at once, or not at all`() throws {
        let folder = try TemporaryFolder()
        let path = folder["library.sqlite"].printable
        try Schema.prepare(Database(path: path), to: 1)
        let (first, second) = (try Database(path: path), try Database(path: path))
        try Schema.prepare(first)
        try Schema.prepare(second)
        let version = try second.first("PRAGMA user_version") { $0.int(0) }
        #expect(version == Schema.latest)
    }
}
