// SPDX-License-Identifier: MPL-2.0

import GatefoldMPRIS
import GatefoldModel
import Testing

private func playlist(
    _ id: String, _ name: String, modified: Int64 = 0, played: Int64 = 0
) throws -> NamedPlaylist {
    var playlist = NamedPlaylist(
        id: try #require(PlaylistID(rawValue: id)), name: name, url: "file:///\(id).m3u",
        modified: modified)
    playlist.played = played
    return playlist
}

@Suite struct `Ordering playlists` {
    private let playlists: [NamedPlaylist]

    init() throws {
        playlists = [
            try playlist("a", "swing", modified: 3, played: 0),
            try playlist("b", "Blues", modified: 1, played: 20),
            try playlist("c", "Ärzte", modified: 2, played: 10),
            try playlist("d", "blues", modified: 1, played: 0),
        ]
    }

    private func page(
        _ ordering: PlaylistOrdering, from index: UInt32 = 0, count: UInt32 = 10,
        reversed: Bool = false
    ) -> String {
        playlists.page(from: index, count: count, ordering, reversed: reversed)
            .map(\.id.rawValue).joined()
    }

    @Test func `goes by name without regard to capitals, or by time, the oldest first`() {
        #expect(page(.alphabetical) == "bdac")
        #expect(page(.modified) == "bdca")
        #expect(page(.played) == "dacb")
    }

    @Test(arguments: PlaylistOrdering.allCases)
    func `turns the whole round, and then takes the page`(ordering: PlaylistOrdering) {
        let whole = page(ordering)
        #expect(page(ordering, reversed: true) == String(whole.reversed()))
        #expect(page(ordering, count: 2, reversed: true) == String(whole.reversed().prefix(2)))
    }

    @Test func `takes no more than there is`() {
        #expect(page(.alphabetical, from: 1, count: 2) == "da")
        #expect(page(.alphabetical, from: 3, count: .max) == "c")
        #expect(page(.alphabetical, from: 4, count: 1) == "")
        #expect(page(.alphabetical, from: .max, count: .max) == "")
        #expect(page(.alphabetical, count: 0) == "")
    }

    @Test func `has the names of MPRIS`() {
        #expect(
            PlaylistOrdering.allCases.map(\.rawValue) == ["Alphabetical", "Modified", "Played"])
    }
}

@Suite struct `Announcing playlists` {
    private typealias Announcement = PlaylistsAnnouncer.Announcement

    @Test func `tells how many there are when that changed`() throws {
        var announcer = PlaylistsAnnouncer([try playlist("a", "A")], active: nil)
        let two = [try playlist("a", "A"), try playlist("b", "B")]
        #expect(announcer.announcement(of: two, active: nil) == Announcement(countChanged: true))
        #expect(announcer.count == 2)
        #expect(announcer.announcement(of: two, active: nil) == Announcement())
    }

    @Test func `tells which is active, and that it is gone`() throws {
        let one = try playlist("a", "A")
        var announcer = PlaylistsAnnouncer([one], active: nil)
        #expect(
            announcer.announcement(of: [one], active: one.id) == Announcement(activeChanged: true))
        #expect(announcer.active == one)
        #expect(announcer.announcement(of: [one], active: one.id) == Announcement())
        #expect(
            announcer.announcement(of: [], active: one.id)
                == Announcement(countChanged: true, activeChanged: true))
        #expect(announcer.active == nil)
    }

    @Test func `tells another name, also of the active one`() throws {
        let before = [try playlist("a", "A"), try playlist("b", "B")]
        let after = [try playlist("a", "A"), try playlist("b", "C")]
        var announcer = PlaylistsAnnouncer(before, active: before[1].id)
        #expect(
            announcer.announcement(of: after, active: before[1].id)
                == Announcement(activeChanged: true, renamed: [after[1]]))
    }

    @Test func `says nothing of times`() throws {
        var announcer = PlaylistsAnnouncer([try playlist("a", "A")], active: nil)
        let later = [try playlist("a", "A", modified: 5, played: 7)]
        #expect(announcer.announcement(of: later, active: nil) == Announcement())
    }
}

@Suite struct `A playlist's object path` {
    @Test func `leads back to it`() throws {
        let id = try #require(PlaylistID(rawValue: "0a1b"))
        #expect(id.objectPath == "/org/gatefold/playlist/0a1b")
        #expect(PlaylistID(objectPath: id.objectPath) == id)
    }

    @Test(arguments: ["/", "/org/gatefold/playlist", "/org/gatefold/track/1", "/org/mpris"])
    func `is no other path`(path: String) {
        #expect(PlaylistID(objectPath: path) == nil)
    }
}
