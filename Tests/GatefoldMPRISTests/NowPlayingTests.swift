// SPDX-License-Identifier: MPL-2.0

import GatefoldMPRIS
import GatefoldModel
import Testing

@Suite struct `What an app writes, on the bus` {
    private let now = MonotonicTime(nanoseconds: 0)

    private func properties(
        _ offered: Set<RemoteCommand> = [], _ change: (inout NowPlayingInfo) -> Void
    ) -> PlayerProperties {
        var info = NowPlayingInfo()
        change(&info)
        var app = NowPlaying()
        app.commands = RemoteCommands(offered)
        app.write(info, at: now)
        return PlayerProperties(app)
    }

    @Test func `has the standard's keys and types`() {
        let metadata = properties { info in
            info.tags.title = "Title"
            info.tags.artists = ["Artist & Friend"]
            info.tags.length = MediaTime(seconds: 1.5)
            info.tags.artwork = .file("file:///a.png")
            info.url = "https://user:secret@host/a?token=1"
            info.userRating = 0.8
            info.useCount = 3
            info.lastUsed = "2026-01-02T03:04:05Z"
            info.lyrics = "La"
        }.metadata
        #expect(metadata["mpris:trackid"] == .objectPath("/org/gatefold/track/4294967296"))
        #expect(metadata["mpris:length"] == .int64(1_500_000))
        #expect(metadata["mpris:artUrl"] == .string("file:///a.png"))
        #expect(metadata["xesam:title"] == .string("Title"))
        #expect(metadata["xesam:artist"] == .strings(["Artist & Friend"]))
        #expect(metadata["xesam:url"] == .string("https://host/a"))
        #expect(metadata["xesam:userRating"] == .double(0.8))
        #expect(metadata["xesam:useCount"] == .int32(3))
        #expect(metadata["xesam:lastUsed"] == .string("2026-01-02T03:04:05Z"))
        #expect(metadata["xesam:asText"] == .string("La"))
    }

    @Test func `has keys of its own for what the standard has not`() {
        let metadata = properties { info in
            info.chapterNumber = 2
            info.chapterCount = 9
            info.isLive = true
            info.isExplicit = false
            info.tags.length = MediaTime(seconds: 60)
        }.metadata
        #expect(metadata["gatefold:chapterNumber"] == .int32(2))
        #expect(metadata["gatefold:chapterCount"] == .int32(9))
        #expect(metadata["gatefold:isLive"] == .boolean(true))
        #expect(metadata["gatefold:explicit"] == .boolean(false))
        #expect(metadata["mpris:length"] == nil)
    }

    @Test func `says only what is known`() {
        #expect(properties { _ in }.metadata.fields.map(\.key) == ["mpris:trackid"])
        #expect(PlayerProperties(NowPlaying()).metadata.fields.isEmpty)
    }

    @Test func `has modes only where the app has`() {
        let without = properties { _ in }
        #expect(without.loopStatus == nil && without.shuffle == nil)
        let with = properties([.changeRepeatMode, .changeShuffleMode]) { _ in }
        #expect(with.loopStatus == LoopStatus.none && with.shuffle == false)
    }

    @Test func `enables what the app offers`() {
        let all = properties(Set(RemoteCommand.allCases)) { _ in }
        #expect(all.canPlay && all.canPause && all.canGoNext && all.canGoPrevious && all.canSeek)
        let none = properties { _ in }
        #expect(
            !none.canPlay && !none.canPause && !none.canGoNext && !none.canGoPrevious
                && !none.canSeek)
    }

    @Test func `adds to the application player's entry, and changes nothing of it`() {
        var state = PlayerState()
        var tags = TrackTags()
        tags.title = "Entry"
        let track = Track(url: "file:///entry.ogg", tags: tags)
        _ = state.apply(.command(.insert([track], .end, play: true)), at: now)
        var info = NowPlayingInfo()
        info.tags.title = "Other"
        info.tags.length = MediaTime(seconds: 5)
        info.tags.comments = ["A note"]
        info.url = "file:///other.ogg"
        info.chapterNumber = 1
        var app = NowPlaying()
        app.write(info, at: now)
        let own = PlayerProperties(state)
        let both = PlayerProperties(state, earlier: own, addition: app)
        #expect(both.metadata["xesam:title"] == .string("Entry"))
        #expect(both.metadata["xesam:url"] == .string("file:///entry.ogg"))
        #expect(both.metadata["mpris:length"] == nil)
        #expect(both.metadata["xesam:comment"] == .strings(["A note"]))
        #expect(both.metadata["gatefold:chapterNumber"] == .int32(1))
        #expect(both.changes(from: own) == [.metadata])
    }
}
