// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// Writes what a scan found, within a transaction.
struct ScanWriter {
    let database: Database
    let now: Int64

    init(_ writer: LibraryWriter) {
        database = writer.database
        now = writer.now
    }

    // MARK: Losing and finding

    /// Everything in a folder and below is missing.
    func loseTracks(beneath folder: FilePath) throws(LibraryError) {
        let directories = try Self.directories(beneath: folder, in: database)
        for directory in directories { try loseTracks(inDirectory: directory.id) }
    }

    /// - Returns: how many there were.
    @discardableResult
    func loseTracks(inDirectory directory: Int64) throws(LibraryError) -> Int {
        try setDigest(nil, ofDirectory: directory)
        try database.run(
            "UPDATE track SET missing = ? WHERE directory = ? AND missing = 0", now, directory)
        return database.changes
    }

    /// Files that are gone.
    func lose(_ tracks: [Int64]) throws(LibraryError) {
        try mark(tracks, missing: now)
    }

    /// Files that are back as they were.
    func restore(_ tracks: [Int64]) throws(LibraryError) {
        try mark(tracks, missing: 0)
    }

    private func mark(_ tracks: [Int64], missing: Int64) throws(LibraryError) {
        var albums: Set<Int64> = []
        for track in tracks {
            try database.run("UPDATE track SET missing = ? WHERE id = ?", missing, track)
            if let album = try album(of: track) { albums.insert(album) }
        }
        for album in try refresh(albums) { try index(album) }
    }

    static func directories(
        beneath folder: FilePath, in database: Database
    ) throws(LibraryError) -> [(id: Int64, path: FilePath, digest: Int64?)] {
        let slash = folder.bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
        let first = folder.bytes + slash
        // What follows the slash in ASCII: every path in the folder lies between.
        let last = first.dropLast() + [UInt8(ascii: "0")]
        return try database.rows(
            """
            SELECT id, path, digest FROM directory
            WHERE path = ? OR (path > ? AND path < ?)
            """, folder.bytes, first, Array(last)
        ) { ($0.int64(0), FilePath(bytes: $0.bytes(1)), $0.optionalInt64(2)) }
    }

    // MARK: Folders

    func directory(_ path: FilePath) throws(LibraryError) -> Int64 {
        if let id = try database.first(
            "SELECT id FROM directory WHERE path = ?", path.bytes, make: { $0.int64(0) })
        {
            return id
        }
        try database.run("INSERT INTO directory (path) VALUES (?)", path.bytes)
        return database.lastRowID
    }

    func setAvailable(_ folder: FilePath, _ isAvailable: Bool) throws(LibraryError) {
        try database.run(
            "UPDATE folder SET available = ? WHERE path = ?", isAvailable, folder.bytes)
    }

    func setScanned(_ folder: FilePath) throws(LibraryError) {
        try database.run("UPDATE folder SET scanned = ? WHERE path = ?", now, folder.bytes)
    }

    func setDigest(_ digest: Int64?, ofDirectory directory: Int64) throws(LibraryError) {
        try database.run("UPDATE directory SET digest = ? WHERE id = ?", digest, directory)
    }

    // MARK: Tracks

    /// What became of a file that was read.
    enum Outcome {
        case added, changed, moved
    }

    /// Frees the place of a track where another recording lies now, such as after two files have
    /// exchanged their names.
    ///
    /// - Returns: whether the track that was there is another one than the file.
    func displace(_ file: ScannedFile) throws(LibraryError) -> Bool {
        guard let track = file.candidate.track else { return false }
        let isAnother = try database.first(
            """
            SELECT length > 0 AND abs(length - ?2) > 2000 AND fingerprint IS NOT ?3
            AND (identity IS NULL OR identity IS NOT ?4) FROM track WHERE id = ?1 AND size >= 0
            """, track, file.length, file.fingerprint, file.identity
        ) { $0.bool(0) }
        guard isAnother == true else { return false }
        // No file's name has a NUL.
        try database.run(
            """
            UPDATE track SET missing = ?, name = CAST(name || x'00' || id AS BLOB)
            WHERE id = ?
            """, now, track)
        return true
    }

