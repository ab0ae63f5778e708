// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// Searches a catalog for items.
public struct MusicCatalogSearchRequest: Equatable, Sendable {
    /// What is searched for.
    public let term: String
    /// How many items of each type come in the first batch; nil is 25.
    public var limit: Int?
    /// How many items of each type are left out.
    public var offset: Int?
    /// Whether the response says what fits best, of all types.
    public var includeTopResults = false
    /// Of which types.
    public let types: [any MusicCatalogSearchable.Type]

    /// A search.
    public init(term: String, types: [any MusicCatalogSearchable.Type]) {
        self.term = term
        self.types = types
    }

    /// What was found, the best first.
    ///
    /// On Apple platforms in Apple's catalog. Here in all sources that there are, the user's library
    /// among them: all are asked at once, and one that does not answer is left out.
    ///
    /// Who searches at every key stroke cancels the task of the one before: it throws
    /// `CancellationError`, and its answer never comes.
    ///
    /// - Throws: `MusicSourceError` where no source answers, `CancellationError` in a cancelled task.
    public func response() async throws -> MusicCatalogSearchResponse {
        let found = try await SourceSearchResults(
            term, types, from: Sources.all, limit: limit, offset: offset ?? 0)
        let top = includeTopResults ? found.best() : []
        return MusicCatalogSearchResponse(
            songs: try await found.items(), albums: try await found.items(),
            artists: try await found.items(), playlists: try await found.items(),
            stations: try await found.items(), musicVideos: [], recordLabels: [], curators: [],
            radioShows: [], topResults: top.compactMap { MusicCatalogSearchResponse.TopResult($0) })
    }

    /// Whether both ask the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.term == right.term && left.limit == right.limit && left.offset == right.offset
            && left.includeTopResults == right.includeTopResults
            && left.types.map { ObjectIdentifier($0) } == right.types.map { ObjectIdentifier($0) }
    }
}

/// What was found in a catalog.
public struct MusicCatalogSearchResponse: Codable, Hashable, Sendable, CustomStringConvertible {
    /// Of all types, what fits best.
    public enum TopResult: Codable, Hashable, Sendable, Identifiable {
        /// An album.
        case album(Album)
        /// An artist.
        case artist(Artist)
        /// A curator.
        case curator(Curator)
        /// A music video.
        case musicVideo(MusicVideo)
        /// A playlist.
        case playlist(Playlist)
        /// A programme.
        case radioShow(RadioShow)
        /// A label.
        case recordLabel(RecordLabel)
        /// A song.
        case song(Song)
        /// A station.
        case station(Station)

        /// That of the item.
        public var id: MusicItemID {
            switch self {
            case .album(let item): item.id
            case .artist(let item): item.id
            case .curator(let item): item.id
            case .musicVideo(let item): item.id
            case .playlist(let item): item.id
            case .radioShow(let item): item.id
            case .recordLabel(let item): item.id
            case .song(let item): item.id
            case .station(let item): item.id
            }
        }
    }

    /// Songs.
    public let songs: MusicItemCollection<Song>
    /// Albums.
    public let albums: MusicItemCollection<Album>
    /// Artists.
    public let artists: MusicItemCollection<Artist>
    /// Playlists.
    public let playlists: MusicItemCollection<Playlist>
    /// Stations.
    public let stations: MusicItemCollection<Station>
    /// Music videos.
    public let musicVideos: MusicItemCollection<MusicVideo>
    /// Labels.
    public let recordLabels: MusicItemCollection<RecordLabel>
    /// Curators.
    public let curators: MusicItemCollection<Curator>
    /// Programmes.
    public let radioShows: MusicItemCollection<RadioShow>
    /// Of all types, what fits best.
    public let topResults: [TopResult]

    /// How many of each were found.
    public var description: String {
        "MusicCatalogSearchResponse(songs: \(songs.count), albums: \(albums.count), artists: "
            + "\(artists.count), playlists: \(playlists.count), stations: \(stations.count))"
    }
}

/// Asks a catalog for what somebody may want to search for.
public struct MusicCatalogSearchSuggestionsRequest: Equatable, Sendable {
    /// What was typed so far.
    public let term: String
    /// How many suggestions; nil is ten.
    public var limit: Int?
    /// Of which types results are wanted.
    public let topResultTypes: [any MusicCatalogSearchable.Type]

    /// Asks for suggestions.
    public init(
        term: String, includingTopResultsOfTypes types: [any MusicCatalogSearchable.Type] = []
    ) {
        self.term = term
        topResultTypes = types
    }

    /// What somebody may want to search for: the names of what is found so far.
    ///
    /// - Throws: `MusicSourceError` where no source answers, `CancellationError` in a cancelled task.
    public func response() async throws -> MusicCatalogSearchSuggestionsResponse {
        let count = Sources.batchSize(limit ?? 10)
        let types: [any MusicItem.Type] = [Artist.self, Album.self, Song.self]
        let found = try await SourceSearchResults(term, types, from: Sources.all, limit: count)
        var seen: Set<String> = []
        let names = found.best(count * types.count).map(\.title)
            .filter { seen.insert($0.lowercased()).inserted }
        let top =
            topResultTypes.isEmpty
            ? []
            : try await SourceSearchResults(term, topResultTypes, from: Sources.all, limit: count)
                .best()
        return MusicCatalogSearchSuggestionsResponse(
            suggestions: names.prefix(count).map { name in
                .init(id: name, displayTerm: name, searchTerm: name)
            }, topResults: top.compactMap { MusicCatalogSearchResponse.TopResult($0) })
    }

    /// Whether both ask the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.term == right.term && left.limit == right.limit
            && left.topResultTypes.map { ObjectIdentifier($0) }
                == right.topResultTypes.map { ObjectIdentifier($0) }
    }
}

/// What somebody may want to search for.
public struct MusicCatalogSearchSuggestionsResponse: Codable, Hashable, Sendable {
    /// One suggestion.
    public struct Suggestion: Codable, Hashable, Sendable, Identifiable {
        /// What identifies it.
        public let id: String
        /// For the user to read.
        public let displayTerm: String
        /// To be searched for.
        public let searchTerm: String
    }

    /// What to search for.
    public let suggestions: [Suggestion]
    /// What fits best already.
    public let topResults: [MusicCatalogSearchResponse.TopResult]
}
