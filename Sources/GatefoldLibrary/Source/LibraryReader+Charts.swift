// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// The lists that make themselves.
extension LibraryReader {
    /// - Parameter genre: the URI of the only one that counts.
    /// - Returns: nil where the library has no such list.
    func chart(
        _ chart: SourceQuery.Chart, of kind: SourceItem.Kind, genre: String?, _ page: LibraryPage
    ) throws(LibraryError) -> [SourceItem]? {
        switch (kind, chart) {
        case (.song, .neverPlayed):
            return try neverPlayed(genre, page).map { SourceItem(detailed: $0) }
        case (.song, .recentlyAdded), (.album, .recentlyAdded), (.playlist, .recentlyAdded):
            return try items(Self.query(kind, by: .added, genre, page))
        case (.playlist, .recentlyPlayed):
            return try items(Self.query(kind, by: .played, genre, page))
                .filter { ($0.played ?? 0) > 0 }
        case (.song, _):
            return try listed(by: Self.column(chart), page, try tracks(within: genre))
                .map { SourceItem(detailed: $0) }
        case (.album, .mostPlayed), (.album, .recentlyPlayed):
            return try items(heard("track.album", chart, genre, page) { .album($0) })
        case (.artist, .mostPlayed), (.artist, .recentlyPlayed):
            return try items(heard("track_artist.artist", chart, genre, page) { .artist($0) })
        default: return nil
        }
    }

    private func neverPlayed(
        _ genre: String?, _ page: LibraryPage
    ) throws(LibraryError) -> [LibraryTrack] {
        var query = LibraryTrackQuery()
        if let genre {
            guard case .genre(let id) = LibraryURI(genre) else { return [] }
            query.genre = LibraryGenre.ID(rawValue: id)
        }
        query.wasPlayed = false
        query.order = .artist
        query.page = page
        return try tracks(query)
    }

    /// A chart that is an order of everything.
    private static func query(
        _ kind: SourceItem.Kind, by order: SourceQuery.Order, _ genre: String?,
        _ page: LibraryPage
    ) -> SourceQuery {
        var query = SourceQuery(kind)
        if let genre { query.conditions = [.related([genre])] }
        (query.offset, query.limit) = (page.offset, page.limit)
        (query.order, query.isDescending) = (order, true)
        return query
    }

    /// The URIs of what was heard most or last, of what tracks belong to.
    private func heard(
        _ owner: String, _ chart: SourceQuery.Chart, _ genre: String?, _ page: LibraryPage,
        _ uri: (Int64) -> LibraryURI
    ) throws(LibraryError) -> [String] {
        let column = Self.column(chart)
        var condition = try tracks(within: genre)
        condition.require("history.\(column) > 0 AND track.missing = 0 AND \(owner) IS NOT NULL")
        return try database.rows(
            """
            SELECT \(owner) FROM history JOIN track ON track.id = history.track
            \(owner == "track.album" ? "" : "JOIN track_artist ON track_artist.track = track.id")
            \(condition.clause)
            GROUP BY \(owner)
            ORDER BY \(chart == .mostPlayed ? "sum" : "max")(history.\(column)) DESC, \(owner)
            LIMIT ? OFFSET ?
            """, condition.values + page.values
        ) { uri($0.int64(0)).text }
    }

    private func tracks(within genre: String?) throws(LibraryError) -> SQLConditions {
        var conditions = SQLConditions()
        guard let genre else { return conditions }
        let (tracks, values) = try TrackSet([genre], self).statement
        conditions.require("track.id IN (\(tracks))", values: values)
        return conditions
    }

    private static func column(_ chart: SourceQuery.Chart) -> String {
        switch chart {
        case .mostPlayed: "plays"
        case .favourites: "favourite"
        default: "played"
        }
    }
}
