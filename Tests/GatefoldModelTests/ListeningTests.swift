// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

/// Each track is 100 seconds long, so that half of it is 50.
@Suite struct `What counts as played` {
    @Test(arguments: [(49.9, []), (50.0, ["played a"]), (99.0, ["played a"])])
    func `is what was heard to the half, when it is left`(seconds: Double, notes: [String]) {
        for leave in [PlayerCommand.stop, .previous, .clear] {
            var player = TestPlayer("ba")
            player.send(.jump(player.id("a")))
            player.hear()
            player.wait(seconds)
            player.send(leave)
            #expect(player.history == notes, "\(leave)")
        }
    }

    @Test(arguments: [(1000.0, 239.0, []), (1000, 241, ["played x"]), (nil, 241, ["played x"])])
    func `is four minutes of something long, or of unknown length`(
        length: Double?, heard: Double, notes: [String]
    ) {
        var player = TestPlayer("")
        var tags = TrackTags()
        tags.length = length.map(seconds)
        tags.artwork = .none
        player.send(.insert([Track(url: "file:///x", tags: tags)], .end, play: true))
        player.hear()
        player.wait(heard)
        player.send(.stop)
        #expect(player.history == notes)
    }

    @Test func `is also half of a piece of ten seconds`() {
        var player = TestPlayer("ab")
        player.play()
        player.report(.length(seconds(10)))
        player.wait(5)
        player.send(.next)
        #expect(player.history == ["played a"])
    }

    @Test func `is told when something changes after that, and once`() {
        var player = TestPlayer("ab")
        player.play()
        player.wait(60)
        #expect(player.send(.pause).remembered == ["played a"])
        player.send(.play)
        player.report(.playing(seconds(60)))
        player.wait(30)
        player.send(.next)
        #expect(player.history == ["played a"])
    }

    @Test func `is not what a pause lasts`() {
        var player = TestPlayer("ab")
        player.play()
        player.wait(10)
        player.send(.pause)
        player.wait(1000)
        player.send(.stop)
        #expect(player.history.isEmpty)
    }

    @Test func `is not what a seek passes over`() {
        var player = TestPlayer("ab")
        player.play()
        player.wait(10)
        player.send(.setPosition(player.id("a"), seconds(90)))
        player.hear()
        player.wait(9)
        player.flowOn()
        #expect(player.history.isEmpty)
    }

    @Test func `is what was heard in pieces, and twice where it was heard twice`() {
        var player = TestPlayer("ab")
        player.play()
        for _ in 0..<3 {
            player.wait(20)
            player.send(.setPosition(player.id("a"), .zero))
            player.hear()
        }
        #expect(player.history == ["played a"])
    }

    @Test func `is not the time in which a stream waits for data`() {
        var player = TestPlayer("ab")
        player.play()
        player.wait(10)
        player.report(.stalled(seconds(10)))
        player.wait(500)
        player.send(.stop)
        #expect(player.history.isEmpty)
    }

    @Test func `is music, not time: at twice the speed half of it takes half as long`() {
        var player = TestPlayer("ab")
        player.play()
        player.send(.setRate(2))
        player.hear()
        player.wait(25)
        player.send(.stop)
        #expect(player.history == ["played a"])
    }

    @Test func `is each repeat of one entry, with a gap or without`() {
        var player = TestPlayer("a", loop: .track)
        player.play()
        player.wait(100)
        player.flowOn()
        player.wait(100)
        player.report(.ended)
        player.hear()
        player.wait(50)
        player.send(.stop)
        #expect(player.history == ["played a", "played a", "played a"])
    }

    @Test func `is each entry of a queue that is heard through`() {
        var player = TestPlayer("abc")
        player.play()
        for _ in 0..<2 {
            player.wait(100)
            player.flowOn()
        }
        player.wait(100)
        player.report(.ended)
        #expect(player.history == ["played a", "played b", "played c"])
    }

    @Test func `is one hearing before and after the device was gone`() {
        var player = TestPlayer("ab")
        player.play()
        player.wait(30)
        player.report(.failed(PlaybackFailure(.output, "the device is gone")))
        player.wait(60)
        player.send(.play)
        player.hear()
        player.wait(25)
        player.send(.stop)
        #expect(player.history == ["played a"])
    }

