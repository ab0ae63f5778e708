// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

@Suite struct `A picture on the network is` {
    /// Tracks whose pictures are named like them; a capital letter shares that of the small one.
    private func tracks(_ letters: String, artwork: Artwork = .unread) -> [Track] {
        letters.map { letter in
            var tags = TrackTags()
            tags.artwork = artwork
            tags.artworkURL = picture(letter)
            return Track(url: "https://server/\(letter)", tags: tags)
        }
    }

    private func picture(_ letter: Character) -> String {
        "https://server/\(letter.lowercased()).png"
    }

    private func playing(_ letters: String) -> TestPlayer {
        var player = TestPlayer()
        player.send(.insert(tracks(letters), .end, play: true))
        return player
    }

    private func fetch(_ letter: Character, _ player: inout TestPlayer) -> [PlayerEffect] {
        player.apply(.fetched(url: picture(letter), artwork: "file:///cache/\(letter).png"))
    }

    @Test func `wanted of the current entry and its neighbours, once`() {
        var player = TestPlayer()
        let effects = player.send(.insert(tracks("abcd"), .end, play: true))
        #expect(effects.fetched == [[picture("a"), picture("b")]])
        #expect(player.hear().fetched.isEmpty)
        #expect(player.send(.next).fetched == [["b", "c", "a"].map(picture)])
        #expect(player.send(.clear).fetched == [[]])
    }

    @Test func `shown when it comes, which is no new track`() {
        var player = playing("ab")
        player.hear()
        player.wait(3)
        var effects: [PlayerEffect] = []
        let jumps = player.jumps { player in effects = fetch("a", &player) }
        #expect(effects.fetched == [[picture("b")]])
        #expect(jumps == 0)
        #expect(player.state.queue.currentTrack?.tags?.artwork == .file("file:///cache/a.png"))
        #expect(player.position == 3)
    }

    @Test func `wanted once for all who share it, and shown with each`() {
        var player = playing("aAbA")
        #expect(fetch("a", &player).fetched == [[]])
        #expect(player.send(.next).fetched == [[picture("b")]])
        #expect(player.state.queue.currentTrack?.tags?.artwork == .file("file:///cache/a.png"))
        #expect(player.send(.next).fetched == [[picture("b"), picture("a")]])
    }

    @Test func `of no interest when it comes too late`() {
        var player = playing("abcd")
        player.send(.clear)
        #expect(fetch("a", &player).isEmpty)
        #expect(fetch("x", &player).isEmpty)
    }

    @Test func `wanted of a file only when that was read and has none of its own`() {
        var player = TestPlayer()
        var tags = TrackTags()
        tags.artworkURL = picture("a")
        let track = Track(url: "file:///a", tags: tags)
        #expect(player.send(.insert([track], .end, play: true)).fetched.isEmpty)
        tags.artwork = .none
        let read = EntryDescription(player.id("a"), tags)
        #expect(player.apply(.described([read])).fetched == [[picture("a")]])
        tags.artwork = .file("file:///own.png")
        let own = EntryDescription(player.id("a"), tags)
        #expect(player.apply(.described([own])).fetched == [[]])
    }

    @Test func `another one with another song of a stream`() {
        var player = TestPlayer()
        player.send(.insert([Track(url: "http://radio/live")], .end, play: true))
        player.hear()
        var song = StreamTags()
        song.title = "One"
        song.artworkURL = picture("a")
        #expect(player.report(.streamTags(song)).fetched == [[picture("a")]])
        #expect(fetch("a", &player).fetched == [[]])
        song.title = "Two"
        #expect(player.report(.streamTags(song)).fetched.isEmpty)
        #expect(player.state.queue.currentTrack?.tags?.artwork == .file("file:///cache/a.png"))
        song.artworkURL = picture("b")
        #expect(player.report(.streamTags(song)).fetched == [[picture("b")]])
        #expect(player.state.queue.currentTrack?.tags?.artwork == .unread)
    }
}
