// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldLibrary
internal import GatefoldModel
internal import GatefoldPlayer

#if canImport(Glibc)
    private import Glibc
#endif

/// The music library for those who ask from outside, and for the queue.
///
/// The database is opened by the first question: a daemon without a library never does.
@PlayerActor
final class LibraryDesk: LibrarySource {
    var onScan: (@PlayerActor (ScanNews) -> Void)?
    /// Called when something in the library has changed; the last of several at once.
    var onChange: (@PlayerActor () -> Void)?
    let store: LibraryStore
    /// The desktop's folder of music.
    let music: FilePath?
    /// Files and folders that become tracks of a playlist are looked for on this.
    let finder = Worker(threads: 1)
    let keeper: LibraryKeeper
    /// Scans that somebody asked for, and that are not over; and what those of them did that are.
    var awaitedScans = 0
    var endedScans = ScanResult()
    private var changeTimer: EventSource?

    /// Changes come in bursts: a scan writes a few hundred files at a time.
    private static let delay = Duration.milliseconds(250)

    init(
        _ store: LibraryStore = LibraryStore(),
        music: FilePath? = Directories.music.map { FilePath(bytes: $0) }
    ) {
        self.store = store
        self.music = music
        keeper = LibraryKeeper(store)
        store.onChange = { [weak self] in self?.changeSoon() }
        keeper.onProgress = { [weak self] in self?.onScan?(.stage(ScanStage($0))) }
        keeper.onEnd = { [weak self] in self?.finishScan($0, isAskedFor: false) }
    }

    /// Somebody has used it: without a file, nothing is asked of it and none is made.
    var exists: Bool { access(store.path, F_OK) == 0 }

    private func changeSoon() {
        guard changeTimer == nil else { return }
        changeTimer = EventSource.timeout(after: Self.delay) { [weak self] in
            self?.changeTimer = nil
            self?.onChange?()
        }
    }

    // MARK: Questions

    func search(
        _ text: String, for kinds: Set<SourceItem.Kind>, limit: Int,
        then answer: @escaping Answer<[SourceItem]>
    ) -> @PlayerActor () -> Void {
        let kinds = Set(kinds.compactMap { LibraryItemKind(rawValue: $0.rawValue) })
        let request = store.read(as: .search) {
            (reader) throws(LibraryError) in
            let found = try reader.search(text, kinds: kinds, LibraryPage(limit: limit))
            return found.songs.map { SourceItem($0) } + found.albums.map { SourceItem($0) }
                + found.artists.map { SourceItem($0) }
                + found.playlists.map { SourceItem($0) }
        } then: {
            answer($0.mapError { SourceError($0) })
        }
        return { request.cancel() }
    }

    func list(
        _ list: LibraryList, first: Int, count: Int,
        then answer: @escaping Answer<[SourceItem]>
    ) {
        read(answer) { (reader) throws(LibraryError) in
            try reader.listings(list, LibraryPage(offset: first, limit: count))
        }
    }

    func content(
        of uri: String, first: Int, count: Int, then answer: @escaping Answer<[SourceItem]>
    ) {
        read(answer) { (reader) throws(LibraryError) in
            let page = LibraryPage(offset: first, limit: count)
            guard let item = LibraryURI(uri) else {
                return try reader.track(url: uri).map { [SourceItem($0)] } ?? []
            }
            if case .playlist(let id) = item {
                return try reader.entries(of: LibraryID(rawValue: id), page).map {
                    SourceItem($0)
                }
            }
            return try reader.libraryTracks(of: item, page)?.map { SourceItem($0) } ?? []
        }
    }

    func figures(then answer: @escaping Answer<[LibraryFigure: Int64]>) {
        read(answer) { (reader) throws(LibraryError) in
            let statistics = try reader.statistics()
            return [
                .tracks: Int64(statistics.tracks), .albums: Int64(statistics.albums),
                .artists: Int64(statistics.artists), .genres: Int64(statistics.genres),
                .playlists: Int64(statistics.playlists),
                .favourites: Int64(statistics.favourites), .missing: Int64(statistics.missing),
                .plays: Int64(statistics.plays), .length: statistics.length.microseconds,
                .playedLength: statistics.playedLength.microseconds, .size: statistics.size,
            ]
        }
    }

    func folders(then answer: @escaping Answer<[LibraryFolderListing]>) {
        read(answer) { (reader) throws(LibraryError) in
            try reader.folders().map { LibraryFolderListing($0) }
        }
    }

    /// The tracks behind a URI, for the queue.
    func tracks(of uri: LibraryURI, then answer: @escaping Answer<[Track]>) {
        read(answer) { (reader) throws(LibraryError) in
            try reader.tracks(of: uri) ?? []
        }
    }

    /// Every song, of which the tags are to be asked for.
    func files(then answer: @escaping Answer<[LibraryReader.File]>) {
        read(answer) { (reader) throws(LibraryError) in try reader.files() }
    }

    /// What is known of songs that are still there, by their entries.
    func tags(
        of songs: [(EntryID, LibraryTrack.ID)],
        then completion: @escaping @PlayerActor @Sendable ([EntryDescription]) -> Void
    ) {
        store.read { (reader) throws(LibraryError) in
            var descriptions: [EntryDescription] = []
            for (entry, song) in songs {
                guard let tags = try reader.track(song)?.track.tags else { continue }
                descriptions.append(EntryDescription(entry, tags))
            }
            return descriptions
        } then: { result in
            // Without them the names of the files are shown.
            completion((try? result.get()) ?? [])
        }
    }

    func read<Value: Sendable>(
        _ answer: @escaping Answer<Value>,
        _ body: @escaping @Sendable (LibraryReader) throws(LibraryError) -> Value
    ) {
        store.read(body, then: { answer($0.mapError { SourceError($0) }) })
    }

    // MARK: History

    /// Keeps a play or a skip of a song of the library; others have no history.
    func keep(_ note: HistoryNote) {
        if case .began = note { return }
        guard note.url.hasPrefix("file:"), exists else { return }
        store.write("keeping what was played") { (writer) throws(LibraryError) in
            guard let track = try writer.reader.track(url: note.url) else { return }
            switch note {
            case .played: try writer.notePlayed(track.id)
            case .skipped: try writer.noteSkipped(track.id)
            case .began: break
            }
        } then: { result in
            if case .failure(let error) = result {
                Log.warning("what was played could not be kept", error.description)
            }
        }
    }

    /// Ends what is under way, and waits, not for long, until the last play is on the disk and the
    /// database all in its file.
    func close() {
        keeper.close()
        changeTimer = nil
        guard exists else { return }
        let done = Completion()
        store.close { done.signal() }
        done.wait(for: .seconds(2))
    }
}

extension LibraryFolderListing {
    init(_ folder: LibraryFolder) {
        self.init(
            uri: FileURI.encode(folder.path), trackCount: folder.trackCount,
            isAvailable: folder.isAvailable, scanned: folder.scanned)
    }
}
