// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

/// A queue as simple as it can be: a list, and the place in it.
private struct NaiveQueue {
    var list: [EntryID] = []
    var current: EntryID?

    private var place: Int? { current.flatMap { list.firstIndex(of: $0) } }

    mutating func step(_ distance: Int, wrapping: Bool) {
        guard let place else { return }
        let target = place + distance
        if list.indices.contains(target) {
            current = list[target]
        } else if wrapping {
            current = distance > 0 ? list.first : list.last
        }
    }

    mutating func insert(_ ids: [EntryID], at index: Int) {
        list.insert(contentsOf: ids, at: min(max(0, index), list.count))
        current = current ?? list.first
    }

    mutating func insertNext(_ ids: [EntryID]) {
        insert(ids, at: place.map { $0 + 1 } ?? list.count)
    }

    mutating func move(_ id: EntryID, to index: Int) {
        guard list.contains(id) else { return }
        list = list.filter { $0 != id }
        list.insert(id, at: min(max(0, index), list.count))
    }

    mutating func remove(_ ids: [EntryID]) {
        let behind = list.drop { $0 != current }.first { !ids.contains($0) }
        list = list.filter { !ids.contains($0) }
        if let current, !list.contains(current) { self.current = behind ?? list.first }
    }
}

@Suite struct `A queue that is not shuffled` {
    /// One random edit or move, the same on both.
    private func step(
        _ queue: inout Queue, _ naive: inout NaiveQueue, _ random: inout SplitMix64
    ) -> String {
        let wrapping = Bool.random(using: &random)
        let index = Int.random(in: -1...(queue.count + 1), using: &random)
        let new = tracks(String(repeating: "x", count: Int.random(in: 0...3, using: &random)))
        let some = queue.ids.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
        let one = queue.ids.randomElement(using: &random) ?? EntryID(rawValue: 999_999)
        switch Int.random(in: 0..<10, using: &random) {
        case 0...1:
            _ = queue.advance(wrapping: wrapping)
            naive.step(1, wrapping: wrapping)
            return "advance \(wrapping)"
        case 2:
            _ = queue.retreat(wrapping: wrapping)
            naive.step(-1, wrapping: wrapping)
            return "retreat \(wrapping)"
        case 3...4:
            naive.insert(queue.insert(new, at: index), at: index)
            return "insert \(new.count) at \(index)"
        case 5:
            naive.insertNext(queue.insertNext(new))
            return "insertNext \(new.count)"
        case 6:
            queue.move(one, to: index)
            naive.move(one, to: index)
            return "move \(one.rawValue) to \(index)"
        case 7:
            queue.remove(some)
            naive.remove(some)
            return "remove \(some.map(\.rawValue))"
        case 8:
            queue.remove([one])
            naive.remove([one])
            return "remove \(one.rawValue)"
        default:
            queue.jump(to: one)
            if naive.list.contains(one) { naive.current = one }
            return "jump \(one.rawValue)"
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `is a list with a place in it`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var queue = Queue(seed: seed)
        var naive = NaiveQueue()
        var log: [String] = []
        for _ in 1...1000 {
            log.append(step(&queue, &naive, &random))
            let isSound =
                queue.ids == naive.list && queue.current == naive.current
                && queue.ids.map(queue.index) == queue.ids.indices.map(\.self)
                && queue.brokenInvariants.isEmpty
            guard isSound else {
                Issue.record(
                    "seed \(seed): \(queue.brokenInvariants)\n\(log.suffix(20).joined(separator: "\n"))"
                )
                return
            }
        }
        #expect(queue.revision > 0)
    }

    @Test func `counts every edit of the list, and nothing else`() {
        var queue = Queue()
        func edits(_ body: (inout Queue) -> Void) -> UInt64 {
            let before = queue.revision
            body(&queue)
            return queue.revision - before
        }
        #expect(edits { $0.append(tracks("abc")) } == 1)
        let ids = queue.ids
        #expect(edits { $0.insertNext(tracks("d")) } == 1)
        #expect(edits { $0.move(ids[0], to: 3) } == 1)
        #expect(edits { $0.remove([ids[1]]) } == 1)
        #expect(edits { $0.clear() } == 1)
        #expect(
            edits { queue in
                queue.clear()
                queue.append([])
                queue.remove([ids[0]])
                queue.move(ids[0], to: 0)
                queue.setShuffled(true)
            } == 0)
    }

    @Test func `has each track under its id, whatever else comes and goes`() {
        var queue = Queue(nextID: 63)
        let long = (0..<1000).map { Track(url: "file:///\($0)") }
        let ids = queue.append(Array(long[..<500])) + queue.append(Array(long[500...]))
        #expect(ids.map { queue[$0] } == long)
        queue.remove(ids[1..<900])
        #expect(ids[1..<900].allSatisfy { queue[$0] == nil && !queue.contains($0) })
        var tags = TrackTags()
        tags.title = "Described"
        queue.describe(ids[999], tags)
        queue.describe(ids[1], tags)
        #expect(queue[ids[1]] == nil)
        #expect(queue[ids[999]]?.tags == tags)
        #expect([ids[0]] + ids[900..<999] == Array(queue.ids.dropLast()))
        #expect(queue.ids.dropLast().map { queue[$0] } == [long[0]] + long[900..<999])
    }

    @Test func `is not changed by edits of its copy`() {
        var queue = Queue()
        let ids = queue.append((0..<200).map { Track(url: "file:///\($0)") })
        let copy = queue
        queue.describe(ids[0], TrackTags())
        queue.remove(ids[100...])
        queue.append(tracks("x"))
        #expect(copy.ids == ids)
        #expect(ids.map { copy[$0] } == (0..<200).map { Track(url: "file:///\($0)") })
    }

    @Test func `hands over once what it held, when it was long and is cleared`() {
        var queue = Queue()
        queue.append(tracks("abc"))
        queue.clear()
        #expect(queue.takeDiscarded() == nil)
        queue.append((0..<2000).map { Track(url: "file:///\($0)") })
        queue.clear()
        #expect(queue.takeDiscarded() != nil)
        #expect(queue.takeDiscarded() == nil)
    }

    @Test func `with a wrong state is found by its invariants`() {
        var player = PlayerState()
        _ = player.apply(
            .command(.insert(tracks("ab"), .end, play: true)), at: MonotonicTime(nanoseconds: 0))
        #expect(player.brokenInvariants.isEmpty)
        player.status = .stopped
        #expect(player.brokenInvariants.contains("nothing is loaded when stopped"))
        player.status = .playing
        player.prepared = nil
        #expect(player.brokenInvariants == ["what follows is prepared"])
    }
}
