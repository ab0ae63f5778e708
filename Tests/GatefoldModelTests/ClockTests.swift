// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

@Suite struct `Rate, volume and mute` {
    @Test func `the position runs at the rate`() {
        var player = TestPlayer("ab")
        player.play()
        player.wait(10)
        #expect(player.send(.setRate(2)).words == ["rate 2.0"])
        player.wait(5)
        #expect(player.position == 20)
        #expect(player.send(.setRate(2)).isEmpty)
    }

    @Test func `a new rate is no discontinuity, whenever it is heard`() {
        var player = TestPlayer("ab")
        player.play()
        player.wait(10)
        let jumps = player.jumps { player in
            player.send(.setRate(0.5))
            player.wait(8)
            player.report(.playing(seconds(14)))
        }
        #expect(jumps == 0)
    }

    @Test(arguments: [0.0, -0.0])
    func `0 pauses and keeps the rate`(rate: Double) {
        var player = TestPlayer("ab")
        player.send(.setRate(1.5))
        player.play()
        #expect(player.send(.setRate(rate)).words == ["hold"])
        #expect(player.state.status == .paused)
        #expect(player.state.rate == 1.5)
    }

    @Test(arguments: [(100.0, 4.0), (0.01, 0.25), (1e-300, 0.25), (1.25, 1.25)])
    func `an unusable rate becomes the nearest usable one`(asked: Double, becomes: Double) {
        var player = TestPlayer("ab")
        #expect(player.send(.setRate(asked)).words == ["rate \(becomes)"])
        #expect(player.state.rate == becomes)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -1])
    func `what is no rate is refused`(rate: Double) {
        var player = TestPlayer("ab")
        #expect(player.refusal(.setRate(rate)) == .notANumber)
        #expect(player.send(.setRate(rate)).isEmpty)
        #expect(player.state.rate == 1)
    }

    @Test(arguments: [(0.3, 0.3), (-0.5, 0.0), (-0.0, 0.0), (1.5, 1.0), (.infinity, 1.0)])
    func `the volume is clamped and kept exactly`(asked: Double, becomes: Double) {
        var player = TestPlayer("")
        #expect(player.send(.setVolume(asked)).words == ["volume \(becomes)"])
        #expect(player.state.volume == becomes)
    }

    @Test func `a volume that is not a number is refused`() {
        var player = TestPlayer("")
        #expect(player.refusal(.setVolume(.nan)) == .notANumber)
        #expect(player.send(.setVolume(.nan)).isEmpty)
        #expect(player.state.volume == 1)
    }

    @Test func `mute keeps the volume`() {
        var player = TestPlayer("")
        player.send(.setVolume(0.4))
        #expect(player.send(.setMuted(true)).words == ["mute"])
        #expect(player.state.isMuted)
        #expect(player.state.volume == 0.4)
        #expect(player.send(.setMuted(false)).words == ["unmute"])
    }

    @Test func `the gain of files goes to the engine, and begins with that of albums`() {
        var player = TestPlayer("")
        #expect(player.state.replayGain == .album)
        #expect(player.send(.setReplayGain(.track)).words == ["gain track"])
        #expect(player.state.replayGain == .track)
    }
}

@Suite struct `The position` {
    @Test func `does not run beyond the end`() {
        var player = TestPlayer("a")
        player.play()
        player.wait(1000)
        #expect(player.position == 100)
    }

    @Test func `stands while a stream waits, and the end of it is announced`() {
        var player = TestPlayer("a")
        player.play()
        player.wait(10)
        player.report(.stalled(seconds(10)))
        #expect(player.state.isStalled)
        player.wait(5)
        #expect(player.position == 10)
        #expect(player.jumps { $0.report(.playing(seconds(10))) } == 1)
        #expect(!player.state.isStalled)
        player.wait(1)
        #expect(player.position == 11)
    }

