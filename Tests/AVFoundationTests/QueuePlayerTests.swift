// SPDX-License-Identifier: MPL-2.0

import AVFoundation
import GatefoldTestSupport
import Testing

@Suite(.serialized) struct `A player of several items` {
    private let rig: SoundRig

    init() throws {
        rig = try SoundRig()
    }

    private func isSame(_ items: [AVPlayerItem], _ others: [AVPlayerItem]) -> Bool {
        items.map(ObjectIdentifier.init) == others.map(ObjectIdentifier.init)
    }

    @Test func `plays one after the other, and has none behind the last`() async throws {
        let first = try await rig.item("1.wav", seconds: 0.4)
        let second = try await rig.item("2.wav", seconds: 20)
        let ended = EndedItems()
        let player = AVQueuePlayer(items: [first, second])
        #expect(player.actionAtItemEnd == .advance)
        #expect(isSame(player.items(), [first, second]))
        player.play()
        try await eventually("the second is played") { player.currentItem === second }
        #expect(isSame(player.items(), [second]))
        #expect(first.currentTime() == .zero)
        #expect(await player.seek(to: CMTime(seconds: 19.8, preferredTimescale: 600)))
        try await eventually("nothing is left") { player.currentItem == nil }
        try await eventually("both ends are told") {
            ended.contains(first) && ended.contains(second)
        }
        #expect(player.items().isEmpty)
        #expect(player.rate == 0)
    }

    @Test func `stays at the end of an item, if that is wanted`() async throws {
        let first = try await rig.item("1.wav", seconds: 0.3)
        let second = try await rig.item("2.wav", seconds: 5)
        let ended = EndedItems()
        let player = AVQueuePlayer(items: [first, second])
        player.actionAtItemEnd = .pause
        player.play()
        try await eventually("the end is told") { ended.contains(first) }
        #expect(player.currentItem === first)
        #expect(player.currentTime() == first.duration)
        player.advanceToNextItem()
        #expect(player.currentItem === second)
        player.play()
        try await eventually("the second is heard") { player.timeControlStatus == .playing }
    }

    @Test func `goes on to the next item when it is told to, as it plays`() async throws {
        let items = try await [
            rig.item("1.wav", seconds: 20), rig.item("2.wav", seconds: 20),
            rig.item("3.wav", seconds: 20),
        ]
        let ended = EndedItems()
        let player = AVQueuePlayer(items: items)
        player.advanceToNextItem()
        #expect(player.currentItem === items[1])
        #expect(player.rate == 0)
        player.play()
        try await eventually("it plays") { player.rate == 1 }
        player.advanceToNextItem()
        #expect(isSame(player.items(), [items[2]]))
        try await eventually("it plays on") { player.timeControlStatus == .playing }
        player.advanceToNextItem()
        #expect(player.currentItem == nil)
        #expect(!items.contains(where: ended.contains))
    }

    @Test func `takes items in and out at their places`() async throws {
        let items = try await [
            rig.item("1.wav", seconds: 20), rig.item("2.wav", seconds: 20),
            rig.item("3.wav", seconds: 20), rig.item("4.wav", seconds: 20),
        ]
        let player = AVQueuePlayer(items: [items[0], items[1]])
        #expect(!player.canInsert(items[1], after: nil))
        #expect(!player.canInsert(items[2], after: items[3]))
        player.insert(items[2], after: items[0])
        player.insert(items[3], after: nil)
        #expect(isSame(player.items(), [items[0], items[2], items[1], items[3]]))
        player.remove(items[1])
        player.remove(items[0])
        #expect(isSame(player.items(), [items[2], items[3]]))
        #expect(player.currentItem === items[2])
        player.removeAllItems()
        #expect(player.items().isEmpty)
        player.insert(items[0], after: nil)
        #expect(player.currentItem === items[0])
    }

    @Test func `passes over an item that cannot be played`() async throws {
        try rig.folder.write(Array("no sound".utf8), to: "bad.wav")
        let bad = AVPlayerItem(url: rig.folder.url("bad.wav"))
        let first = try await rig.item("1.wav", seconds: 0.4)
        let last = try await rig.item("3.wav", seconds: 20)
        let player = AVQueuePlayer(items: [first, bad, last])
        player.play()
        try await eventually("the last is played") { player.currentItem === last }
        try await eventually("it is heard") { player.timeControlStatus == .playing }
        #expect(bad.status == .failed)
        #expect(first.status == .readyToPlay)
    }

    /// An app's own player, with a word for its own.
    private final class CountingPlayer: AVQueuePlayer, @unchecked Sendable {
        var count: Int { items().count }
    }

    @Test func `can be an app's own class`() async throws {
        let player = CountingPlayer(items: [try await rig.item("1.wav", seconds: 1)])
        #expect(player.count == 1)
    }
}
