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

    package init(_ state: PlayerState) {
        properties = PlayerProperties(state)
        discontinuities = state.discontinuities
    }

    package mutating func announcement(
        of state: PlayerState, at now: MonotonicTime
    )
        -> Announcement
    {
        let earlier = properties
        properties = PlayerProperties(state, earlier: earlier)
        let changed = properties.changes(from: earlier)
        // BlueZ takes every Metadata for a new track at 0: after a refresh in mid-track it is told
        // the position again. A refresh before anything was heard leaves it at 0 anyway.
        let isRefresh =
            changed.contains(.metadata) && properties.currentEntry == earlier.currentEntry
            && state.position(at: now) > .zero
        let jumped = state.discontinuities != discontinuities
        discontinuities = state.discontinuities
        return Announcement(
            changed: changed, seeked: jumped || isRefresh ? state.position(at: now) : nil)
    }
}
