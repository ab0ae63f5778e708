// SPDX-License-Identifier: MPL-2.0

import AVFoundation
import GatefoldModel
import GatefoldTestSupport
import Synchronization
import Testing

@Suite(.serialized) struct `A player of one sound` {
    private let rig: SoundRig

    init() throws {
        rig = try SoundRig()
    }

    private final class Listener: AVAudioPlayerDelegate, Sendable {
        let ends = Mutex<[Bool]>([])
        let errors = Mutex(0)

        func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
            ends.withLock { $0.append(flag) }
        }

        func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
            if error != nil { errors.withLock { $0 += 1 } }
        }
    }

    @Test func `plays a file to its end, and again`() async throws {
        let player = try AVAudioPlayer(contentsOf: try await rig.sound("1.wav", seconds: 0.3))
        let listener = Listener()
        player.delegate = listener
        #expect(player.prepareToPlay() && !player.isPlaying)
        #expect(player.duration == 0.3)
        #expect(player.play())
        #expect(player.isPlaying)
        try await eventually("the end is told") { listener.ends.withLock { $0 } == [true] }
        #expect(!player.isPlaying)
        player.play()
        try await eventually("it is told again") { listener.ends.withLock { $0 } == [true, true] }
    }

    @Test func `plays it as often as it is told to`() async throws {
        let url = try await rig.sound("1.wav", seconds: 0.2)
        let player = try AVAudioPlayer(contentsOf: url)
        let listener = Listener()
        player.delegate = listener
        player.numberOfLoops = 2
        let ended = EndedItems()
        player.play()
        try await eventually("the end is told") { listener.ends.withLock { $0 } == [true] }
        // Who listens besides the player may hear of it a moment later.
        try await eventually("each end is told") { ended.count(of: url) >= 3 }
        #expect(ended.count(of: url) == 3)
    }

    @Test func `plays data, pauses, and goes to a place`() async throws {
        let url = try await rig.sound("1.wav", seconds: 20)
        let player = try AVAudioPlayer(data: try Data(contentsOf: url), fileTypeHint: nil)
        player.volume = 0.5
        player.enableRate = true
        player.rate = 2
        player.play()
        try await eventually("time goes by") { player.currentTime > 0.1 }
        player.pause()
        #expect(!player.isPlaying && player.rate == 2)
        player.currentTime = 7
        try await eventually("it is there") { player.currentTime == 7 }
        player.stop()
        #expect(player.currentTime == 7)
        #expect(abs(player.volume - 0.5) < 0.001)
        #expect(player.url == nil && player.data != nil)
    }

    @Test func `tells that a sound cannot be played`() async throws {
        #expect(throws: (any Error).self) {
            try AVAudioPlayer(contentsOf: rig.folder.url("none.wav"))
        }
        try rig.folder.write(Array("no sound".utf8), to: "bad.wav")
        let player = try AVAudioPlayer(contentsOf: rig.folder.url("bad.wav"))
        let listener = Listener()
        player.delegate = listener
        player.play()
        try await eventually("it is told") { listener.ends.withLock { $0 } == [false] }
        #expect(listener.errors.withLock { $0 } == 1)
        #expect(!player.play())
    }

    @Test func `tells whoever comes later that a sound cannot be played`() async throws {
        try rig.folder.write(Array("no sound".utf8), to: "bad.wav")
        let player = try AVAudioPlayer(contentsOf: rig.folder.url("bad.wav"))
        try await eventually("that is found out") { !player.play() }
        let listener = Listener()
        player.delegate = listener
        try await eventually("it is told") { listener.ends.withLock { $0 } == [false] }
        #expect(listener.errors.withLock { $0 } == 1)
        player.delegate = listener
        #expect(player.delegate === listener)
    }
}
