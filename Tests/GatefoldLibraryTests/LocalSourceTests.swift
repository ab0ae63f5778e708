// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldSamples
import GatefoldTestSupport
import Testing

@testable import GatefoldLibrary

/// A library that is asked as a source, and scans by itself.
private struct SourceTree {
    let tree: MusicTree
    let source: LocalSource

    init() throws {
        tree = try MusicTree()
        source = LocalSource(
            tree.store, music: tree.music, ownPlaylists: tree.folder["playlists"])
    }

    func add(_ name: String, _ tags: String...) throws {
        try tree.folder.write(silentFLAC(tags, seconds: 200), to: "music/" + name)
    }

    func titles(_ query: SourceQuery) async throws -> [String] {
        try await source.items(query).items.map(\.title)
    }

    func uri(_ kind: SourceItem.Kind, _ title: String) async throws -> String {
        let items = try await source.items(SourceQuery(kind)).items
        return try #require(items.first { $0.title == title }).uri
    }

    func note(_ plays: Int, of title: String) async throws {
        let uri = try await uri(.song, title)
        try await tree.store.write("testing") { (writer) throws(LibraryError) in
            guard let track = try writer.reader.track(url: uri) else { return }
            for _ in 0..<plays { try writer.notePlayed(track.id) }
        }
    }
}

private func query(
    _ kind: SourceItem.Kind, _ scope: SourceQuery.Scope = .all,
    _ change: (inout SourceQuery) -> Void = { _ in }
) -> SourceQuery {
    var query = SourceQuery(kind, scope)
    change(&query)
    return query
}

@Suite struct `A library as a source` {
    private let music: SourceTree

    init() throws {
        music = try SourceTree()
        for (number, title, artist, album, genre) in [
            (1, "Öl", "Bo", "Xa", "Jazz"), (2, "apple", "Ann", "Xa", "Jazz"),
            (1, "Zoo", "Ann", "Ya", "Folk"),
        ] {
            try music.add(
                "\(album)/\(title).flac", "TITLE=\(title)", "ARTIST=\(artist)", "ALBUM=\(album)",
                "GENRE=\(genre)", "TRACKNUMBER=\(number)", "COMPOSER=\(artist)",
                "DATE=20\(number)0-01-01")
        }
    }

    @Test func `reads a page by an index, and nothing else`() async throws {
        var asked = query(.song) { $0.order = .title }
        (asked.offset, asked.limit) = (50_000, 25)
        for isDescending in [false, true] {
            asked.isDescending = isDescending
            let wanted = asked
            let plan = try await music.tree.read { (reader) throws(LibraryError) in
                let selection = try SourceSelection(.song, wanted, reader)
                return try reader.database.rows(
                    "EXPLAIN QUERY PLAN \(LibraryReader.trackRows) \(selection.clauses)",
                    selection.values
                ) { $0.text(3) }
            }
            #expect(plan == ["SCAN track USING INDEX track_title"])
        }
    }

    @Test func `gives pages that make up the whole`() async throws {
        var asked = query(.song)
        asked.limit = 2
        let first = try await music.source.items(asked)
        #expect(first.items.map(\.title) == ["apple", "Öl"])
        #expect(first.hasMore)
        asked.offset = 2
        let second = try await music.source.items(asked)
        #expect(second.items.map(\.title) == ["Zoo"])
        #expect(!second.hasMore)
    }

    @Test(arguments: [
        (SourceQuery.Order.title, false, "apple Öl Zoo"), (.title, true, "Zoo Öl apple"),
        (.artist, false, "apple Zoo Öl"), (.album, true, "Zoo Öl apple"),
        (.composer, true, "Öl apple Zoo"), (.trackNumber, true, "apple Öl Zoo"),
        (.released, true, "apple Öl Zoo"), (.plays, true, "Zoo apple Öl"),
    ])
    func `sorts songs`(order: SourceQuery.Order, isDescending: Bool, titles: String) async throws {
        try await music.note(2, of: "Zoo")
        let asked = query(.song) { ($0.order, $0.isDescending) = (order, isDescending) }
        #expect(try await music.titles(asked) == titles.split(separator: " ").map(String.init))
    }

    @Test func `sorts by further orders what the first does not tell apart`() async throws {
        let asked = query(.song) { query in
            query.order = .artist
            query.furtherOrders = [.init(.title, isDescending: true)]
        }
        #expect(try await music.titles(asked) == ["Zoo", "apple", "Öl"])
    }