    /// - Parameter isNew: whether what is known of the place is of another file.
    func save(
        _ file: ScannedFile, in directory: Int64, isNew: Bool, _ names: ScanNames
    ) throws(LibraryError) -> Outcome {
        let known = isNew ? nil : file.candidate.track
        let lost = try known == nil && names.hasLostTracks ? lostTrack(like: file) : nil
        let track: Int64
        if let id = known ?? lost {
            track = id
            if let album = try album(of: track) { names.albums.insert(album) }
            try update(track, file, directory, names)
            try unlink(track, names)
        } else {
            track = try insert(file, directory, names)
        }
        try link(track, file.tags, names)
        names.unindexed.append((track, file.text.words, isKnown: (known ?? lost) != nil))
        if known == nil, names.hasForeignEntries {
            // A playlist may have named the file before it was found.
            try database.run(
                "UPDATE playlist_entry SET track = ? WHERE track IS NULL AND uri = ?", track,
                FileURI.encode(file.candidate.path))
        }
        return known != nil ? .changed : lost != nil ? .moved : .added
    }

    /// A missing track that is this file: the same content, or the same tags and length.
    private func lostTrack(like file: ScannedFile) throws(LibraryError) -> Int64? {
        let name = file.candidate.file.name
        if let track = try database.first(
            """
            SELECT id FROM track WHERE missing > 0 AND fingerprint = ?
            ORDER BY name = ? DESC, id LIMIT 1
            """, file.fingerprint, name, make: { $0.int64(0) })
        {
            return track
        }
        guard let identity = file.identity else { return nil }
        return try database.first(
            """
            SELECT id FROM track WHERE missing > 0 AND identity = ? AND abs(length - ?) <= 2000
            ORDER BY name = ? DESC, id LIMIT 1
            """, identity, file.length, name
        ) { $0.int64(0) }
    }

    private static let columns = [
        "directory", "name", "size", "modified", "missing", "fingerprint", "identity", "title",
        "title_key", "artists", "artist_key", "album", "album_artists", "genres", "composers",
        "disc_number", "track_number", "bpm", "released", "original", "compilation", "length",
        "track_gain", "track_peak", "album_gain", "album_peak", "musicbrainz", "isrc", "upc",
    ]
    private static let insertion = """
        INSERT INTO track (\(columns.joined(separator: ", ")), added)
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")), ?)
        """
    private static let change = """
        UPDATE track SET \(columns.map { $0 + " = ?" }.joined(separator: ", ")) WHERE id = ?
        """

    private func insert(
        _ file: ScannedFile, _ directory: Int64, _ names: ScanNames
    ) throws(LibraryError) -> Int64 {
        try database.run(Self.insertion, try values(of: file, directory, names) + [now])
        return database.lastRowID
    }

    private func update(
        _ track: Int64, _ file: ScannedFile, _ directory: Int64, _ names: ScanNames
    ) throws(LibraryError) {
        try database.run(Self.change, try values(of: file, directory, names) + [track])
    }

    /// In the order of `columns`.
    private func values(
        of file: ScannedFile, _ directory: Int64, _ names: ScanNames
    ) throws(LibraryError) -> [any SQLConvertible] {
        let tags = file.tags.tags
        let gain = file.tags.replayGain
        let place: [any SQLConvertible] = [
            directory, file.candidate.file.name, file.candidate.file.size,
            file.candidate.file.modified, 0, file.fingerprint, file.identity,
        ]
        let texts: [any SQLConvertible] = [
            tags.title ?? "", file.text.titleKey, TextList.join(tags.artists), file.text.artistKey,
            try names.album(of: file, database)?.rawValue, TextList.join(tags.albumArtists),
            TextList.join(tags.genres), TextList.join(tags.composers),
        ]
        let numbers: [any SQLConvertible] = [
            tags.discNumber, tags.trackNumber, tags.audioBPM, tags.contentCreated,
            file.tags.originalDate, file.tags.isCompilation, file.length, gain.trackGain,
            gain.trackPeak, gain.albumGain, gain.albumPeak, file.tags.recordingID,
            file.tags.isrc, file.tags.upc,
        ]
        return place + texts + numbers
    }