    @Test func `is constant while paused, whatever the engine still says`() {
        var player = TestPlayer("a")
        player.play()
        player.wait(10)
        player.send(.pause)
        player.report(.stalled(seconds(9.9)))
        player.report(.playing(seconds(10.2)))
        #expect(player.position == 10)
        #expect(player.state.status == .paused)
    }

    @Test func `may be off by a quarter of a second before a client is told`() {
        for (heard, jumps) in [(10.25, 0), (9.75, 0), (10.251, 1), (9.749, 1)] as [(Double, UInt64)]
        {
            var player = TestPlayer("a")
            player.play()
            player.wait(10)
            #expect(player.jumps { $0.report(.playing(seconds(heard))) } == jumps)
            #expect(player.position == heard)
        }
    }

    @Test func `may not creep away from what clients count on, step by step`() {
        var player = TestPlayer("a")
        player.play()
        let jumps = player.jumps { player in
            for step in 1...4 {
                player.wait(1)
                player.report(.playing(seconds(Double(step) * 0.8)))
            }
        }
        #expect(jumps == 2)
    }

    @Test func `goes on from where it was paused, wherever a late device believes to be`() {
        var player = TestPlayer("a")
        player.play()
        player.wait(10)
        player.send(.pause)
        let jumps = player.jumps { player in
            player.send(.play)
            player.report(.playing(seconds(8.6)))
        }
        #expect(jumps == 0)
        #expect(player.position == 10)
        player.wait(1)
        #expect(player.position == 11)
    }

    @Test func `is the engine's after a seek while paused`() {
        var player = TestPlayer("a")
        player.play()
        player.wait(10)
        player.send(.pause)
        player.send(.seek(seconds(20)))
        player.send(.play)
        #expect(player.jumps { $0.report(.playing(seconds(29))) } == 1)
        #expect(player.position == 29)
    }

    @Test func `is never before the start`() {
        var player = TestPlayer("a")
        player.send(.play)
        player.report(.playing(seconds(-0.1)))
        #expect(player.position == 0)
    }

    @Test func `a track that takes long to start tells where it is`() {
        var player = TestPlayer("a")
        player.send(.play)
        player.wait(3)
        #expect(player.position == 0)
        #expect(player.jumps { $0.hear() } == 1)
    }
}

@Suite struct `The length` {
    @Test func `is what the tags say unless the demuxer clearly knows better`() {
        var player = TestPlayer("a")
        player.send(.play)
        player.report(.length(seconds(100.9)))
        #expect(player.state.length == seconds(100))
        player.report(.length(seconds(102)))
        #expect(player.state.length == seconds(102))
        player.report(.length(nil))
        #expect(player.state.length == seconds(100))
    }

    @Test func `C010 is unknown where it grows with the stream`() {
        var player = TestPlayer()
        player.send(.insert([Track(url: "http://radio/live")], .end, play: true))
        var lengths: [MediaTime?] = []
        for second in 1...60 {
            player.report(.length(seconds(Double(second))))
            if player.state.length != lengths.last { lengths.append(player.state.length) }
        }
        #expect(lengths.count <= 4)
        #expect(player.state.length == nil)
    }

    @Test func `C010 stands while an estimate of it changes by little`() {
        var player = TestPlayer()
        player.send(.insert([Track(url: "http://host/a.mp3")], .end, play: true))
        for tenth in 0...20 {
            player.report(.length(seconds(100 + Double(tenth % 9) / 10)))
            #expect(player.state.length == seconds(100))
        }
        player.report(.length(seconds(110)))
        #expect(player.state.length == seconds(110))
    }

    @Test func `is unknown where headers claim nothing or nonsense`() {
        var player = TestPlayer()
        var tags = TrackTags()
        tags.length = .zero
        player.send(.insert([Track(url: "http://radio/live", tags: tags)], .end, play: true))
        #expect(player.state.length == nil)
        player.report(.length(seconds(-1)))
        #expect(player.state.length == nil)
        player.hear()
        player.wait(7)
        #expect(player.position == 7)
    }
}
