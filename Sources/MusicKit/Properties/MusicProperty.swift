// SPDX-License-Identifier: MPL-2.0

/// A property of a music item, without its item's type.
public class AnyMusicProperty: Hashable, CustomStringConvertible, @unchecked Sendable {
    /// Never changes, so any number of threads may read it: hence `@unchecked`, which a class with
    /// subclasses needs.
    let name: String

    init(_ name: String) {
        self.name = name
    }

    /// Whether both are the same property of the same type.
    public static func == (left: AnyMusicProperty, right: AnyMusicProperty) -> Bool {
        type(of: left) == type(of: right) && left.name == right.name
    }

    /// By the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }

    /// The name.
    public var description: String { name }
}

/// A property of a music item.
///
/// `@unchecked Sendable`: as `AnyMusicProperty`; the closure is never replaced.
public class PartialMusicProperty<Root>: AnyMusicProperty, @unchecked Sendable {
    let isLoaded: @Sendable (Root) -> Bool

    init(_ name: String, isLoaded: @escaping @Sendable (Root) -> Bool) {
        self.isLoaded = isLoaded
        super.init(name)
    }
}

/// A property that a source has to be asked for.
///
/// `@unchecked Sendable`: as `PartialMusicProperty`.
public class PartialMusicAsyncProperty<Root>: PartialMusicProperty<Root>, @unchecked Sendable {}

/// Items that are related to an item.
///
/// `@unchecked Sendable`: as `PartialMusicProperty`.
public final class MusicRelationshipProperty<Root, RelatedMusicItemType>:
    PartialMusicAsyncProperty<Root>, @unchecked Sendable
{}

/// A value that a source gives only when asked.
///
/// `@unchecked Sendable`: as `PartialMusicProperty`.
public final class MusicExtendedAttributeProperty<Root, Value>:
    PartialMusicAsyncProperty<Root>, @unchecked Sendable
{}

/// Where properties come from.
public enum MusicPropertySource: Hashable, Sendable, CaseIterable {
    /// A catalog.
    case catalog
    /// The user's library.
    case library
}

/// An item with properties that a source has to be asked for.
public protocol MusicPropertyContainer {}

extension MusicPropertyContainer where Self: MusicItem {
    /// The item with these properties, from the source that it comes from.
    ///
    /// What the item has already is not asked for again. What a source does not keep, such as the
    /// videos of a song in a library, is empty.
    ///
    /// - Throws: `MusicSourceError` where a property is missing and the item comes from no source, or
    ///   is there no more; `CancellationError` in a cancelled task.
    public func with(_ properties: [PartialMusicAsyncProperty<Self>]) async throws -> Self {
        let missing = properties.filter { !$0.isLoaded(self) }
        guard !missing.isEmpty else { return self }
        guard let item = self as? any SourceRelated, let source = Sources.source(of: id),
            let whole = try await item.completed(with: missing.map(\.name), from: source) as? Self
        else {
            throw MusicSourceError.unknown(properties: missing.map(\.name), of: "\(self)")
        }
        return whole
    }

    /// The item with these properties.
    ///
    /// - Throws: `MusicSourceError` where a property is missing and no source can tell it.
    public func with(_ properties: PartialMusicAsyncProperty<Self>...) async throws -> Self {
        try await with(properties)
    }

    /// The item with these properties, from one source if it has them.
    ///
    /// - Throws: `MusicSourceError` where a property is missing and no source can tell it.
    public func with(
        _ properties: [PartialMusicAsyncProperty<Self>], preferredSource: MusicPropertySource
    ) async throws -> Self {
        try await with(properties)
    }

    /// The item with these properties, from one source if it has them.
    ///
    /// - Throws: `MusicSourceError` where a property is missing and no source can tell it.
    public func with(
        _ properties: PartialMusicAsyncProperty<Self>..., preferredSource: MusicPropertySource
    ) async throws -> Self {
        try await with(properties)
    }
}
