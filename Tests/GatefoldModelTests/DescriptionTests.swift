// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

@Suite struct `Describing entries` {
    private func unread(_ letters: String) -> [Track] {
        letters.map { Track(url: "file:///\($0)") }
    }

    private func tags(_ title: String, artwork: Artwork) -> TrackTags {
        var tags = TrackTags()
        tags.title = title
        tags.artwork = artwork
        return tags
    }

    @Test func `asks for the current one and its neighbours, once`() {
        var player = TestPlayer()
        let effects = player.send(.insert(unread("abcd"), .end, play: true))
        #expect(effects.described.map(player.letter) == ["a", "b"])
        #expect(player.hear().described.isEmpty)
        #expect(player.send(.next).described.map(player.letter) == ["c"])
        #expect(player.send(.previous).described.isEmpty)
        #expect(player.send(.setLoop(.playlist)).described.map(player.letter) == ["d"])
    }

    @Test func `asks for one entry once although it is both neighbours`() {
        var player = TestPlayer("", loop: .playlist)
        let effects = player.send(.insert(unread("ab"), .end, play: true))
        #expect(effects.described.map(player.letter) == ["a", "b"])
    }

    @Test func `asks for no stream, and for nothing that was read`() {
        var player = TestPlayer()
        let stream = Track(url: "https://radio/live")
        #expect(player.send(.insert([stream] + tracks("a"), .end, play: true)).described.isEmpty)
    }

    @Test func `tags without artwork keep the artwork that is known, and the question open`() {
        var player = TestPlayer()
        player.send(.insert(unread("a"), .end, play: true))
        let id = player.id("a")
        player.apply(.described([EntryDescription(id, tags("one", artwork: .unread))]))
        #expect(player.state.queue.currentTrack?.tags?.title == "one")
        player.apply(.described([EntryDescription(id, tags("two", artwork: .file("file:///x")))]))
        let effects = player.apply(
            .described([EntryDescription(id, tags("three", artwork: .unread))]))
        #expect(player.state.queue.currentTrack?.tags?.title == "three")
        #expect(player.state.queue.currentTrack?.tags?.artwork == .file("file:///x"))
        #expect(effects.isEmpty)
    }

    @Test func `late tags change what is shown and nothing that is heard`() {
        var player = TestPlayer()
        player.send(.insert(unread("ab"), .end, play: true))
        player.hear()
        player.wait(5)
        var late = tags("one", artwork: .none)
        late.length = seconds(50)
        let jumps = player.jumps { player in
            let description = EntryDescription(player.id("a"), late)
            #expect(player.apply(.described([description])).isEmpty)
        }
        #expect(jumps == 0)
        #expect(player.position == 5)
        #expect(player.state.length == seconds(50))
    }

    @Test func `what came too late for a removed entry is dropped`() {
        var player = TestPlayer()
        player.send(.insert(unread("ab"), .end, play: true))
        let gone = player.id("a")
        player.send(.remove([gone]))
        player.apply(.described([EntryDescription(gone, tags("one", artwork: .none))]))
        #expect(player.state.queue[gone] == nil)
        #expect(player.list == "b")
    }
}

@Suite struct `What a stream says of itself` {
    private func stream(_ title: String?, _ artist: String? = nil) -> EngineReport.Event {
        var tags = StreamTags()
        tags.title = title
        tags.artist = artist
        tags.station = "Radio"
        tags.genre = "Jazz"
        return .streamTags(tags)
    }

    private func playing() -> TestPlayer {
        var player = TestPlayer()
        player.send(
            .insert(
                [Track(url: "http://radio/live"), Track(url: "http://radio/other")], .end,
                play: true))
        player.hear()
        return player
    }

    @Test func `is shown at once and is no new track`() {
        var player = playing()
        let entry = player.state.queue.current
        #expect(player.jumps { $0.report(stream("Song", "Singer")) } == 0)
        let tags = player.state.queue.currentTrack?.tags
        #expect(tags?.title == "Song")
        #expect(tags?.artists == ["Singer"])
        #expect(tags?.album == "Radio")
        #expect(tags?.genres == ["Jazz"])
        #expect(player.state.queue.current == entry)
    }

    @Test func `of the next song does not keep the last one's artist`() {
        var player = playing()
        player.report(stream("Song", "Singer"))
        player.report(stream("News"))
        #expect(player.state.queue.currentTrack?.tags?.artists == [])
        player.report(stream("News"))
        #expect(player.state.queue.currentTrack?.tags?.title == "News")
    }

    @Test(arguments: [
        ("Nina Simone - Feeling Good", "Feeling Good", ["Nina Simone"]),
        ("Nina Simone – Feeling Good", "Feeling Good", ["Nina Simone"]),
        ("A - B - C", "B - C", ["A"]), ("Jean-Luc Ponty", "Jean-Luc Ponty", []),
        ("- Feeling Good", "- Feeling Good", []), ("Nina Simone - ", "Nina Simone - ", []),
        ("RADIO - Your music", "RADIO - Your music", []),
    ])
    func `names the artist where one field holds both`(
        said: String, title: String, artists: [String]
    ) {
        var player = playing()
        player.report(stream(said))
        let tags = player.state.queue.currentTrack?.tags
        #expect(tags?.title == title)
        #expect(tags?.artists == artists)
    }

