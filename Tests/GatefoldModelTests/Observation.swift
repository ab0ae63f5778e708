// SPDX-License-Identifier: MPL-2.0

@testable import GatefoldModel

/// Everything of a state that somebody outside can see.
struct Observation: Equatable {
    let ids: [EntryID]
    let order: [EntryID]?
    let current: EntryID?
    let status: PlaybackStatus
    let loop: LoopStatus
    let rate: Double
    let volume: Double
    let isMuted: Bool
    let replayGain: ReplayGainMode
    let isStalled: Bool
    let discontinuities: UInt64
    let clock: PositionClock
    let length: MediaTime?
    let enabled: [Bool]
    let loaded: PlayerState.Load?
    let prepared: PlayerState.Load?

    init(_ state: PlayerState) {
        ids = state.queue.ids
        order = state.queue.shuffleOrder?.present
        current = state.queue.current
        status = state.status
        loop = state.loop
        rate = state.rate
        volume = state.volume
        isMuted = state.isMuted
        replayGain = state.replayGain
        isStalled = state.isStalled
        discontinuities = state.discontinuities
        clock = state.clock
        length = state.length
        enabled = [
            state.canPlay, state.canPause, state.canSeek, state.canGoNext, state.canGoPrevious,
        ]
        loaded = state.loaded
        prepared = state.prepared
    }
}
