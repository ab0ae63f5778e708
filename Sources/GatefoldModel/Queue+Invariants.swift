// SPDX-License-Identifier: MPL-2.0

extension Queue {
    /// The promises that do not hold, in words; empty in a sound queue.
    ///
    /// For tests and assertions.
    package var brokenInvariants: [String] {
        var broken: [String] = []
        func require(_ holds: Bool, _ promise: String) {
            if !holds { broken.append(promise) }
        }
        let all = Set(ids)
        require(all.count == count, "an id is listed once")
        require(ids.allSatisfy { self[$0] != nil }, "every listed id has a track")
        require(ids.allSatisfy { $0.rawValue < nextID }, "no listed id will be given again")
        require(
            (current == nil) == isEmpty, "there is a current entry exactly in a queue that has any")
        require(current.map(all.contains) ?? true, "the current entry is listed")
        require(currentIndex.map { ids[$0] } == current, "the index is the current entry's")
        guard let order = shuffleOrder else { return broken }
        require(order.present.count == count, "a cycle has every entry once")
        require(Set(order.present) == all, "a cycle has every entry")
        for cycle in [order.past, order.future] where !cycle.isEmpty {
            require(cycle.count == count && Set(cycle) == all, "another cycle has every entry once")
        }
        require(
            order.future.count < 2 || order.future.first != order.present.last,
            "a wrap does not repeat the last entry first")
        require(isEmpty || order.present.indices.contains(order.index), "the place is in the cycle")
        return broken
    }
}
