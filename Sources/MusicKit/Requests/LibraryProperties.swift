// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// What the key paths of filters and orders are called in the questions to a source.
enum LibraryProperties {
    /// Nil for a property that no source knows.
    static func condition<Value>(
        _ keyPath: AnyKeyPath, _ values: [Value]
    ) -> SourceQuery.Condition? {
        if keyPath == \(any LibraryAlbumFilter).isCompilation {
            let values = values.compactMap { $0 as? Bool? }
            // Of every album the library knows it.
            return .compilation(values.compactMap(\.self))
        }
        guard let property = property(keyPath) else { return nil }
        return .property(property, values.map(text))
    }

    private static func text<Value>(_ value: Value) -> String? {
        (value as? MusicItemID)?.rawValue ?? value as? String
    }

    private static func property(_ keyPath: AnyKeyPath) -> SourceQuery.Property? {
        let properties: [AnyKeyPath: SourceQuery.Property] = [
            \(any LibrarySongFilter).id: .uri,
            \(any LibrarySongFilter).title: .title,
            \(any LibrarySongFilter).albumTitle: .album,
            \(any LibrarySongFilter).artistName: .artist,
            \(any LibrarySongFilter).composerName: .composer,
            \(any LibraryAlbumFilter).id: .uri,
            \(any LibraryAlbumFilter).title: .title,
            \(any LibraryAlbumFilter).artistName: .artist,
            \(any LibraryArtistFilter).id: .uri,
            \(any LibraryArtistFilter).name: .title,
            \(any LibraryPlaylistFilter).id: .uri,
            \(any LibraryPlaylistFilter).name: .title,
            \(any LibraryGenreFilter).id: .uri,
            \(any LibraryGenreFilter).name: .title,
        ]
        return properties[keyPath]
    }

    /// Nil for an order that no source knows.
    static func order(_ keyPath: AnyKeyPath) -> SourceQuery.Order? {
        let orders: [AnyKeyPath: SourceQuery.Order] = [
            \(any LibrarySongSortProperties).title: .title,
            \(any LibrarySongSortProperties).artistName: .artist,
            \(any LibrarySongSortProperties).albumTitle: .album,
            \(any LibrarySongSortProperties).composerName: .composer,
            \(any LibrarySongSortProperties).duration: .length,
            \(any LibrarySongSortProperties).discNumber: .discNumber,
            \(any LibrarySongSortProperties).trackNumber: .trackNumber,
            \(any LibrarySongSortProperties).playCount: .plays,
            \(any LibrarySongSortProperties).lastPlayedDate: .played,
            \(any LibrarySongSortProperties).libraryAddedDate: .added,
            \(any LibraryAlbumSortProperties).title: .title,
            \(any LibraryAlbumSortProperties).artistName: .artist,
            \(any LibraryAlbumSortProperties).releaseDate: .released,
            \(any LibraryAlbumSortProperties).trackCount: .trackCount,
            \(any LibraryAlbumSortProperties).lastPlayedDate: .played,
            \(any LibraryAlbumSortProperties).libraryAddedDate: .added,
            \(any LibraryArtistSortProperties).name: .title,
            \(any LibraryArtistSortProperties).albumCount: .albumCount,
            \(any LibraryArtistSortProperties).libraryAddedDate: .added,
            \(any LibraryPlaylistSortProperties).name: .title,
            \(any LibraryPlaylistSortProperties).lastPlayedDate: .played,
            \(any LibraryPlaylistSortProperties).libraryAddedDate: .added,
            \(any LibraryPlaylistSortProperties).lastModifiedDate: .modified,
            \(any LibraryGenreSortProperties).name: .title,
            \(any LibraryGenreSortProperties).libraryAddedDate: .added,
        ]
        return orders[keyPath]
    }
}
