// SPDX-License-Identifier: MPL-2.0

/// What a search may find.
package enum LibraryItemKind: String, Sendable, Hashable, CaseIterable {
    case song, album, artist, playlist
}

/// What was found, the best first.
package struct LibrarySearchResults: Sendable, Hashable {
    package var songs: [LibraryTrack] = []
    package var albums: [LibraryAlbum] = []
    package var artists: [LibraryArtist] = []
    package var playlists: [LibraryPlaylist] = []

    package init() {}

    package var isEmpty: Bool {
        songs.isEmpty && albums.isEmpty && artists.isEmpty && playlists.isEmpty
    }
}

extension LibraryReader {
    /// Items in which every word is found, the last one by its beginning.
    ///
    /// Case, accents and punctuation do not count. Nothing of `text` is an operator.
    ///
    /// - Parameter page: of each kind.
    package func search(
        _ text: String, kinds: Set<LibraryItemKind> = Set(LibraryItemKind.allCases),
        _ page: LibraryPage = LibraryPage(limit: 25)
    ) throws(LibraryError) -> LibrarySearchResults {
        var results = LibrarySearchResults()
        guard let words = SearchWords(text) else { return results }
        if kinds.contains(.song) { results.songs = try songs(words, page) }
        if kinds.contains(.album) {
            let ids = try ranked(words, in: .albums, page) { (id) throws(LibraryError) in
                try database.first("SELECT tracks FROM album WHERE id = ?", id) { $0.bool(0) }
            }
            for id in ids {
                results.albums += [try album(LibraryID(rawValue: id))].compactMap(\.self)
            }
        }
        if kinds.contains(.artist) {
            let ids = try ranked(words, in: .artists, page) { (id) throws(LibraryError) in
                try database.first("SELECT tracks FROM artist WHERE id = ?", id) { $0.bool(0) }
            }
            for id in ids {
                results.artists += [try artist(LibraryID(rawValue: id))].compactMap(\.self)
            }
        }
        if kinds.contains(.playlist) { results.playlists = try playlists(words, page) }
        return results
    }

    private func songs(
        _ words: SearchWords, _ page: LibraryPage
    ) throws(LibraryError)
        -> [LibraryTrack]
    {
        let ids = try ranked(words, in: .songs, page) { (id) throws(LibraryError) in
            try database.first("SELECT missing = 0 FROM track WHERE id = ?", id) { $0.bool(0) }
        }
        return try tracks(ids.map(LibraryID.init))
    }

    /// Playlists are few: their names are looked through.
    private func playlists(
        _ words: SearchWords, _ page: LibraryPage
    ) throws(LibraryError)
        -> [LibraryPlaylist]
    {
        let found = try playlists().filter { words.match($0.name) }
        return Array(found.dropFirst(page.offset).prefix(page.limit ?? .max))
    }

    // MARK: Ranking

    /// One of the full-text tables.
    private struct Table {
        let name: String
        /// Of its columns.
        let weights: String
        /// Where a word most likely is meant to be.
        let firstColumn: String
        /// Where that column's text is in order, and by which column.
        let source: String
        let key: String

        static let songs = Table(
            name: "search", weights: "10, 8, 5, 5, 2, 1", firstColumn: "title",
            source: "track INDEXED BY track_title WHERE missing = 0 AND", key: "title_key")
        static let albums = Table(
            name: "album_search", weights: "10, 5", firstColumn: "title", source: "album WHERE",
            key: "title_key")
        static let artists = Table(
            name: "artist_search", weights: "10", firstColumn: "name", source: "artist WHERE",
            key: "sort_key")
    }

    /// More rows than this are not compared: who types one letter does not look for the best of
    /// sixty thousand.
    private static let candidateLimit = 500
    /// Rows that begin with what was typed, if there are too many others.
    private static let beginningLimit = 50

    /// The best rows, of those that `isThere`.
    private func ranked(
        _ words: SearchWords, in table: Table, _ page: LibraryPage,
        isThere: (Int64) throws(LibraryError) -> Bool?
    ) throws(LibraryError) -> [Int64] {
        var candidates = try self.candidates(words.expression, in: table)
        var beginnings: [Int64] = []
        if candidates.count == Self.candidateLimit {
            // A word that is in most genres or artists must not hide the titles that are it.
            candidates += try self.candidates(
                "{\(table.firstColumn)} : (\(words.expression))", in: table)
            beginnings = try self.beginnings(words.key, in: table)
        }
        candidates.sort { $0.rank == $1.rank ? $0.id < $1.id : $0.rank > $1.rank }
        var seen: Set<Int64> = []
        var ids: [Int64] = []
        var rest = page.offset
        for id in beginnings + candidates.map(\.id) where ids.count < page.limit ?? .max {
            guard seen.insert(id).inserted, try isThere(id) == true else { continue }
            if rest > 0 { rest -= 1 } else { ids.append(id) }
        }
        return ids
    }

    private func candidates(
        _ expression: String, in table: Table
    ) throws(LibraryError) -> [(id: Int64, rank: Double)] {
        try database.rows(
            """
            SELECT rowid, gatefold_rank(\(table.name), \(table.weights)) FROM \(table.name)
            WHERE \(table.name) MATCH ? LIMIT ?
            """, expression, Self.candidateLimit
        ) { ($0.int64(0), $0.optionalDouble(1) ?? 0) }
    }

    /// Rows whose text begins with what was typed, what is just that first.
    private func beginnings(_ key: String, in table: Table) throws(LibraryError) -> [Int64] {
        try database.rows(
            """
            SELECT id FROM \(table.source) \(table.key) BETWEEN ?1 AND ?1 || char(0x10FFFF)
            ORDER BY \(table.key) LIMIT ?2
            """, key, Self.beginningLimit
        ) { $0.int64(0) }
    }
}

/// What was typed, as FTS5 is asked for it.
struct SearchWords {
    let words: [String]
    /// The last word is still being written, unless something follows it.
    private let isOpen: Bool
    /// The text as a whole, as things are sorted by it.
    let key: String

    /// A text of more words is no search.
    private static let wordLimit = 16
    /// In bytes: what is behind them does not count, for SQLite keeps a buffer as long as the longest
    /// word that it was ever asked for.
    private static let sizeLimit = 4096

    /// Nil if there is no word.
    init?(_ text: String) {
        let text = String(decoding: text.utf8.prefix(Self.sizeLimit), as: UTF8.self)
        words = Array(SearchText.words(text).prefix(Self.wordLimit))
        guard let last = text.unicodeScalars.last, !words.isEmpty else { return nil }
        isOpen = !last.properties.isWhitespace
        key = SearchText.sortKey(text.trimmingBlanks)
    }

    /// Words of letters and digits, in quotation marks, so that `OR` is a word, too.
    ///
    /// The last one is wanted whole or by its beginning, and counts twice where it is whole.
    var expression: String {
        var terms = words.map { "\"\($0)\"" }
        if isOpen, let last = terms.popLast() { terms.append("(\(last) OR \(last) *)") }
        return terms.joined(separator: " AND ")
    }

    /// The same question to one text.
    func match(_ text: String) -> Bool {
        let known = SearchText.words(text)
        return words.enumerated().allSatisfy { index, word in
            let isOpen = isOpen && index == words.count - 1
            return known.contains { isOpen ? $0.hasPrefix(word) : $0 == word }
        }
    }
}