    @Test func `is what was heard of an entry that is removed, or fails in its middle`() {
        var removed = TestPlayer("ab")
        removed.play()
        removed.wait(60)
        removed.send(.remove([removed.id("a")]))
        #expect(removed.history == ["played a"])
        var failed = TestPlayer("ab")
        failed.play()
        failed.wait(60)
        failed.report(.failed(damaged))
        #expect(failed.history == ["played a"])
    }
}

@Suite struct `What counts as skipped` {
    @Test(arguments: [(0.1, ["skipped a"]), (49.0, ["skipped a"]), (51.0, ["played a"])])
    func `is what was begun and left by Next`(seconds: Double, notes: [String]) {
        for next in [PlayerCommand.next, .skipToNext, .seek(MediaTime(seconds: 500))] {
            var player = TestPlayer("ab")
            player.play()
            player.wait(seconds)
            player.send(next)
            #expect(player.history == notes, "\(next)")
        }
    }

    @Test func `is not what nobody heard`() {
        var player = TestPlayer("abcd")
        player.send(.play)
        player.send(.next)
        player.send(.next)
        #expect(player.history.isEmpty)
    }

    @Test func `is not what was left otherwise`() {
        for leave in [PlayerCommand.stop, .clear, .insert(tracks("x"), .replacing, play: true)] {
            var player = TestPlayer("ab")
            player.play()
            player.wait(10)
            player.send(leave)
            #expect(player.history.isEmpty, "\(leave)")
        }
        var player = TestPlayer("ab")
        player.play()
        player.wait(10)
        player.send(.jump(player.id("b")))
        player.hear()
        player.wait(10)
        player.send(.previous)
        player.hear()
        player.wait(10)
        player.report(.failed(damaged))
        #expect(player.history.isEmpty)
    }

    @Test func `is also what was paused`() {
        var player = TestPlayer("ab")
        player.play()
        player.wait(10)
        player.send(.pause)
        player.send(.next)
        #expect(player.history == ["skipped a"])
    }

    @Test func `is the only entry of a queue that begins again, and what follows is new`() {
        var player = TestPlayer("a", loop: .playlist)
        player.play()
        player.wait(30)
        player.send(.next)
        player.hear()
        player.wait(30)
        player.send(.stop)
        #expect(player.history == ["skipped a"])
    }

    @Test func `is not what was played to its half before`() {
        var player = TestPlayer("ab")
        player.play()
        player.wait(60)
        player.send(.pause)
        player.send(.play)
        player.send(.next)
        #expect(player.history == ["played a"])
    }
}

@Suite struct `The history over all ways through a small queue` {
    /// What changes what is heard.
    private enum Step: CaseIterable {
        case next, previous, playPause, stop, restart, seek, repeatOne, faster, flowOn, stall

        func take(in player: inout TestPlayer) {
            switch self {
            case .next: player.send(.next)
            case .previous: player.send(.previous)
            case .playPause: player.send(.playPause)
            case .stop: player.send(.stop)
            case .restart: player.send(.restart)
            case .seek: player.send(.seek(seconds(30)))
            case .repeatOne: player.send(.setLoop(.track))
            case .faster: player.send(.setRate(2))
            case .flowOn: if player.engine.prepared != nil { player.flowOn() }
            case .stall:
                if player.engine.loaded != nil { player.report(.stalled(player.engine.position)) }
            }
        }
    }

    @Test func `never tells more than was heard, and never of what is not there`() {
        for first in Step.allCases {
            for second in Step.allCases {
                for third in Step.allCases {
                    check([first, second, third])
                }
            }
        }
    }

    /// A play takes 50 seconds of music, and music runs at most at twice the time.
    private func check(_ steps: [Step]) {
        var player = TestPlayer("ab")
        player.play()
        for step in steps {
            player.wait(20)
            step.take(in: &player)
            if player.engine.loaded != nil, player.state.status == .playing { player.hear() }
        }
        player.wait(20)
        player.send(.stop)
        let plays = player.history.filter { $0.hasPrefix("played") }.count
        #expect(Double(plays) * 50 <= 80 * 2, "\(steps)")
        let known: Set = ["played a", "played b", "skipped a", "skipped b"]
        #expect(known.isSuperset(of: player.history), "\(steps)")
    }
}
