// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Testing

@testable import MusicKit

@Suite struct `Searching` {
    private let rig: LibraryRig

    init() throws {
        rig = try LibraryRig.filled()
    }

    @Test func `a library finds things of the types that are asked for`() async throws {
        try await rig.asking {
            var request = MusicLibrarySearchRequest(
                term: "a", types: [Song.self, Album.self, Artist.self])
            request.includeTopResults = true
            let found = try await request.response()
            #expect(Set(found.songs.map(\.title)).isSuperset(of: ["apple", "Ash"]))
            #expect(found.artists.map(\.name) == ["Ann"])
            #expect(found.playlists.isEmpty)
            #expect(found.topResults.count == 5)
        }
    }

    @Test func `the best is what is called just so`() async throws {
        try rig.add("Air/Fire.flac", "TITLE=Fireflies", "ARTIST=Bo")
        try await rig.asking {
            var request = MusicCatalogSearchRequest(
                term: "fire", types: [Song.self, Album.self, Artist.self])
            request.includeTopResults = true
            let top = try await request.response().topResults
            guard case .album(let album) = top.first, case .song(let song) = top.dropFirst().first
            else {
                Issue.record("the best are \(top)")
                return
            }
            #expect(album.title == "Fire")
            #expect(song.title == "Fireflies")
        }
    }

    @Test func `comes in batches`() async throws {
        try await rig.asking {
            var request = MusicCatalogSearchRequest(term: "ann", types: [Song.self])
            request.limit = 3
            let songs = try await request.response().songs
            #expect(songs.count == 3)
            let rest = try #require(try await songs.nextBatch())
            #expect(rest.count == 1)
            #expect(Set(songs.map(\.id)).isDisjoint(with: rest.map(\.id)))
            #expect(!rest.hasNextBatch)
            request.offset = 3
            #expect(try await request.response().songs == rest)
        }
    }

    @Test(arguments: [0, -1, Int.max])
    func `bears any limit`(limit: Int) async throws {
        try await rig.asking {
            var search = MusicCatalogSearchRequest(term: "ann", types: [Song.self])
            search.limit = limit
            _ = try await search.response()
            var songs = MusicLibraryRequest<Song>()
            (songs.limit, songs.offset) = (limit, limit)
            _ = try await songs.response()
            var recent = MusicRecentlyPlayedContainerRequest()
            (recent.limit, recent.offset) = (limit, limit)
            #expect(try await recent.response().items.isEmpty)
        }
    }

    @Test func `suggests the names that begin so`() async throws {
        try await rig.asking {
            let found = try await MusicCatalogSearchSuggestionsRequest(
                term: "a", includingTopResultsOfTypes: [Artist.self]
            ).response()
            #expect(found.suggestions.first?.displayTerm == "Ann")
            #expect(found.suggestions.map(\.searchTerm).contains("apple"))
            #expect(found.topResults.count == 1)
        }
    }
}

@Suite struct `A catalog of the user's own sources` {
    private let rig: LibraryRig

    init() throws {
        rig = try LibraryRig.filled()
    }

    @Test func `has items by their identifiers, with properties`() async throws {
        try await rig.asking {
            let ids = [
                try await rig.album("Fire").id, "gatefold:album/999", try await rig.album("Air").id,
            ]
            var request = MusicCatalogResourceRequest<Album>(matching: \.id, memberOf: ids)
            request.properties = [.tracks, .artists]
            let albums = try await request.response().items
            #expect(albums.map(\.title) == ["Fire", "Air"])
            #expect(albums.first?.tracks?.map(\.title) == ["Ash", "Zoo"])
            #expect(albums.first?.artists?.map(\.name) == ["Bo"])
            let genres = try await MusicCatalogResourceRequest<Genre>().response().items
            #expect(genres.map(\.name) == ["Folk", "Jazz"])
        }
    }

    @Test func `has songs and albums by the codes in their tags`() async throws {
        try rig.add(
            "Coded/1.flac", "TITLE=Coded", "ALBUM=Codes", "ISRC=XX-TST-21-00002",
            "BARCODE=036000291452")
        try await rig.asking {
            let songs = try await MusicCatalogResourceRequest<Song>(
                matching: \.isrc, memberOf: ["xxtst2100002", "XXTST2100003"]
            ).response().items
            #expect(songs.map(\.title) == ["Coded"])
            #expect(songs.first?.isrc == "XXTST2100002")
            // The same number as an EAN.
            let albums = try await MusicCatalogResourceRequest<Album>(
                matching: \.upc, equalTo: "0036000291452"
            ).response().items
            #expect(albums.map(\.title) == ["Codes"])
            #expect(albums.first?.upc == "036000291452")
            let none = try await MusicCatalogResourceRequest<Song>(matching: \.isrc, equalTo: "x")
                .response().items
            #expect(none.isEmpty)
        }
    }

    @Test func `charts what is heard most, of a genre if that is asked`() async throws {
        try await rig.asking {
            try await rig.note(2, of: rig.song("Stone"))
            try await rig.note(1, of: rig.song("Sky"))
            let all = try await MusicCatalogChartsRequest(types: [Song.self, Album.self]).response()
            #expect(all.songCharts.first?.items.map(\.title) == ["Stone", "Sky"])
            #expect(all.albumCharts.first?.items.map(\.title) == ["Earth", "Air"])
            #expect(all.playlistCharts.isEmpty)
            let jazz = try await MusicCatalogChartsRequest(
                genre: rig.genre("Jazz"), types: [Song.self]
            ).response()
            #expect(jazz.songCharts.first?.items.map(\.title) == ["Sky"])
            #expect(jazz.albumCharts.isEmpty)
        }
    }
}

