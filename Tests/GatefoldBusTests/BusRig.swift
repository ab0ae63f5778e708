// SPDX-License-Identifier: MPL-2.0

import GatefoldBus
import GatefoldDBus
import GatefoldGLib
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

/// Tests with a bus of their own each: one after the other, so that there are few at a time.
@Suite(.serialized) enum Bus {}

/// A player on a private bus, with an engine and a clock that a test moves, and a client of it.
@PlayerActor
final class BusRig {
    let bus: PrivateBus
    let witness: BusWitness
    let engine = FakeEngine()
    let clock = ManualClock()
    let intake = FakeIntake()
    let session: PlayerSession
    let registration: DBusRegistration
    let mpris: MPRISService
    let player: PlayerService
    let library = FakeLibrary()
    let directory = FakeDirectory()
    var name: String { mpris.busName ?? "" }

    /// A player with tracks "1", "2", … of a minute each, with entries of the same ids.
    nonisolated static func started(tracks: Int = 3) async throws -> BusRig {
        let rig = try await prepared()
        try await rig.appear(tracks: tracks)
        return rig
    }

    /// A player that is not on its bus yet.
    nonisolated static func prepared(on bus: PrivateBus = PrivateBus()) async throws -> BusRig {
        // Before anything that is isolated, which waits for the main context's thread.
        MainContext.shared.startThread()
        return try await BusRig(on: bus)
    }

    private init(on bus: PrivateBus) throws {
        self.bus = bus
        witness = BusWitness(bus)
        let clock = clock
        session = PlayerSession(
            engine: engine, state: PlayerState(seed: 7), clock: { clock.now })
        registration = DBusRegistration(.address(bus.address))
        try registration.startAndWait()
        mpris = MPRISService(registration, session, intake)
        player = PlayerService(registration, session, intake)
        player.library = LibraryService(registration, session, library)
        player.sources = SourcesService(registration, directory)
        engine.answers = true
        engine.position = { [weak session] in session?.position ?? .zero }
        intake.session = session
    }

    deinit {
        PlayerActor.post { [registration] in registration.close() }
    }

    /// Returns when its name is there.
    nonisolated func appear(tracks: Int) async throws {
        await start(tracks: tracks)
        try await eventually("the name is there") { await name != "" }
    }

    func start(tracks: Int) {
        if tracks > 0 {
            session.handle([.command(.insert(self.tracks(1...tracks), .end, play: false))])
        }
        player.start()
        mpris.onQuit = {}
        mpris.follow(session)
        mpris.start(processID: 4711)
    }

    func tracks(_ numbers: ClosedRange<Int>) -> [Track] {
        numbers.map { number in
            var tags = TrackTags()
            tags.title = "\(number)"
            tags.length = MediaTime(milliseconds: 60_000)
            tags.artwork = .none
            return Track(url: "file:///music/\(number).ogg", tags: tags)
        }
    }

    /// Brings the player into a status at an entry; 10 seconds into it unless stopped.
    func bring(to status: PlaybackStatus, at entry: UInt64) async {
        session.handle([.command(.jump(EntryID(rawValue: entry)))])
        await settle()
        clock.advance(MediaTime(milliseconds: 10_000))
        switch status {
        case .playing: break
        case .paused: session.handle([.command(.pause)])
        case .stopped: session.handle([.command(.stop)])
        }
    }

    /// Returns when what was posted up to now has been done, and what that posted.
    func settle() async {
        for _ in 0..<2 {
            await withCheckedContinuation { continuation in
                PlayerActor.post { continuation.resume() }
            }
        }
    }
}

/// An intake that has everything at once: in the turn after it was asked.
@PlayerActor
final class FakeIntake: SourceIntake {
    struct Request: Equatable {
        let sources: [String]
        let place: QueuePlace
        let play: Bool
    }

    var onEvent: (@PlayerActor (IntakeEvent) -> Void)?
    weak var session: PlayerSession?
    /// What becomes of what is taken.
    var outcome: Result<Void, SourceProblem> = .success(())
    /// Nothing comes of what is taken, as of a source that does not answer.
    var isHanging = false
    private var unanswered: [(@PlayerActor (Result<Void, SourceProblem>) -> Void)?] = []
    private(set) var requests: [Request] = []
    private(set) var cancellations = 0

    func take(
        _ sources: [String], _ place: QueuePlace, play: Bool,
        started: (@PlayerActor (Result<Void, SourceProblem>) -> Void)?
    ) -> UInt32 {
        requests.append(Request(sources: sources, place: place, play: play))
        guard !isHanging else {
            unanswered.append(started)
            return UInt32(requests.count)
        }
        let outcome = outcome
        PlayerActor.post { [weak self] in
            if case .success = outcome {
                let tracks = sources.map { Track(url: $0) }
                self?.session?.handle([.command(.insert(tracks, place, play: play))])
            }
            started?(outcome)
        }
        return UInt32(requests.count)
    }

    func cancel() {
        cancellations += 1
    }
}
