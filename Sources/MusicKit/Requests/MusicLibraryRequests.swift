// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// Searches the user's library.
public struct MusicLibrarySearchRequest: Sendable {
    /// What is searched for.
    public let term: String
    /// Of which types.
    public let types: [any MusicLibrarySearchable.Type]
    /// How many items of each type; nil is all.
    public var limit: Int?
    /// Whether the response says what fits best, of all types.
    public var includeTopResults = false
    /// Whether only what is on this machine counts.
    public var includeOnlyDownloadedContent = false

    /// A search.
    public init(term: String, types: [any MusicLibrarySearchable.Type]) {
        self.term = term
        self.types = types
    }

    /// What was found.
    ///
    /// On Apple platforms there may be top results. Here the order is the library's.
    public func response() async throws -> MusicLibrarySearchResponse {
        MusicLibrarySearchResponse(
            songs: try await found(), albums: try await found(), artists: try await found(),
            playlists: try await found(), musicVideos: try await found(), topResults: [])
    }

    private func found<Item: MusicLibraryRequestable>() async throws -> MusicItemCollection<Item> {
        guard types.contains(where: { $0 == Item.self }) else { return [] }
        var request = MusicLibraryRequest<Item>()
        request.filter(text: term)
        request.limit = limit ?? 0
        return try await request.response().items
    }
}

/// What was found in a library.
public struct MusicLibrarySearchResponse: Codable, Hashable, Sendable {
    /// Of all types, what fits best.
    public enum TopResult: Codable, Hashable, Sendable {
        /// An album.
        case album(Album)
        /// An artist.
        case artist(Artist)
        /// A music video.
        case musicVideo(MusicVideo)
        /// A playlist.
        case playlist(Playlist)
        /// A song.
        case song(Song)
    }

    /// Songs.
    public let songs: MusicItemCollection<Song>
    /// Albums.
    public let albums: MusicItemCollection<Album>
    /// Artists.
    public let artists: MusicItemCollection<Artist>
    /// Playlists.
    public let playlists: MusicItemCollection<Playlist>
    /// Music videos.
    public let musicVideos: MusicItemCollection<MusicVideo>
    /// Of all types, what fits best.
    public let topResults: [TopResult]
}

/// Asks the user's library for items by the section that they belong to.
public struct MusicLibrarySectionedRequest<
    Section: MusicLibrarySectionRequestable, MusicItemType: MusicLibraryRequestable
>: Sendable {
    /// Whether only what is on this machine counts: all of it is.
    public var includeOnlyDownloadedContent = false
    private var items = LibraryQuery<
        MusicItemType, MusicItemType.LibraryFilter, MusicItemType.LibrarySortProperties
    >()
    private var sections = LibraryQuery<
        Section, Section.LibraryFilter, Section.LibrarySortProperties
    >()

    /// Asks for all items.
    public init() {}

    /// Only items with one value of a property.
    public mutating func filterItems<Value: Equatable>(
        matching keyPath: KeyPath<MusicItemType.LibraryFilter, Value>, equalTo value: Value
    ) {
        items.require(keyPath, [value])
    }

    /// Only items with all words of a text in their names.
    public mutating func filterItems(text: String) {
        items.require(text: text)
    }

    /// Only sections with all words of a text in their names.
    public mutating func filterSections(text: String) {
        sections.require(text: text)
    }

    /// In the order of a property.
    public mutating func sortItems<Value>(
        by keyPath: KeyPath<MusicItemType.LibrarySortProperties, Value>, ascending: Bool
    ) {
        items.sort(by: keyPath, ascending: ascending)
    }

    /// In the order of a property.
    public mutating func sortSections<Value>(
        by keyPath: KeyPath<Section.LibrarySortProperties, Value>, ascending: Bool
    ) {
        sections.sort(by: keyPath, ascending: ascending)
    }

    /// The items by section.
    ///
    /// - Throws: `MusicSourceError` where the library has no such sections.
    public func response() async throws -> MusicLibrarySectionedResponse<Section, MusicItemType> {
        let sections = try await MusicLibraryRequest<Section>().response().items
        let all = try await MusicLibraryRequest<MusicItemType>().response().items
        let words: (Any) -> [String] = { ($0 as? any FolderLibraryItem)?.words ?? [] }
        let chosen = items.apply(to: Array(all), words: words)
        let parts = self.sections.apply(to: Array(sections), words: words).map { section in
            MusicLibrarySection<Section, MusicItemType>(
                section: section,
                items: MusicItemCollection(chosen.filter { Self.belongs($0, to: section) }))
        }
        return MusicLibrarySectionedResponse(sections: parts.filter { !$0.items.isEmpty })
    }

    private static func belongs(_ item: MusicItemType, to section: Section) -> Bool {
        switch (item, section) {
        case (let song as Song, let album as Album):
            album.tracks?.contains { $0.id == song.id } ?? false
        case (let song as Song, let artist as Artist): song.artistName == artist.name
        case (let song as Song, let genre as Genre): song.genreNames.contains(genre.name)
        case (let song as Song, let playlist as Playlist):
            playlist.tracks?.contains { $0.id == song.id } ?? false
        case (let album as Album, let artist as Artist): album.artistName == artist.name
        case (let album as Album, let genre as Genre):
            album.tracks?.contains { $0.genreNames.contains(genre.name) } ?? false
        default: false
        }
    }
}

