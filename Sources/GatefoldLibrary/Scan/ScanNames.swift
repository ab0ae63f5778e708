// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// The rows of artists, genres and albums by name, as one scan meets them: each is looked up once.
///
/// Confined to the thread that writes.
final class ScanNames {
    private var artists: [String: Int64] = [:]
    private var genres: [String: Int64] = [:]
    private var known: [Album: Int64] = [:]
    /// Albums of which something was written since they were last said together.
    var albums: Set<Int64> = []
    /// Tracks that artists and genres have gained, or lost, since they were last counted.
    var artistTracks: [Int64: Int] = [:]
    var genreTracks: [Int64: Int] = [:]
    /// What the full-text tables still have to get, and whether they may have it already.
    var unindexed: [(track: Int64, words: ScannedText.Words, isKnown: Bool)] = []
    var newArtists: [(id: Int64, key: String)] = []
    /// Whether a file can be one that was lost, and whether a playlist can be waiting for it.
    var hasLostTracks = true
    var hasForeignEntries = true

    /// An album as the tags of one folder spell it.
    private struct Album: Hashable {
        let folder: Int
        let title: String
        let artists: [String]
    }

    /// What is written needs not be written with the next batch.
    func concludeBatch() {
        albums.removeAll(keepingCapacity: true)
        artistTracks.removeAll(keepingCapacity: true)
        genreTracks.removeAll(keepingCapacity: true)
        unindexed.removeAll(keepingCapacity: true)
        newArtists.removeAll(keepingCapacity: true)
    }

    func artist(_ name: String, sort: String?, _ database: Database) throws(LibraryError) -> Int64 {
        if let id = artists[name] { return id }
        let key = SearchText.fold(name)
        let id = try find("artist", key, in: database) { () throws(LibraryError) in
            try database.run(
                "INSERT INTO artist (name, key, sort_key) VALUES (?, ?, ?)", name, key,
                SearchText.sortKey(sort ?? name))
            newArtists.append((database.lastRowID, key))
            return database.lastRowID
        }
        artists[name] = id
        return id
    }

    func genre(_ name: String, _ database: Database) throws(LibraryError) -> Int64 {
        if let id = genres[name] { return id }
        let key = SearchText.fold(name)
        let id = try find("genre", key, in: database) { () throws(LibraryError) in
            try database.run("INSERT INTO genre (name, key) VALUES (?, ?)", name, key)
            return database.lastRowID
        }
        genres[name] = id
        return id
    }

    private func find(
        _ table: String, _ key: String, in database: Database,
        or make: () throws(LibraryError) -> Int64
    ) throws(LibraryError) -> Int64 {
        if let id = try database.first(
            "SELECT id FROM \(table) WHERE key = ?", key, make: { $0.int64(0) })
        {
            return id
        }
        return try make()
    }

    /// The album of a file, by title, album artist and folder; nil if its tags name none.
    func album(
        of file: ScannedFile, _ database: Database
    ) throws(LibraryError)
        -> LibraryAlbum.ID?
    {
        guard let title = file.tags.tags.album else { return nil }
        let artists = file.tags.tags.albumArtists
        let album = Album(folder: file.candidate.folder, title: title, artists: artists)
        let id: Int64
        if let known = known[album] {
            id = known
        } else {
            id = try find(album, in: file.candidate.place, file.tags, database)
            known[album] = id
        }
        albums.insert(id)
        return LibraryID(rawValue: id)
    }

    private func find(
        _ album: Album, in folder: FilePath, _ tags: FileTags, _ database: Database
    ) throws(LibraryError) -> Int64 {
        let place = AlbumFolder.of(folder)
        let names = [album.title, TextList.join(album.artists)]
            .map { Array(SearchText.fold($0).utf8) }
        let identity = Array((names + [place.bytes]).joined(separator: [0]))
        if let id = try database.first(
            "SELECT id FROM album WHERE identity = ?", identity, make: { $0.int64(0) })
        {
            return id
        }
        try database.run(
            "INSERT INTO album (identity, title, title_key, musicbrainz) VALUES (?, ?, ?, ?)",
            identity, album.title, SearchText.sortKey(tags.albumSort ?? album.title),
            tags.releaseID)
        return database.lastRowID
    }
}