    /// The track is there: those that it was linked with count one less.
    private func unlink(_ track: Int64, _ names: ScanNames) throws(LibraryError) {
        for artist in try database.rows(
            "DELETE FROM track_artist WHERE track = ? RETURNING artist", track,
            make: { $0.int64(0) })
        {
            names.artistTracks[artist, default: 0] -= 1
        }
        for genre in try database.rows(
            "DELETE FROM track_genre WHERE track = ? RETURNING genre", track,
            make: { $0.int64(0) })
        {
            names.genreTracks[genre, default: 0] -= 1
        }
    }

    private func link(
        _ track: Int64, _ file: FileTags, _ names: ScanNames
    ) throws(LibraryError) {
        var artists: Set<Int64> = []
        for (index, name) in (file.tags.artists + file.tags.albumArtists).enumerated() {
            let artist = try names.artist(name, sort: index == 0 ? file.artistSort : nil, database)
            guard artists.insert(artist).inserted else { continue }
            try database.run(
                "INSERT INTO track_artist (track, artist) VALUES (?, ?)", track, artist)
            names.artistTracks[artist, default: 0] += 1
        }
        var genres: Set<Int64> = []
        for name in file.tags.genres {
            let genre = try names.genre(name, database)
            guard genres.insert(genre).inserted else { continue }
            try database.run("INSERT INTO track_genre (track, genre) VALUES (?, ?)", track, genre)
            names.genreTracks[genre, default: 0] += 1
        }
    }

    // MARK: The batch

    /// What need not be asked for each file.
    func begin(_ names: ScanNames) throws(LibraryError) {
        names.hasLostTracks = try isThere("SELECT 1 FROM track WHERE missing > 0")
        names.hasForeignEntries = try isThere("SELECT 1 FROM playlist_entry WHERE track IS NULL")
    }

    private func isThere(_ selection: String) throws(LibraryError) -> Bool {
        try database.first(selection + " LIMIT 1") { _ in true } ?? false
    }

    /// Writes what the files of a batch change together.
    ///
    /// Full text comes last, and all at once: FTS5 writes out what it has collected at every statement
    /// with a trigger.
    func conclude(_ names: ScanNames) throws(LibraryError) {
        let albums = try refresh(names.albums)
        for album in albums { try index(album) }
        for artist in names.newArtists {
            try database.run(
                "INSERT INTO artist_search (rowid, name) VALUES (?, ?)", artist.id, artist.key)
        }
        for (track, words, isKnown) in names.unindexed { try index(track, words, isKnown) }
        try count(names)
        names.concludeBatch()
    }

    private func index(
        _ track: Int64, _ words: ScannedText.Words, _ isKnown: Bool
    ) throws(LibraryError) {
        try database.run(
            isKnown ? Self.reindexing : Self.indexing, track, words.title, words.artists,
            words.albumArtists, words.album, words.composers, words.genres)
    }

    private static let indexing = "INSERT " + intoSearch
    private static let reindexing = "INSERT OR REPLACE " + intoSearch
    private static let intoSearch = """
        INTO search (rowid, title, artist, album_artist, album, composer, genre)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """

    /// How many tracks artists and genres have gained or lost; those of albums come from `refresh`.
    private func count(_ names: ScanNames) throws(LibraryError) {
        for (artist, change) in names.artistTracks where change != 0 {
            try database.run("UPDATE artist SET tracks = tracks + ? WHERE id = ?", change, artist)
        }
        for (genre, change) in names.genreTracks where change != 0 {
            try database.run("UPDATE genre SET tracks = tracks + ? WHERE id = ?", change, genre)
        }
    }

