// SPDX-License-Identifier: MPL-2.0

import GatefoldBus
import GatefoldGLib
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport

/// A player with the optional interfaces of MPRIS.
@PlayerActor
final class ListsRig {
    let rig: BusRig
    let shelf = FakeShelf()
    private let trackList: TrackListInterface
    private let playlists: PlaylistsInterface

    nonisolated static func started(
        tracks: Int = 3, playlists: [NamedPlaylist] = []
    ) async throws -> ListsRig {
        let rig = try await BusRig.prepared()
        let lists = await ListsRig(rig, playlists)
        try await rig.appear(tracks: tracks)
        await lists.start()
        // From here on the witness misses nothing.
        _ = await lists.witness.signals()
        return lists
    }

    private init(_ rig: BusRig, _ named: [NamedPlaylist]) {
        self.rig = rig
        shelf.playlists = named
        trackList = TrackListInterface(rig.registration, rig.session, rig.intake)
        playlists = PlaylistsInterface(rig.registration, rig.session, rig.intake, shelf)
        rig.mpris.add(trackList, playlists)
        rig.player.playlists = shelf
    }

    private func start() {
        trackList.start()
        playlists.start()
    }

    nonisolated var witness: BusWitness { rig.witness }

    func send(_ commands: PlayerCommand...) {
        rig.session.handle(commands.map(PlayerInput.command))
    }

    /// One turn each, as what an intake finds in pieces.
    func sendApart(_ commands: PlayerCommand...) {
        for command in commands { rig.session.handle([.command(command)]) }
    }

    var state: PlayerState { rig.session.state }

    /// The signals of the track list up to now, since they were last asked for.
    nonisolated func trackSignals() async -> [String] {
        await witness.ask("track_signals()")
    }
}

/// A source of whatever a test puts there.
@PlayerActor
final class FakeShelf: PlaylistSource {
    var playlists: [NamedPlaylist] = []
    var onChange: (@PlayerActor () -> Void)?
    var failure: PlaylistSaveFailure?
    private(set) var saved: [String] = []

    nonisolated init() {}

    func change(_ playlists: [NamedPlaylist]) {
        self.playlists = playlists
        onChange?()
    }

    func whenKnown(_ body: @escaping @PlayerActor () -> Void) { body() }

    func save(
        _ queue: Queue, as name: String, replaces: Bool,
        then completion: @escaping @PlayerActor @Sendable (PlaylistSaveFailure?) -> Void
    ) {
        saved.append("\(name) \(queue.count) \(replaces)")
        let failure = failure
        PlayerActor.post { completion(failure) }
    }

    func fail(_ failure: PlaylistSaveFailure) { self.failure = failure }
}
