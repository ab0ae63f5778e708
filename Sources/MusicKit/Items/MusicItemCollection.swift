// SPDX-License-Identifier: MPL-2.0

/// An ordered collection of music items, which may be the first batch of a longer one.
public struct MusicItemCollection<MusicItemType: MusicItem>: RandomAccessCollection, Sendable,
    ExpressibleByArrayLiteral, CustomStringConvertible
{
    /// A music item.
    public typealias Element = MusicItemType
    /// A whole number.
    public typealias Index = Int
    typealias Loader = @Sendable (_ limit: Int?) async throws -> Self?

    /// What the collection is called, such as "Top Songs".
    public var title: String?
    private var items: [MusicItemType]
    private var loader: Loader?

    /// A collection of these items.
    public init<S: Sequence>(_ items: S) where S.Element == MusicItemType {
        self.init(Array(items), title: nil, loader: nil)
    }

    /// A collection without items.
    public init() {
        self.init([], title: nil, loader: nil)
    }

    /// A collection of these items.
    public init(arrayLiteral elements: MusicItemType...) {
        self.init(elements, title: nil, loader: nil)
    }

    /// - Parameter loader: what the next batch comes from; nil behind the last one.
    init(_ items: [MusicItemType], title: String?, loader: Loader?) {
        self.items = items
        self.title = title
        self.loader = loader
    }

    /// The first index.
    public var startIndex: Int { items.startIndex }

    /// Behind the last index.
    public var endIndex: Int { items.endIndex }

    /// The item at an index.
    public subscript(position: Int) -> MusicItemType { items[position] }

    /// Both collections' items; the next batch is the right one's.
    public static func + (left: Self, right: Self) -> Self {
        Self(left.items + right.items, title: left.title ?? right.title, loader: right.loader)
    }

    /// Adds a collection's items; the next batch is that collection's.
    public static func += (left: inout Self, right: Self) {
        left = left + right
    }

    /// The items, as an array's description.
    public var description: String { items.description }

    // MARK: Batches

    /// Whether more items can be asked for.
    public var hasNextBatch: Bool { loader != nil }

    /// The items that follow; nil behind the last batch.
    ///
    /// - Parameter limit: at most this many; nil is the source's choice.
    public func nextBatch(limit: Int? = nil) async throws -> Self? {
        guard let loader else { return nil }
        return try await loader(limit)
    }

    /// Other items in the place of these, with the same batches behind them.
    func replacing(by items: [MusicItemType]) -> Self { Self(items, title: title, loader: loader) }

    /// The first `limit` of all items from `offset` on, the rest as further batches.
    static func batch(of all: [MusicItemType], limit: Int?, offset: Int = 0) -> Self {
        let start = Swift.min(Swift.max(0, offset), all.count)
        let end = limit.map { Swift.min(all.count, start + Swift.max(0, $0)) } ?? all.count
        let rest = all[end...]
        let loader: Loader? =
            rest.isEmpty || end == start
            ? nil : { @Sendable next in batch(of: Array(rest), limit: next ?? limit) }
        return Self(Array(all[start..<end]), title: nil, loader: loader)
    }
}

extension MusicItemCollection: Equatable where MusicItemType: Equatable {
    /// Whether titles and items are the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.title == right.title && left.items == right.items
    }
}

extension MusicItemCollection: Hashable where MusicItemType: Hashable {
    /// By the items.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(items)
    }
}

extension MusicItemCollection: CustomDebugStringConvertible {
    /// The items, as they are described for debugging.
    public var debugDescription: String { items.debugDescription }
}

/// What the Apple Music API wraps a collection in.
private enum CollectionKeys: String, CodingKey {
    case data, attributes, title
}

extension MusicItemCollection: Decodable where MusicItemType: Decodable {
    /// Reads what the Apple Music API calls a relationship, or a plain array.
    public init(from decoder: any Decoder) throws {
        if let array = try? decoder.singleValueContainer().decode([MusicItemType].self) {
            self.init(array)
            return
        }
        let container = try decoder.container(keyedBy: CollectionKeys.self)
        self.init(try container.decodeIfPresent([MusicItemType].self, forKey: .data) ?? [])
        if container.contains(.attributes) {
            title = try container.nestedContainer(keyedBy: CollectionKeys.self, forKey: .attributes)
                .decodeIfPresent(String.self, forKey: .title)
        }
    }
}

extension MusicItemCollection: Encodable where MusicItemType: Encodable {
    /// Writes what the Apple Music API calls a relationship.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CollectionKeys.self)
        try container.encode(items, forKey: .data)
        guard let title else { return }
        var attributes = container.nestedContainer(
            keyedBy: CollectionKeys.self, forKey: .attributes)
        try attributes.encode(title, forKey: .title)
    }
}
