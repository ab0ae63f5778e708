// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import Testing

private func info(
    _ title: String? = "Track", elapsed: Double? = nil, rate: Double? = nil,
    _ change: (inout NowPlayingInfo) -> Void = { _ in }
) -> NowPlayingInfo {
    var info = NowPlayingInfo()
    info.tags.title = title
    info.tags.length = MediaTime(seconds: 200)
    info.elapsed = elapsed.map(MediaTime.init(seconds:))
    info.rate = rate
    change(&info)
    return info
}

/// An app that writes at moments which a test chooses, in seconds.
private struct App {
    var nowPlaying = NowPlaying()

    mutating func write(_ info: NowPlayingInfo?, at seconds: Double = 0) {
        nowPlaying.write(info, at: time(seconds))
    }

    func position(at seconds: Double) -> Double { nowPlaying.position(at: time(seconds)).seconds }

    func time(_ seconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: MediaTime(seconds: 100 + seconds).nanoseconds)
    }
}

@Suite struct `The status of an app` {
    private var app = App()

    @Test mutating func `is Stopped without an item`() {
        #expect(app.nowPlaying.status == .stopped)
        app.nowPlaying.declare(.playing, at: app.time(0))
        #expect(app.nowPlaying.status == .stopped)
    }

    @Test mutating func `follows the rate while nothing is declared`() {
        app.write(info())
        #expect(app.nowPlaying.status == .playing)
        app.write(info(rate: 0))
        #expect(app.nowPlaying.status == .paused)
    }

    @Test(arguments: [
        (DeclaredStatus.playing, 1.0, PlaybackStatus.playing), (.playing, 0, .paused),
        (.paused, 1, .paused), (.interrupted, 1, .paused), (.stopped, 1, .stopped),
        (.unknown, 2, .playing),
    ])
    mutating func `is what is declared, but a rate of 0 is a pause`(
        declared: DeclaredStatus, rate: Double, status: PlaybackStatus
    ) {
        app.write(info(rate: rate))
        app.nowPlaying.declare(declared, at: app.time(0))
        #expect(app.nowPlaying.status == status)
    }

    @Test mutating func `has a rate that is never 0`() {
        app.write(info(rate: 1.5))
        app.write(info(rate: 0))
        #expect(app.nowPlaying.rate == 1.5)
        app.write(info("Other", rate: 0) { $0.defaultRate = 1.25 })
        #expect(app.nowPlaying.rate == 1)
        app.write(info("Third") { $0.defaultRate = 1.25 })
        #expect(app.nowPlaying.rate == 1.25)
    }
}

@Suite struct `The position of an app` {
    private var app = App()

    @Test mutating func `runs on with the rate`() {
        app.write(info(elapsed: 10, rate: 2))
        #expect(app.position(at: 5) == 20)
    }

    @Test mutating func `stands while paused, and ends at the length`() {
        app.write(info(elapsed: 10, rate: 0))
        #expect(app.position(at: 5) == 10)
        app.write(info(elapsed: 190, rate: 1), at: 5)
        #expect(app.position(at: 60) == 200)
    }

    @Test mutating func `goes on where nothing is said of it`() {
        app.write(info())
        app.write(info { $0.tags.album = "Album" }, at: 30)
        #expect(app.position(at: 40) == 40)
    }

    @Test mutating func `does not go back to what a dictionary still says from long ago`() {
        app.write(info(elapsed: 3, rate: 1))
        app.write(info(elapsed: 3, rate: 1) { $0.tags.artwork = .file("file:///a.png") }, at: 60)
        #expect(app.position(at: 60) == 63)
        app.write(info(elapsed: 3, rate: 0) { $0.tags.artwork = .file("file:///a.png") }, at: 61)
        #expect(app.position(at: 99) == 64)
        #expect(app.nowPlaying.discontinuities == 1)
    }

    @Test mutating func `goes back where the same is written again`() {
        app.write(info(elapsed: 0, rate: 1))
        app.write(info(elapsed: 0, rate: 1), at: 60)
        #expect(app.position(at: 60) == 0)
        #expect(app.nowPlaying.discontinuities == 1)
    }

    @Test mutating func `stands still at a pause that is only declared`() {
        app.write(info(elapsed: 0))
        app.nowPlaying.declare(.paused, at: app.time(10))
        #expect(app.position(at: 60) == 10)
        app.nowPlaying.declare(.playing, at: app.time(60))
        #expect(app.position(at: 61) == 11)
    }

