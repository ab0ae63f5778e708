// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// Changes to the library, within one `LibraryStore.write`: all of them are kept, or none.
package struct LibraryWriter {
    let database: Database
    /// Nanoseconds since 1970.
    let now: Int64

    init(_ database: Database, now: Int64) {
        self.database = database
        self.now = now
    }

    /// The same questions, with what was changed so far.
    package var reader: LibraryReader { LibraryReader(database) }

    // MARK: Folders

    /// Adds a folder, for the next scan to look into; one that was added before stays as it is.
    ///
    /// - Throws: `.invalid` for what is no absolute path.
    package func addFolder(_ path: FilePath) throws(LibraryError) {
        guard path.isAbsolute, !path.bytes.contains(0) else {
            throw LibraryError(.invalid, "“\(path.printable)” is not an absolute path")
        }
        try database.run(
            "INSERT INTO folder (path, added) VALUES (?, ?) ON CONFLICT DO NOTHING",
            path.withoutFinalSlashes.bytes, now)
    }

    /// Forgets a folder.
    ///
    /// Its tracks are missing from now on, and what was played of them is kept, in
    /// case they come back.
    ///
    /// - Throws: `.notFound` where it was not added.
    package func removeFolder(_ path: FilePath) throws(LibraryError) {
        let path = path.withoutFinalSlashes
        try database.run("DELETE FROM folder WHERE path = ?", path.bytes)
        guard database.changes > 0 else {
            throw LibraryError(.notFound, "“\(path.printable)” is not a folder of the library")
        }
        try ScanWriter(self).loseTracks(beneath: path)
    }

    // MARK: History

    /// Counts one play that ended now.
    package func notePlayed(_ track: LibraryTrack.ID) throws(LibraryError) {
        try change(
            track,
            """
            INSERT INTO history (track, plays, played) VALUES (?1, 1, ?2)
            ON CONFLICT DO UPDATE SET plays = plays + 1, played = max(played, ?2)
            """, now)
    }

    /// Counts that a track was left early.
    package func noteSkipped(_ track: LibraryTrack.ID) throws(LibraryError) {
        try change(
            track,
            """
            INSERT INTO history (track, skips, skipped) VALUES (?1, 1, ?2)
            ON CONFLICT DO UPDATE SET skips = skips + 1, skipped = max(skipped, ?2)
            """, now)
    }

    package func setFavourite(
        _ track: LibraryTrack.ID, _ isFavourite: Bool
    ) throws(LibraryError) {
        try change(
            track,
            """
            INSERT INTO history (track, favourite) VALUES (?1, ?2)
            ON CONFLICT DO UPDATE SET favourite =
                CASE WHEN favourite > 0 AND ?2 > 0 THEN favourite ELSE ?2 END
            """, isFavourite ? now : 0)
    }

    /// - Parameter rating: 0…1; nil takes it away.
    package func setRating(_ track: LibraryTrack.ID, _ rating: Double?) throws(LibraryError) {
        let rating = rating.map { $0.isFinite ? min(max($0, 0), 1) : 0 }
        try change(
            track,
            """
            INSERT INTO history (track, rating) VALUES (?1, ?2)
            ON CONFLICT DO UPDATE SET rating = ?2
            """, rating)
    }

    /// - Throws: `.notFound` for a track that is not in the library.
    private func change(
        _ track: LibraryTrack.ID, _ sql: String, _ value: any SQLConvertible
    ) throws(LibraryError) {
        guard try reader.track(track) != nil else {
            throw LibraryError(.notFound, "the track is not in the library")
        }
        try database.run(sql, track.rawValue, value)
    }
}

extension FilePath {
    /// `/music/` is `/music`.
    var withoutFinalSlashes: FilePath {
        var bytes = bytes[...]
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        return FilePath(bytes: bytes)
    }
}
