// SPDX-License-Identifier: MPL-2.0

/// Elements in the order in which they came, but that a sender of many lets those of others pass.
///
/// They go in rounds, and each sender has a share of each: a burst, such as that of a widget that
/// opens, keeps its place, and a flood does not. What one sender sent stays in order.
struct FairQueue<Element> {
    /// Elements of one sender in a round.
    private static var share: Int { 32 }

    /// From the present one on; none is empty.
    private var rounds: [ArraySlice<Element>] = []
    private var present = 0
    /// The last round that a sender has elements in, and how many there.
    private var places: [String: (round: Int, count: Int)] = [:]

    var isEmpty: Bool { rounds.isEmpty }

    mutating func append(_ element: Element, from sender: String) {
        var place = places[sender] ?? (present, 0)
        if place.count == Self.share { place = (place.round + 1, 0) }
        place.count += 1
        places[sender] = place
        if place.round - present == rounds.count { rounds.append([]) }
        rounds[place.round - present].append(element)
    }

    mutating func popFirst() -> Element? {
        guard !rounds.isEmpty else { return nil }
        let element = rounds[0].popFirst()
        if rounds[0].isEmpty { endRound() }
        return element
    }

    private mutating func endRound() {
        rounds.removeFirst()
        present += 1
        if rounds.isEmpty {
            places.removeAll(keepingCapacity: true)
        } else {
            places = places.filter { $0.value.round >= present }
        }
    }
}
