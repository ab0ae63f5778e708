// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import Testing

/// An app that has two players, and does things with them in order.
private struct HybridApp {
    private var owner = PresenceOwner()
    private var app = NowPlaying()
    private var writes: UInt64 = 0
    private var player: (status: PlaybackStatus, entry: EntryID)?

    var shown: PresenceOwner.Player { owner.shown }
    var isAddition: Bool { owner.isAddition }

    mutating func player(_ status: PlaybackStatus, entry: UInt64 = 1) {
        player = (status, EntryID(rawValue: entry))
        update()
    }

    mutating func emptyQueue() {
        player = nil
        update()
    }

    mutating func write(rate: Double = 1) {
        var info = NowPlayingInfo()
        info.tags.title = "Own sound"
        info.rate = rate
        write(info)
    }

    mutating func clear() {
        write(nil)
    }

    private mutating func write(_ info: NowPlayingInfo?) {
        writes += 1
        app.write(info, at: MonotonicTime(nanoseconds: 0))
        update()
    }

    private mutating func update() {
        owner.update(app: app, writes: writes, player: player)
    }
}

@Suite struct `An app with two players` {
    private var app = HybridApp()

    @Test mutating func `shows its own until the application player plays`() {
        app.write()
        #expect(app.shown == .app)
        app.player(.paused)
        #expect(app.shown == .app)
        app.player(.playing)
        #expect(app.shown == .player)
    }

    @Test mutating func `does not destroy what is shown by writing while the player plays`() {
        app.player(.playing)
        app.write()
        #expect(app.shown == .player)
        #expect(app.isAddition)
    }

    @Test mutating func `goes over to its own sound when the player is paused`() {
        app.player(.playing)
        app.player(.paused)
        #expect(app.shown == .player)
        app.write()
        #expect(app.shown == .app)
        #expect(!app.isAddition)
    }

    @Test mutating func `goes back to the player, and leaves behind what it wrote`() {
        app.write()
        app.player(.playing)
        #expect(app.shown == .player)
        #expect(!app.isAddition)
    }

    @Test mutating func `follows a paused player without taking its place`() {
        app.player(.playing)
        app.write()
        app.player(.paused)
        app.write(rate: 0)
        #expect(app.shown == .player)
        #expect(app.isAddition)
    }

    @Test mutating func `adds only to the entry for which it was written`() {
        app.player(.playing, entry: 1)
        app.write()
        app.player(.playing, entry: 2)
        #expect(!app.isAddition)
    }

    @Test mutating func `shows the player again when its own sound has ended`() {
        app.player(.paused)
        app.write()
        #expect(app.shown == .app)
        app.clear()
        #expect(app.shown == .player)
    }

    @Test mutating func `shows its own when the queue is empty`() {
        app.player(.playing)
        app.emptyQueue()
        #expect(app.shown == .app)
    }
}
