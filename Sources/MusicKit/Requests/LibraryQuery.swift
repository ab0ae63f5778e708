// SPDX-License-Identifier: MPL-2.0

internal import Foundation
internal import GatefoldModel

/// Which items of a library are wanted, and in which order.
///
/// What a source understands is asked of it. A property that only the key path knows, such as
/// `\.title.count`, is looked at here, in all items that the source has.
///
/// `@unchecked Sendable`: the closures hold key paths and values that never change.
struct LibraryQuery<Item: MusicItem, Filter, Order>: @unchecked Sendable {
    private var conditions: [SourceQuery.Condition] = []
    private var orderings: [SourceQuery.Ordering?] = []
    /// What the source is not asked for.
    private var tests: [(Item) -> Bool] = []
    private var comparisons: [(Item, Item) -> ComparisonResult] = []

    mutating func require<Value: Equatable>(
        _ keyPath: KeyPath<Filter, Value>, _ values: [Value]
    ) {
        if let condition = LibraryProperties.condition(keyPath, values) {
            conditions.append(condition)
        } else {
            tests.append { item in
                (item as? Filter).map { values.contains($0[keyPath: keyPath]) } ?? false
            }
        }
    }

    /// - Parameter ids: of things of which one belongs to an item.
    mutating func require(related ids: [MusicItemID]) {
        conditions.append(.related(ids.map(\.rawValue)))
    }

    mutating func require(text: String) {
        conditions.append(.text(text))
    }

    mutating func sort<Value>(by keyPath: KeyPath<Order, Value>, ascending: Bool) {
        orderings.append(
            LibraryProperties.order(keyPath).map { .init($0, isDescending: !ascending) })
        comparisons.append { left, right in
            guard let left = left as? Order, let right = right as? Order else {
                return .orderedSame
            }
            let result = compare(left[keyPath: keyPath], right[keyPath: keyPath])
            return ascending ? result : result.reversed
        }
    }

    /// The items in a scope.
    func items(
        of kind: SourceItem.Kind, in scope: SourceQuery.Scope = .all,
        from sources: [any MusicSource], limit: Int? = nil, offset: Int = 0,
        _ make: @escaping @Sendable (SourceItem) -> Item?
    ) async throws -> MusicItemCollection<Item> {
        var list = SourceList(sources, sourceQuery(kind, scope))
        guard needsAll else {
            try await list.skip(offset)
            return try await .batch(of: list, limit: limit, make)
        }
        let all = try await list.next(nil).compactMap(make)
        return .batch(of: sorted(all.filter(admits)), limit: limit, offset: offset)
    }

    // MARK: For the source

    private var needsAll: Bool { !tests.isEmpty || orderings.contains(nil) }

    private func sourceQuery(
        _ kind: SourceItem.Kind, _ scope: SourceQuery.Scope
    ) -> SourceQuery {
        var query = SourceQuery(kind, scope)
        query.conditions = conditions
        let known = orderings.compactMap(\.self)
        guard known.count == orderings.count, let first = known.first else { return query }
        (query.order, query.isDescending) = (first.order, first.isDescending)
        query.furtherOrders = Array(known.dropFirst())
        return query
    }

    // MARK: Here

    private func admits(_ item: Item) -> Bool { tests.allSatisfy { $0(item) } }

    /// Where the source could not be asked for one of the orders.
    private func sorted(_ items: [Item]) -> [Item] {
        guard orderings.contains(nil) else { return items }
        return items.sorted { left, right in
            for comparison in comparisons {
                let result = comparison(left, right)
                if result != .orderedSame { return result == .orderedAscending }
            }
            return false
        }
    }
}

/// What is unknown comes before what is known.
private func compare(_ left: Any, _ right: Any) -> ComparisonResult {
    switch (left, right) {
    case (let left as String, let right as String): left.localizedStandardCompare(right)
    case (let left as Int, let right as Int): order(left, right)
    case (let left as Double, let right as Double): order(left, right)
    case (let left as Date, let right as Date): order(left, right)
    default: order(isKnown(left) ? 1 : 0, isKnown(right) ? 1 : 0)
    }
}

private func isKnown(_ value: Any) -> Bool {
    value is String || value is Int || value is Double || value is Date
}

private func order<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
    left < right ? .orderedAscending : left == right ? .orderedSame : .orderedDescending
}

extension ComparisonResult {
    fileprivate var reversed: ComparisonResult {
        switch self {
        case .orderedAscending: .orderedDescending
        case .orderedDescending: .orderedAscending
        case .orderedSame: .orderedSame
        }
    }
}

extension MusicItemCollection {
    /// The next items of a list; further ones are asked of the sources when they are wanted.
    static func batch(
        of list: SourceList, limit: Int?,
        _ make: @escaping @Sendable (SourceItem) -> MusicItemType?
    ) async throws -> Self {
        var list = list
        let items = try await list.next(limit).compactMap(make)
        guard list.hasMore else { return Self(items) }
        let rest = list
        return Self(items, title: nil) { next in
            try await batch(of: rest, limit: next ?? limit, make)
        }
    }
}
