// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// What a client knows of the player at one moment, in the model's types.
package struct PlayerSnapshot: Hashable, Sendable {
    package enum Status: String, Sendable {
        case playing, paused, stopped
    }

    /// The current entry, as `Metadata` tells it; what is unknown is nil or empty.
    package struct Entry: Hashable, Sendable {
        /// `mpris:trackid`.
        package var id: String
        package var title: String?
        package var artists: [String] = []
        package var album: String?
        package var url: String?
        /// `mpris:artUrl`.
        package var artwork: String?
        package var length: MediaTime?
        /// Only a piece of it is heard; the page about it on the web, if that is known.
        package var isPreview = false
        package var page: String?

        package init(id: String) {
            self.id = id
        }
    }

    /// MPRIS's `LoopStatus`.
    package enum Loop: String, Sendable {
        case none = "None"
        case track = "Track"
        case playlist = "Playlist"
    }

    /// What the player says that it can do at present.
    package struct Abilities: Hashable, Sendable {
        package var play = false
        package var pause = false
        package var seek = false
        package var goNext = false
        package var goPrevious = false

        package init() {}
    }

    package var status = Status.stopped
    package var entry: Entry?
    package var anchor = Anchor()
    /// Counts from 0 in queue order.
    package var index: Int?
    package var queueLength = 0
    /// Linear 0…1, as on the bus.
    package var volume = 1.0
    package var isMuted = false
    package var replayGain = ReplayGainMode.off
    package var rate = 1.0
    package var rates = 1.0...1.0
    package var shuffle = false
    package var loop = Loop.none
    package var can = Abilities()
    package var isBuffering = false
    /// What is odd about the sound output, in words; empty when nothing is.
    package var output = ""

    package init() {}

    /// Where the entry was at an instant.
    package struct Anchor: Hashable, Sendable {
        package var position = MediaTime.zero
        package var instant = MonotonicTime(nanoseconds: 0)

        package init() {}

        package init(_ position: MediaTime, at instant: MonotonicTime) {
            self.position = position
            self.instant = instant
        }
    }

    package var isMoving: Bool { status == .playing && !isBuffering }

    /// The position at `now`, within the entry.
    package func position(at now: MonotonicTime) -> MediaTime {
        var position = anchor.position
        if isMoving {
            let elapsed = anchor.instant.elapsed(until: now)
            position = position + MediaTime(seconds: elapsed.seconds * rate)
        }
        if let length = entry?.length { position = min(position, length) }
        return max(.zero, position)
    }
}