    @Test func `refuses an order that a kind does not have`() async throws {
        await #expect {
            _ = try await music.source.items(query(.genre) { $0.order = .length })
        } throws: {
            ($0 as? SourceError)?.code == .unsupported
        }
    }

    @Test(arguments: [
        (SourceQuery.Condition.property(.title, ["Zoo", "Öl"]), "Öl Zoo"),
        (.property(.artist, ["Ann"]), "apple Zoo"), (.property(.album, ["Xa"]), "apple Öl"),
        (.property(.album, [nil]), ""), (.property(.composer, ["Bo"]), "Öl"),
        (.text("ann zo"), "Zoo"), (.text("OL"), "Öl"), (.text(" "), "apple Öl Zoo"),
        (.related([]), ""), (.compilation([true]), ""),
    ])
    func `finds songs that meet a condition`(
        condition: SourceQuery.Condition, titles: String
    ) async throws {
        let asked = query(.song) { $0.conditions = [condition] }
        #expect(try await music.titles(asked) == titles.split(separator: " ").map(String.init))
    }

    @Test func `finds what is related to each kind of thing`() async throws {
        let (album, artist, genre, song) = (
            try await music.uri(.album, "Xa"), try await music.uri(.artist, "Ann"),
            try await music.uri(.genre, "Jazz"), try await music.uri(.song, "apple")
        )
        #expect(try await music.titles(query(.song, .of(uri: album))) == ["Öl", "apple"])
        #expect(try await music.titles(query(.song, .of(uri: artist))) == ["apple", "Zoo"])
        #expect(try await music.titles(query(.song, .of(uri: genre))) == ["apple", "Öl"])
        #expect(try await music.titles(query(.album, .of(uri: artist))) == ["Xa", "Ya"])
        #expect(try await music.titles(query(.album, .of(uri: song))) == ["Xa"])
        #expect(try await music.titles(query(.genre, .of(uri: artist))) == ["Folk", "Jazz"])
        #expect(try await music.titles(query(.artist, .of(uri: genre))).sorted().first == "Ann")
        #expect(try await music.titles(query(.artist, .of(uri: song))).first == "Ann")
        let both = query(.song) { $0.conditions = [.related([genre]), .related([artist])] }
        #expect(try await music.titles(both) == ["apple"])
        await #expect {
            _ = try await music.source.items(query(.song, .of(uri: "gatefold:album/999")))
        } throws: {
            ($0 as? SourceError)?.code == .notFound
        }
    }

    @Test func `tells details of things by their URIs, in that order`() async throws {
        let uris = [
            try await music.uri(.song, "Zoo"), "gatefold:album/999",
            try await music.uri(.artist, "Ann"), try await music.uri(.album, "Xa"),
        ]
        let items = try await music.source.items(uris)
        #expect(items.map(\.title) == ["Zoo", "Ann", "Xa"])
        let (song, artist, album) = (items[0], items[1], items[2])
        #expect(song.details.genres == ["Folk"])
        #expect(song.details.composers == ["Ann"])
        #expect(song.details.trackNumber == 1)
        #expect(song.details.released == "2010-01-01")
        #expect(song.details.artworkURL == song.uri)
        #expect(song.details.albumURI == (try await music.uri(.album, "Ya")))
        #expect(artist.details.albumCount == 2)
        #expect(artist.added != nil)
        #expect(album.details.genres == ["Jazz"])
        #expect(album.details.artworkURL?.hasSuffix("%C3%96l.flac") == true)
    }

    @Test func `charts what was heard, of one genre if that is asked`() async throws {
        try await music.note(1, of: "Öl")
        try await music.note(3, of: "Zoo")
        let jazz = try await music.uri(.genre, "Jazz")
        #expect(try await music.titles(query(.song, .chart(.mostPlayed))) == ["Zoo", "Öl"])
        #expect(try await music.titles(query(.song, .chart(.mostPlayed, genre: jazz))) == ["Öl"])
        #expect(try await music.titles(query(.song, .chart(.recentlyPlayed))) == ["Zoo", "Öl"])
        #expect(
            try await music.titles(query(.song, .chart(.neverPlayed, genre: jazz))) == ["apple"])
        #expect(try await music.titles(query(.album, .chart(.mostPlayed))) == ["Ya", "Xa"])
        #expect(try await music.titles(query(.artist, .chart(.mostPlayed))).first == "Ann")
        await #expect(throws: SourceError.self) {
            _ = try await music.source.items(query(.genre, .chart(.mostPlayed)))
        }
    }

    @Test func `searches, page by page`() async throws {
        var search = SourceSearch("a", kinds: [.song, .artist, .genre, .station])
        search.limit = 1
        let pages = try await music.source.search(search)
        #expect(pages.map(\.kind) == [.song, .artist, .genre, .station])
        #expect(pages[0].hasMore)
        #expect(pages[1].items.map(\.title) == ["Ann"])
        search.kinds = [.song]
        search.offset = 1
        let next = try await music.source.search(search)
        #expect(next[0].items != pages[0].items)
        #expect(try await music.source.search(SourceSearch("!", kinds: [.song]))[0].items.isEmpty)
    }

    @Test func `has playlists and the files of the music folder in one list`() async throws {
        try music.tree.folder.write(Array("Xa/apple.flac\nYa/Zoo.flac\n".utf8), to: "music/mix.m3u")
        let album = try await music.uri(.album, "Xa")
        let made = try #require(
            try await music.source.edit(.createPlaylist(name: "New", sources: [album])))
        let mix = try await music.uri(.playlist, "mix")
        #expect(try await music.titles(query(.playlist)) == ["mix", "New"])
        #expect(
            try await music.titles(query(.playlist) { $0.conditions = [.text("ne")] }) == ["New"])
        #expect(try await music.titles(query(.song, .of(uri: mix))) == ["apple", "Zoo"])
        #expect(try await music.titles(query(.song, .of(uri: made))) == ["Öl", "apple"])
        #expect(try await music.source.items([mix, made]).map(\.title) == ["mix", "New"])
        #expect(try await music.titles(query(.playlist, .of(uri: album))) == ["New"])
        let featured = try await music.titles(query(.artist, .of(uri: mix)))
        #expect(featured == ["Ann"])
    }

    @Test func `gives up what a cancelled task has asked`() async throws {
        let task = Task { [source = music.source] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await source.items(SourceQuery(.song))
        }
        await #expect {
            _ = try await task.value
        } throws: {
            ($0 as? SourceError)?.code == .superseded
        }
    }
}

