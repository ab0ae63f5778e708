// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPlayer

/// What online sources have: it comes with its tags, page by page.
extension LibraryIntake {
    /// No queue is longer for one name; more would be a server that repeats itself.
    private static let mostTracks = 20_000
    private static let tracksOfPage = 500

    func find(
        _ uri: SourceURI, in sources: SourceDesk, from offset: Int = 0, _ number: UInt32,
        then completion: @escaping @PlayerActor @Sendable () -> Void
    ) {
        sources.ask(uri.source) { (source) async throws(SourceError) in
            try await source.songs(of: uri, from: offset, count: Self.tracksOfPage)
        } then: { [weak self] page in
            self?.take(page, of: uri, in: sources, from: offset, number, then: completion)
        }
    }

    private func take(
        _ page: Result<SourcePage, SourceError>, of uri: SourceURI, in sources: SourceDesk,
        from offset: Int, _ number: UInt32,
        then completion: @escaping @PlayerActor @Sendable () -> Void
    ) {
        guard isWanted(number) else { return }
        switch page {
        case .failure(let error):
            fail(uri.text, error, number)
            completion()
        case .success(let page):
            if page.items.isEmpty, offset == 0 {
                fail(uri.text, SourceError(.notFound, "there is nothing to play in it"), number)
            }
            let next = offset + page.items.count
            let isLast = !page.hasMore || page.items.isEmpty || next >= Self.mostTracks
            arrive(page.items.map { Track($0) }[...], number) { [weak self] in
                guard !isLast else { return completion() }
                self?.find(uri, in: sources, from: next, number, then: completion)
            }
        }
    }
}

extension OnlineSource {
    /// What is played of a thing, in order.
    fileprivate func songs(
        of uri: SourceURI, from offset: Int, count: Int
    ) async throws(SourceError) -> SourcePage {
        switch uri.kind {
        case .song, .station:
            return SourcePage(.song, try await items([uri.text]), hasMore: false)
        case .album, .artist, .genre, .playlist:
            var query = SourceQuery(.song, .of(uri: uri.text))
            query.offset = offset
            query.limit = count
            return try await items(query)
        case .artwork: throw SourceError(.invalid, "a picture cannot be played")
        }
    }
}
