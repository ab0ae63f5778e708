// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldLibrary
internal import GatefoldModel
internal import GatefoldPlayer

#if canImport(Glibc)
    private import Glibc
#endif

/// The playlist files in the music folder, and those that were saved here.
///
/// Folders are read on a thread and watched from then on; nothing looks again by itself.
@PlayerActor
final class PlaylistShelf: PlaylistSource, StatePublisher {
    private(set) var playlists: [NamedPlaylist] = []
    var onChange: (@PlayerActor () -> Void)?

    private let own: String
    private let roots: [FilePath]
    private let history: PlaylistHistory
    private let worker = Worker(threads: 1)
    private var watch: FolderWatch?
    private var active: PlaylistID?
    private var isLooking = false
    private var isKnown = false
    private var waiting: [@PlayerActor () -> Void] = []
    private var timer: EventSource?

    /// How long changes wait for more of them: a copied folder is many.
    private static let delay = Duration.milliseconds(250)

    /// - Parameters:
    ///   - own: where playlists are saved.
    ///   - music: the user's music folder, if there is one.
    ///   - historyPath: the file that says when playlists were chosen.
    init(
        own: String = Directories.ownData + "/playlists",
        music: FilePath? = Directories.music.map { FilePath(bytes: $0) },
        historyPath: String = Directories.state + "/playlists.txt"
    ) {
        self.own = own
        roots = [FilePath(own)] + (music.map { [$0] } ?? [])
        history = PlaylistHistory(path: historyPath)
    }

    /// Looks into the folders, and watches them.
    ///
    /// - Parameter playing: what is active already, which was chosen earlier.
    func start(playing: PlaylistID?) {
        active = playing
        watch = FolderWatch { [weak self] changes in
            if changes.contains(where: \.concernsPlaylists) { self?.lookSoon() }
        }
        look()
    }

    /// Nothing looks any more.
    func close() {
        watch = nil
        timer = nil
    }

    func publish(_ state: PlayerState, at now: MonotonicTime) {
        guard state.playlist != active else { return }
        active = state.playlist
        guard let active else { return }
        history.note(active, on: worker)
        show(playlists)
    }

    // MARK: Looking

    private func lookSoon() {
        guard timer == nil else { return }
        timer = EventSource.timeout(after: Self.delay) { [weak self] in
            self?.timer = nil
            self?.look()
        }
    }

    private func look() {
        guard !isLooking else { return lookSoon() }
        isLooking = true
        worker.perform { [roots] in
            PlaylistFolders(in: roots)
        } then: { [weak self] found in
            self?.take(found)
        }
    }

    private func take(_ found: PlaylistFolders) {
        isLooking = false
        show(found.playlists)
        tellThoseWhoWait()
        // What changed between the look and the watch would be missed for good.
        if watch?.follow(found.folders.map(\.bytes)) == true { look() }
    }

    private func show(_ found: [NamedPlaylist]) {
        let dated = found.map { playlist in
            var playlist = playlist
            playlist.played = history[playlist.id]
            return playlist
        }
        guard dated != playlists else { return }
        playlists = dated
        onChange?()
    }

    /// When a playlist was chosen, whosever it is; in nanoseconds since 1970, or 0.
    func lastChosen(_ id: PlaylistID) -> Int64 { history[id] }

    func whenKnown(_ body: @escaping @PlayerActor () -> Void) {
        guard !isKnown else { return body() }
        waiting.append(body)
    }

    private func tellThoseWhoWait() {
        isKnown = true
        let bodies = waiting
        waiting = []
        for body in bodies { body() }
    }

    // MARK: Saving

    func save(
        _ queue: Queue, as name: String, replaces: Bool,
        then completion: @escaping @PlayerActor @Sendable (PlaylistSaveFailure?) -> Void
    ) {
        worker.perform { [own] in
            Self.write(queue, name, to: own, replaces: replaces)
        } then: { [weak self] failure in
            // The folder may be new, and not watched yet.
            if failure == nil { self?.look() }
            completion(failure)
        }
    }

    private nonisolated static func write(
        _ queue: Queue, _ name: String, to folder: String, replaces: Bool
    ) -> PlaylistSaveFailure? {
        guard isUsable(name) else {
            return PlaylistSaveFailure(
                .unusableName,
                "That is no name for a playlist: it may not be empty or very long, begin with a "
                    + "full stop, or contain a slash or control characters.")
        }
        let path = "\(folder)/\(name).xspf"
        guard replaces || access(path, F_OK) != 0 else {
            return PlaylistSaveFailure(.exists, "There is a playlist “\(name)” already.")
        }
        do throws(FileError) {
            try makeDirectories(path: folder)
            let tracks = queue.ids.lazy.compactMap { queue[$0] }
            try writeAtomically(path: path, bytes: XSPFWriter.bytes(title: name, tracks))
            return nil
        } catch {
            return PlaylistSaveFailure(
                .notWritten, "The playlist could not be saved: \(error.reason).")
        }
    }

    /// A hidden file would not be found again, and a file's name has at most 255 bytes.
    private nonisolated static func isUsable(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 200
            && name.unicodeScalars.allSatisfy { scalar in
                scalar != "/" && scalar.properties.generalCategory != .control
            }
    }
}

extension FolderChange {
    /// The folder itself, or changes that were lost, may be anything.
    fileprivate var concernsPlaylists: Bool {
        isFolder || name.isEmpty
            || AudioFormats.playlistKind(fileExtension: FilePath(bytes: name).fileExtension) != nil
    }
}
