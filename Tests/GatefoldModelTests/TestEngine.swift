// SPDX-License-Identifier: MPL-2.0

@testable import GatefoldModel

/// An engine that only keeps what it was told, and complains of what it cannot do.
struct TestEngine {
    private(set) var loaded: EngineItem?
    private(set) var prepared: EngineItem?
    private(set) var isPlaying = false
    private(set) var rate = 1.0
    private(set) var volume = 1.0
    private(set) var isMuted = false
    private(set) var replayGain = ReplayGainMode.album
    /// Where sound would begin.
    private(set) var position = MediaTime.zero

    /// - Returns: what cannot be done, in words.
    mutating func perform(_ effects: [PlayerEffect]) -> [String] {
        var faults: [String] = []
        var loads = 0
        for case .engine(let effect) in effects {
            if let fault = perform(effect) { faults.append(fault) }
            if case .load = effect { loads += 1 }
            if case .unload = effect { loads += 1 }
        }
        if loads > 1 { faults.append("loads or unloads \(loads) times in one turn") }
        return faults
    }

    /// What was prepared is heard.
    mutating func follow() {
        loaded = prepared
        prepared = nil
        position = .zero
    }

    /// What was prepared cannot be played.
    mutating func drop() {
        prepared = nil
    }

    private mutating func perform(_ effect: EngineEffect) -> String? {
        switch effect {
        case .load(let item, playing: let playing):
            (loaded, prepared, isPlaying, position) = (item, nil, playing, item.start)
        case .unload:
            if loaded == nil { return "unloads nothing" }
            (loaded, prepared, isPlaying) = (nil, nil, false)
        case .prepare(let item):
            if loaded == nil { return "prepares behind nothing" }
            if item == nil, prepared == nil { return "withdraws nothing" }
            prepared = item
        case .setPlaying(let playing):
            if loaded == nil || playing == isPlaying {
                return "setPlaying(\(playing)) is for nothing"
            }
            isPlaying = playing
        case .seek(let target, let generation):
            if generation != loaded?.generation { return "seeks in what is not loaded" }
            position = target
        case .setRate(let rate): self.rate = rate
        case .setVolume(let volume): self.volume = volume
        case .setMuted(let muted): isMuted = muted
        case .setReplayGain(let mode): replayGain = mode
        }
        return nil
    }

    /// Where engine and state do not agree, in words.
    func differences(from state: PlayerState) -> [String] {
        var faults: [String] = []
        func require(_ holds: Bool, _ words: String) {
            if !holds { faults.append(words) }
        }
        require(loaded?.generation == state.loaded?.generation, "the engine holds another load")
        require(
            loaded?.url == state.loaded.flatMap { state.queue[$0.entry]?.url },
            "the engine holds another track")
        require(
            prepared?.generation == state.prepared?.generation,
            "the engine prepared something else")
        require(isPlaying == (state.status == .playing), "the engine's status differs")
        require(rate == state.rate, "the engine's rate differs")
        require(volume == state.volume, "the engine's volume differs")
        require(isMuted == state.isMuted, "the engine's mute differs")
        require(replayGain == state.replayGain, "the engine's gain differs")
        return faults
    }
}
