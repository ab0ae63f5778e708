// SPDX-License-Identifier: MPL-2.0

internal import Foundation

/// Which items of a library are wanted, and in which order.
///
/// `@unchecked Sendable`: the closures hold key paths and values that never change.
struct LibraryQuery<Item, Filter, Order>: @unchecked Sendable {
    private var conditions: [(Item) -> Bool] = []
    private var orders: [(Item, Item) -> ComparisonResult] = []
    private var text: String?

    mutating func require<Value: Equatable>(
        _ keyPath: KeyPath<Filter, Value>, _ values: [Value]
    ) {
        conditions.append { item in
            (item as? Filter).map { values.contains($0[keyPath: keyPath]) } ?? false
        }
    }

    mutating func require<Related: MusicItem>(
        _ keyPath: KeyPath<Filter, MusicItemCollection<Related>?>, containing ids: Set<MusicItemID>
    ) {
        conditions.append { item in
            guard let related = (item as? Filter)?[keyPath: keyPath] else { return false }
            return related.contains { ids.contains($0.id) }
        }
    }

    mutating func require(text: String) {
        self.text = text
    }

    mutating func sort<Value>(by keyPath: KeyPath<Order, Value>, ascending: Bool) {
        orders.append { left, right in
            guard let left = left as? Order, let right = right as? Order else {
                return .orderedSame
            }
            let result = Self.compare(left[keyPath: keyPath], right[keyPath: keyPath])
            return ascending ? result : result.reversed
        }
    }

    /// - Parameter words: what of an item is searched for the text.
    func apply(to items: [Item], words: (Item) -> [String]) -> [Item] {
        let chosen = items.filter { item in
            conditions.allSatisfy { $0(item) } && (text.map { matches($0, words(item)) } ?? true)
        }
        guard !orders.isEmpty else { return chosen }
        return chosen.sorted { left, right in
            for order in orders {
                let result = order(left, right)
                if result != .orderedSame { return result == .orderedAscending }
            }
            return false
        }
    }

    /// What is unknown comes before what is known.
    private static func compare(_ left: Any, _ right: Any) -> ComparisonResult {
        switch (left, right) {
        case (let left as String, let right as String): left.localizedStandardCompare(right)
        case (let left as Int, let right as Int): order(left, right)
        case (let left as Double, let right as Double): order(left, right)
        case (let left as Date, let right as Date): order(left, right)
        default: order(isKnown(left) ? 1 : 0, isKnown(right) ? 1 : 0)
        }
    }

    private static func isKnown(_ value: Any) -> Bool {
        value is String || value is Int || value is Double || value is Date
    }

    private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult
    {
        left < right ? .orderedAscending : left == right ? .orderedSame : .orderedDescending
    }
}

/// Whether every word of a text is found in one of several texts, whatever the case and the accents.
func matches(_ text: String, _ texts: [String]) -> Bool {
    text.split(separator: " ").allSatisfy { word in
        texts.contains {
            $0.range(of: word, options: [.caseInsensitive, .diacriticInsensitive]) != nil
        }
    }
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
