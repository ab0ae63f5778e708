// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldLibrary
internal import GatefoldModel
internal import GatefoldPlayer

/// All playlists that can be chosen by name: files, those of the library, and those that the library
/// makes by itself.
@PlayerActor
final class PlaylistCatalogue: PlaylistSource {
    var onChange: (@PlayerActor () -> Void)?

    private let files: PlaylistShelf
    private let library: LibraryDesk
    private var ofLibrary: [NamedPlaylist] = []
    private var isReading = false
    private var hasMissedChange = false
    private var timer: EventSource?
    private var waiting: [@PlayerActor () -> Void] = []

    init(_ files: PlaylistShelf, _ library: LibraryDesk) {
        self.files = files
        self.library = library
        files.onChange = { [weak self] in self?.onChange?() }
    }

    var playlists: [NamedPlaylist] {
        files.playlists
            + ofLibrary.map { playlist in
                var playlist = playlist
                playlist.played = files.lastChosen(playlist.id)
                return playlist
            }
    }

    /// Reads what the library has, once the daemon is up or somebody asks, and again when that
    /// changes.
    func start() {
        library.onChange = { [weak self] in self?.read() }
        timer = EventSource.timeout(after: .milliseconds(100)) { [weak self] in self?.read() }
    }

    private func read() {
        timer = nil
        guard library.exists else { return take([]) }
        guard !isReading else {
            hasMissedChange = true
            return
        }
        isReading = true
        library.read { [weak self] result in
            // A library that cannot be read has no playlists; who uses it is told why.
            self?.take((try? result.get()) ?? [])
        } _: { (reader) throws(LibraryError) in
            try reader.namedPlaylists()
        }
    }

    private func take(_ found: [NamedPlaylist]) {
        isReading = false
        if found != ofLibrary {
            ofLibrary = found
            onChange?()
        }
        // Who waits wants to see what he has just changed.
        guard !hasMissedChange else {
            hasMissedChange = false
            return read()
        }
        let bodies = waiting
        waiting = []
        for body in bodies { body() }
    }

    /// Also reads what was changed a moment ago, of which the notice is on its way.

    func whenKnown(_ body: @escaping @PlayerActor () -> Void) {
        files.whenKnown { [self] in
            waiting.append(body)
            read()
        }
    }

    func save(
        _ queue: Queue, as name: String, replaces: Bool,
        then completion: @escaping @PlayerActor @Sendable (PlaylistSaveFailure?) -> Void
    ) {
        files.save(queue, as: name, replaces: replaces, then: completion)
    }
}

extension LibraryReader {
    /// The library's playlists, and the lists that it makes once there is music in it.
    fileprivate func namedPlaylists() throws(LibraryError) -> [NamedPlaylist] {
        var query = LibraryTrackQuery()
        query.page = LibraryPage(limit: 1)
        query.order = .added
        let isEmpty = try tracks(query).isEmpty
        let made = try playlists().compactMap { playlist in
            PlaylistID(rawValue: "library\(playlist.id.rawValue)").map { id in
                NamedPlaylist(
                    id: id, name: playlist.name,
                    url: LibraryURI.playlist(playlist.id.rawValue).text,
                    modified: playlist.modified)
            }
        }
        let lists = (isEmpty ? [] : SmartList.allCases).compactMap { list in
            PlaylistID(rawValue: "list\(list.rawValue)").map { id in
                NamedPlaylist(
                    id: id, name: list.name, url: LibraryURI.list(list.rawValue).text, modified: 0)
            }
        }
        return made + lists
    }
}
