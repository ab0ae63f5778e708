// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

@Suite struct `Shuffle` {
    private let letters = "abcdefgh"

    @Test func `begins with what is heard and does not interrupt it`() {
        var player = TestPlayer(letters)
        player.send(.jump(player.id("d")))
        player.hear()
        player.wait(5)
        #expect(player.send(.setShuffle(true)).words.allSatisfy { $0.hasPrefix("prepare") })
        #expect(player.current == "d")
        #expect(player.position == 5)
        #expect(!player.state.canGoPrevious)
        #expect(player.list == letters)
    }

    @Test func `plays every entry once, and Previous walks back the same way`() {
        var player = TestPlayer(letters, shuffled: true)
        player.play()
        var heard = [player.current]
        while player.state.canGoNext {
            player.send(.next)
            heard.append(player.current)
        }
        #expect(heard.sorted() == letters.map(String.init))
        #expect(heard != letters.map(String.init))
        for letter in heard.reversed() {
            #expect(player.current == letter)
            player.send(.previous)
        }
        #expect(!player.state.canGoPrevious)
    }

    @Test func `that ends keeps the entry and goes on in the order of the list`() {
        var player = TestPlayer(letters, shuffled: true)
        player.play()
        player.send(.next)
        let current = player.current
        player.send(.setShuffle(false))
        #expect(player.current == current)
        #expect(player.list == letters)
        #expect(player.state.queue.currentIndex == player.state.queue.index(of: player.id(current)))
    }

    @Test func `a wrap shuffles anew, never beginning with what ended, and Previous crosses it`() {
        var orders: Set<[EntryID]> = []
        for seed in 1...100 {
            var player = TestPlayer(PlayerState(seed: UInt64(seed)))
            player.send(.setLoop(.playlist))
            player.send(.setShuffle(true))
            player.send(.insert(tracks("abc"), .end, play: true))
            let first = player.state.queue.shuffleOrder?.present ?? []
            for _ in 1...3 { player.send(.next) }
            let second = player.state.queue.shuffleOrder?.present ?? []
            #expect(second.first != first.last)
            #expect(Set(second) == Set(first))
            orders.insert(second)
            for entry in first.reversed() {
                player.send(.previous)
                #expect(player.state.queue.current == entry)
            }
            #expect(!player.state.canGoPrevious)
            for entry in first.dropFirst() + second {
                player.send(.next)
                #expect(player.state.queue.current == entry)
            }
        }
        #expect(orders.count == 6)
    }

    @Test func `what was prepared over a wrap is what is heard`() {
        var player = TestPlayer("abc", loop: .playlist, shuffled: true)
        player.play()
        for _ in 1...20 {
            let url = player.engine.prepared?.url
            player.flowOn()
            #expect(player.state.queue.currentTrack?.url == url)
        }
    }

    @Test func `a jump goes on with those not played, and Previous leads back`() {
        var player = TestPlayer(letters, shuffled: true)
        player.play()
        player.send(.next)
        let origin = player.current
        let last = player.state.queue.shuffleOrder?.present.last
        player.send(.jump(last ?? EntryID(rawValue: 0)))
        var heard: Set<String> = []
        while player.state.canGoNext {
            player.send(.next)
            heard.insert(player.current)
        }
        #expect(heard.count == letters.count - 3)
        while player.state.queue.current != last { player.send(.previous) }
        player.send(.previous)
        #expect(player.current == origin)
    }

    @Test func `a jump does not make a wrap repeat the last entry`() {
        for seed in 1...100 {
            var queue = Queue(seed: UInt64(seed))
            queue.setShuffled(true)
            let ids = queue.append(tracks("abc"))
            for _ in 1...2 { _ = queue.advance(wrapping: true) }
            _ = queue.successor(wrapping: true)
            _ = queue.retreat(wrapping: true)
            queue.jump(to: ids[Int(seed) % 3])
            while queue.shuffleOrder?.index != 2 { _ = queue.advance(wrapping: true) }
            let last = queue.current
            #expect(queue.advance(wrapping: true) != last)
        }
    }

    @Test func `is the same for the same seed, and another for another`() {
        func order(_ seed: UInt64) -> [EntryID]? {
            var queue = Queue(seed: seed)
            queue.append(tracks(letters))
            queue.setShuffled(true)
            return queue.shuffleOrder?.present
        }
        #expect(order(1) == order(1))
        #expect(Set((1...20).map(order)).count > 10)
    }

    @Test func `at the end of the queue stops at the first of its order`() {
        var player = TestPlayer(letters, shuffled: true)
        let first = player.current
        player.play()
        while player.state.canGoNext { player.flowOn() }
        player.report(.ended)
        #expect(player.state.status == .stopped)
        #expect(player.current == first)
        #expect(!player.state.canGoPrevious)
    }
}
