// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel
internal import GatefoldPlayer

/// Where we are in the queue, and the modes.
struct SavedPlace: Hashable, Sendable {
    var current: EntryID?
    var playlist: PlaylistID?
    var status = PlaybackStatus.stopped
    var position = MediaTime.zero
    /// The load that a position mark must be about to count; nil where `position` is exact.
    var generation: Generation?
    var loop = LoopStatus.none
    var isShuffled = false
    var rate = 1.0
    var volume = 1.0
    var isMuted = false
    var replayGain = ReplayGainMode.album

    init() {}

    init(_ state: PlayerState, at now: MonotonicTime) {
        current = state.queue.current
        playlist = state.playlist
        status = state.status
        position = state.position(at: now)
        generation = state.loadedGeneration
        loop = state.loop
        isShuffled = state.queue.isShuffled
        rate = state.rate
        volume = state.volume
        isMuted = state.isMuted
        replayGain = state.replayGain
    }

    /// With what the engine's mark says: it ran on while the process was killed in mid-play.
    mutating func advance(to mark: (generation: UInt64, position: MediaTime)?) {
        guard status == .playing, let mark, let generation,
            mark.generation == PositionMark.shortened(generation)
        else { return }
        position = mark.position
    }
}

// The file.
extension SavedPlace {
    private static let kind: StaticString = "gatefold-session 1"

    var bytes: [UInt8] {
        var text = SessionText(Self.kind)
        text.add("current", current?.rawValue)
        text.add("playlist", playlist?.rawValue)
        text.add("status", status.rawValue)
        text.add("position", position.nanoseconds)
        text.add("generation", generation?.rawValue)
        text.add("loop", loop.rawValue)
        text.add("shuffled", isShuffled)
        text.add("rate", rate)
        text.add("volume", volume)
        text.add("muted", isMuted)
        text.add("replayGain", replayGain.rawValue)
        return text.finished()
    }

    init(_ bytes: [UInt8]) throws(SessionDamage) {
        var place = SavedPlace()
        try SessionText.read(bytes, Self.kind) { (line) throws(SessionDamage) in
            switch line {
            case "current": place.current = EntryID(rawValue: try intact(UInt64(line.text)))
            case "playlist": place.playlist = try intact(PlaylistID(rawValue: line.text))
            case "status": place.status = try intact(PlaybackStatus(rawValue: line.text))
            case "position":
                place.position = MediaTime(nanoseconds: try intact(Int64(line.text)))
            case "generation":
                place.generation = Generation(rawValue: try intact(UInt64(line.text)))
            case "loop": place.loop = try intact(LoopStatus(rawValue: line.text))
            case "shuffled": place.isShuffled = try intact(Bool(line.text))
            case "rate": place.rate = try intact(Double(line.text))
            case "volume": place.volume = try intact(Double(line.text))
            case "muted": place.isMuted = try intact(Bool(line.text))
            case "replayGain":
                place.replayGain = try intact(ReplayGainMode(rawValue: line.text))
            default: break  // what a later version adds
            }
        }
        self = place
    }
}

extension SavedSession {
    init(_ place: SavedPlace, _ entries: [(EntryID, Track)]) {
        self.init(
            entries: entries, current: place.current, status: place.status,
            position: place.position, loop: place.loop, isShuffled: place.isShuffled,
            rate: place.rate, volume: place.volume, isMuted: place.isMuted,
            replayGain: place.replayGain, playlist: place.playlist)
    }
}