/// Items by the section that they belong to.
public struct MusicLibrarySectionedResponse<
    Section: MusicLibrarySectionRequestable, MusicItemType: MusicLibraryRequestable
>: Sendable {
    /// The sections that have items.
    public let sections: [MusicLibrarySection<Section, MusicItemType>]
}

/// One section of a library.
@dynamicMemberLookup
public struct MusicLibrarySection<
    Section: MusicLibrarySectionRequestable, MusicItemType: MusicLibraryRequestable
>: MusicItem, Identifiable, Sendable {
    private let section: Section
    /// What belongs to it.
    public let items: MusicItemCollection<MusicItemType>

    init(section: Section, items: MusicItemCollection<MusicItemType>) {
        self.section = section
        self.items = items
    }

    /// That of the section's own item.
    public var id: MusicItemID { section.id }

    /// A property of the section's own item.
    public subscript<Value>(dynamicMember keyPath: KeyPath<Section, Value>) -> Value {
        section[keyPath: keyPath]
    }
}

/// Asks for what was heard last.
public struct MusicRecentlyPlayedRequest<
    MusicItemType: MusicRecentlyPlayedRequestable & Decodable
>: Sendable {
    /// How many items; nil is the source's choice.
    public var limit: Int?
    /// How many items are left out.
    public var offset: Int?

    /// Asks for what was heard last.
    public init() {}

    /// What was heard last.
    ///
    /// - Throws: `MusicSourceError` where nobody keeps it.
    public func response() async throws -> MusicRecentlyPlayedResponse<MusicItemType> {
        throw MusicSourceError.noLibrary(for: "what was heard last")
    }
}

/// What was heard last.
public struct MusicRecentlyPlayedResponse<MusicItemType: MusicRecentlyPlayedRequestable>: Sendable {
    /// What was heard, the last one first.
    public let items: MusicItemCollection<MusicItemType>
}

/// Asks for albums, playlists and stations that were heard last.
public struct MusicRecentlyPlayedContainerRequest: Sendable {
    /// How many items; nil is the source's choice.
    public var limit: Int?
    /// How many items are left out.
    public var offset: Int?

    /// Asks for what was heard last.
    public init() {}

    /// What was heard last.
    ///
    /// - Throws: `MusicSourceError` where nobody keeps it.
    public func response() async throws -> MusicRecentlyPlayedContainerResponse {
        throw MusicSourceError.noLibrary(for: "what was heard last")
    }
}

/// Albums, playlists and stations that were heard last.
public struct MusicRecentlyPlayedContainerResponse: Sendable {
    /// What was heard, the last one first.
    public let items: MusicItemCollection<RecentlyPlayedMusicItem>
}

/// An album, playlist or station that was heard.
public enum RecentlyPlayedMusicItem: MusicItem, Codable, Hashable, Identifiable, Sendable {
    /// An album.
    case album(Album)
    /// A playlist.
    case playlist(Playlist)
    /// A station.
    case station(Station)

    /// That of the item.
    public var id: MusicItemID {
        switch self {
        case .album(let album): album.id
        case .playlist(let playlist): playlist.id
        case .station(let station): station.id
        }
    }
}

/// Asks for what the user may like.
public struct MusicPersonalRecommendationsRequest: Sendable {
    /// How many recommendations; nil is the source's choice.
    public var limit: Int?
    /// How many are left out.
    public var offset: Int?

    /// Asks for recommendations.
    public init() {}

    /// What the user may like.
    ///
    /// - Throws: `MusicSourceError` where nobody recommends anything.
    public func response() async throws -> MusicPersonalRecommendationsResponse {
        throw MusicSourceError.noCatalog(for: "a recommendation")
    }
}

/// What the user may like.
public struct MusicPersonalRecommendationsResponse: Sendable {
    /// The recommendations.
    public let recommendations: MusicItemCollection<MusicPersonalRecommendation>
}

/// Something that the user may like.
public struct MusicPersonalRecommendation: MusicItem, Codable, Hashable, Identifiable, Sendable {
    /// What identifies it.
    public let id: MusicItemID
    /// What it is called.
    public let title: String?
    /// Why the user may like it.
    public let reason: String?
    /// When there will be another one.
    public let nextRefreshDate: Date?
    /// Albums.
    public let albums: MusicItemCollection<Album>
    /// Playlists.
    public let playlists: MusicItemCollection<Playlist>
    /// Stations.
    public let stations: MusicItemCollection<Station>
}
