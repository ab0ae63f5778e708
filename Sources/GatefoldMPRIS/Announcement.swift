// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// What clients are told after a turn: the changed properties, and whether the position jumped.
package struct Announcement: Sendable, Hashable {
    package let changed: [PlayerProperty]
    /// The new position, where extrapolation would be wrong (MPRIS, signal Seeked).
    package let seeked: MediaTime?

    package init(changed: [PlayerProperty], seeked: MediaTime?) {
        self.changed = changed
        self.seeked = seeked
    }

    package var isEmpty: Bool { changed.isEmpty && seeked == nil }
}

/// Remembers what was announced last, and says what is new.
package struct Announcer: Sendable {
    package private(set) var properties: PlayerProperties
    private var discontinuities: UInt64

    /// - Parameter discontinuities: as `PlayerState` counts the jumps of the position.
    package init(_ properties: PlayerProperties, discontinuities: UInt64 = 0) {
        self.properties = properties
        self.discontinuities = discontinuities
    }

    /// What is new in `next`, which one player shows after what it showed before.
    ///
    /// - Parameter position: where playback is at this moment.
    package mutating func announcement(
        of next: PlayerProperties, position: MediaTime, discontinuities: UInt64
    ) -> Announcement {
        let earlier = properties
        properties = next
        let changed = next.changes(from: earlier)
        // BlueZ takes every Metadata for a new track at 0: after a refresh in mid-track it is told
        // the position again. A refresh before anything was heard leaves it at 0 anyway.
        let isRefresh =
            changed.contains(.metadata) && next.currentEntry == earlier.currentEntry
            && position > .zero
        let jumped = discontinuities != self.discontinuities
        self.discontinuities = discontinuities
        return Announcement(changed: changed, seeked: jumped || isRefresh ? position : nil)
    }

    /// What is new where another player takes the place of the one that was shown.
    ///
    /// Of a new track clients expect that it begins; everything else is a jump.
    package mutating func announcement(
        ofOther next: PlayerProperties, position: MediaTime, discontinuities: UInt64
    ) -> Announcement {
        let earlier = properties
        properties = next
        self.discontinuities = discontinuities
        let begins = next.currentEntry != earlier.currentEntry && position == .zero
        return Announcement(
            changed: next.changes(from: earlier), seeked: begins ? nil : position)
    }
}

extension Announcer {
    package init(_ state: PlayerState) {
        self.init(PlayerProperties(state), discontinuities: state.discontinuities)
    }

    package mutating func announcement(
        of state: PlayerState, at now: MonotonicTime
    )
        -> Announcement
    {
        announcement(
            of: PlayerProperties(state, earlier: properties), position: state.position(at: now),
            discontinuities: state.discontinuities)
    }
}
