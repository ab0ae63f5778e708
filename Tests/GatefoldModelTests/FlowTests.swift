// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

@Suite struct `From one entry to the next` {
    @Test func `without a gap: the model moves when the prepared entry is heard`() {
        var player = TestPlayer("abc")
        player.play()
        player.wait(100)
        #expect(player.current == "a")
        let jumps = player.jumps { #expect($0.flowOn().words == ["prepare c"]) }
        #expect(player.current == "b")
        #expect(jumps == 0)
        player.wait(2)
        #expect(player.position == 2)
    }

    @Test func `what the engine knew of the prepared entry holds when it is heard`() {
        var player = TestPlayer("ab")
        player.play()
        player.reportPrepared(.length(seconds(222)))
        player.reportPrepared(.seekable(false))
        #expect(player.state.length == seconds(100))
        #expect(player.state.canSeek)
        player.flowOn()
        #expect(player.state.length == seconds(222))
        #expect(!player.state.canSeek)
    }

    @Test func `with a gap: the end of a load begins the next`() {
        var player = TestPlayer("abc")
        player.play()
        player.wait(100)
        #expect(player.report(.ended).words == ["load b", "prepare c"])
        #expect(player.current == "b")
        #expect(player.position == 0)
    }

    @Test func `at the end of the queue playback stops at the first entry`() {
        var player = TestPlayer("ab")
        player.play()
        player.flowOn()
        player.wait(100)
        #expect(player.report(.ended).words == ["unload"])
        #expect(player.state.status == .stopped)
        #expect(player.current == "a")
        #expect(player.position == 0)
        #expect(player.state.canPlay)
        #expect(player.send(.play).words == ["load a", "prepare b"])
    }

    @Test func `a track that loops keeps its entry and announces each round once`() {
        var player = TestPlayer("ab", loop: .track)
        player.play()
        for _ in 1...3 {
            player.wait(100)
            let jumps = player.jumps { #expect($0.flowOn().words == ["prepare a"]) }
            #expect(jumps == 1)
            #expect(player.current == "a")
            #expect(player.position == 0)
        }
        player.wait(100)
        let jumps = player.jumps { player in
            #expect(player.report(.ended).words == ["load a", "prepare a"])
            player.wait(0.1)
            player.hear()
        }
        #expect(jumps == 1)
    }

    @Test func `a playlist of one that loops announces each round at once`() {
        var player = TestPlayer("a", loop: .playlist)
        player.play()
        player.wait(100)
        #expect(player.jumps { $0.flowOn() } == 1)
        player.wait(100)
        let jumps = player.jumps { #expect($0.report(.ended).words == ["load a", "prepare a"]) }
        #expect(jumps == 1)
        player.wait(0.1)
        #expect(player.jumps { $0.hear() } == 0)
    }

    @Test func `a playlist that loops goes on with its first entry`() {
        var player = TestPlayer("ab", loop: .playlist)
        player.play()
        player.flowOn()
        let jumps = player.jumps { #expect($0.flowOn().words == ["prepare b"]) }
        #expect(jumps == 0)
        #expect(player.current == "a")
    }

    @Test func `an end that comes with a pause moves on and stays paused`() {
        var player = TestPlayer("ab")
        player.play()
        player.wait(100)
        player.send(.pause)
        #expect(player.report(.ended).words == ["unload"])
        #expect(player.current == "b")
        #expect(player.state.status == .paused)
        #expect(player.send(.play).words == ["load b"])
    }

    @Test func `a move without a gap that comes with a pause shows the new track at its start`() {
        var player = TestPlayer("ab")
        player.play()
        player.wait(99.9)
        player.send(.pause)
        player.flowOn()
        #expect(player.current == "b")
        #expect(player.position == 0)
        #expect(player.state.status == .paused)
    }
}

@Suite struct `Reports of an older load` {
    private static let events: [EngineReport.Event] = [
        .playing(seconds(5)), .stalled(seconds(5)), .ended, .failed(damaged), .length(seconds(5)),
        .seekable(false),
        .failed(PlaybackFailure(.output, "no device")),
    ]

    @Test(arguments: events)
    func `change nothing`(event: EngineReport.Event) throws {
        var player = TestPlayer("abc")
        player.play()
        let first = try #require(player.engine.loaded?.generation)
        let second = try #require(player.engine.prepared?.generation)
        player.send(.next)
        player.hear()
        let before = Observation(player.state)
        for generation in [first, second, Generation(rawValue: 99)] {
            #expect(player.apply(.engine(EngineReport(event, generation))).isEmpty)
        }
        #expect(Observation(player.state) == before)
    }

    @Test(arguments: events)
    func `change nothing when stopped`(event: EngineReport.Event) throws {
        var player = TestPlayer("abc")
        player.play()
        let used = [player.engine.loaded, player.engine.prepared].compactMap { $0?.generation }
        player.send(.stop)
        let before = Observation(player.state)
        for generation in used {
            #expect(player.apply(.engine(EngineReport(event, generation))).isEmpty)
        }
        #expect(Observation(player.state) == before)
    }

    @Test func `only sound of the prepared entry moves on`() {
        var player = TestPlayer("abc")
        player.play()
        player.reportPrepared(.stalled(.zero))
        player.reportPrepared(.ended)
        player.reportPrepared(.length(seconds(3)))
        #expect(player.current == "a")
        #expect(!player.state.isStalled)
    }
}

@Suite struct `What is prepared` {
    @Test func `changes with what follows, and only then`() {
        var player = TestPlayer("abcd")
        player.play()
        #expect(player.send(.insert(tracks("e"), .end, play: false)).words == [])
        #expect(
            player.send(.insert(tracks("f"), .afterCurrent, play: false)).words == ["prepare f"])
        #expect(player.send(.move(player.id("b"), to: 1)).words == ["prepare b"])
        #expect(player.send(.remove([player.id("d")])).words == [])
        #expect(player.send(.remove([player.id("b")])).words == ["prepare f"])
        #expect(player.send(.setLoop(.playlist)).words == [])
        #expect(player.send(.setLoop(.track)).words == ["prepare a"])
        #expect(player.send(.setLoop(.none)).words == ["prepare f"])
        #expect(player.send(.setRate(2)).words == ["rate 2.0"])
        #expect(player.send(.pause).words == ["hold"])
    }

    @Test func `is withdrawn when nothing follows any more`() {
        var player = TestPlayer("ab")
        player.play()
        #expect(player.send(.remove([player.id("b")])).words == ["prepare -"])
        #expect(player.send(.setLoop(.playlist)).words == ["prepare a"])
    }

    @Test func `has a generation of its own each time`() {
        var player = TestPlayer("ab")
        player.play()
        var seen: Set<Generation?> = [player.engine.loaded?.generation]
        for loop in [LoopStatus.track, .none, .track, .none] {
            player.send(.setLoop(loop))
            let isNew = seen.insert(player.engine.prepared?.generation).inserted
            #expect(isNew)
        }
    }
}