@Suite struct `Several sources` {
    private let rig: LibraryRig

    init() throws {
        rig = try LibraryRig.filled()
    }

    private func search(_ term: String, _ others: ScriptedSource...) async throws -> [String] {
        try await rig.asking(others) {
            try await MusicCatalogSearchRequest(term: term, types: [Song.self]).response().songs
                .map(\.title)
        }
    }

    @Test func `answer together, in turns and the user's own first`() async throws {
        let found = try await search(
            "S", ScriptedSource("one", .has(["S1", "S2", "S3"])),
            ScriptedSource("two", .has(["Sa"])))
        #expect(Array(found.dropFirst(1).prefix(2)) == ["S1", "Sa"])
        #expect(found.count == 6)
    }

    @Test func `answer without the one that fails`() async throws {
        let found = try await search("S", ScriptedSource("one", .fails(.offline)))
        #expect(found.sorted() == ["Sky", "Stone"])
    }

    @Test func `are not held up by one that hangs`() async throws {
        let found = try await Sources.ask(
            [ScriptedSource("slow", .hangs), ScriptedSource("quick", .has(["a"]))],
            patience: .milliseconds(1)
        ) { (source, _) throws(SourceError) in
            try await source.items(SourceQuery(.song)).items.map(\.title)
        }
        #expect(found.map(\.index) == [1])
        #expect(found.map(\.answer) == [["a"]])
    }

    @Test func `are held up once by one that hangs, and not again`() async throws {
        func found(_ patience: Duration) async throws -> [[String]] {
            try await Sources.ask(
                [ScriptedSource("asleep", .hangs), ScriptedSource("awake", .has(["a"]))],
                patience: patience
            ) { (source, _) throws(SourceError) in
                try await source.items(SourceQuery(.song)).items.map(\.title)
            }.map(\.answer)
        }
        #expect(try await found(.milliseconds(1)) == [["a"]])
        // Nobody would wait so long.
        #expect(try await found(.seconds(3600)) == [["a"]])
    }

    @Test func `are all waited for where nobody else answers`() async throws {
        func ask(_ slow: ScriptedSource, _ other: ScriptedSource) async throws -> [[String]] {
            try await Sources.ask([slow, other], patience: .milliseconds(1)) {
                (source, _) throws(SourceError) in
                try await source.items(SourceQuery(.song)).items.map(\.title)
            }.map(\.answer)
        }
        _ = try await ask(ScriptedSource("tired", .hangs), ScriptedSource("fresh", .has(["a"])))
        let answers = try await ask(
            ScriptedSource("tired", .has(["b"])), ScriptedSource("fresh", .fails(.offline)))
        #expect(answers == [["b"]])
    }

    @Test func `say why when all of them fail`() async throws {
        let sources = [
            ScriptedSource("one", .fails(.offline)), ScriptedSource("two", .fails(.failed)),
        ]
        await #expect {
            try await Sources.ask(sources) { (source, _) throws(SourceError) in
                try await source.account()
            }
        } throws: {
            $0.localizedDescription == "one is out of order."
                && ($0 as? MusicSourceError)?.code == .offline
        }
    }

    @Test func `come to an end, though one has failed on the way`() async throws {
        var list = SourceList(
            [ScriptedSource("one", .fails(.offline)), ScriptedSource("two", .has(["a", "b"]))],
            SourceQuery(.song))
        #expect(try await list.next(1).map(\.title) == ["a"])
        #expect(list.hasMore)
        #expect(try await list.next(5).map(\.title) == ["b"])
        #expect(!list.hasMore)
    }

    @Test func `are asked for the items that are theirs`() async throws {
        let online = ScriptedSource("home", .has(["a", "b"]))
        try await rig.asking([online]) {
            let sky = try await rig.song("Sky").id
            let ids: [MusicItemID] = ["gatefold:at/home/song/b", sky, "gatefold:at/gone/song/b"]
            var request = MusicCatalogResourceRequest<Song>(matching: \.id, memberOf: ids)
            let songs = try await request.response().items
            #expect(songs.map(\.title) == ["b", "Sky"])
            // There is one country, where an item is its own equivalent.
            request.options = [.findEquivalents]
            #expect(try await request.response().items == songs)
            #expect(
                songs.first?.playParameters?.location?.absoluteString == "gatefold:at/home/song/b")
        }
    }
}

@Suite struct `A source that kept others waiting` {
    private let now = ContinuousClock.now
    private var late = LateSources()

    init() {
        late.insert("home", at: now)
    }

    @Test func `is not waited for during a minute`() {
        #expect(late.contains("home", at: now))
        #expect(late.contains("home", at: now + .seconds(59)))
        #expect(!late.contains("home", at: now + .seconds(60)))
        #expect(!late.contains("other", at: now))
    }

    @Test mutating func `is waited for again once it has answered in time`() {
        late.remove("home")
        #expect(!late.contains("home", at: now))
    }
}