    @Test mutating func `of a live stream has no end`() {
        app.write(info(elapsed: 190) { $0.isLive = true })
        #expect(app.nowPlaying.length == nil)
        #expect(app.position(at: 60) == 250)
    }
}

@Suite struct `A jump of the position` {
    private var app = App()
    private var jumps: UInt64 { app.nowPlaying.discontinuities }

    @Test mutating func `is no update that comes twice a second`() {
        app.write(info(elapsed: 0))
        for tick in 1...120 { app.write(info(elapsed: Double(tick) / 2), at: Double(tick) / 2) }
        #expect(jumps == 0)
    }

    @Test mutating func `is no update that is cut to whole seconds`() {
        app.write(info(elapsed: 0), at: 0.9)
        for tick in 1...120 {
            let time = Double(tick) / 2 + 0.9
            app.write(info(elapsed: (time - 0.9).rounded(.down)), at: time)
        }
        #expect(jumps == 0)
    }

    @Test mutating func `is a position that nobody expects`() {
        app.write(info(elapsed: 0))
        app.write(info(elapsed: 30), at: 10)
        #expect(jumps == 1)
        app.write(info(elapsed: 31), at: 11)
        #expect(jumps == 1)
        app.write(info(elapsed: 5), at: 12)
        #expect(jumps == 2)
    }

    @Test mutating func `is a drift that has grown too large`() {
        app.write(info(elapsed: 0))
        for tick in 1...20 { app.write(info(elapsed: Double(tick) * 0.9), at: Double(tick)) }
        #expect(jumps == 1)
    }

    @Test mutating func `is an item that does not begin at its beginning`() {
        app.write(info("One"))
        app.write(info("Two", elapsed: 40), at: 5)
        #expect(jumps == 1)
        app.write(info("Three", elapsed: 0), at: 6)
        #expect(jumps == 1)
    }

    @Test mutating func `is no pause, at which clients look for themselves`() {
        app.write(info(elapsed: 0))
        app.write(info(elapsed: 10.4, rate: 0), at: 10)
        app.write(info(elapsed: 10.4, rate: 1), at: 60)
        app.write(info(elapsed: 11.4, rate: 1), at: 61)
        #expect(jumps == 0)
    }
}

@Suite struct `An item of an app` {
    private var app = App()

    @Test(arguments: [
        (info(), info(rate: 0), true),
        (info(), info("Other"), false),
        (info(nil), info("Known now"), true),
        (info { $0.tags.artists = ["A"] }, info { $0.tags.artists = ["B"] }, false),
        (info(), info { $0.tags.artists = ["A"] }, true),
        (info { $0.queueIndex = 1 }, info { $0.queueIndex = 2 }, false),
        (
            info("Old song") { $0.url = "https://radio" },
            info("New song") { $0.url = "https://radio" }, true
        ),
        (info { $0.identifiers = ["id": "1"] }, info { $0.identifiers = ["id": "2"] }, false),
        (
            info("A") { $0.identifiers = ["id": "1"] }, info("B") { $0.identifiers = ["id": "1"] },
            true
        ),
        (info { $0.identifiers = ["id": "1"] }, info { $0.identifiers = ["store": "2"] }, true),
    ])
    mutating func `is the same until it is contradicted`(
        first: NowPlayingInfo, second: NowPlayingInfo, isSame: Bool
    ) {
        app.write(first)
        let item = app.nowPlaying.item
        app.write(second, at: 1)
        #expect((app.nowPlaying.item == item) == isSame)
    }

    @Test mutating func `is another one after the end`() {
        app.write(info())
        let item = app.nowPlaying.item
        app.write(nil)
        #expect(app.nowPlaying.item == nil)
        app.write(info())
        #expect(app.nowPlaying.item != item)
    }

    @Test mutating func `keeps its picture while a new one is made`() {
        app.write(info { $0.tags.artwork = .file("file:///a.png") })
        app.write(info { $0.tags.artwork = .unread })
        #expect(app.nowPlaying.info?.tags.artwork == .file("file:///a.png"))
        app.write(info { $0.tags.artwork = .none })
        #expect(app.nowPlaying.info?.tags.artwork == Artwork.none)
        app.write(info("Other") { $0.tags.artwork = .unread })
        #expect(app.nowPlaying.info?.tags.artwork == .unread)
    }
}
