// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// What a query of a source is in SQL: the conditions, the order and the page, so that no more rows
/// are read than are asked for.
struct SourceSelection {
    /// What a kind of thing is in the tables.
    enum Table: Sendable {
        case song, album, artist, genre, playlist

        init?(_ kind: SourceItem.Kind) {
            switch kind {
            case .song: self = .song
            case .album: self = .album
            case .artist: self = .artist
            case .genre: self = .genre
            case .playlist: self = .playlist
            case .station: return nil
            }
        }
    }

    private let table: Table
    private let order: String
    private let page: LibraryPage
    private var conditions = SQLConditions()

    init(
        _ table: Table, _ query: SourceQuery, _ reader: LibraryReader
    ) throws(LibraryError) {
        self.table = table
        page = LibraryPage(offset: query.offset, limit: query.limit)
        order = (try table.mainArtistsFirst(query, reader) ?? "") + table.orderClause(query)
        conditions.require(table.presence)
        switch query.scope {
        case .of(let uri): relate(to: try TrackSet([uri], reader))
        case .code(let code, let values): require(code, values)
        case .all, .chart: break
        }
        for condition in query.conditions { try require(condition, reader) }
    }

    /// What follows the selection of columns.
    var clauses: String { "\(conditions.clause) ORDER BY \(order) LIMIT ? OFFSET ?" }
    var values: [any SQLConvertible] { conditions.values + page.values }

    // MARK: Conditions

    private mutating func require(
        _ condition: SourceQuery.Condition, _ reader: LibraryReader
    ) throws(LibraryError) {
        switch condition {
        case .text(let text): require(text)
        case .property(.uri, let uris): try require(uris.compactMap(\.self), reader)
        case .property(let property, let values): require(property, values)
        case .compilation(let values):
            let compilation = table == .album ? "album.compilation" : "0"
            conditions.require("\(compilation) IN (\(values.map { $0 ? "1" : "0" }.list))")
        case .related(let uris): relate(to: try TrackSet(uris, reader))
        }
    }

    private mutating func require(_ text: String) {
        // Without a word there is nothing that could be missing.
        guard let words = SearchWords(text) else { return }
        guard let index = table.searchTable else {
            for word in words.words {
                conditions.require("instr(\(table.name).key, ?) > 0", values: [word])
            }
            return
        }
        conditions.require(
            "\(table.name).id IN (SELECT rowid FROM \(index) WHERE \(index) MATCH ?)",
            values: [words.expression])
    }

    private mutating func require(
        _ uris: [String], _ reader: LibraryReader
    ) throws(LibraryError) {
        var rows: [Int64] = []
        for uri in uris {
            if let row = try reader.row(uri, table) { rows.append(row) }
        }
        conditions.require(
            "\(table.name).id IN (SELECT value FROM json_each(?))", values: [jsonArray(rows)])
    }

    /// Where a kind has no such property, nothing has one of its values.
    private mutating func require(_ property: SourceQuery.Property, _ values: [String?]) {
        guard let expression = table.expression(property) else {
            return conditions.require("0")
        }
        let known = values.compactMap(\.self)
        var alternatives = ["\(expression) IN (\(known.map { _ in "?" }.list))"]
        if known.count < values.count { alternatives.append("\(expression) IS NULL") }
        conditions.require("(\(alternatives.joined(separator: " OR ")))", values: known)
    }

    /// Codes are of recordings and of releases: nothing else has one.
    private mutating func require(_ code: SourceQuery.Code, _ values: [String]) {
        switch (table, code) {
        case (.song, .isrc):
            let codes = values.compactMap(IndustryCode.isrc)
            conditions.require("track.isrc IN (\(codes.map { _ in "?" }.list))", values: codes)
        case (.album, .upc):
            let codes = values.flatMap(IndustryCode.shapes)
            conditions.require(
                """
                album.id IN (SELECT album FROM track
                WHERE missing = 0 AND upc IN (\(codes.map { _ in "?" }.list)))
                """, values: codes)
        default: conditions.require("0")
        }
    }

    private mutating func relate(to set: TrackSet) {
        let (tracks, values) = set.statement
        let condition =
            switch table {
            case .song: "track.id IN (\(tracks))"
            case .album:
                "album.id IN (SELECT album FROM track WHERE missing = 0 AND id IN (\(tracks)))"
            case .artist:
                "artist.id IN (SELECT artist FROM track_artist WHERE track IN (\(tracks)))"
            case .genre: "genre.id IN (SELECT genre FROM track_genre WHERE track IN (\(tracks)))"
            case .playlist:
                "playlist.id IN (SELECT playlist FROM playlist_entry WHERE track IN (\(tracks)))"
            }
        conditions.require(condition, values: values)
    }
}

extension SourceSelection.Table {
    var name: String {
        switch self {
        case .song: "track"
        case .album: "album"
        case .artist: "artist"
        case .genre: "genre"
        case .playlist: "playlist"
        }
    }

    /// What of it counts.
    var presence: String {
        switch self {
        case .song: "track.missing = 0"
        case .album, .artist, .genre: "\(name).tracks > 0"
        case .playlist: "1"
        }
    }

    /// Genres and playlists are few: their names are looked through.
    fileprivate var searchTable: String? {
        switch self {
        case .song: "search"
        case .album: "album_search"
        case .artist: "artist_search"
        case .genre, .playlist: nil
        }
    }

    fileprivate func expression(_ property: SourceQuery.Property) -> String? {
        switch (self, property) {
        case (.song, .title): "track.title"
        case (.song, .artist): Self.list("track.artists")
        case (.song, .album): "album.title"
        case (.song, .composer): "nullif(\(Self.list("track.composers")), '')"
        case (.album, .title): "album.title"
        case (.album, .artist): "album.artist"
        case (.artist, .title), (.genre, .title), (.playlist, .title): "\(name).name"
        default: nil
        }
    }

    /// Several texts as they are shown.
    private static func list(_ column: String) -> String { "replace(\(column), char(31), ', ')" }
}

extension [String] {
    fileprivate var list: String { joined(separator: ", ") }
}
