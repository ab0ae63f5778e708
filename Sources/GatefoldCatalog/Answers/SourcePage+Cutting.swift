// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

extension SourcePage {
    /// The part that is asked for of a list that is here whole.
    init(whole items: [SourceItem], of query: SourceQuery) {
        let ordered = items.ordered(by: query.order, isDescending: query.isDescending)
        self.init(query.kind, cutting: ordered.dropFirst(query.first), to: query.limit)
    }

    /// - Parameter items: those from the offset on, if there are more than `limit` not all of them.
    init(
        _ kind: SourceItem.Kind, cutting items: some Collection<SourceItem>, to limit: Int?
    ) {
        let limit = max(0, limit ?? .max)
        self.init(kind, Array(items.prefix(limit)), hasMore: items.count > limit)
    }
}

extension SourceQuery {
    /// Where the wanted part begins; no list is longer.
    var first: Int { min(max(0, offset), 1_000_000_000) }

    /// Whether a list is wanted as the source has it.
    var isInOrder: Bool { order == .natural && !isDescending }
}

extension [SourceItem] {
    /// Stable; what lacks the value comes last, whichever way the order goes.
    func ordered(by order: SourceQuery.Order, isDescending: Bool) -> [SourceItem] {
        switch order {
        case .natural: isDescending ? reversed() : self
        case .title: sorted(isDescending) { $0.title.lowercased() }
        case .artist: sorted(isDescending) { $0.artist?.lowercased() }
        case .album: sorted(isDescending) { $0.album?.lowercased() }
        case .added: sorted(isDescending, by: \.added)
        case .played: sorted(isDescending, by: \.played)
        case .plays: sorted(isDescending, by: \.plays)
        case .released: sorted(isDescending, by: \.details.released)
        case .length: sorted(isDescending, by: \.length)
        case .modified: sorted(isDescending, by: \.modified)
        case .trackCount: sorted(isDescending, by: \.trackCount)
        }
    }

    private func sorted<Value: Comparable>(
        _ isDescending: Bool, by value: (SourceItem) -> Value?
    ) -> [SourceItem] {
        let keyed = enumerated().map { (index: $0.offset, value: value($0.element)) }
        let places = keyed.sorted { left, right in
            switch (left.value, right.value) {
            case (let first?, let second?) where first != second:
                isDescending ? second < first : first < second
            case (.some, nil): true
            case (nil, .some): false
            default: left.index < right.index
            }
        }
        return places.map { self[$0.index] }
    }

    /// Those in whose title every word is found.
    func containing(wordsOf text: String) -> [SourceItem] {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        return filter { item in
            let title = item.title.lowercased()
            return words.allSatisfy { title.contains($0) }
        }
    }
}
