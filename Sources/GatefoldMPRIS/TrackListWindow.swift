// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// The entries that MPRIS's `Tracks` shows: the whole queue, or the part around the current entry.
///
/// In the order of play, since MPRIS means the list to show what was just played and what comes
/// soon: while shuffled that is not the order of `gatefold queue`, which lists what is there. A long
/// queue shows a part, as MPRIS recommends, that stays where it is until the current entry comes
/// near its end: a widget reads everything again for each change of it.
package struct TrackListWindow: Sendable, Hashable {
    /// A queue of at most so many is shown whole.
    package static let limit = 100
    /// How much of what was played stays in sight where the window begins anew.
    private static let past = 25
    /// The current entry keeps so far from an end of the window that is none of the queue.
    private static let margin = 10

    package private(set) var ids: [EntryID] = []
    /// Where the first of them stands in the order of play.
    private var start = 0
    /// Where the current entry stands there.
    private var place = 0

    package init() {}

    /// Moves to where the current entry is; costs the same in a queue of any length.
    package mutating func follow(_ queue: Queue) {
        guard let place = queue.orderIndex else {
            self = TrackListWindow()
            return
        }
        let order = queue.order
        start = start(in: order, around: place)
        self.place = place
        ids = Array(order[start..<min(start + Self.limit, order.count)])
    }

    private func start(in order: [EntryID], around place: Int) -> Int {
        let last = order.count - Self.limit
        guard last > 0 else { return 0 }
        if let kept = keptStart(in: order, around: place), kept <= last {
            let isNearStart = kept > 0 && place < kept + Self.margin
            let isNearEnd = kept < last && place >= kept + Self.limit - Self.margin
            if !isNearStart, !isNearEnd { return kept }
        }
        return min(max(0, place - Self.past), last)
    }

    /// Where the first entry in sight is now: where it was, or moved along with the current one by
    /// an edit in front of both.
    private func keptStart(in order: [EntryID], around place: Int) -> Int? {
        [start, start + place - self.place].first { candidate in
            order.indices.contains(candidate) && order[candidate] == ids.first
        }
    }
}
