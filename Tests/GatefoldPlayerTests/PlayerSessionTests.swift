// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

/// Counts publications and keeps what was shown last.
@PlayerActor
private final class Witness: StatePublisher {
    private(set) var statuses: [PlaybackStatus] = []
    private(set) var titles: [String] = []

    func publish(_ state: PlayerState, at now: MonotonicTime) {
        statuses.append(state.status)
        titles.append(state.queue.currentTrack?.displayTitle ?? "")
    }
}

@Suite @PlayerActor struct `A session` {
    private let engine = FakeEngine()
    private let clock = ManualClock()
    private let witness = Witness()
    private let session: PlayerSession

    init() {
        let clock = clock
        session = PlayerSession(engine: engine, state: PlayerState(), clock: { clock.now })
        let tracks = (1...3).map { Track(url: "file:///\($0).ogg") }
        session.handle([.command(.insert(tracks, .end, play: false))])
        session.add(witness)
    }

    @Test func `publishes to who joins at once`() {
        #expect(witness.statuses == [.stopped])
    }

    @Test func `publishes and performs the effects before it returns`() throws {
        try session.command(.play)
        #expect(
            engine.effects.first
                == .load(
                    EngineItem(generation: Generation(rawValue: 1), url: "file:///1.ogg"),
                    playing: true))
        #expect(witness.statuses == [.stopped, .playing])
    }

    @Test func `publishes a batch once`() {
        session.handle([.command(.play), .command(.next), .command(.next)])
        #expect(witness.titles == ["1", "3"])
    }

    @Test func `says why a command has no effect, and publishes nothing`() {
        #expect(throws: PlayerRefusal.noPrevious) { try session.command(.previous) }
        #expect(witness.statuses == [.stopped])
    }

    @Test func `takes the engine's reports as inputs`() throws {
        try session.command(.play)
        engine.report(.playing(.zero))
        clock.advance(MediaTime(milliseconds: 1500))
        #expect(session.position == MediaTime(milliseconds: 1500))
    }

    @Test func `asks for descriptions of what is near`() {
        var asked: [String] = []
        session.onDescribe = { asked = $0.map(\.1.url) }
        session.handle([.command(.next)])
        #expect(asked == ["file:///3.ogg"])
    }

    @Test func `tells a problem once`() throws {
        var problems: [String] = []
        session.onProblem = { problems.append($0.description) }
        try session.command(.play)
        engine.report(.failed(PlaybackFailure(.damaged, "this is not audio")))
        #expect(problems == ["Skipped “1”: this is not audio."])
    }
}
