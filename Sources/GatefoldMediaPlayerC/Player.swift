// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldMediaPlayer
internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPresence
private import Synchronization

/// What a `gatefold_mediaplayer *` points to.
final class Player: Sendable {
    private let source: NowPlayingSource
    private let artwork: ArtworkRenderer
    private let events: EventQueue
    private let state = Mutex(State())

    /// `@unchecked Sendable`: the user data is the program's, who says where the handler is called.
    private struct State: @unchecked Sendable {
        var handler: gatefold_handler?
        var userData: UnsafeMutableRawPointer?
        var picture: FileArtwork?
    }

    private let number: Int

    /// Those that are in use: the lowest has the plain name of the process.
    private static let numbers = Mutex<Set<Int>>([])

    private static func newNumber() -> Int {
        numbers.withLock { numbers in
            let number = (1...).first { !numbers.contains($0) } ?? 1
            numbers.insert(number)
            return number
        }
    }

    init(name: String?, identity: String?, entry: String?) {
        let number = Self.newNumber()
        self.number = number
        let source = NowPlayingSource(number: UInt64(number))
        let events = EventQueue()
        self.source = source
        self.events = events
        artwork = ArtworkRenderer(source)
        source.deliver { events.append($0, $1) }
        var overrides = IdentityOverrides()
        (overrides.name, overrides.identity, overrides.desktopEntry) = (name, identity, entry)
        PlayerActor.post { [overrides] in
            let presence = ApplicationPresence.shared
            guard number == 1 else { return presence.addSession(number, showing: source) }
            presence.overrides = overrides
            presence.show(source)
        }
    }

    func end() {
        artwork.show(nil)
        source.update { nowPlaying, now in
            nowPlaying.write(nil, at: now)
            nowPlaying.hasHandlers = false
        }
        PlayerActor.post { [source] in ApplicationPresence.shared.removeSession(showing: source) }
        _ = Self.numbers.withLock { $0.remove(number) }
    }

    // MARK: What is shown

    func write(_ pointer: UnsafePointer<gatefold_info>?) {
        guard let info = pointer.flatMap(gatefold_info.init(copying:)) else {
            artwork.show(nil)
            return source.write(nil)
        }
        var shown = NowPlayingInfo(info)
        let picture = picture(text(info.artwork))
        shown.tags.artwork = artwork.known(picture)
        source.update { nowPlaying, now in
            nowPlaying.declare(DeclaredStatus(info.status), at: now)
            nowPlaying.write(shown, at: now)
            nowPlaying.commands.loop = LoopStatus(info.loop)
            nowPlaying.commands.isShuffled = info.shuffle
            if nowPlaying.volume != nil { nowPlaying.volume = min(max(info.volume, 0), 1) }
        }
        artwork.show(picture)
    }

    /// The same object while the name is the same, so that it becomes a file once.
    private func picture(_ name: String?) -> FileArtwork? {
        state.withLock { state in
            if state.picture?.name != name { state.picture = name.map(FileArtwork.init) }
            return state.picture
        }
    }

    func offer(_ commands: UInt32) {
        let volumeBit = UInt32(GATEFOLD_SET_VOLUME.rawValue)
        source.update { nowPlaying, _ in
            nowPlaying.hasHandlers = commands != 0
            nowPlaying.commands.offered = Set(
                RemoteCommand.allCases.filter { commands & 1 << UInt32($0.rawValue) != 0 })
            let isLoud = commands & volumeBit != 0
            nowPlaying.volume = isLoud ? nowPlaying.volume ?? 1 : nil
        }
    }

    // MARK: What is asked

    var descriptor: Int32 { events.descriptor }

    func handle(by handler: gatefold_handler?, _ userData: UnsafeMutableRawPointer?) {
        nonisolated(unsafe) let userData = userData  // see State
        state.withLock { ($0.handler, $0.userData) = (handler, userData) }
    }

    func dispatch(as pointer: OpaquePointer) {
        for (event, completion) in events.takeAll() {
            let state = state.withLock { $0 }
            if let (command, value) = event.forHandler {
                state.handler?(pointer, command, value, state.userData)
            }
            completion()
        }
    }
}
