// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import GatefoldModel

/// Searches the user's library.
public struct MusicLibrarySearchRequest: Sendable {
    /// What is searched for.
    public let term: String
    /// Of which types.
    public let types: [any MusicLibrarySearchable.Type]
    /// How many items of each type come in the first batch; nil is 25.
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

    /// What was found, the best first.
    ///
    /// Every word of the term is found in an item, the last one by its beginning; case and accents do
    /// not count. Who searches at every key stroke cancels the task of the one before: it throws
    /// `CancellationError`, and its answer never comes.
    ///
    /// - Throws: `MusicSourceError` where the library cannot be read, `CancellationError` in a
    ///   cancelled task.
    public func response() async throws -> MusicLibrarySearchResponse {
        let found = try await SourceSearchResults(
            term, types, from: Sources.libraries, limit: limit)
        let top = includeTopResults ? found.best() : []
        return MusicLibrarySearchResponse(
            songs: try await found.items(), albums: try await found.items(),
            artists: try await found.items(), playlists: try await found.items(),
            musicVideos: [], topResults: top.compactMap { MusicLibrarySearchResponse.TopResult($0) }
        )
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
    /// - Throws: `MusicSourceError` where the library cannot be read, `CancellationError` in a
    ///   cancelled task.
    public func response() async throws -> MusicLibrarySectionedResponse<Section, MusicItemType> {
        // There are no videos in a library of music.
        guard let sectionType = Section.self as? any SourceBacked.Type,
            let type = MusicItemType.self as? any SourceBacked.Type
        else { return MusicLibrarySectionedResponse(sections: []) }
        let found = try await sections.items(of: sectionType.kind, from: Sources.libraries) {
            sectionType.init($0) as? Section
        }
        var parts: [MusicLibrarySection<Section, MusicItemType>] = []
        for section in found {
            guard let source = Sources.source(of: section.id) else { continue }
            let items = try await items.items(
                of: type.kind, in: .of(uri: section.id.rawValue), from: [source]
            ) { type.init($0) as? MusicItemType }
            if !items.isEmpty { parts.append(MusicLibrarySection(section: section, items: items)) }
        }
        return MusicLibrarySectionedResponse(sections: parts)
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

    /// What was heard last: the last one first, each once.
    ///
    /// On Apple platforms also what another program has played. Here what `gatefoldd` has.
    ///
    /// - Throws: `MusicSourceError` where the library cannot be read, `CancellationError` in a
    ///   cancelled task.
    public func response() async throws -> MusicRecentlyPlayedResponse<MusicItemType> {
        guard let type = MusicItemType.self as? any SourceBacked.Type, type.kind == .song else {
            return MusicRecentlyPlayedResponse(items: [])
        }
        var list = SourceList(
            Sources.libraries, SourceQuery(.song, .chart(.recentlyPlayed)))
        try await list.skip(offset ?? 0)
        return MusicRecentlyPlayedResponse(
            items: try await .batch(of: list, limit: Sources.batchSize(limit)) {
                type.init($0) as? MusicItemType
            })
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

    /// Albums and playlists that were heard last, the last one first.
    ///
    /// - Throws: `MusicSourceError` where the library cannot be read, `CancellationError` in a
    ///   cancelled task.
    public func response() async throws -> MusicRecentlyPlayedContainerResponse {
        let (offset, limit) = (Sources.batchSize(offset ?? 0), Sources.batchSize(limit))
        var heard: [SourceItem] = []
        for kind in [SourceItem.Kind.album, .playlist] {
            var list = SourceList(
                Sources.libraries, SourceQuery(kind, .chart(.recentlyPlayed)))
            heard += try await list.next(offset + limit)
        }
        heard.sort { $0.played ?? 0 > $1.played ?? 0 }
        let items = heard.dropFirst(offset).prefix(limit)
        return MusicRecentlyPlayedContainerResponse(
            items: MusicItemCollection(
                items.map { $0.kind == .album ? .album(Album($0)) : .playlist(Playlist($0)) }))
    }
}

/// Albums, playlists and stations that were heard last.
public struct MusicRecentlyPlayedContainerResponse: Sendable {
    /// What was heard, the last one first.
    public let items: MusicItemCollection<RecentlyPlayedMusicItem>
}

/// Asks for what the user may like.
public struct MusicPersonalRecommendationsRequest: Sendable {
    /// How many recommendations; nil is the source's choice.
    public var limit: Int?
    /// How many are left out.
    public var offset: Int?

    /// Asks for recommendations.
    public init() {}

    /// What the user may like to hear again: the albums that were heard last, those that are heard
    /// most, and new ones.
    ///
    /// On Apple platforms what others like, too. Here what the library knows of the user.
    ///
    /// - Throws: `MusicSourceError` where the library cannot be read, `CancellationError` in a
    ///   cancelled task.
    public func response() async throws -> MusicPersonalRecommendationsResponse {
        var found: [MusicPersonalRecommendation] = []
        let lists: [(SourceQuery.Chart, String)] = [
            (.recentlyPlayed, "Recently Played"), (.mostPlayed, "Most Played"),
            (.recentlyAdded, "Recently Added"),
        ]
        for (chart, title) in lists {
            let list = SourceList(Sources.libraries, SourceQuery(.album, .chart(chart)))
            let albums = try await MusicItemCollection<Album>.batch(
                of: list, limit: Sources.batchSize(nil)
            ) { Album($0) }
            guard !albums.isEmpty else { continue }
            found.append(
                MusicPersonalRecommendation(
                    id: MusicItemID("recommendation:\(chart.rawValue)"), title: title, reason: nil,
                    nextRefreshDate: nil, albums: albums, playlists: [], stations: []))
        }
        let page = found.dropFirst(Sources.batchSize(offset ?? 0)).prefix(Sources.batchSize(limit))
        return MusicPersonalRecommendationsResponse(recommendations: MusicItemCollection(page))
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

    /// All of them.
    public var items: MusicItemCollection<Item> {
        MusicItemCollection(
            albums.map(Item.album) + playlists.map(Item.playlist) + stations.map(Item.station))
    }

    /// Of which types they are.
    public var types: [any MusicPersonalRecommendationItem.Type] {
        let types: [((any MusicPersonalRecommendationItem.Type), Bool)] = [
            (Album.self, albums.isEmpty), (Playlist.self, playlists.isEmpty),
            (Station.self, stations.isEmpty),
        ]
        return types.filter { !$0.1 }.map(\.0)
    }
}
