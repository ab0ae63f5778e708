// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

@Suite struct `Adding at a place in the order of play` {
    @Test func `goes before all, or right behind an entry`() {
        var player = TestPlayer("abc")
        player.send(.jump(player.id("b")))
        player.send(.insert(tracks("xy"), .start, play: false))
        #expect(player.list == "xyabc")
        player.send(.insert(tracks("z"), .behind(player.id("c")), play: false))
        player.send(.insert(tracks("w"), .behind(player.id("a")), play: false))
        #expect(player.list == "xyawbcz")
        #expect(player.current == "b")
    }

    @Test(arguments: [QueuePlace.start, .behind(EntryID(rawValue: 999))], [false, true])
    func `makes a first entry current in an empty queue`(place: QueuePlace, shuffled: Bool) {
        var player = TestPlayer("", shuffled: shuffled)
        player.send(.insert(tracks("ab"), place, play: false))
        #expect(player.current == "a")
        #expect(player.state.queue.orderIndex == 0)
    }

    @Test(arguments: [false, true])
    func `goes to the end behind an entry that is gone`(shuffled: Bool) {
        var player = TestPlayer("abc")
        let gone = player.id("c")
        player.send(.remove([gone]))
        player.send(.setShuffle(shuffled))
        player.send(.insert(tracks("x"), .behind(gone), play: false))
        #expect(player.list == "abx")
    }

    @Test func `holds while shuffled, too`() {
        var player = TestPlayer("abcdefgh", shuffled: true)
        player.send(.next)
        player.send(.next)
        let before = player.state.queue.order.map(player.letter)
        let current = player.current
        player.send(.insert(tracks("x"), .behind(player.id(before[4])), play: false))
        player.send(.insert(tracks("y"), .behind(player.id(before[0])), play: false))
        player.send(.insert(tracks("z"), .start, play: false))
        var expected = before
        expected.insert("x", at: 5)
        expected.insert("y", at: 1)
        expected.insert("z", at: 0)
        #expect(player.state.queue.order.map(player.letter) == expected)
        #expect(player.current == current)
        #expect(player.state.queue.orderIndex == 4)
        player.send(.setShuffle(false))
        #expect(player.list.hasPrefix("z"))
    }

    @Test func `plays it where that is asked for`() {
        var player = TestPlayer("abc", shuffled: true)
        player.send(.insert(tracks("x"), .start, play: true))
        #expect(player.current == "x")
        #expect(player.state.status == .playing)
    }
}

@Suite struct `The playlist that the queue was made of` {
    private let playlist = PlaylistID(rawValue: "abc123")

    private func playing() throws -> TestPlayer {
        var player = TestPlayer("xy")
        player.send(.insert(tracks("abc"), .playlist(try #require(playlist)), play: true))
        return player
    }

    @Test func `replaces what was there`() throws {
        let player = try playing()
        #expect(player.list == "abc")
        #expect(player.current == "a")
        #expect(player.state.playlist == playlist)
    }

    @Test func `stays through edits, steps and a stop`() throws {
        var player = try playing()
        for command: PlayerCommand in [
            .insert(tracks("d"), .end, play: false), .insert(tracks("e"), .start, play: true),
            .insert(tracks("f"), .after(player.id("b")), play: false), .remove([player.id("a")]),
            .move(player.id("b"), to: 0), .setShuffle(true), .next, .stop,
        ] {
            player.send(command)
            #expect(player.state.playlist == playlist)
        }
    }

    @Test func `is none once something else replaces it, or nothing is left`() throws {
        var player = try playing()
        player.send(.insert(tracks("d"), .replacing, play: true))
        #expect(player.state.playlist == nil)

        player = try playing()
        player.send(.clear)
        #expect(player.state.playlist == nil)

        player = try playing()
        player.send(.remove(player.state.queue.ids))
        #expect(player.state.playlist == nil)
    }

    @Test func `stays where what replaces it turns out to be nothing`() throws {
        var player = try playing()
        player.send(.insert([], .replacing, play: true))
        #expect(player.state.playlist == playlist)
    }

    @Test func `has an id that can be part of an object path`() {
        for unfit in ["", "a/b", "a_b", "é", "a b"] { #expect(PlaylistID(rawValue: unfit) == nil) }
        #expect(PlaylistID(rawValue: "09afAZ")?.rawValue == "09afAZ")
    }
}

@Suite struct `A restored playlist` {
    private func restored(_ entries: [(EntryID, Track)]) -> PlayerState {
        var state = PlayerState()
        let saved = SavedSession(
            entries: entries, current: nil, status: .paused, position: .zero, loop: .none,
            isShuffled: false, rate: 1, volume: 1, isMuted: false,
            playlist: PlaylistID(rawValue: "abc123"))
        _ = state.apply(.restore(saved), at: MonotonicTime(nanoseconds: 0))
        return state
    }

    @Test func `is still what the queue was made of`() {
        let entries = [(EntryID(rawValue: 1), Track(url: "file:///a"))]
        #expect(restored(entries).playlist?.rawValue == "abc123")
    }

    @Test func `is none where the queue was lost`() {
        #expect(restored([]).playlist == nil)
    }
}
