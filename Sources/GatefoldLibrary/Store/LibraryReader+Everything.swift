// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

extension LibraryReader {
    /// A track by its file alone.
    package struct File: Sendable {
        package let id: LibraryTrack.ID
        package let url: String
    }

    /// Every track, by artist and album, without what its tags say: a queue takes a hundred thousand
    /// of them at once, and learns the rest afterwards.
    ///
    /// The order is that of an index, so that nothing is sorted.
    package func files() throws(LibraryError) -> [File] {
        var folders: [Int64: String] = [:]
        return try database.rows(
            """
            SELECT track.id, track.directory, directory.path, track.name FROM track
            JOIN directory ON directory.id = track.directory WHERE track.missing = 0
            ORDER BY track.artist_key, track.album, track.disc_number, track.track_number, track.id
            """
        ) { row in
            let folder = row.int64(1)
            let start = folders[folder] ?? FileURI.encode(FilePath(bytes: row.bytes(2))) + "/"
            folders[folder] = start
            return File(
                id: LibraryID(rawValue: row.int64(0)),
                url: start + FileURI.encodeRelative(row.bytes(3)))
        }
    }
}