@Suite struct `A library that is only asked` {
    private let music: SourceTree

    init() throws {
        music = try SourceTree()
    }

    @Test func `takes in the music folder, and finds what came a moment ago`() async throws {
        #expect(try await music.titles(query(.song)) == [])
        try music.add("a.flac", "TITLE=A")
        #expect(try await music.titles(query(.song)) == ["A"])
        try music.add("new/b.flac", "TITLE=B")
        #expect(try await music.titles(query(.song)) == ["A", "B"])
        try music.tree.remove("a.flac")
        #expect(try await music.titles(query(.song)) == ["B"])
    }

    @Test func `leaves the folders alone that it has`() async throws {
        try music.tree.folder.write(silentFLAC(["TITLE=O"], seconds: 9), to: "other/o.flac")
        try music.add("a.flac", "TITLE=A")
        let other = music.tree.folder["other"]
        try await music.tree.store.write("adding") { (writer) throws(LibraryError) in
            try writer.addFolder(other)
        }
        #expect(try await music.titles(query(.song)) == ["O"])
    }

    @Test func `answers with what it has while somebody else scans`() async throws {
        try music.add("a.flac", "TITLE=A")
        #expect(try await music.titles(query(.song)) == ["A"])
        try music.add("b.flac", "TITLE=B")
        let lock = try ScanLock(beside: music.tree.store.path)
        #expect(try await music.titles(query(.song)) == ["A"])
        withExtendedLifetime(lock) {}
    }

    @Test func `finds what came meanwhile when nobody else scans any more`() async throws {
        try music.add("a.flac", "TITLE=A")
        try makeDirectories(path: music.tree.folder["data"].printable)
        do {
            let lock = try ScanLock(beside: music.tree.store.path)
            #expect(try await music.titles(query(.song)) == [])
            withExtendedLifetime(lock) {}
        }
        #expect(try await music.titles(query(.song)) == ["A"])
    }
}

@Suite struct `Taking files into a library` {
    private let music: SourceTree

    init() throws {
        music = try SourceTree()
        try music.add("a.flac", "TITLE=A")
    }

    private func file(_ name: String, _ tags: String...) throws -> String {
        FileURI.encode(
            try music.tree.folder.write(silentFLAC(tags, seconds: 200), to: "elsewhere/" + name))
    }

    @Test func `copies them to where they belong`() async throws {
        let uri = try file("b.flac", "TITLE=B", "ARTIST=AC/DC", "ALBUM=..")
        try await music.source.take([uri])
        #expect(try await music.titles(query(.song)) == ["A", "B"])
        let copy = try await music.uri(.song, "B")
        #expect(copy.hasSuffix("/music/AC_DC/_./b.flac"))
        #expect(try music.tree.folder.names(in: "elsewhere") == ["b.flac"])
    }

    @Test func `cuts names that no file system takes`() async throws {
        let artist = String(repeating: "ö", count: 400)
        try await music.source.take([try file("b.flac", "TITLE=B", "ARTIST=\(artist)", "ALBUM= .x")]
        )
        let folder = String(repeating: "ö", count: 60)
        #expect(try music.tree.folder.names(in: "music/\(folder)") == ["_x"])
    }

    @Test func `never replaces a file`() async throws {
        for title in ["B", "C"] {
            try await music.source.take([try file("b.flac", "TITLE=\(title)", "ARTIST=X")])
        }
        #expect(try await music.titles(query(.song)) == ["A", "B", "C"])
        #expect(try music.tree.folder.names(in: "music/X/Unknown") == ["b 2.flac", "b.flac"])
    }

    @Test func `says so where they are in it`() async throws {
        let uri = try await music.uri(.song, "A")
        await #expect {
            try await music.source.take([uri])
        } throws: {
            ($0 as? SourceError)?.code == .exists
        }
    }
}
