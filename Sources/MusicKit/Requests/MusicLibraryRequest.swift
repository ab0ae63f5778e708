// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// Asks the user's library for items: songs, albums, artists, genres, playlists.
///
/// The library is Gatefold's, which `gatefoldd` and `gatefold` use, too. Where it has no folder yet, it
/// gets the user's music folder. What was put into that a moment ago is found, see
/// <doc:MusicKit#The-library>.
public struct MusicLibraryRequest<MusicItemType: MusicLibraryRequestable>: Sendable {
    /// At most so many items in the first batch; 0 is all.
    public var limit = 0
    /// How many items are left out.
    public var offset = 0
    /// Whether only what is on this machine counts: all of it is.
    public var includeOnlyDownloadedContent = false
    private var query = LibraryQuery<
        MusicItemType, MusicItemType.LibraryFilter, MusicItemType.LibrarySortProperties
    >()

    /// Asks for all items.
    public init() {}

    /// Only items with one value of a property.
    public mutating func filter<Value: Equatable>(
        matching keyPath: KeyPath<MusicItemType.LibraryFilter, Value>, equalTo value: Value
    ) {
        query.require(keyPath, [value])
    }

    /// Only items with one of several values of a property.
    public mutating func filter<Value: Equatable>(
        matching keyPath: KeyPath<MusicItemType.LibraryFilter, Value>, memberOf values: [Value]
    ) {
        query.require(keyPath, values)
    }

    /// Only items that are related to an item.
    public mutating func filter<RelatedMusicItemType: MusicItem>(
        matching keyPath: KeyPath<
            MusicItemType.LibraryFilter, MusicItemCollection<RelatedMusicItemType>?
        >,
        contains item: RelatedMusicItemType
    ) {
        query.require(related: [item.id])
    }

    /// Only items that are related to one of several items.
    public mutating func filter<RelatedMusicItemType: MusicItem>(
        matching keyPath: KeyPath<
            MusicItemType.LibraryFilter, MusicItemCollection<RelatedMusicItemType>?
        >,
        containsAny items: [RelatedMusicItemType]
    ) {
        query.require(related: items.map(\.id))
    }

    /// Only items with all words of a text in their names.
    public mutating func filter(text: String) {
        query.require(text: text)
    }

    /// In the order of a property; what was asked first counts most.
    public mutating func sort<Value>(
        by keyPath: KeyPath<MusicItemType.LibrarySortProperties, Value>, ascending: Bool
    ) {
        query.sort(by: keyPath, ascending: ascending)
    }

    /// The items.
    ///
    /// - Throws: `MusicSourceError` where the library cannot be read, `CancellationError` in a
    ///   cancelled task.
    public func response() async throws -> MusicLibraryResponse<MusicItemType> {
        // There are no videos in a library of music.
        guard let type = MusicItemType.self as? any SourceBacked.Type else {
            return MusicLibraryResponse(items: [])
        }
        return MusicLibraryResponse(
            items: try await query.items(
                of: type.kind, from: Sources.libraries, limit: limit > 0 ? limit : nil,
                offset: offset
            ) { type.init($0) as? MusicItemType })
    }
}

/// The items that a library was asked for.
public struct MusicLibraryResponse<MusicItemType: MusicLibraryRequestable>: Sendable,
    CustomStringConvertible
{
    /// The items.
    public let items: MusicItemCollection<MusicItemType>

    /// The items.
    public var description: String { "MusicLibraryResponse(items: \(items))" }
}

extension MusicLibraryResponse: Equatable where MusicItemType: Equatable {}
extension MusicLibraryResponse: Hashable where MusicItemType: Hashable {}
