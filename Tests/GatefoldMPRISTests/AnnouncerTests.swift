// SPDX-License-Identifier: MPL-2.0

import GatefoldMPRIS
import GatefoldModel
import Testing

@Suite struct `Announcing a state` {
    private var state = PlayerState()
    private var announcer: Announcer
    private var now = MonotonicTime(nanoseconds: 0)

    init() {
        let tracks = (1...3).map { number in
            var tags = TrackTags()
            tags.title = "Track \(number)"
            tags.length = MediaTime(milliseconds: 200_000)
            tags.artwork = .none
            return Track(url: "file:///\(number).ogg", tags: tags)
        }
        _ = state.apply(.command(.insert(tracks, .end, play: true)), at: now)
        announcer = Announcer(state)
    }

    private mutating func announce(_ inputs: PlayerInput...) -> Announcement {
        for input in inputs { _ = state.apply(input, at: now) }
        return announcer.announcement(of: state, at: now)
    }

    private mutating func hear(_ position: MediaTime = .zero) -> Announcement {
        guard let generation = state.loadedGeneration else { return announce() }
        return announce(.engine(EngineReport(.playing(position), generation)))
    }

    @Test mutating func `says nothing when nothing changed`() {
        #expect(announce().isEmpty)
        #expect(announce(.command(.play)).isEmpty)
    }

    @Test mutating func `says nothing when the sound sets in`() {
        now = now.advanced(by: MediaTime(milliseconds: 80))
        #expect(hear().isEmpty)
    }

    @Test mutating func `tells a late start by the position`() {
        now = now.advanced(by: MediaTime(milliseconds: 900))
        #expect(hear() == Announcement(changed: [], seeked: .zero))
    }

    @Test mutating func `tells everything about a new track at once`() {
        let announcement = announce(.command(.next))
        #expect(announcement.changed == [.metadata, .canGoPrevious])
        #expect(announcement.seeked == nil)
    }

    @Test mutating func `tells the last track by CanGoNext`() {
        #expect(announce(.command(.next), .command(.next)).changed.contains(.canGoNext))
        #expect(announcer.properties.canGoNext == false)
    }

    @Test mutating func `tells a seek by the position alone`() {
        let target = MediaTime(milliseconds: 30_000)
        #expect(announce(.command(.seek(target))) == Announcement(changed: [], seeked: target))
    }

    @Test mutating func `tells the position again when metadata change in mid-track`() {
        _ = hear()
        now = now.advanced(by: MediaTime(milliseconds: 5000))
        guard let id = state.queue.current, var tags = state.queue[id]?.tags else {
            Issue.record("no current track")
            return
        }
        tags.artwork = .file("file:///late.png")
        let announcement = announce(.described([EntryDescription(id, tags)]))
        #expect(announcement.changed == [.metadata])
        #expect(announcement.seeked == MediaTime(milliseconds: 5000))
    }

    @Test mutating func `does not tell what was undone in the same turn`() {
        #expect(announce(.command(.pause), .command(.play)).isEmpty)
    }

    @Test mutating func `tells each of two turns`() {
        #expect(announce(.command(.pause)).changed == [.playbackStatus])
        #expect(announce(.command(.play)).changed == [.playbackStatus])
    }

    @Test mutating func `C085 keeps no key of the track before`() {
        _ = announce(
            .command(.insert([Track(url: "file:///bare.ogg")], .afterCurrent, play: true)))
        let metadata = announcer.properties.metadata
        #expect(metadata["xesam:title"] == .string("bare"))
        #expect(metadata["mpris:length"] == nil)
    }

    @Test mutating func `has empty metadata and nothing enabled in an empty queue`() {
        _ = announce(.command(.clear))
        let properties = announcer.properties
        #expect(properties.metadata == Metadata())
        #expect(properties.playbackStatus == .stopped)
        #expect(!properties.canPlay && !properties.canPause && !properties.canSeek)
        #expect(!properties.canGoNext && !properties.canGoPrevious)
    }

    @Test func `never announces Position or CanControl`() {
        let names = Set(PlayerProperty.allCases.map(\.rawValue))
        #expect(names.isDisjoint(with: ["Position", "CanControl"]))
    }

    @Test mutating func `tells of another player what differs, and nothing of a track that begins`()
    {
        let other = PlayerProperties(
            playbackStatus: .playing, metadata: Metadata(), currentEntry: EntryID(rawValue: 99),
            canPlay: true)
        let announcement = announcer.announcement(
            ofOther: other, position: .zero, discontinuities: 5)
        #expect(
            announcement.changed == [
                .loopStatus, .shuffle, .metadata, .canGoNext, .canPause, .canSeek, .minimumRate,
                .maximumRate,
            ])
        #expect(announcement.seeked == nil)
        // Its own count from then on.
        #expect(
            announcer.announcement(of: other, position: .zero, discontinuities: 5).isEmpty)
    }

    @Test mutating func `tells where another player is that is not at its beginning`() {
        let position = MediaTime(milliseconds: 700)
        let other = PlayerProperties(currentEntry: EntryID(rawValue: 99))
        #expect(
            announcer.announcement(ofOther: other, position: position, discontinuities: 0).seeked
                == position)
    }
}

@Suite struct `Properties of an app` {
    @Test func `enable nothing where the player cannot be controlled`() {
        let properties = PlayerProperties(
            canGoNext: true, canGoPrevious: true, canPlay: true, canPause: true, canSeek: true,
            canControl: false)
        #expect(properties == PlayerProperties(canControl: false))
    }

    @Test func `have rates around 1`() {
        #expect(PlayerProperties(rates: 1.5...2).rates == 1...2)
        #expect(PlayerProperties(rates: 0.25...0.5).rates == 0.25...1)
    }
}
