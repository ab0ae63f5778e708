// SPDX-License-Identifier: MPL-2.0

internal import FoundationEssentials
internal import GatefoldGLib
internal import GatefoldModel

/// The two files that keep a session: a small one for what changes often, and the queue.
struct SessionFiles: Sendable {
    let directory: String

    var place: String { directory + "/session.json" }
    var queue: String { directory + "/queue.json" }
    /// Where the engine marks the position while it plays.
    var positionMark: String { directory + "/position" }
}

/// `session.json`: where we are in the queue, and the modes.
struct SavedPlace: Codable, Hashable, Sendable {
    var current: EntryID?
    var status: PlaybackStatus
    var position: MediaTime
    /// The load that a position mark must be about to count.
    var generation: UInt64?
    var loop: LoopStatus
    var isShuffled: Bool
    var rate: Double
    var volume: Double
    var isMuted: Bool

    init(_ state: PlayerState, at now: MonotonicTime) {
        current = state.queue.current
        status = state.status
        position = state.position(at: now)
        generation = state.loadedGeneration?.rawValue
        loop = state.loop
        isShuffled = state.queue.isShuffled
        rate = state.rate
        volume = state.volume
        isMuted = state.isMuted
    }
}

/// `queue.json`: the entries with their ids and what was read of them.
struct SavedQueue: Codable, Sendable {
    struct Entry: Codable, Sendable {
        let id: EntryID
        let url: String
        let tags: TrackTags?
    }

    let entries: [Entry]

    init(_ queue: Queue) {
        entries = queue.ids.compactMap { id in
            queue[id].map { Entry(id: id, url: $0.url, tags: $0.tags) }
        }
    }
}

extension SavedSession {
    /// - Parameter marked: what the engine's position mark says, if there is one.
    init(
        _ place: SavedPlace, _ queue: SavedQueue, marked: (generation: UInt64, position: MediaTime)?
    ) {
        var position = place.position
        // The mark ran on while the process was killed in mid-play.
        if place.status == .playing, let marked, let generation = place.generation,
            marked.generation == generation & 0xFF_FFFF
        {
            position = marked.position
        }
        self.init(
            entries: queue.entries.map { ($0.id, Track(url: $0.url, tags: $0.tags)) },
            current: place.current, status: place.status, position: position, loop: place.loop,
            isShuffled: place.isShuffled, rate: place.rate, volume: place.volume,
            isMuted: place.isMuted)
    }
}
