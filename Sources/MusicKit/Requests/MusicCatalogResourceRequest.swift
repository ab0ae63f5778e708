// SPDX-License-Identifier: MPL-2.0

/// Asks a catalog for certain items.
public struct MusicCatalogResourceRequest<MusicItemType: MusicItem & Decodable>: Sendable {
    /// How many items; nil is the catalog's choice.
    public var limit: Int?
    /// What is wanted of each item besides.
    public var properties: [PartialMusicAsyncProperty<MusicItemType>] = []
    /// In words, for an error.
    private let purpose: String

    /// Asks for the items with one value of a property.
    public init<Value>(
        matching keyPath: KeyPath<MusicItemType.FilterType, Value>, equalTo value: Value
    ) where MusicItemType: FilterableMusicItem {
        purpose = "\(MusicItemType.self) with \(value)"
    }

    /// Asks for the items with one of several values of a property.
    public init<Value>(
        matching keyPath: KeyPath<MusicItemType.FilterType, Value>, memberOf values: [Value]
    ) where MusicItemType: FilterableMusicItem {
        purpose = "\(MusicItemType.self) with one of \(values.count) values"
    }

    /// Asks for all uppermost items.
    public init() where MusicItemType: MusicCatalogTopLevelResourceRequesting {
        purpose = "the list of all \(MusicItemType.self)"
    }

    /// The items.
    ///
    /// - Throws: `MusicSourceError` where there is no catalog.
    public func response() async throws -> MusicCatalogResourceResponse<MusicItemType> {
        throw MusicSourceError.noCatalog(for: purpose)
    }
}

/// The items that a catalog was asked for.
public struct MusicCatalogResourceResponse<MusicItemType: MusicItem & Decodable>: Sendable,
    CustomStringConvertible
{
    /// The items.
    public let items: MusicItemCollection<MusicItemType>

    /// The items.
    public var description: String { "MusicCatalogResourceResponse(items: \(items))" }
}

extension MusicCatalogResourceResponse: Equatable where MusicItemType: Equatable {}
extension MusicCatalogResourceResponse: Hashable where MusicItemType: Hashable {}

/// Which chart it is.
public enum MusicCatalogChartKind: Codable, Hashable, Sendable, CaseIterable {
    /// What is heard most.
    case mostPlayed
    /// What is heard most in a city.
    case cityTop
    /// What is heard most in the world on a day.
    case dailyGlobalTop
}

/// Asks a catalog for what is heard most.
public struct MusicCatalogChartsRequest: Sendable {
    /// Of which genre; nil is all.
    public let genre: Genre?
    /// Which charts.
    public let kinds: [MusicCatalogChartKind]
    /// Of which types.
    public let types: [any MusicCatalogChartRequestable.Type]
    /// How many items of each chart; nil is the catalog's choice.
    public var limit: Int?
    /// How many items of each chart are left out.
    public var offset: Int?

    /// Asks for charts.
    public init(
        genre: Genre? = nil, kinds: [MusicCatalogChartKind] = [.mostPlayed],
        types: [any MusicCatalogChartRequestable.Type]
    ) {
        self.genre = genre
        self.kinds = kinds
        self.types = types
    }

    /// The charts.
    ///
    /// - Throws: `MusicSourceError` where there is no catalog.
    public func response() async throws -> MusicCatalogChartsResponse {
        throw MusicSourceError.noCatalog(for: "the charts")
    }
}

/// What is heard most.
public struct MusicCatalogChartsResponse: Codable, Hashable, Sendable {
    /// Charts of songs.
    public let songCharts: [MusicCatalogChart<Song>]
    /// Charts of albums.
    public let albumCharts: [MusicCatalogChart<Album>]
    /// Charts of playlists.
    public let playlistCharts: [MusicCatalogChart<Playlist>]
    /// Charts of music videos.
    public let musicVideoCharts: [MusicCatalogChart<MusicVideo>]
}

/// One chart.
public struct MusicCatalogChart<MusicItemType>: Codable, Hashable, Sendable, Identifiable
where MusicItemType: MusicCatalogChartRequestable & Codable & Hashable {
    /// What identifies it.
    public let id: String
    /// Which chart it is.
    public let kind: MusicCatalogChartKind
    /// What it is called.
    public let title: String
    /// What is in it.
    public let items: MusicItemCollection<MusicItemType>
}
