// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

@Suite struct `Entries that cannot be played` {
    @Test func `are skipped with one report each`() {
        var player = TestPlayer("abcd")
        player.send(.play)
        #expect(player.report(.failed(damaged)).words == ["skipped a", "load b", "prepare c"])
        #expect(player.report(.failed(damaged)).words == ["skipped b", "load c", "prepare d"])
        #expect(player.hear().words == [])
        #expect(player.current == "c")
        #expect(player.state.status == .playing)
    }

    @Test func `say so and stop when a whole pass fails`() {
        for loop in LoopStatus.allCases {
            var player = TestPlayer("abc", loop: loop)
            player.send(.play)
            player.report(.failed(damaged))
            player.report(.failed(damaged))
            let effects = player.report(.failed(damaged))
            #expect(effects.words == ["skipped c", "nothing playable", "unload"])
            #expect(player.state.status == .stopped)
            #expect(player.current == "a")
        }
    }

    @Test func `at the end of the queue end playback like a last entry`() {
        var player = TestPlayer("ab")
        player.play()
        player.send(.next)
        #expect(player.report(.failed(damaged)).words == ["skipped b", "unload"])
        #expect(player.state.status == .stopped)
        #expect(player.current == "a")
    }

    @Test func `count as a pass only since something last was heard`() {
        var player = TestPlayer("ab", loop: .playlist)
        player.send(.play)
        player.report(.failed(damaged))
        player.hear()
        player.report(.ended)
        #expect(player.report(.failed(damaged)).words.first == "skipped a")
        #expect(player.state.status == .playing)
        #expect(player.current == "b")
    }

    @Test func `are reported once although they were prepared, and then skipped in silence`() {
        var player = TestPlayer("abc")
        player.send(.play)
        #expect(player.reportPrepared(.failed(damaged)).words == ["skipped b"])
        #expect(player.hear().words == [])
        #expect(player.send(.seek(seconds(5))).words == ["seek 5.0"])
        #expect(player.hear().words == [])
        #expect(player.report(.ended).words == ["load c"])
    }

    @Test func `are tried again after the user moved`() {
        var player = TestPlayer("abc")
        player.play()
        player.reportPrepared(.failed(damaged))
        #expect(player.send(.next).words == ["load b", "prepare c"])
        #expect(player.report(.failed(damaged)).words == ["skipped b", "load c"])
    }

    @Test func `do not stand in the way of Previous`() {
        var player = TestPlayer("abcd")
        player.send(.jump(player.id("d")))
        player.hear()
        player.send(.previous)
        #expect(player.report(.failed(damaged)).words == ["skipped c", "load b"])
        #expect(player.report(.failed(damaged)).words == ["skipped b", "load a"])
        player.hear()
        #expect(player.current == "a")
    }

    @Test func `before the first playable one lead Previous forward again`() {
        var player = TestPlayer("abc")
        player.send(.jump(player.id("c")))
        player.hear()
        player.send(.previous)
        player.report(.failed(damaged))
        #expect(player.report(.failed(damaged)).words == ["skipped a", "load c"])
    }

    @Test func `that loop are left, and not reported twice`() {
        var player = TestPlayer("ab", loop: .track)
        player.play()
        #expect(player.reportPrepared(.failed(damaged)).words == ["skipped a"])
        #expect(player.report(.ended).words == ["load b", "prepare b"])
    }

    @Test func `leave the only playable one to repeat, which is announced`() {
        var player = TestPlayer("ab", loop: .playlist)
        player.play()
        player.reportPrepared(.failed(damaged))
        let jumps = player.jumps { #expect($0.report(.ended).words == ["load a"]) }
        #expect(jumps == 1)
    }

    @Test func `that end without a sound count as failed, so that no loop spins`() {
        for loop in [LoopStatus.track, .playlist] {
            var player = TestPlayer("a", loop: loop)
            player.send(.play)
            #expect(
                player.report(.ended).words == ["skipped a", "nothing playable", "unload"])
            #expect(player.state.status == .stopped)
        }
    }

    @Test func `are not those that ended at once because they began near their end`() {
        var player = TestPlayer("ab")
        player.send(.play)
        player.send(.setPosition(player.id("a"), seconds(100)))
        #expect(player.report(.ended).words == ["load b"])
    }

    @Test func `fail while paused and stay paused`() {
        var player = TestPlayer("ab")
        player.send(.play)
        player.send(.pause)
        #expect(player.report(.failed(damaged)).words == ["skipped a", "unload"])
        #expect(player.current == "b")
        #expect(player.state.status == .paused)
    }

    @Test func `are forgotten when they are removed`() {
        var player = TestPlayer("abc", loop: .playlist)
        player.send(.play)
        player.report(.failed(damaged))
        player.report(.failed(damaged))
        player.send(.remove([player.id("a"), player.id("b")]))
        #expect(
            player.report(.failed(damaged)).words == ["skipped c", "nothing playable", "unload"])
    }
}

@Suite struct `A failing output` {
    private static let failure = PlaybackFailure(.output, "the device is busy")

    @Test func `pauses where it was, and Play tries again from there`() {
        var player = TestPlayer("ab")
        player.play()
        player.wait(30)
        #expect(player.report(.failed(Self.failure)).words == ["unload", "no output"])
        #expect(player.state.status == .paused)
        player.wait(10)
        #expect(player.position == 30)
        #expect(player.send(.play).words == ["load a", "prepare b"])
        #expect(player.engine.loaded?.start == seconds(30))
    }

    @Test func `is not the fault of what was prepared`() {
        var player = TestPlayer("ab")
        player.play()
        player.wait(99)
        #expect(player.reportPrepared(.failed(Self.failure)).words == ["unload", "no output"])
        #expect(player.current == "a")
        #expect(player.state.status == .paused)
        #expect(player.position == 99)
    }

    @Test func `ends a wait for data`() {
        var player = TestPlayer("ab")
        player.play()
        player.report(.stalled(.zero))
        player.report(.failed(Self.failure))
        #expect(!player.state.isStalled)
    }
}
