// SPDX-License-Identifier: MPL-2.0

import AVFoundation
import Combine
import GatefoldTestSupport
import Synchronization
import Testing

@Suite(.serialized) struct `A player of one item` {
    private let folder: TemporaryFolder

    private static let silence: Void = {
        setenv("GATEFOLD_AUDIO_SINK", "none", 1)
    }()

    init() throws {
        Self.silence
        folder = try TemporaryFolder()
    }

    private func player(seconds: Double = 20) async throws -> AVPlayer {
        try await Tone(seconds: seconds).write("tone.wav", in: folder)
        return AVPlayer(url: folder.url("tone.wav"))
    }

    private func seconds(_ value: Double) -> CMTime {
        CMTime(seconds: value, preferredTimescale: 600)
    }

    @Test func `is paused at first, plays and pauses`() async throws {
        let player = try await player()
        #expect(player.rate == 0)
        #expect(player.timeControlStatus == .paused)
        player.play()
        // At once, unless the machine needs half a second to load GStreamer.
        try await eventually("it plays") { player.rate == 1 }
        try await eventually("it is heard") { player.timeControlStatus == .playing }
        try await eventually("time goes by") { player.currentTime().seconds > 0.1 }
        player.pause()
        #expect(player.timeControlStatus == .paused)
        #expect(player.currentTime() == player.currentTime())
    }

    @Test func `learns how long its item is`() async throws {
        let player = try await player(seconds: 2)
        try await eventually("the item is ready") { player.currentItem?.status == .readyToPlay }
        #expect(player.currentItem?.duration == seconds(2))
        #expect(player.status == .readyToPlay)
        let asset = AVURLAsset(url: folder.url("tone.wav"))
        #expect(try await asset.load(.duration) == seconds(2))
    }

    @Test func `goes to a place, before it is played and after`() async throws {
        let player = try await player()
        try await eventually("the item is ready") { player.currentItem?.status == .readyToPlay }
        #expect(await player.seek(to: seconds(5)))
        #expect(player.currentTime() == seconds(5))
        player.play()
        try await eventually("it plays on from there") { player.currentTime() > seconds(5) }
        #expect(await player.seek(to: seconds(1000)))
        #expect(!(await player.seek(to: .indefinite)))
    }

    @Test func `tells of the end, and stands there`() async throws {
        let player = try await player(seconds: 0.4)
        let item = try #require(player.currentItem)
        let ended = Mutex(0)
        let token = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
        ) { _ in ended.withLock { $0 += 1 } }
        player.play()
        try await eventually("the end is told") { ended.withLock { $0 } == 1 }
        #expect(player.rate == 0)
        #expect(player.currentTime() == item.duration)
        #expect(await player.seek(to: .zero))
        player.play()
        try await eventually("the end is told again") { ended.withLock { $0 } == 2 }
        NotificationCenter.default.removeObserver(token)
    }

    @Test func `tells why an item cannot be played`() async throws {
        try folder.write(Array("no sound".utf8), to: "bad.wav")
        let player = AVPlayer(url: folder.url("bad.wav"))
        let failed = Mutex<String?>(nil)
        let token = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemFailedToPlayToEndTime, object: player.currentItem, queue: nil
        ) { notification in
            let error = notification.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey]
            failed.withLock { $0 = (error as? any Error)?.localizedDescription }
        }
        player.play()
        try await eventually("the failure is told") { failed.withLock { $0 } != nil }
        #expect(player.currentItem?.status == .failed)
        #expect(player.error?.localizedDescription == failed.withLock { $0 })
        NotificationCenter.default.removeObserver(token)
    }

    @Test func `has a volume of its own, and can be muted`() async throws {
        let player = try await player()
        player.volume = 0.5
        #expect(abs(player.volume - 0.5) < 0.001)
        player.isMuted = true
        #expect(player.isMuted)
        player.rate = 2
        #expect(player.rate == 2)
        player.rate = 0
        #expect(player.rate == 0)
        #expect(player.defaultRate == 2)
    }

    @Test func `plays another item in the same state`() async throws {
        let player = try await player()
        player.play()
        try await Tone(seconds: 3).write("other.wav", in: folder)
        let other = AVPlayerItem(url: folder.url("other.wav"))
        player.replaceCurrentItem(with: other)
        #expect(player.currentItem === other)
        #expect(player.rate == 1)
        try await eventually("it is known") { other.duration == seconds(3) }
        player.replaceCurrentItem(with: nil)
        #expect(player.currentItem == nil)
        #expect(player.rate == 0)
    }

    @Test func `tells the time while it plays, and no more after that`() async throws {
        let player = try await player()
        let times = Mutex<[Double]>([])
        let queue = DispatchQueue(label: "times")
        let token = player.addPeriodicTimeObserver(forInterval: seconds(0.1), queue: queue) {
            time in
            times.withLock { $0.append(time.seconds) }
        }
        let passed = Mutex(false)
        let boundary = player.addBoundaryTimeObserver(forTimes: [seconds(0.25)], queue: queue) {
            passed.withLock { $0 = true }
        }
        player.play()
        try await eventually("three times were told") { times.withLock { $0.count } >= 3 }
        try await eventually("the boundary was told") { passed.withLock { $0 } }
        player.removeTimeObserver(token)
        player.removeTimeObserver(boundary)
        queue.sync {}
        let count = times.withLock { $0.count }
        let place = player.currentTime().seconds
        try await eventually("time goes by") { player.currentTime().seconds > place + 0.3 }
        #expect(times.withLock { $0.count } == count)
        #expect(times.withLock { $0 == $0.sorted() })
    }

    @Test func `publishes its properties`() async throws {
        let player = try await player()
        let seen = Mutex<[AVPlayer.TimeControlStatus]>([])
        let cancellable = player.publisher(for: \.timeControlStatus).removeDuplicates()
            .sink { status in seen.withLock { $0.append(status) } }
        player.play()
        try await eventually("it is heard") { seen.withLock { $0.last } == .playing }
        player.pause()
        try await eventually("the pause was told") { seen.withLock { $0.last } == .paused }
        #expect(seen.withLock { $0.first } == .paused)
        cancellable.cancel()
    }
}
