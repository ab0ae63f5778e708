// SPDX-License-Identifier: MPL-2.0

/// The order in which a shuffled queue is played: one cycle of all entries, fixed once.
///
/// The cycle before stays, so that Previous walks back over a wrap, and the one after is made when
/// somebody asks what follows, so that what was announced is what is played.
package struct ShuffleOrder: Sendable, Hashable {
    /// The cycle played before this one; empty where there was none.
    package private(set) var past: [EntryID] = []
    /// Every entry of the queue, once.
    ///
    /// What lies before `index` was played.
    package private(set) var present: [EntryID]
    /// The cycle after this one; empty until asked for.
    package private(set) var future: [EntryID] = []
    /// Where the current entry is in `present`.
    package private(set) var index = 0

    /// Shuffles all entries; the current one comes first.
    init(_ entries: [EntryID], current: EntryID?, using random: inout SplitMix64) {
        present = entries.shuffled(using: &random)
        if let current, let place = present.firstIndex(of: current) {
            present.swapAt(0, place)
        }
    }

    var current: EntryID? { present.indices.contains(index) ? present[index] : nil }

    var hasPredecessor: Bool { index > 0 || !past.isEmpty }

    var predecessor: EntryID? { index > 0 ? present[index - 1] : past.last }

    func hasSuccessor(wrapping: Bool) -> Bool {
        index + 1 < present.count || (wrapping && !present.isEmpty)
    }

    /// The entry that follows; a wrap makes the next cycle.
    mutating func successor(wrapping: Bool, using random: inout SplitMix64) -> EntryID? {
        if index + 1 < present.count { return present[index + 1] }
        guard wrapping else { return nil }
        if future.isEmpty { makeFuture(using: &random) }
        return future.first
    }

    mutating func advance(wrapping: Bool, using random: inout SplitMix64) -> EntryID? {
        guard let next = successor(wrapping: wrapping, using: &random) else { return nil }
        if index + 1 < present.count {
            index += 1
        } else {
            (past, present, future) = (present, future, [])
            index = 0
        }
        return next
    }

    mutating func retreat() -> EntryID? {
        guard let previous = predecessor else { return nil }
        if index > 0 {
            index -= 1
        } else {
            (past, present, future) = ([], past, present)
            index = present.count - 1
        }
        return previous
    }

    /// Makes `entry` current, right after what was current, so that Previous goes back there.
    mutating func jump(to entry: EntryID) {
        guard entry != current, let place = present.firstIndex(of: entry) else { return }
        present.remove(at: place)
        if place < index { index -= 1 }
        index = min(index + 1, present.count)
        present.insert(entry, at: index)
    }

    /// Back to the start of this cycle, in the same order.
    mutating func rewind() {
        past = []
        index = 0
    }

    mutating func insertNext(_ entries: [EntryID]) {
        present.insert(contentsOf: entries, at: min(index + 1, present.count))
        forgetOtherCycles()
    }

    /// Puts entries in at random among those not yet played, whose own order stays.
    mutating func scatter(_ entries: [EntryID], using random: inout SplitMix64) {
        let played = min(index + 1, present.count)
        var coming = present[played...]
        var added = entries.shuffled(using: &random)[...]
        var merged: [EntryID] = []
        merged.reserveCapacity(coming.count + added.count)
        while !added.isEmpty {
            let isNew =
                Int.random(in: 0..<(coming.count + added.count), using: &random) < added.count
            if let entry = isNew ? added.popFirst() : coming.popFirst() { merged.append(entry) }
        }
        present.replaceSubrange(played..., with: merged + coming)
        forgetOtherCycles()
    }

    /// Removes entries; the one that follows a removed current entry takes its place.
    mutating func remove(_ removed: Set<EntryID>) {
        let before = present.prefix(index).count { removed.contains($0) }
        present.removeAll { removed.contains($0) }
        index -= before
        past.removeAll { removed.contains($0) }
        future.removeAll { removed.contains($0) }
        if index >= present.count { index = 0 }
    }

    /// What was inserted belongs to every cycle; the one to come is made again when needed.
    private mutating func forgetOtherCycles() {
        past = []
        future = []
    }

    /// Shuffles anew without playing the last entry twice in a row.
    private mutating func makeFuture(using random: inout SplitMix64) {
        future = present.shuffled(using: &random)
        if future.count > 1, future.first == present.last {
            future.swapAt(0, Int.random(in: 1..<future.count, using: &random))
        }
    }
}