    @Test(arguments: ["", " - ", "-", "  "])
    func `without a word names the station`(said: String) {
        var player = playing()
        player.report(stream(said))
        #expect(player.state.queue.currentTrack?.tags?.title == nil)
        #expect(player.state.queue.currentTrack?.displayTitle == "Radio")
    }

    @Test func `keeps the dash of a title whose artist is told`() {
        var player = playing()
        player.report(stream("One - Two", "Singer"))
        #expect(player.state.queue.currentTrack?.tags?.title == "One - Two")
    }

    @Test func `belongs to the stream that said it, also while that is only prepared`() {
        var player = playing()
        player.reportPrepared(stream("Next song"))
        #expect(player.state.queue.currentTrack?.tags == nil)
        player.flowOn()
        #expect(player.state.queue.currentTrack?.tags?.title == "Next song")
    }

    @Test func `does not replace the tags of a file`() {
        var player = TestPlayer("a")
        player.play()
        let before = player.state.queue.currentTrack?.tags
        player.report(stream("Something else"))
        #expect(player.state.queue.currentTrack?.tags == before)
    }
}

@Suite struct `Restoring a session` {
    private func saved(
        _ letters: String = "abc", current: UInt64? = 7, status: PlaybackStatus = .playing
    ) -> SavedSession {
        SavedSession(
            entries: zip(letters, 6...).map { letter, id in
                (EntryID(rawValue: UInt64(id)), tracks(String(letter))[0])
            },
            current: current.map(EntryID.init(rawValue:)), status: status, position: seconds(42),
            loop: .playlist, isShuffled: false, rate: 1.5, volume: 0.25, isMuted: true)
    }

    @Test func `is paused where it was, silent, with all settings`() {
        for status in [PlaybackStatus.playing, .paused] {
            var player = TestPlayer()
            #expect(
                player.apply(.restore(saved(status: status))).words
                    == ["volume 0.25", "mute", "rate 1.5", "gain album"])
            #expect(player.state.status == .paused)
            #expect(player.current == "b")
            player.wait(5)
            #expect(player.position == 42)
            #expect(player.state.loop == .playlist)
            #expect(player.state.queue.ids.map(\.rawValue) == [6, 7, 8])
        }
    }

    @Test func `Play begins there and announces it once when it is heard`() {
        var player = TestPlayer()
        player.apply(.restore(saved()))
        #expect(player.jumps { $0.send(.play) } == 0)
        #expect(player.engine.loaded?.start == seconds(42))
        player.wait(0.1)
        #expect(player.jumps { $0.hear() } == 1)
        #expect(player.position == 42)
        #expect(player.jumps { $0.hear() } == 0)
    }

    @Test func `a start that is heard during a pause is announced after it`() {
        var player = TestPlayer()
        player.apply(.restore(saved()))
        player.send(.play)
        player.send(.pause)
        #expect(player.jumps { $0.hear() } == 0)
        player.send(.play)
        #expect(player.jumps { $0.hear() } == 1)
    }

    @Test func `a stopped one stays stopped at the start of its entry`() {
        var player = TestPlayer()
        player.apply(.restore(saved(status: .stopped)))
        #expect(player.state.status == .stopped)
        #expect(player.current == "b")
        #expect(player.position == 0)
    }

    @Test func `happens only to an empty queue`() {
        var player = TestPlayer("x")
        #expect(player.apply(.restore(saved())).isEmpty)
        #expect(player.list == "x")
    }

    @Test func `gives no id again that this run used or the last`() {
        var player = TestPlayer("xxxxxxxxxxxx")
        let used = Set(player.state.queue.ids)
        player.send(.clear)
        player.apply(.restore(saved()))
        let restored = Set(player.state.queue.ids)
        player.send(.insert(tracks("yz"), .end, play: false))
        let new = Set(player.state.queue.ids).subtracting(restored)
        #expect(new.count == 2)
        #expect(new.isDisjoint(with: used))
    }

    @Test func `of a shuffled queue shuffles anew around the entry`() {
        var session = saved("abcdefgh", current: 9)
        session.isShuffled = true
        var player = TestPlayer()
        player.send(.setShuffle(true))
        player.apply(.restore(session))
        #expect(player.current == "d")
        #expect(player.list == "abcdefgh")
        #expect(player.state.queue.shuffleOrder?.index == 0)
    }

    @Test func `survives a damaged file`() {
        var session = saved("abcd", current: 99)
        session.entries[1].0 = EntryID(rawValue: .max)
        session.entries[2].0 = session.entries[0].0
        session.position = MediaTime(nanoseconds: .max)
        session.rate = .nan
        session.volume = -7
        var player = TestPlayer()
        player.apply(.restore(session))
        #expect(player.list == "ad")
        #expect(player.current == "a")
        #expect(player.position == 100)
        #expect(player.state.rate == 1)
        #expect(player.state.volume == 0)
        player.send(.insert(tracks("x"), .end, play: false))
        #expect(player.list == "adx")
    }

    @Test func `with an empty queue restores the settings and is stopped`() {
        var player = TestPlayer()
        player.apply(.restore(saved("", current: nil)))
        #expect(player.state.status == .stopped)
        #expect(player.position == 0)
        #expect(player.state.isMuted)
    }
}
