// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// What the session wants of the engine, as one value.
///
/// The worker compares it with what it has and makes up the difference, so that whatever a newer
/// request superseded never happens: of a burst of seeks only the newest is performed.
struct EngineRequests: Sendable, Hashable {
    /// Nil is unloaded.
    private(set) var item: EngineItem?
    /// Tells a load from a gapless change, which both replace `item`.
    private(set) var loads = 0
    private(set) var next: EngineItem?
    private(set) var playing = false
    private(set) var seek: Seek?
    private(set) var rate = 1.0
    private(set) var volume = 1.0
    private(set) var muted = false
    private(set) var replayGain = ReplayGainMode.album
    /// Paused for so long that the device and the threads are given back.
    private(set) var isResting = false
    /// Counts requests after which the position is another: reports of an earlier epoch are old.
    private(set) var epoch = 0

    struct Seek: Sendable, Hashable {
        let position: MediaTime
        let epoch: Int
    }

    mutating func apply(_ effect: EngineEffect) {
        switch effect {
        case .load(let newItem, let playing):
            item = newItem
            loads += 1
            next = nil
            seek = nil
            self.playing = playing
            move()
        case .prepare(let item):
            next = item
        case .setPlaying(let playing):
            guard playing != self.playing else { return }
            self.playing = playing
            move()
        case .seek(let position, let generation):
            guard generation == item?.generation else { return }
            move()
            seek = Seek(position: max(.zero, position), epoch: epoch)
        case .setRate(let newRate):
            guard newRate.isFinite, newRate > 0, newRate != rate else { return }
            rate = min(max(newRate, 0.25), 4)
            move()
        case .setVolume(let volume):
            guard volume.isFinite else { return }
            self.volume = min(max(volume, 0), 1)
        case .setMuted(let muted):
            self.muted = muted
        case .setReplayGain(let mode):
            replayGain = mode
        case .unload:
            unload()
        }
    }

    /// Nothing was asked for a while: a paused player rests until something is.
    mutating func rest() {
        isResting = item != nil && !playing
    }

    /// The prepared item is heard now.
    mutating func advance() {
        item = next
        next = nil
        seek = nil
    }

    mutating func unload() {
        item = nil
        next = nil
        seek = nil
        playing = false
        move()
    }

    private mutating func move() {
        epoch += 1
        isResting = false
    }

    /// A report is passed on only if it is still true: of the loaded item (a failure, and the need
    /// of an address, also of the prepared one), and for positions not older than the last request that moved them.
    func allows(_ report: EngineReport, epoch reportEpoch: Int) -> Bool {
        switch report.event {
        case .failed where report.generation == next?.generation:
            true
        case .needsAddress:
            report.generation == next?.generation
        case .playing, .stalled:
            report.generation == item?.generation && reportEpoch == epoch && playing
        default:
            report.generation == item?.generation
        }
    }
}