    private func index(_ album: (id: Int64, artist: String)) throws(LibraryError) {
        let title = try database.first("SELECT title FROM album WHERE id = ?", album.id) {
            $0.text(0)
        }
        try database.run(
            "INSERT OR REPLACE INTO album_search (rowid, title, artist) VALUES (?, ?, ?)",
            album.id, SearchText.fold(title ?? ""), SearchText.fold(album.artist))
    }

    // MARK: Albums

    private func album(of track: Int64) throws(LibraryError) -> Int64? {
        try database.first("SELECT album FROM track WHERE id = ?", track) {
            $0.optionalInt64(0)
        } ?? nil
    }

    /// Says again what the tracks of albums say together.
    ///
    /// - Returns: those whose artist is another one now.
    private func refresh(
        _ albums: Set<Int64>
    ) throws(LibraryError) -> [(id: Int64, artist: String)] {
        var renamed: [(id: Int64, artist: String)] = []
        for album in albums.sorted() {
            let parts = try database.rows(
                """
                SELECT artists, album_artists, compilation, released, original, added, length
                FROM track WHERE album = ? AND missing = 0 ORDER BY disc_number, track_number
                """, album
            ) { row in
                AlbumSummary.Part(
                    artists: TextList.split(row.text(0)),
                    albumArtists: TextList.split(row.text(1)), isCompilation: row.bool(2),
                    released: row.optionalText(3), original: row.optionalText(4),
                    added: row.int64(5), length: row.int64(6))
            }
            // What has no tracks is not shown, and keeps what it was.
            guard !parts.isEmpty else { continue }
            let summary = AlbumSummary(parts)
            if try write(summary, parts.count, to: album) {
                renamed.append((album, summary.artist))
            }
        }
        return renamed
    }

    /// - Returns: whether the artist is another one now; an album without one is new.
    private func write(
        _ summary: AlbumSummary, _ tracks: Int, to album: Int64
    ) throws(LibraryError) -> Bool {
        let old = try database.first("SELECT artist, added FROM album WHERE id = ?", album) { row in
            row.int64(1) == 0 ? nil : row.text(0)
        }
        try database.run(
            """
            UPDATE album SET artist = ?, artist_key = ?, compilation = ?, released = ?,
            original = ?, added = ?, length = ?, tracks = ? WHERE id = ?
            """, summary.artist, SearchText.sortKey(summary.artist), summary.isCompilation,
            summary.released, summary.original, summary.added, summary.length, tracks, album)
        return old != summary.artist
    }

    // MARK: The end

    /// How long a file that nobody played, and that is in no playlist, may be gone.
    private static let patience: Int64 = 30 * 24 * 3600 * 1_000_000_000

    /// Forgets what was gone for long, means nothing to the user, and is on no disk that may come back.
    func sweep() throws(LibraryError) {
        try database.run(
            """
            DELETE FROM track WHERE missing > 0 AND missing < ?
            AND id NOT IN (SELECT track FROM history)
            AND id NOT IN (SELECT track FROM playlist_entry WHERE track IS NOT NULL)
            AND directory NOT IN (SELECT directory.id FROM directory JOIN folder
                ON folder.available = 0 AND (directory.path = folder.path OR directory.path BETWEEN
                    folder.path || CAST('/' AS BLOB) AND folder.path || CAST('0' AS BLOB)))
            """, now - Self.patience)
        try database.run(
            """
            DELETE FROM album WHERE tracks = 0
            AND NOT EXISTS (SELECT 1 FROM track WHERE track.album = album.id)
            """)
        try database.run(
            """
            DELETE FROM artist WHERE tracks = 0
            AND NOT EXISTS (SELECT 1 FROM track_artist WHERE track_artist.artist = artist.id)
            """)
        try database.run(
            """
            DELETE FROM genre WHERE tracks = 0
            AND NOT EXISTS (SELECT 1 FROM track_genre WHERE track_genre.genre = genre.id)
            """)
        try database.run(
            """
            DELETE FROM directory
            WHERE NOT EXISTS (SELECT 1 FROM track WHERE track.directory = directory.id)
            AND digest IS NULL
            """)
    }
}
