// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldDBus

@Suite struct `A queue that is fair` {
    private func order(_ senders: String) -> String {
        var queue = FairQueue<Character>()
        for sender in senders { queue.append(sender, from: String(sender)) }
        return drained(&queue)
    }

    private func drained(_ queue: inout FairQueue<Character>) -> String {
        var order = ""
        while let next = queue.popFirst() { order.append(next) }
        return order
    }

    private func flood(_ sender: Character, _ count: Int = 1000) -> String {
        String(repeating: sender, count: count)
    }

    @Test(arguments: ["", "a", "abcba", "aaaabbbbabab"])
    func `serves bursts in the order in which they came`(senders: String) {
        #expect(order(senders) == senders)
    }

    @Test func `lets the others pass who sends a flood`() {
        let served = order(flood("a") + "bcb")
        #expect(served == flood("a", 32) + "bcb" + flood("a", 968))
    }

    @Test func `shares among floods`() {
        let served = order(flood("a", 64) + flood("b", 64))
        #expect(served == flood("a", 32) + flood("b", 32) + flood("a", 32) + flood("b", 32))
    }

    @Test func `serves who comes later in the present round`() {
        var queue = FairQueue<Character>()
        for sender in flood("a") { queue.append(sender, from: "a") }
        for _ in 0..<40 { #expect(queue.popFirst() == "a") }
        queue.append("b", from: "b")
        #expect(drained(&queue) == flood("a", 24) + "b" + flood("a", 936))
        #expect(queue.popFirst() == nil)
    }

    @Test func `keeps what one sent in order`() {
        var queue = FairQueue<Int>()
        for number in 0..<1000 { queue.append(number, from: number % 7 < 5 ? "a" : "b") }
        var served: [Int] = []
        while let next = queue.popFirst() { served.append(next) }
        #expect(served.filter { $0 % 7 < 5 } == (0..<1000).filter { $0 % 7 < 5 })
        #expect(served.filter { $0 % 7 >= 5 } == (0..<1000).filter { $0 % 7 >= 5 })
    }
}
