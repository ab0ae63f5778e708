// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

@Suite struct `A song of an online source` {
    private static func song(_ id: String, preview: Bool = false) -> Track {
        var tags = TrackTags()
        tags.title = "Title \(id)"
        tags.artists = ["Artist"]
        tags.length = MediaTime(seconds: 100)
        tags.artwork = .none
        tags.isPreview = preview
        return Track(url: "gatefold:at/home/song/\(id)", tags: tags)
    }

    private func player(_ ids: String...) -> TestPlayer {
        var player = TestPlayer("")
        player.send(.insert(ids.map { Self.song($0) }, .end, play: true))
        return player
    }

    @Test func `is told once when it is heard, and again when it counts`() {
        var player = player("a", "b")
        #expect(player.history == [], "it is not heard yet")
        player.hear()
        #expect(player.history == ["began a"])
        player.wait(10)
        player.send(.pause)
        player.send(.play)
        player.hear()
        player.wait(60)
        player.send(.next)
        player.hear()
        #expect(player.history == ["began a", "played a", "began b"])
    }

    @Test func `begins again when it repeats`() {
        var player = player("a")
        player.send(.setLoop(.track))
        player.hear()
        player.wait(100)
        player.reportPrepared(.playing(.zero))
        #expect(player.history == ["began a", "played a", "began a"])
    }

    @Test func `keeps the tags of its source, whatever its stream says`() {
        var player = player("a")
        player.hear()
        var tags = StreamTags()
        tags.title = "Something else"
        player.report(.streamTags(tags))
        #expect(player.state.queue.currentTrack?.displayTitle == "Title a")
        #expect(player.state.queue.currentTrack?.tags?.artists == ["Artist"])
    }

    @Test func `that is only a piece says so in its title`() {
        #expect(Self.song("a", preview: true).displayTitle == "Title a (Preview)")
        #expect(Self.song("a").displayTitle == "Title a")
    }

    @Test func `is skipped where nobody makes its address`() {
        var player = player("a", "b")
        player.hear()
        let effects = player.apply(.engine(EngineReport(.needsAddress, player.prepared)))
        guard case .report(.unplayable(_, let track, let failure)) = effects.first else {
            Issue.record("nothing was told: \(effects)")
            return
        }
        #expect(track.url == "gatefold:at/home/song/b")
        #expect(failure.description == "there is no such source here")
    }
}

@Suite struct `A station of an online source` {
    @Test func `takes the titles of its stream`() {
        var player = TestPlayer("")
        var tags = TrackTags()
        tags.title = "Station"
        let station = Track(url: "gatefold:at/radio/station/1", tags: tags)
        player.send(.insert([station], .end, play: true))
        player.hear()
        var song = StreamTags()
        song.title = "Song of the moment"
        player.report(.streamTags(song))
        #expect(player.state.queue.currentTrack?.displayTitle == "Song of the moment")
    }
}

extension TestPlayer {
    /// What is prepared, which its engine drops now.
    fileprivate var prepared: Generation {
        mutating get {
            let generation = engine.prepared?.generation ?? Generation(rawValue: 0)
            engine.drop()
            return generation
        }
    }
}
