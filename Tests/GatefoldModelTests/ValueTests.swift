// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

@Suite struct `Media time` {
    private let smallest = MediaTime(nanoseconds: .min)
    private let largest = MediaTime(nanoseconds: .max)

    @Test func `saturates instead of overflowing`() {
        #expect(largest + seconds(1) == largest)
        #expect(smallest + seconds(-1) == smallest)
        #expect(smallest - seconds(1) == smallest)
        #expect(largest - seconds(-1) == largest)
        #expect(.zero - smallest == largest)
        #expect(smallest.distance(to: largest) == largest)
        #expect(MediaTime(microseconds: .max) == largest)
        #expect(MediaTime(microseconds: .min) == smallest)
        #expect(MediaTime(milliseconds: .min) == smallest)
    }

    @Test func `converts between its units`() {
        #expect(MediaTime(microseconds: 1_500_000) == seconds(1.5))
        #expect(MediaTime(milliseconds: -250).microseconds == -250_000)
        #expect(MediaTime(nanoseconds: 1999).microseconds == 1)
        #expect(seconds(0.1).nanoseconds == 100_000_000)
    }

    @Test(arguments: [
        (Double.nan, Int64(0)), (.infinity, .max), (-.infinity, .min), (1e300, .max),
        (-1e300, .min),
    ])
    func `takes any number of seconds`(value: Double, nanoseconds: Int64) {
        #expect(MediaTime(seconds: value).nanoseconds == nanoseconds)
    }

    @Test func `a clock that runs for ages stays within its bounds`() {
        let clock = PositionClock(
            base: largest, since: MonotonicTime(nanoseconds: .min), rate: 4, isRunning: true)
        #expect(clock.position(at: MonotonicTime(nanoseconds: .max)) == largest)
    }

    @Test func `a clock at the recorded speed is exact to the nanosecond`() {
        var clock = PositionClock(
            base: .zero, since: MonotonicTime(nanoseconds: 5), rate: 1, isRunning: true)
        let later = MonotonicTime(nanoseconds: 9_007_199_254_740_998)
        #expect(clock.position(at: later).nanoseconds == 9_007_199_254_740_993)
        clock.hold(at: later)
        #expect(clock.position(at: MonotonicTime(nanoseconds: .max)) == clock.base)
    }
}

@Suite struct `A track's title` {
    @Test(arguments: [
        ("file:///Music/01%20Caf%C3%A9.flac", "01 Café"),
        ("file:///Music/a%2520b.mp3", "a%20b"),
        ("file:///Music/.hidden", ".hidden"),
        ("file:///Music/no-ending", "no-ending"),
        ("file:///Music/q%3Fa%23b.ogg", "q?a#b"),
        ("file:///Music/%FF%FE.ogg", "\u{FFFD}\u{FFFD}"),
        ("file:///Music/100%.ogg", "100%"),
        ("file:///Music/%+1%-1%zz.ogg", "%+1%-1%zz"),
        ("http://host:8000/jazz.mp3?token=x", "jazz.mp3"),
        ("http://host/", "host"),
        ("", ""),
    ])
    func `comes from the name where there are no tags`(url: String, title: String) {
        #expect(Track(url: url).displayTitle == title)
    }

    @Test func `comes from the tags where they have one`() {
        var tags = TrackTags()
        tags.title = ""
        #expect(Track(url: "file:///x.ogg", tags: tags).displayTitle == "x")
        tags.title = "Song"
        #expect(Track(url: "file:///x.ogg", tags: tags).displayTitle == "Song")
    }

    @Test func `is the station's name while that plays nothing that has one`() {
        var tags = TrackTags()
        tags.album = "Radio One"
        #expect(Track(url: "http://host:8000/jazz", tags: tags).displayTitle == "Radio One")
        #expect(Track(url: "file:///x.ogg", tags: tags).displayTitle == "x")
    }
}
