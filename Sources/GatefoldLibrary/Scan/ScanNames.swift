// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// The rows of artists, genres and albums by name, as one scan meets them: each is looked up once.
///
/// Confined to the thread that writes.
final class ScanNames {
    private var artists: [String: Int64] = [:]
    private var genres: [String: Int64] = [:]
    private var known: [[UInt8]: Int64] = [:]
    private let folder: (Int) -> FilePath
    /// Albums of which something was written since they were last said together.
    var albums: Set<Int64> = []
    /// What the full-text tables still have to get.
    var unindexed: [(track: Int64, tags: FileTags)] = []
    var newArtists: [(id: Int64, key: String)] = []
    /// Whether a file can be one that was lost, and whether a playlist can be waiting for it.
    var hasLostTracks = true
    var hasForeignEntries = true

    /// - Parameter folder: the path of a scan's folder by its number.
    init(folder: @escaping (Int) -> FilePath) {
        self.folder = folder
    }

    func path(of file: ScannedFile) -> FilePath {
        folder(file.candidate.folder).appending(file.candidate.file.name)
    }

    func artist(_ name: String, sort: String?, _ database: Database) throws(LibraryError) -> Int64 {
        let key = SearchText.fold(name)
        if let id = artists[key] { return id }
        let id = try find("artist", key, in: database) { () throws(LibraryError) in
            try database.run(
                "INSERT INTO artist (name, key, sort_key) VALUES (?, ?, ?)", name, key,
                SearchText.sortKey(sort ?? name))
            newArtists.append((database.lastRowID, key))
            return database.lastRowID
        }
        artists[key] = id
        return id
    }

    func genre(_ name: String, _ database: Database) throws(LibraryError) -> Int64 {
        let key = SearchText.fold(name)
        if let id = genres[key] { return id }
        let id = try find("genre", key, in: database) { () throws(LibraryError) in
            try database.run("INSERT INTO genre (name, key) VALUES (?, ?)", name, key)
            return database.lastRowID
        }
        genres[key] = id
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
        let place = AlbumFolder.of(folder(file.candidate.folder))
        let artist = TextList.join(file.tags.tags.albumArtists)
        let names = [title, artist].map { Array(SearchText.fold($0).utf8) }
        let identity = Array((names + [place.bytes]).joined(separator: [0]))
        if known[identity] == nil {
            known[identity] = try find(identity, title, file.tags, in: database)
        }
        if let id = known[identity] { albums.insert(id) }
        return known[identity].map(LibraryID.init)
    }

    private func find(
        _ identity: [UInt8], _ title: String, _ tags: FileTags, in database: Database
    ) throws(LibraryError) -> Int64 {
        if let id = try database.first(
            "SELECT id FROM album WHERE identity = ?", identity, make: { $0.int64(0) })
        {
            return id
        }
        try database.run(
            "INSERT INTO album (identity, title, title_key, musicbrainz) VALUES (?, ?, ?, ?)",
            identity, title, SearchText.sortKey(tags.albumSort ?? title), tags.releaseID)
        return database.lastRowID
    }
}
