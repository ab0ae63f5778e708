// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
package import GatefoldModel

/// The user's own library as a source of music.
///
/// Lists are pages of SQL, and what is asked for by name is found by an index: a library of 100,000
/// tracks is never read as a whole, unless everything is asked for. Playlists are those of the library
/// and the files of the music folder.
package final class LocalSource: MusicSource {
    package let name = "library"

    let store: LibraryStore
    let music: FilePath?
    /// Files and folders are looked into on these.
    let finder = Worker(threads: 2)
    private let playlistFolders: [FilePath]
    private let upkeep: LibraryUpkeep

    /// - Parameters:
    ///   - music: becomes the folder of a library that has none, and has playlists as files.
    ///   - ownPlaylists: where Gatefold saves queues.
    package init(
        _ store: LibraryStore = LibraryStore(),
        music: FilePath? = Directories.music.map { FilePath(bytes: $0) },
        ownPlaylists: FilePath = FilePath(Directories.ownData + "/playlists")
    ) {
        self.store = store
        self.music = music
        playlistFolders = [ownPlaylists] + [music].compactMap(\.self)
        upkeep = LibraryUpkeep(store, music: music)
    }

    package func account() async throws(SourceError) -> SourceAccount {
        SourceAccount(canPlay: true, canEdit: true)
    }

    // MARK: Questions

    package func search(_ search: SourceSearch) async throws(SourceError) -> [SourcePage] {
        var pages = try await read(as: .search) { (reader) throws(LibraryError) in
            try reader.items(search)
        }
        if let place = pages.firstIndex(where: { $0.kind == .playlist }) {
            var query = SourceQuery(.playlist)
            query.conditions = [.text(search.text)]
            (query.offset, query.limit) = (search.offset, search.limit)
            pages[place] = try await playlists(query)
        }
        return pages
    }

    package func items(_ query: SourceQuery) async throws(SourceError) -> SourcePage {
        try checkOrder(of: query)
        switch query.scope {
        case .chart(let chart, let genre): return try await self.chart(chart, genre, query)
        case .of(let uri) where query.isWholeList: return try await content(of: uri, query)
        case .all where query.kind == .playlist: return try await playlists(query)
        case .all, .of, .code: break
        }
        let wanted = query.withOneMore
        let items = try await read { (reader) throws(LibraryError) in
            if case .of(let uri) = wanted.scope { try reader.require(uri) }
            return try reader.items(wanted)
        }
        return SourcePage(query.kind, items, limit: query.limit)
    }

    package func items(_ uris: [String]) async throws(SourceError) -> [SourceItem] {
        let known = try await read { (reader) throws(LibraryError) in try reader.items(uris) }
        let files =
            uris.contains { FileURI.decode($0)?.isPlaylist == true } ? await playlistFiles() : []
        let byURI = Dictionary((known + files).map { ($0.uri, $0) }) { first, _ in first }
        return uris.compactMap { byURI[$0] }
    }

    private func checkOrder(of query: SourceQuery) throws(SourceError) {
        guard let table = SourceSelection.Table(query.kind) else { return }
        for order in [query.order] + query.furtherOrders.map(\.order)
        where !table.canSort(by: order) {
            throw SourceError(
                .unsupported, "The library cannot sort by “\(order.rawValue)”.")
        }
    }

    private func chart(
        _ chart: SourceQuery.Chart, _ genre: String?, _ query: SourceQuery
    ) async throws(SourceError) -> SourcePage {
        let kind = query.kind
        let page = LibraryPage(offset: query.offset, limit: query.withOneMore.limit)
        let items = try await read { (reader) throws(LibraryError) in
            try reader.chart(chart, of: kind, genre: genre, page)
        }
        guard let items else {
            throw SourceError(.unsupported, "The library makes no such list.")
        }
        return SourcePage(kind, items, limit: query.limit)
    }

    /// Asks the library once it is up to date.
    func read<Value: Sendable>(
        as urgency: LibraryStore.Urgency = .list,
        _ body: @escaping @Sendable (LibraryReader) throws(LibraryError) -> Value
    ) async throws(SourceError) -> Value {
        await upkeep.refresh()
        do throws(LibraryError) {
            return try await store.read(as: urgency, body)
        } catch {
            throw SourceError(error)
        }
    }

    /// Has the library look at what has just been put into its folders.
    func rescan() async { await upkeep.refresh(always: true) }

    // MARK: Playlists

    /// Playlists are few: those of the library and the files are put in order together.
    private func playlists(_ query: SourceQuery) async throws(SourceError) -> SourcePage {
        var all = query
        (all.offset, all.limit) = (0, nil)
        let wanted = all
        let own = try await read { (reader) throws(LibraryError) in try reader.items(wanted) }
        let files = await playlistFiles().filter { query.admits($0) }
        let sorted = (own + files).sorted { query.precedes($0, $1) }.dropFirst(query.offset)
        let page = sorted.prefix(query.withOneMore.limit ?? .max)
        return SourcePage(.playlist, Array(page), limit: query.limit)
    }

    private func playlistFiles() async -> [SourceItem] {
        await onThread { [playlistFolders] in
            PlaylistFolders(in: playlistFolders).playlists.map { SourceItem($0) }
        }
    }

    /// The songs of a playlist, of a file or of a list that makes itself.
    private func content(
        of uri: String, _ query: SourceQuery
    ) async throws(SourceError) -> SourcePage {
        let page = LibraryPage(offset: query.offset, limit: query.withOneMore.limit)
        guard let path = FileURI.decode(uri) else {
            return SourcePage(
                .song, try await listed(uri, page), limit: query.limit)
        }
        let contents = await onThread { () -> Result<[Track], LibraryError> in
            Result { () throws(LibraryError) in try PlaylistFile.read(path).tracks }
        }
        let tracks = try contents.mapError { SourceError($0) }.get()
            .dropFirst(page.offset).prefix(page.limit ?? .max)
        let items = try await read { (reader) throws(LibraryError) in
            try tracks.map { (track) throws(LibraryError) in
                try reader.track(url: track.url).map { SourceItem(detailed: $0) }
                    ?? SourceItem(detailed: track)
            }
        }
        return SourcePage(.song, items, limit: query.limit)
    }

    private func listed(
        _ uri: String, _ page: LibraryPage
    ) async throws(SourceError) -> [SourceItem] {
        try await read { (reader) throws(LibraryError) in
            switch LibraryURI(uri) {
            case .playlist(let id):
                try reader.require(uri)
                return try reader.entries(of: LibraryID(rawValue: id), page)
                    .map { SourceItem(detailed: $0) }
            case let list?:
                return try reader.libraryTracks(of: list, page)?
                    .map { SourceItem(detailed: $0) } ?? []
            case nil: return []
            }
        }
    }

    // MARK: Changes

    package func edit(_ edit: LibraryEdit) async throws(SourceError) -> String? {
        if case .exportPlaylist(let uri, let file, let replaces) = edit {
            let playlist = try await read { (reader) throws(LibraryError) in
                try reader.playlist(at: uri)
            }
            return try await onThread {
                PlaylistFile.write(playlist, to: file, replaces: replaces)
            }.get()
        }
        let prepared = await onThread { PreparedEdit(edit) }
        do throws(LibraryError) {
            return try await store.write("changing the library") {
                (writer) throws(LibraryError) in
                try prepared.make(writer)
            }
        } catch {
            throw SourceError(error)
        }
    }

    /// Runs slow work that does not throw.
    func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            finder.perform { continuation.resume(returning: work()) }
        }
    }
}
