// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// Questions to the library, within one `LibraryStore.read`: all answers are of one moment.
package struct LibraryReader {
    let database: Database

    init(_ database: Database) {
        self.database = database
    }

    // MARK: Tracks

    package func tracks(
        _ query: LibraryTrackQuery = LibraryTrackQuery()
    ) throws(LibraryError) -> [LibraryTrack] {
        let conditions = query.conditions
        return try database.rows(
            "\(Self.trackSelection) \(conditions.clause) ORDER BY \(query.orderClause) LIMIT ? OFFSET ?",
            conditions.values + query.page.values, make: Self.track)
    }

    /// Tracks in the order of `ids`; those that are no longer in the library are left out.
    package func tracks(_ ids: [LibraryTrack.ID]) throws(LibraryError) -> [LibraryTrack] {
        var tracks: [LibraryTrack] = []
        for id in ids {
            if let track = try track(id) { tracks.append(track) }
        }
        return tracks
    }

    /// Missing ones, too.
    package func track(_ id: LibraryTrack.ID) throws(LibraryError) -> LibraryTrack? {
        try database.first(
            "\(Self.trackSelection) WHERE track.id = ?", id.rawValue, make: Self.track)
    }

    /// The track of a file, if the library has it.
    package func track(url: String) throws(LibraryError) -> LibraryTrack? {
        guard let id = try trackID(url: url) else { return nil }
        return try track(id)
    }

    func trackID(url: String) throws(LibraryError) -> LibraryTrack.ID? {
        guard let path = FileURI.decode(url) else { return nil }
        return try database.first(
            """
            SELECT track.id FROM track JOIN directory ON directory.id = track.directory
            WHERE directory.path = ? AND track.name = ?
            """, path.parent.bytes, Array(path.name)
        ) { LibraryID(rawValue: $0.int64(0)) }
    }

    package func tracks(
        in list: SmartList, _ page: LibraryPage
    ) throws(LibraryError)
        -> [LibraryTrack]
    {
        var query = LibraryTrackQuery()
        query.page = page
        query.isDescending = true
        switch list {
        case .recentlyAdded: query.order = .added
        case .mostPlayed: return try mostPlayed(page)
        case .favourites: return try listed(by: "favourite", page)
        case .neverPlayed:
            query.order = .artist
            query.isDescending = false
            query.wasPlayed = false
        }
        return try tracks(query)
    }

    /// The most played tracks, the most played first.
    package func mostPlayed(_ page: LibraryPage) throws(LibraryError) -> [LibraryTrack] {
        try listed(by: "plays", page)
    }

    /// The last played tracks, the latest first.
    package func lastPlayed(_ page: LibraryPage) throws(LibraryError) -> [LibraryTrack] {
        try listed(by: "played", page)
    }

    /// Follows an index of the history, so that only the page is looked at.
    func listed(
        by column: String, _ page: LibraryPage, _ conditions: SQLConditions = SQLConditions()
    ) throws(LibraryError) -> [LibraryTrack] {
        var conditions = conditions
        conditions.require("history.\(column) > 0 AND track.missing = 0")
        return try database.rows(
            """
            SELECT \(Self.trackColumns) FROM history CROSS JOIN track ON track.id = history.track
            JOIN directory ON directory.id = track.directory
            LEFT JOIN album ON album.id = track.album
            \(conditions.clause)
            ORDER BY history.\(column) DESC, history.track LIMIT ? OFFSET ?
            """, conditions.values + page.values, make: Self.track)
    }

    static let trackColumns = """
        track.id, directory.path, track.name, track.missing, track.added, track.title, \
        track.artists, track.album, album.title, track.album_artists, track.genres, \
        track.composers, track.disc_number, track.track_number, track.bpm, track.released, \
        track.original, track.compilation, track.length, track.track_gain, track.track_peak, \
        track.album_gain, track.album_peak, track.musicbrainz, history.plays, history.played, \
        history.skips, history.favourite, history.rating, track.isrc
        """

    static let trackSelection = """
        SELECT \(trackColumns) FROM track JOIN directory ON directory.id = track.directory
        LEFT JOIN album ON album.id = track.album LEFT JOIN history ON history.track = track.id
        """

    static func track(_ row: SQLRow) -> LibraryTrack {
        let path = FilePath(bytes: row.bytes(1)).appending(row.bytes(2))
        var track = LibraryTrack(
            id: LibraryID(rawValue: row.int64(0)),
            track: Track(url: FileURI.encode(path), tags: tags(row)))
        track.isMissing = row.bool(3)
        track.added = row.int64(4)
        track.album = row.optionalInt64(7).map(LibraryID.init)
        track.originalDate = row.optionalText(16)
        track.isCompilation = row.bool(17)
        track.replayGain.trackGain = row.optionalDouble(19)
        track.replayGain.trackPeak = row.optionalDouble(20)
        track.replayGain.albumGain = row.optionalDouble(21)
        track.replayGain.albumPeak = row.optionalDouble(22)
        track.musicBrainzID = row.optionalText(23)
        track.history.plays = row.int(24)
        track.history.played = row.int64(25)
        track.history.skips = row.int(26)
        track.history.isFavourite = row.bool(27)
        track.history.rating = row.optionalDouble(28)
        track.isrc = row.optionalText(29)
        return track
    }

    private static func tags(_ row: SQLRow) -> TrackTags {
        var tags = TrackTags()
        tags.title = row.text(5)
        tags.artists = TextList.split(row.text(6))
        tags.album = row.optionalText(8)
        tags.albumArtists = TextList.split(row.text(9))
        tags.genres = TextList.split(row.text(10))
        tags.composers = TextList.split(row.text(11))
        tags.discNumber = row.optionalInt32(12)
        tags.trackNumber = row.optionalInt32(13)
        tags.audioBPM = row.optionalInt32(14)
        tags.contentCreated = row.optionalText(15)
        let milliseconds = row.int64(18)
        tags.length = milliseconds > 0 ? MediaTime(milliseconds: milliseconds) : nil
        return tags
    }
}

/// Several texts in one column.
enum TextList {
    private static let separator: Unicode.Scalar = "\u{1F}"

    static func join(_ texts: [String]) -> String {
        texts.joined(separator: String(Character(separator)))
    }

    static func split(_ text: String) -> [String] {
        text.isEmpty ? [] : text.unicodeScalars.split(separator: separator).map { String($0) }
    }
}
