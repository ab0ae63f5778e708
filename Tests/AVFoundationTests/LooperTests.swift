// SPDX-License-Identifier: MPL-2.0

import AVFoundation
import GatefoldTestSupport
import Testing

@Suite(.serialized) struct `A looper` {
    private let rig: SoundRig

    init() throws {
        rig = try SoundRig()
    }

    @Test func `plays its item again and again, and then to its end`() async throws {
        let item = try await rig.item("1.wav", seconds: 0.2)
        let player = AVQueuePlayer(items: [item])
        let looper = AVPlayerLooper(player: player, templateItem: item)
        #expect(looper.status == .ready)
        #expect(looper.loopCount == 0)
        #expect(!player.items().contains(item))
        player.play()
        // More often than it has copies.
        try await eventually("it loops") { looper.loopCount > looper.loopingPlayerItems.count }
        looper.disableLooping()
        #expect(looper.status == .cancelled)
        try await eventually("it ends") { player.currentItem == nil }
    }

    @Test func `goes on as its player plays`() async throws {
        let (first, second) = try await (
            rig.item("1.wav", seconds: 20), rig.item("2.wav", seconds: 20)
        )
        let player = AVQueuePlayer(items: [first, second])
        player.play()
        try await eventually("it is heard") { player.timeControlStatus == .playing }
        let looper = AVPlayerLooper(player: player, templateItem: second)
        #expect(player.items() == looper.loopingPlayerItems)
        try await eventually("the loop is heard") { player.currentTime().seconds > 0 }
        #expect(player.rate == 1)
    }

    @Test func `says that an item cannot be played`() async throws {
        let player = AVQueuePlayer()
        let item = AVPlayerItem(url: rig.folder.url("nothing.wav"))
        let looper = AVPlayerLooper(player: player, templateItem: item)
        player.play()
        try await eventually("it has failed") { looper.status == .failed }
        #expect(looper.error != nil)
    }
}
