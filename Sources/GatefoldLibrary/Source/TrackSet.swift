// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// Tracks by what they belong to: albums, artists, genres, playlists, or themselves.
///
/// What is related to a thing has one of its tracks: an artist's genres, an album's playlists.
struct TrackSet {
    private var albums: [Int64] = []
    private var artists: [Int64] = []
    private var genres: [Int64] = []
    private var playlists: [Int64] = []
    private var tracks: [Int64] = []

    /// What is not of the library has no tracks in it.
    init(_ uris: [String], _ reader: LibraryReader) throws(LibraryError) {
        for uri in uris {
            switch LibraryURI(uri) {
            case .album(let id): albums.append(id)
            case .artist(let id): artists.append(id)
            case .genre(let id): genres.append(id)
            case .playlist(let id): playlists.append(id)
            case .songs, .list: break
            case nil: tracks += try Self.tracks(ofFileAt: uri, reader)
            }
        }
    }

    /// A song, or those that a playlist names.
    private static func tracks(
        ofFileAt uri: String, _ reader: LibraryReader
    ) throws(LibraryError) -> [Int64] {
        guard let path = FileURI.decode(uri) else { return [] }
        guard path.isPlaylist else {
            return [try reader.trackID(url: uri)?.rawValue].compactMap(\.self)
        }
        var ids: [Int64] = []
        for track in try PlaylistFile.read(path).tracks {
            if let id = try reader.trackID(url: track.url) { ids.append(id.rawValue) }
        }
        return ids
    }

    /// A statement that lists the rows of the tracks, and the values of its places.
    var statement: (sql: String, values: [any SQLConvertible]) {
        let list = "(SELECT value FROM json_each(?))"
        let parts = [
            (albums, "SELECT id FROM track WHERE album IN \(list)"),
            (artists, "SELECT track FROM track_artist WHERE artist IN \(list)"),
            (genres, "SELECT track FROM track_genre WHERE genre IN \(list)"),
            (
                playlists,
                "SELECT track FROM playlist_entry WHERE playlist IN \(list) AND track IS NOT NULL"
            ),
            (tracks, "SELECT value FROM json_each(?)"),
        ].filter { !$0.0.isEmpty }
        guard !parts.isEmpty else { return ("SELECT NULL WHERE 0", []) }
        return (
            parts.map(\.1).joined(separator: " UNION ALL "), parts.map { jsonArray($0.0) }
        )
    }
}

/// Rows as SQLite's `json_each` reads them: one place in a statement, however many they are.
func jsonArray(_ rows: [Int64]) -> String {
    "[" + rows.map { String($0) }.joined(separator: ",") + "]"
}
