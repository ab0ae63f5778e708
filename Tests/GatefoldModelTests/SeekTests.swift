// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

@Suite struct `Seeking` {
    private func playing(_ letters: String = "ab", at position: Double = 50) -> TestPlayer {
        var player = TestPlayer(letters)
        player.play()
        player.wait(position)
        return player
    }

    @Test func `C038 C042 Seek is relative to where the sound is`() {
        var player = playing()
        #expect(player.send(.seek(seconds(5))).words == ["seek 55.0"])
        #expect(player.position == 55)
        #expect(player.send(.seek(seconds(-25))).words == ["seek 30.0"])
    }

    @Test func `the position stands at the target until it is heard, and jumps once`() {
        var player = playing()
        let jumps = player.jumps { player in
            player.send(.seek(seconds(20)))
            player.wait(0.1)
            #expect(player.position == 70)
            player.hear()
        }
        player.wait(1)
        #expect(player.position == 71)
        #expect(jumps == 1)
    }

    @Test func `a seek that takes long is announced again when it is heard`() {
        var player = playing()
        let jumps = player.jumps { player in
            player.send(.seek(seconds(20)))
            player.wait(3)
            player.hear()
        }
        #expect(jumps == 2)
        #expect(player.position == 70)
    }

    @Test func `below the start is the start`() {
        var player = playing()
        #expect(player.send(.seek(seconds(-51))).words == ["seek 0.0"])
        #expect(player.send(.seek(MediaTime(microseconds: .min))).words == ["seek 0.0"])
        #expect(player.position == 0)
    }

    @Test func `beyond the end acts as Next`() {
        for offset in [seconds(51), MediaTime(microseconds: .max)] {
            var player = playing()
            #expect(player.send(.seek(offset)).words == ["load b"])
            #expect(player.position == 0)
        }
    }

    @Test func `beyond the end of the last entry is refused like Next`() {
        var player = playing("a")
        #expect(player.refusal(.seek(seconds(51))) == .noNext)
        #expect(player.send(.seek(seconds(51))).isEmpty)
        #expect(player.position == 50)
    }

    @Test func `exactly the end is no Next`() {
        var player = playing()
        #expect(player.send(.seek(seconds(50))).words == ["seek 100.0"])
        #expect(player.current == "a")
    }

    @Test func `beyond the end while paused stays paused`() {
        var player = playing()
        player.send(.pause)
        #expect(player.send(.seek(seconds(99))).words == ["unload"])
        #expect(player.current == "b")
        #expect(player.state.status == .paused)
    }

    @Test func `a paused seek moves the position and nothing runs`() {
        var player = playing()
        player.send(.pause)
        #expect(player.send(.seek(seconds(10))).words == ["seek 60.0"])
        player.wait(9)
        #expect(player.position == 60)
    }

    @Test func `a seek in what is not loaded yet is where Play begins`() {
        var player = TestPlayer("ab")
        player.play()
        player.send(.pause)
        player.send(.next)
        #expect(player.send(.seek(seconds(10))).words == [])
        #expect(player.position == 10)
        player.send(.play)
        #expect(player.engine.loaded?.start == seconds(10))
    }

    @Test func `a stopped player cannot be seeked`() {
        var player = TestPlayer("ab")
        for command in [
            PlayerCommand.seek(seconds(1)), .restart, .setPosition(player.id("a"), .zero),
        ] {
            #expect(player.refusal(command) == .stopped)
            #expect(player.send(command).isEmpty)
        }
        #expect(!player.state.canSeek)
    }

    @Test func `what the engine cannot seek cannot be seeked`() {
        var player = playing()
        player.report(.seekable(false))
        #expect(!player.state.canSeek)
        #expect(player.refusal(.seek(seconds(1))) == .notSeekable)
        #expect(player.send(.seek(seconds(1))).isEmpty)
        #expect(player.refusal(.restart) == .notSeekable)
        player.report(.seekable(true))
        #expect(player.state.canSeek)
    }

    @Test func `a stream of unknown length cannot be seeked until the engine says so`() {
        var player = TestPlayer()
        player.send(.insert([Track(url: "http://radio/live")], .end, play: true))
        #expect(!player.state.canSeek)
        player.report(.seekable(true))
        #expect(player.state.canSeek)
    }

    @Test func `Restart goes to the beginning, once announced`() {
        var player = playing()
        let jumps = player.jumps { #expect($0.send(.restart).words == ["seek 0.0"]) }
        #expect(jumps == 1)
        #expect(player.position == 0)
    }
}

@Suite struct `Setting the position` {
    private func playing() -> TestPlayer {
        var player = TestPlayer("ab")
        player.play()
        player.wait(50)
        return player
    }

    @Test func `sets it within the track, both ends included`() {
        for target in [0.0, 30, 100] {
            var player = playing()
            let jumps = player.jumps { player in
                #expect(
                    player.send(.setPosition(player.id("a"), seconds(target))).words
                        == ["seek \(target)"])
            }
            #expect(player.position == target)
            #expect(jumps == 1)
        }
    }

    @Test func `is ignored for an entry that is not the current one`() {
        var player = playing()
        for entry in [player.id("b"), EntryID(rawValue: 99)] {
            #expect(player.refusal(.setPosition(entry, seconds(10))) == .notCurrent)
            #expect(player.send(.setPosition(entry, seconds(10))).isEmpty)
        }
        #expect(player.position == 50)
    }

    @Test(arguments: [
        MediaTime(nanoseconds: -1), MediaTime(microseconds: .min),
        MediaTime(microseconds: 100_000_001),
        MediaTime(microseconds: .max),
    ])
    func `is ignored out of range, not clamped`(target: MediaTime) {
        var player = playing()
        let command = PlayerCommand.setPosition(player.id("a"), target)
        #expect(player.refusal(command) == .outOfRange)
        let jumps = player.jumps { #expect($0.send(command).isEmpty) }
        #expect(jumps == 0)
        #expect(player.position == 50)
    }
}
