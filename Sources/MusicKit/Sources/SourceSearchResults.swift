// SPDX-License-Identifier: MPL-2.0

internal import Foundation
internal import GatefoldModel

/// What several sources have found, by kind.
struct SourceSearchResults: Sendable {
    private let term: String
    private let limit: Int
    private let pages: [(source: any MusicSource, pages: [SourcePage])]
    private let offset: Int

    /// - Parameters:
    ///   - types: of items; of those that no source has nothing is found.
    ///   - limit: of each kind; nil is the usual number.
    init(
        _ term: String, _ types: [any MusicItem.Type], from sources: [any MusicSource],
        limit: Int?, offset: Int = 0
    ) async throws {
        self.term = term
        self.limit = max(Sources.batchSize(limit), 1)
        self.offset = max(offset, 0)
        let search = Self.search(
            term, Set(types.compactMap { ($0 as? any SourceBacked.Type)?.kind }), self.offset,
            self.limit)
        guard !search.kinds.isEmpty else {
            pages = []
            return
        }
        pages = try await Sources.ask(sources) { (source, _) throws(SourceError) in
            try await source.search(search)
        }.map { (sources[$0], $1) }
    }

    private static func search(
        _ term: String, _ kinds: Set<SourceItem.Kind>, _ offset: Int, _ limit: Int
    ) -> SourceSearch {
        var search = SourceSearch(term, kinds: kinds)
        (search.offset, search.limit) = (offset, limit)
        return search
    }

    /// The items of one type, whose further batches are asked of the sources again.
    func items<Item: SourceBacked>() async throws -> MusicItemCollection<Item> {
        let found = pages.compactMap { source, pages in
            pages.first { $0.kind == Item.kind }.map { (source, $0) }
        }
        let (term, usual) = (term, limit)
        let list = SourceList(found, startingAt: offset) {
            (source, offset, limit) throws(SourceError) in
            let search = Self.search(term, [Item.kind], offset, limit ?? usual)
            return try await source.search(search).first
                ?? SourcePage(Item.kind, [], hasMore: false)
        }
        return try await .batch(of: list, limit: limit) { Item($0) }
    }

    // MARK: The best

    /// What fits best, of all kinds; as many as fit above the rest.
    func best(_ count: Int = 5) -> [SourceItem] {
        let ranked = pages.flatMap(\.pages).flatMap { page in
            page.items.prefix(count).enumerated().map { place, item in
                (rank: [fit(item.title), place, Self.order(item.kind)], item: item)
            }
        }
        return ranked.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }
            .prefix(count).map(\.item)
    }

    /// 0 for what is called just so, 1 for what begins so, 2 for the rest.
    private func fit(_ title: String) -> Int {
        let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
        let term = term.trimmingCharacters(in: .whitespaces)
        if title.compare(term, options: options) == .orderedSame { return 0 }
        return title.range(of: term, options: options.union(.anchored)) == nil ? 2 : 1
    }

    /// Of what fits as well: who searches for a name rather means the artist than a song.
    private static func order(_ kind: SourceItem.Kind) -> Int {
        [.artist, .album, .song, .playlist, .station, .genre].firstIndex(of: kind) ?? 0
    }
}

extension MusicLibrarySearchResponse.TopResult {
    init?(_ item: SourceItem) {
        switch item.kind {
        case .song: self = .song(Song(item))
        case .album: self = .album(Album(item))
        case .artist: self = .artist(Artist(item))
        case .playlist: self = .playlist(Playlist(item))
        case .genre, .station: return nil
        }
    }
}

extension MusicCatalogSearchResponse.TopResult {
    init?(_ item: SourceItem) {
        switch item.kind {
        case .song: self = .song(Song(item))
        case .album: self = .album(Album(item))
        case .artist: self = .artist(Artist(item))
        case .playlist: self = .playlist(Playlist(item))
        case .station: self = .station(Station(item))
        case .genre: return nil
        }
    }
}
