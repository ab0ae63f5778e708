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

        static let songs = Table(
            name: "search", weights: "10, 8, 5, 5, 2, 1", firstColumn: "title")
        static let albums = Table(name: "album_search", weights: "10, 5", firstColumn: "title")
        static let artists = Table(name: "artist_search", weights: "10", firstColumn: "name")
    }

    /// More rows than this are not compared: who types one letter does not look for the best of
    /// sixty thousand.
    private static let candidateLimit = 2000

    /// The best rows, of those that `isThere`.
    private func ranked(
        _ words: SearchWords, in table: Table, _ page: LibraryPage,
        isThere: (Int64) throws(LibraryError) -> Bool?
    ) throws(LibraryError) -> [Int64] {
        var candidates = try self.candidates(words.expression, in: table)
        if candidates.count == Self.candidateLimit, table.name != Table.artists.name {
            // A word that is in most genres or artists must not hide the titles that are it.
            let known = Set(candidates.map(\.id))
            candidates += try self.candidates(
                "{\(table.firstColumn)} : (\(words.expression))", in: table
            ).filter { !known.contains($0.id) }
        }
        candidates.sort { $0.rank == $1.rank ? $0.id < $1.id : $0.rank > $1.rank }
        var ids: [Int64] = []
        var rest = page.offset
        for candidate in candidates where ids.count < page.limit ?? .max {
            guard try isThere(candidate.id) == true else { continue }
            if rest > 0 { rest -= 1 } else { ids.append(candidate.id) }
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
}

/// What was typed, as FTS5 is asked for it.
struct SearchWords {
    private let words: [String]
    /// The last word is still being written, unless something follows it.
    private let isOpen: Bool

    /// A text of more words is no search.
    private static let wordLimit = 16

    /// Nil if there is no word.
    init?(_ text: String) {
        words = Array(SearchText.words(text).prefix(Self.wordLimit))
        guard let last = text.unicodeScalars.last, !words.isEmpty else { return nil }
        isOpen = !last.properties.isWhitespace
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
