// SPDX-License-Identifier: MPL-2.0

import AVFoundation
import Combine
import GatefoldTestSupport
import Synchronization
import Testing

@Suite(.serialized) struct `Who observes a player` {
    private let rig: SoundRig

    init() throws {
        rig = try SoundRig()
    }

    @Test func `is told each change of a property, once, on the main queue`() async throws {
        let player = AVPlayer(url: try await rig.sound("1.wav", seconds: 20))
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        let seen = Mutex<[Float?]>([])
        let isElsewhere = Mutex(false)
        let observation = player.observe(\.rate, options: [.initial, .new, .old]) { _, change in
            if DispatchQueue.getSpecific(key: mark) != true { isElsewhere.withLock { $0 = true } }
            seen.withLock { $0 += [change.oldValue, change.newValue] }
        }
        #expect(seen.withLock { $0 } == [nil, 0])
        isElsewhere.withLock { $0 = false }
        player.play()
        player.volume = 0.5
        try await eventually("the rate was told") { seen.withLock { $0.count } == 4 }
        player.pause()
        try await eventually("the pause was told") { seen.withLock { $0.count } == 6 }
        #expect(seen.withLock { $0 } == [nil, 0, 0, 1, 1, 0])
        #expect(!isElsewhere.withLock { $0 })
        observation.invalidate()
        player.play()
        try await eventually("it is heard") { player.timeControlStatus == .playing }
        #expect(seen.withLock { $0.count } == 6)
    }

    @Test func `may seek and play as soon as an item is ready`() async throws {
        let player = AVPlayer()
        let item = try await rig.item("1.wav", seconds: 20)
        let isSought = Mutex<Bool?>(nil)
        let observation = item.observe(\.status, options: .new) { item, change in
            guard change.newValue == .readyToPlay else { return }
            player.seek(to: CMTime(seconds: 5, preferredTimescale: 600)) { isDone in
                isSought.withLock { $0 = isDone }
            }
            player.play()
        }
        player.replaceCurrentItem(with: item)
        try await eventually("it was sought") { isSought.withLock { $0 } == true }
        try await eventually("it plays on from there") { player.currentTime().seconds > 5 }
        observation.invalidate()
    }

    @Test @MainActor func `hears no value twice in a row from a publisher`() async throws {
        let item = try await rig.item("1.wav", seconds: 20)
        let player = AVPlayer(playerItem: item)
        var items: [AVPlayerItem?] = []
        let subscription = player.publisher(for: \.currentItem).sink { items.append($0) }
        player.play()
        try await eventually("it is heard") { player.timeControlStatus == .playing }
        player.replaceCurrentItem(with: nil)
        try await eventually("its end is told") { items.last == .some(nil) }
        #expect(items.count == 2)
        subscription.cancel()
    }

    /// Keeps the reasons that a player gave for another rate.
    private final class Rates: Sendable {
        let told = Mutex<[AVPlayer.RateDidChangeReason?]>([])
    }

    @Test func `hears of each other rate once, and why`() async throws {
        let player = AVPlayer(url: try await rig.sound("1.wav", seconds: 1))
        let rates = Rates()
        let token = NotificationCenter.default.addObserver(
            forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil
        ) { notification in
            let reason = notification.userInfo?[AVPlayer.rateDidChangeReasonKey]
            rates.told.withLock { $0.append(reason as? AVPlayer.RateDidChangeReason) }
        }
        player.play()
        player.volume = 0.5
        try await eventually("play is told") { rates.told.withLock { $0 } == [.setRateCalled] }
        try await eventually("the end is told") {
            rates.told.withLock { $0 } == [.setRateCalled, nil]
        }
        NotificationCenter.default.removeObserver(token)
    }
}
