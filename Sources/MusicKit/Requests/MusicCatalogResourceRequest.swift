// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// Asks a catalog for certain items.
public struct MusicCatalogResourceRequest<MusicItemType: MusicItem & Decodable>: Sendable {
    /// How many items; nil is the catalog's choice.
    public var limit: Int?
    /// What is wanted of each item besides.
    public var properties: [PartialMusicAsyncProperty<MusicItemType>] = []
    /// How the items are looked for.
    public var options: [MusicCatalogResourceRequestOption] = []
    private let question: Question

    private enum Question: Sendable {
        case ids([String])
        case codes(SourceQuery.Code, [String])
        case everything
        /// By a property that no source knows.
        case unknown
    }

    /// Asks for the items with one value of a property.
    public init<Value>(
        matching keyPath: KeyPath<MusicItemType.FilterType, Value>, equalTo value: Value
    ) where MusicItemType: FilterableMusicItem {
        question = Self.question(keyPath, [value])
    }

    /// Asks for the items with one of several values of a property.
    public init<Value>(
        matching keyPath: KeyPath<MusicItemType.FilterType, Value>, memberOf values: [Value]
    ) where MusicItemType: FilterableMusicItem {
        question = Self.question(keyPath, values)
    }

    /// Asks for all uppermost items.
    public init() where MusicItemType: MusicCatalogTopLevelResourceRequesting {
        question = .everything
    }

    private static func question<Value>(_ keyPath: AnyKeyPath, _ values: [Value]) -> Question {
        if let ids = values as? [MusicItemID] { return .ids(ids.map(\.rawValue)) }
        let texts = values.compactMap { $0 as? String }
        return switch keyPath {
        case \(any SongFilter).isrc: .codes(.isrc, texts)
        case \(any AlbumFilter).upc: .codes(.upc, texts)
        default: .unknown
        }
    }

    /// The items: in the order of the identifiers, unknown ones left out.
    ///
    /// Every source that there is is asked, the user's library among them.
    ///
    /// - Throws: `MusicSourceError` where no source can tell, `CancellationError` in a cancelled task.
    public func response() async throws -> MusicCatalogResourceResponse<MusicItemType> {
        // No source has anything else.
        guard let type = MusicItemType.self as? any SourceBacked.Type else {
            return MusicCatalogResourceResponse(items: [])
        }
        let make: @Sendable (SourceItem) -> MusicItemType? = { type.init($0) as? MusicItemType }
        var items: MusicItemCollection<MusicItemType>
        switch question {
        case .ids(let ids):
            let found = try await Sources.items(ids).filter { $0.kind == type.kind }
            items = MusicItemCollection(found.prefix(limit ?? .max).compactMap(make))
        case .codes(let code, let values):
            let list = SourceList(Sources.all, SourceQuery(type.kind, .code(code, values)))
            items = try await .batch(of: list, limit: limit, make)
        case .everything:
            let list = SourceList(Sources.all, SourceQuery(type.kind))
            items = try await .batch(of: list, limit: limit, make)
        case .unknown:
            throw MusicSourceError.noCatalog(for: "\(MusicItemType.self) by this property")
        }
        if !properties.isEmpty { items = try await items.completed(with: properties) }
        return MusicCatalogResourceResponse(items: items)
    }
}

/// How the items of a catalog are looked for.
public struct MusicCatalogResourceRequestOption: Hashable, Sendable, CustomStringConvertible {
    /// What it is called.
    public let description: String

    /// What comes nearest to each item in the user's own country.
    ///
    /// On Apple platforms a catalog differs from country to country. The sources here do not: what
    /// comes nearest to an item is the item itself.
    public static let findEquivalents = MusicCatalogResourceRequestOption(
        description: "findEquivalents")
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

extension MusicCatalogResourceResponse: Decodable {
    /// Reads what the Apple Music API answers.
    public init(from decoder: any Decoder) throws {
        items = try MusicItemCollection(from: decoder)
    }
}

extension MusicCatalogResourceResponse: Encodable where MusicItemType: Encodable {
    /// Writes what the Apple Music API answers.
    public func encode(to encoder: any Encoder) throws {
        try items.encode(to: encoder)
    }
}

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
    /// How many items of each chart come in the first batch; nil is 25.
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

    /// The charts: what the user hears most, of each type.
    ///
    /// On Apple platforms what everybody hears. Here there are no charts of a city or of the world.
    ///
    /// - Throws: `MusicSourceError` where no source has charts, `CancellationError` in a cancelled
    ///   task.
    public func response() async throws -> MusicCatalogChartsResponse {
        MusicCatalogChartsResponse(
            songCharts: try await charts("Top Songs"), albumCharts: try await charts("Top Albums"),
            playlistCharts: [], musicVideoCharts: [])
    }

    private func charts<Item>(_ title: String) async throws -> [MusicCatalogChart<Item>]
    where Item: MusicCatalogChartRequestable & Codable & Hashable & SourceBacked {
        guard kinds.contains(.mostPlayed), types.contains(where: { $0 == Item.self }) else {
            return []
        }
        var list = SourceList(
            Sources.all, SourceQuery(Item.kind, .chart(.mostPlayed, genre: genre?.id.rawValue)))
        try await list.skip(offset ?? 0)
        let items = try await MusicItemCollection<Item>.batch(
            of: list, limit: Sources.batchSize(limit)
        ) { Item($0) }
        return [
            MusicCatalogChart(
                id: "most-played:\(Item.kind.rawValue)", kind: .mostPlayed, title: title,
                items: items)
        ]
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
