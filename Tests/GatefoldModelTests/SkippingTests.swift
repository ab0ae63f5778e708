// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

/// What MusicKit asks of a queue where MPRIS asks something else.
@Suite struct `Skipping as MusicKit does` {
    @Test func `moves on like Next while something follows`() {
        var player = TestPlayer("abc")
        player.play()
        #expect(player.send(.skipToNext).words == ["load b", "prepare c"])
        #expect(player.current == "b")
        #expect(player.state.status == .playing)
    }

    @Test func `ends playback behind the last entry, where Next is not enabled`() {
        var player = TestPlayer("ab")
        player.play()
        player.send(.next)
        #expect(player.refusal(.next) == .noNext)
        #expect(player.refusal(.skipToNext) == nil)
        player.send(.skipToNext)
        #expect(player.state.status == .stopped)
        #expect(player.current == "a")
        #expect(player.position == 0)
    }

    @Test func `ends playback before the first entry, where Previous is not enabled`() {
        var player = TestPlayer("ab")
        player.play()
        #expect(player.refusal(.previous) == .noPrevious)
        player.send(.skipToPrevious)
        #expect(player.state.status == .stopped)
        #expect(player.current == "a")
    }

    @Test func `goes round where the playlist repeats`() {
        var player = TestPlayer("ab", loop: .playlist)
        player.play()
        player.send(.skipToPrevious)
        #expect(player.current == "b")
        player.send(.skipToNext)
        #expect(player.current == "a")
        #expect(player.state.status == .playing)
    }

    @Test(arguments: [PlayerCommand.pause, .stop])
    func `only designates the entry when nothing plays`(_ silence: PlayerCommand) {
        var player = TestPlayer("abc")
        player.play()
        player.send(silence)
        let status = player.state.status
        player.send(.skipToNext)
        #expect(player.current == "b")
        #expect(player.state.status == status)
        player.send(.skipToPrevious)
        #expect(player.current == "a")
        #expect(player.state.status == status)
    }

    @Test func `is refused by an empty queue`() {
        let player = TestPlayer()
        #expect(player.refusal(.skipToNext) == .nothingQueued)
        #expect(player.refusal(.skipToPrevious) == .nothingQueued)
    }
}

@Suite struct `Designating an entry` {
    @Test func `goes on playing there`() {
        var player = TestPlayer("abc")
        player.play()
        player.send(.designate(player.id("c")))
        #expect(player.current == "c")
        #expect(player.state.status == .playing)
    }

    @Test func `stays silent where it was`() {
        var player = TestPlayer("abc")
        #expect(player.send(.designate(player.id("c"))).words == [])
        #expect(player.current == "c")
        #expect(player.state.status == .stopped)
    }
}

@Suite struct `Arranging the queue` {
    @Test(arguments: [false, true])
    func `keeps what plays, and moves the rest about it`(_ shuffled: Bool) {
        var player = TestPlayer("abcd", shuffled: shuffled)
        player.play()
        let current = player.current
        let order = "dbca".map { player.id(String($0)) }
        let words = player.send(.arrange(order)).words
        #expect(player.list == "dbca")
        #expect(player.current == current)
        #expect(!words.contains { $0.hasPrefix("load") })
    }

    @Test func `makes another entry follow`() {
        var player = TestPlayer("abcd")
        player.play()
        player.send(.arrange("adbc".map { player.id(String($0)) }))
        player.send(.next)
        #expect(player.current == "d")
    }

    @Test func `leaves those that are not named behind, and ignores strangers and repetitions`() {
        var player = TestPlayer("abcd")
        let (b, d) = (player.id("b"), player.id("d"))
        player.send(.arrange([d, EntryID(rawValue: 9999), d, b]))
        #expect(player.list == "dbac")
    }

    @Test func `changes nothing where the order is the same`() {
        var player = TestPlayer("abc")
        let revision = player.state.queue.revision
        player.send(.arrange(player.state.queue.ids))
        #expect(player.state.queue.revision == revision)
    }
}
