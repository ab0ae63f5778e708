// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// A list to which several sources contribute, as far as it has been read.
///
/// Items come from the sources in turns, so that the best of each is near the beginning; of one source
/// it is just its pages.
struct SourceList: Sendable {
    /// A page of one source's part.
    typealias Part =
        @Sendable (
            _ source: any MusicSource, _ offset: Int, _ limit: Int?
        ) async throws(SourceError) -> SourcePage

    private let part: Part
    private var places: [Place]

    private struct Place: Sendable {
        let source: any MusicSource
        /// Of what was not read yet.
        var offset = 0
        /// What was read and not given yet.
        var items: ArraySlice<SourceItem> = []
        var isOver = false

        mutating func take(_ page: SourcePage) {
            items += page.items
            offset += page.items.count
            isOver = !page.hasMore || page.items.isEmpty
        }
    }

    init(_ sources: [any MusicSource], part: @escaping Part) {
        self.part = part
        places = sources.map { Place(source: $0) }
    }

    /// What a query asks for, but for its page.
    init(_ sources: [any MusicSource], _ query: SourceQuery) {
        self.init(sources) { (source, offset, limit) throws(SourceError) in
            var query = query
            (query.offset, query.limit) = (offset, limit)
            return try await source.items(query)
        }
    }

    /// A list whose first pages are known.
    init(
        _ pages: [(source: any MusicSource, page: SourcePage)], startingAt offset: Int,
        part: @escaping Part
    ) {
        self.part = part
        places = pages.map { source, page in
            var place = Place(source: source, offset: offset)
            place.take(page)
            return place
        }
    }

    /// Whether there may be more.
    var hasMore: Bool { places.contains { !$0.isOver || !$0.items.isEmpty } }

    /// Leaves items out.
    mutating func skip(_ count: Int) async throws {
        guard count > 0 else { return }
        if places.count == 1 { return places[0].offset += count }
        _ = try await next(count)
    }

    /// The items that follow; nil is all of them.
    mutating func next(_ limit: Int?) async throws -> [SourceItem] {
        try await read(limit)
        let count = min(limit ?? .max, places.reduce(0) { $0 + $1.items.count })
        var items: [SourceItem] = []
        while items.count < count {
            for index in places.indices where items.count < count {
                if let item = places[index].items.popFirst() { items.append(item) }
            }
        }
        return items
    }

    /// Has every source that can fill the page by itself.
    ///
    /// One that does not answer is left out from then on: who reads to the end comes to one.
    private mutating func read(_ limit: Int?) async throws {
        let wanting = places.indices.filter { index in
            !places[index].isOver && places[index].items.count < limit ?? .max
        }
        guard !wanting.isEmpty else { return }
        let (part, asked) = (part, wanting.map { places[$0] })
        let pages = try await Sources.ask(asked.map(\.source)) {
            (source, index) throws(SourceError) in
            let place = asked[index]
            return try await part(source, place.offset, limit.map { $0 - place.items.count })
        }
        for index in wanting { places[index].isOver = true }
        for (index, page) in pages { places[wanting[index]].take(page) }
    }
}
