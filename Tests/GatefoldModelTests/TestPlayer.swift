// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

/// A player with an engine that does what it is told, a clock that only a test moves, and a look at
/// every promise after every input.
struct TestPlayer {
    var state: PlayerState
    var engine = TestEngine()
    var now = MonotonicTime(nanoseconds: 1_000_000_000)
    /// What the history was told so far, as `played a`.
    private(set) var history: [String] = []
    /// Everything that was wrong so far, in words.
    private(set) var faults: [String] = [] {
        didSet { if !isQuiet { faults.forEach { Issue.record("\($0)") } } }
    }
    /// Faults are only collected, for tests that say how they came about.
    var isQuiet = false

    init(_ state: PlayerState = PlayerState(seed: 7)) {
        self.state = state
    }

    /// A stopped player whose queue has these tracks; each letter is one of 100 seconds.
    init(_ letters: String, loop: LoopStatus = .none, shuffled: Bool = false) {
        self.init()
        send(.setLoop(loop))
        send(.setShuffle(shuffled))
        if !letters.isEmpty { send(.insert(tracks(letters), .end, play: false)) }
    }

    // MARK: Inputs

    @discardableResult
    mutating func apply(_ input: PlayerInput) -> [PlayerEffect] {
        let effects = state.apply(input, at: now)
        let found =
            engine.perform(effects) + state.brokenInvariants + engine.differences(from: state)
        if !found.isEmpty { faults += found }
        history += effects.remembered
        return effects
    }

    @discardableResult
    mutating func send(_ command: PlayerCommand) -> [PlayerEffect] {
        apply(.command(command))
    }

    /// The engine says this of what is loaded.
    @discardableResult
    mutating func report(_ event: EngineReport.Event) -> [PlayerEffect] {
        guard let item = engine.loaded else {
            faults.append("nothing is loaded that could be \(event)")
            return []
        }
        return apply(.engine(EngineReport(event, item.generation)))
    }

    /// The engine says this of what is prepared.
    @discardableResult
    mutating func reportPrepared(_ event: EngineReport.Event) -> [PlayerEffect] {
        guard let item = engine.prepared else {
            faults.append("nothing is prepared that could be \(event)")
            return []
        }
        switch event {
        case .playing: engine.follow()
        case .failed: engine.drop()
        default: break
        }
        return apply(.engine(EngineReport(event, item.generation)))
    }

    /// Sound begins where it was asked to.
    @discardableResult
    mutating func hear() -> [PlayerEffect] {
        report(.playing(engine.position))
    }

    /// The loaded item ends and the prepared one goes on without a gap.
    @discardableResult
    mutating func flowOn() -> [PlayerEffect] {
        reportPrepared(.playing(.zero))
    }

    mutating func wait(_ seconds: Double) {
        now = now.advanced(by: MediaTime(seconds: seconds))
    }

    /// Play, and the sound of it.
    mutating func play() {
        send(.play)
        hear()
    }

    // MARK: What is seen

    /// The letter of the current track.
    var current: String { state.queue.current.map(letter) ?? "-" }

    var position: Double { state.position(at: now).seconds }

    /// The letters as listed.
    var list: String { state.queue.ids.map(letter).joined() }

    func letter(_ id: EntryID) -> String {
        state.queue[id].map { name($0.url) } ?? "?"
    }

    func id(_ letter: String) -> EntryID {
        state.queue.ids.first { self.letter($0) == letter } ?? EntryID(rawValue: 0)
    }

    func refusal(_ command: PlayerCommand) -> PlayerRefusal? {
        state.refusal(of: command, at: now)
    }

    /// How many discontinuities a closure makes.
    mutating func jumps(_ body: (inout TestPlayer) -> Void) -> UInt64 {
        let before = state.discontinuities
        body(&self)
        return state.discontinuities - before
    }
}

// MARK: Tracks

/// One local track of 100 seconds for each letter, read completely.
func tracks(_ letters: String) -> [Track] {
    letters.map { letter in
        var tags = TrackTags()
        tags.length = MediaTime(seconds: 100)
        tags.artwork = .none
        return Track(url: "file:///\(letter)", tags: tags)
    }
}

private func name(_ url: String) -> String {
    String(url.split(separator: "/").last ?? "")
}

let damaged = PlaybackFailure(.damaged, "it is not music")

func seconds(_ value: Double) -> MediaTime { MediaTime(seconds: value) }

extension [PlayerEffect] {
    /// The names of the tracks that are loaded and prepared, as `load a`, `prepare b`, `prepare -`,
    /// and the other effects by their names; descriptions are left out.
    var words: [String] {
        compactMap { effect in
            switch effect {
            case .engine(.load(let item, playing: _)): "load \(name(item.url))"
            case .engine(.prepare(let item)): "prepare \(item.map { name($0.url) } ?? "-")"
            case .engine(.setPlaying(let playing)): playing ? "resume" : "hold"
            case .engine(.seek(let position, _)): "seek \(position.seconds)"
            case .engine(.setRate(let rate)): "rate \(rate)"
            case .engine(.setVolume(let volume)): "volume \(volume)"
            case .engine(.setMuted(let muted)): muted ? "mute" : "unmute"
            case .engine(.setReplayGain(let mode)): "gain \(mode.rawValue)"
            case .engine(.unload): "unload"
            case .report(.unplayable(_, let track, _)): "skipped \(name(track.url))"
            case .report(.output): "no output"
            case .report(.nothingPlayable): "nothing playable"
            case .describe, .fetchArtwork, .remember: nil
            }
        }
    }

    /// The pictures that are wanted from now on, each time that those change.
    var fetched: [[String]] {
        compactMap { effect in
            if case .fetchArtwork(let urls) = effect { urls } else { nil }
        }
    }

    /// What the history is told, as `played a`.
    var remembered: [String] {
        compactMap { effect in
            guard case .remember(let note) = effect else { return nil }
            return switch note {
            case .played(let url): "played \(name(url))"
            case .skipped(let url): "skipped \(name(url))"
            // Of everything; where it matters, of what is online.
            case .began(let url): SourceURI(url) == nil ? nil : "began \(name(url))"
            }
        }
    }

    /// The entries whose description is asked for.
    var described: [EntryID] {
        flatMap { effect in
            if case .describe(let entries) = effect { entries } else { [EntryID]() }
        }
    }
}
