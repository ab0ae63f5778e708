// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

@Suite struct `Play, pause and stop` {
    @Test func `Play loads the current entry and what follows, and asks for nothing twice`() {
        var player = TestPlayer("abc")
        #expect(player.send(.play).words == ["load a", "prepare b"])
        #expect(player.state.status == .playing)
        #expect(player.send(.play).isEmpty)
    }

    @Test func `Play, Pause and PlayPause do nothing without a track`() {
        for command in [PlayerCommand.play, .pause, .playPause] {
            var player = TestPlayer("")
            #expect(player.refusal(command) == .nothingQueued)
            #expect(player.send(command).isEmpty)
            #expect(player.state.status == .stopped)
        }
    }

    @Test func `PlayPause starts from Stopped, pauses from Playing and resumes from Paused`() {
        var player = TestPlayer("ab")
        #expect(player.send(.playPause).words == ["load a", "prepare b"])
        player.hear()
        #expect(player.send(.playPause).words == ["hold"])
        #expect(player.state.status == .paused)
        #expect(player.send(.playPause).words == ["resume"])
        #expect(player.state.status == .playing)
    }

    @Test func `Pause is no toggle, and does nothing when stopped`() {
        var player = TestPlayer("ab")
        #expect(player.send(.pause).isEmpty)
        #expect(player.state.status == .stopped)
        player.play()
        player.send(.pause)
        #expect(player.send(.pause).isEmpty)
        #expect(player.state.status == .paused)
    }

    @Test func `C093 Play after Pause goes on from there without a discontinuity`() {
        var player = TestPlayer("ab")
        player.play()
        player.wait(40)
        let jumps = player.jumps { player in
            player.send(.pause)
            player.wait(600)
            #expect(player.position == 40)
            player.send(.play)
            player.wait(0.1)
            player.report(.playing(seconds(40)))
        }
        player.wait(1)
        #expect(player.position == 41)
        #expect(jumps == 0)
        #expect(player.current == "a")
    }

    @Test func `Stop silences, forgets the position, and Play begins the track again`() {
        var player = TestPlayer("ab")
        player.play()
        player.wait(60)
        #expect(player.send(.stop).words == ["unload"])
        #expect(player.state.status == .stopped)
        #expect(player.position == 0)
        #expect(player.current == "a")
        #expect(player.send(.stop).isEmpty)
        #expect(player.send(.play).words == ["load a", "prepare b"])
        #expect(player.engine.loaded?.start == .zero)
    }

    @Test func `Stop ends a pause`() {
        var player = TestPlayer("ab")
        player.play()
        player.wait(3)
        player.send(.pause)
        #expect(player.send(.stop).words == ["unload"])
        #expect(player.position == 0)
    }

    @Test func `C088 C089 CanPlay and CanPause do not depend on the status`() {
        var player = TestPlayer("ab")
        for command in [PlayerCommand.stop, .play, .pause] {
            player.send(command)
            #expect(player.state.canPlay && player.state.canPause)
        }
        player.send(.clear)
        #expect(!player.state.canPlay && !player.state.canPause)
    }
}

@Suite struct `Next and Previous` {
    @Test func `Next on the last and Previous on the first entry are refused and do nothing`() {
        for loop in [LoopStatus.none, .track] {
            var player = TestPlayer("ab", loop: loop)
            player.play()
            #expect(!player.state.canGoPrevious)
            #expect(player.refusal(.previous) == .noPrevious)
            #expect(player.send(.previous).isEmpty)
            #expect(
                player.send(.next).words
                    == ["load b", "prepare \(loop == .track ? "b" : "-")"].dropped(loop))
            player.hear()
            #expect(!player.state.canGoNext)
            #expect(player.refusal(.next) == .noNext)
            #expect(player.send(.next).isEmpty)
            #expect(player.current == "b")
            #expect(player.state.status == .playing)
        }
    }

    @Test func `a loop over the playlist joins both ends`() {
        var player = TestPlayer("abc", loop: .playlist)
        player.play()
        #expect(player.state.canGoPrevious)
        #expect(player.send(.previous).words == ["load c", "prepare a"])
        #expect(player.state.canGoNext)
        #expect(player.send(.next).words == ["load a", "prepare b"])
    }

    @Test func `Next moves on although the track loops`() {
        var player = TestPlayer("ab", loop: .track)
        player.play()
        #expect(player.send(.next).words == ["load b", "prepare b"])
    }

    @Test func `a paused player stays paused and loads nothing until Play`() {
        var player = TestPlayer("abc")
        player.play()
        player.wait(10)
        player.send(.pause)
        #expect(player.send(.next).words == ["unload"])
        #expect(player.send(.next).words == [])
        #expect(player.state.status == .paused)
        #expect(player.current == "c")
        #expect(player.position == 0)
        #expect(player.send(.previous).words == [])
        let jumps = player.jumps { player in
            #expect(player.send(.play).words == ["load b", "prepare c"])
            player.hear()
        }
        #expect(jumps == 0)
    }

    @Test func `a stopped player stays stopped`() {
        var player = TestPlayer("ab")
        #expect(player.send(.next).words == [])
        #expect(player.state.status == .stopped)
        #expect(player.current == "b")
        #expect(player.send(.previous).words == [])
        #expect(player.current == "a")
    }

    @Test func `C022 a new track is no discontinuity`() {
        var player = TestPlayer("ab")
        player.play()
        player.wait(30)
        let jumps = player.jumps { player in
            player.send(.next)
            player.wait(0.1)
            player.hear()
        }
        #expect(jumps == 0)
        player.wait(2)
        #expect(player.position == 2)
    }

    @Test func `the only entry of a looping playlist begins again, and says so once`() {
        for command in [PlayerCommand.next, .previous] {
            var player = TestPlayer("a", loop: .playlist)
            player.play()
            player.wait(30)
            let jumps = player.jumps { player in
                #expect(player.send(command).words == ["load a", "prepare a"])
                #expect(player.position == 0)
                player.wait(0.1)
                player.hear()
            }
            #expect(jumps == 1)
        }
    }

    @Test func `the position stands at 0 until the new track is heard`() {
        var player = TestPlayer("ab")
        player.play()
        player.wait(30)
        player.send(.next)
        player.wait(5)
        #expect(player.position == 0)
    }
}

extension [String] {
    /// Without a loop nothing follows the last entry, and a load has withdrawn what was prepared.
    fileprivate func dropped(_ loop: LoopStatus) -> [String] {
        loop == .track ? self : filter { $0 != "prepare -" }
    }
}
