// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Testing

@testable import GatefoldCatalog

/// The documented shape, with invented music.
private let song = #"""
    {"wrapperType":"track","kind":"song","artistId":9100001,"collectionId":9200001,
    "trackId":9300001,"artistName":"The Slow Ferries","collectionName":"Tidewater",
    "trackName":"Lantern Street","trackViewUrl":"https://music.example.invalid/9300001",
    "previewUrl":"https://audio.example.invalid/p/lantern.m4a",
    "artworkUrl100":"https://img.example.invalid/thumb/tide/100x100bb.jpg",
    "releaseDate":"2021-03-05T08:00:00Z","trackExplicitness":"notExplicit","discNumber":1,
    "trackCount":3,"trackNumber":2,"trackTimeMillis":4000,"primaryGenreName":"Folk",
    "isStreamable":true}
    """#
private let album = #"""
    {"wrapperType":"collection","collectionType":"Album","artistId":9100001,
    "collectionId":9200001,"artistName":"The Slow Ferries","collectionName":"Tidewater",
    "trackCount":3,"releaseDate":"2021-03-05T08:00:00Z","collectionExplicitness":"explicit",
    "primaryGenreName":"Folk","artworkUrl100":"https://img.example.invalid/tide.jpg"}
    """#
private let artist = #"""
    {"wrapperType":"artist","artistType":"Artist","artistName":"The Slow Ferries",
    "artistId":9100001,"primaryGenreName":"Folk"}
    """#
private let feed = #"""
    {"feed":{"title":"Top Songs","country":"us","results":[{"artistName":"The Slow Ferries",
    "id":"9300001","name":"Lantern Street","releaseDate":"2021-03-05","kind":"songs",
    "artistId":"9100001","contentAdvisoryRating":"Explicit",
    "artworkUrl100":"https://img.example.invalid/tide/100x100bb.jpg",
    "genres":[{"genreId":"34","name":"Music"},{"genreId":"10","name":"Folk"}]},
    {"id":"9300002","name":"Low Tide"}]}}
    """#

private func results(_ things: String...) -> LocalServer.Answer {
    json(#"{"resultCount":\#(things.count),"results":[\#(things.joined(separator: ","))]}"#)
}

private func source(at url: String) async -> ITunesSource {
    ITunesSource(name: "itunes", country: "US", client: await HTTPClient(), base: url, feeds: url)
}

private let songURI = "gatefold:at/itunes/song/9300001"

@Suite struct `A song of the iTunes Search API` {
    private func item() async throws -> SourceItem {
        let server = try LocalServer { _ in results(song) }
        return try #require(try await source(at: server.url("")).items([songURI]).first)
    }

    @Test func `has all that the shop tells`() async throws {
        let item = try await item()
        #expect(item.uri == songURI)
        #expect(item.title == "Lantern Street")
        #expect(item.artist == "The Slow Ferries")
        #expect(item.album == "Tidewater")
        #expect(item.length == MediaTime(seconds: 4))
        #expect(item.details.trackNumber == 2)
        #expect(item.details.genres == ["Folk"])
        #expect(item.details.released == "2021-03-05")
        #expect(item.details.isExplicit == false)
        #expect(item.details.albumURI == "gatefold:at/itunes/album/9200001")
        #expect(item.details.artistURIs == ["gatefold:at/itunes/artist/9100001"])
        #expect(
            item.details.artworkURL == "https://img.example.invalid/thumb/tide/{w}x{h}bb.jpg")
    }

    @Test func `cannot be played, and says where its preview is`() async throws {
        let item = try await item()
        #expect(!item.details.isPlayable)
        #expect(item.details.previewURL == "https://audio.example.invalid/p/lantern.m4a")
    }
}

@Suite struct `A picture of a catalog` {
    @Test(arguments: [
        ("https://i.example/a/{w}x{h}bb.jpg", "https://i.example/a/600x600bb.jpg"),
        ("https://i.example/{a}/{w", "https://i.example/{a}/{w"),
        ("https://i.example/a.jpg", "https://i.example/a.jpg"),
    ])
    func `has the size that is asked for, where its address has a place for it`(
        template: String, url: String
    ) {
        #expect(artworkURL(template, width: 600) == url)
    }

    @Test(arguments: [
        ("https://i.example/a/100x100bb.jpg", "https://i.example/a/{w}x{h}bb.jpg"),
        ("https://i.example/100x100/a.jpg", "https://i.example/100x100/a.jpg"),
        ("", ""),
    ])
    func `has a place for a size where its address names one`(url: String, template: String) {
        #expect(artworkTemplate(url) == template)
    }
}

@Suite struct `The iTunes Search API` {
    @Test func `is asked for each kind, and for one more than wanted`() async throws {
        let server = try LocalServer { request in
            switch request.value("entity") {
            case "song": results(song, song)
            case "album": results(album)
            default: results()
            }
        }
        var search = SourceSearch("slow & ferries", kinds: [.song, .album, .playlist])
        search.limit = 1
        search.offset = 5
        let pages = try await source(at: server.url("")).search(search)
        #expect(pages.map(\.kind) == [.song, .album])
        #expect(pages.map(\.items.count) == [1, 1])
        #expect(pages.map(\.hasMore) == [true, false])
        let request = try #require(server.requests.first)
        #expect(request.place == "/search")
        #expect(request.value("term") == "slow & ferries")
        #expect(request.value("country") == "us")
        #expect(request.value("limit") == "2")
        #expect(request.value("offset") == "5")
        #expect(request.value("callback") == nil)
    }

    @Test func `gives an album with its songs`() async throws {
        let server = try LocalServer { _ in results(album, song) }
        let source = await source(at: server.url(""))
        let query = SourceQuery(.song, .of(uri: "gatefold:at/itunes/album/9200001"))
        #expect(try await source.items(query).items.map(\.uri) == [songURI])
        #expect(server.requests.first?.value("entity") == "song")
        #expect(server.requests.first?.value("id") == "9200001")
    }

    @Test func `gives the album and the artist of a song`() async throws {
        let server = try LocalServer { request in
            switch request.value("id") {
            case "9200001": results(album)
            case "9100001": results(artist)
            default: results(song)
            }
        }
        let source = await source(at: server.url(""))
        let albums = try await source.items(SourceQuery(.album, .of(uri: songURI))).items
        #expect(albums.map(\.title) == ["Tidewater"])
        #expect(albums.map(\.trackCount) == [3])
        #expect(albums.map(\.details.isExplicit) == [true])
        let artists = try await source.items(SourceQuery(.artist, .of(uri: songURI))).items
        #expect(artists.map(\.title) == ["The Slow Ferries"])
    }

    @Test func `plays a preview`() async throws {
        let server = try LocalServer { _ in results(song) }
        let source = await source(at: server.url(""))
        let uri = try #require(SourceURI(songURI))
        #expect(try await source.account() == SourceAccount(canPlay: false, canEdit: false))
        #expect(
            try await source.stream(of: uri) == "https://audio.example.invalid/p/lantern.m4a")
        #expect(
            try await source.picture(of: uri, width: 300)
                == "https://img.example.invalid/thumb/tide/300x300bb.jpg")
    }

    @Test func `has charts, completed by what the feed does not tell`() async throws {
        let server = try LocalServer { request in
            request.place == "/lookup" ? results(song) : json(feed)
        }
        var query = SourceQuery(.song, .chart(.mostPlayed))
        query.limit = 12
        let items = try await source(at: server.url("")).items(query).items
        #expect(items.map(\.title) == ["Lantern Street", "Low Tide"])
        #expect(items.map(\.length) == [MediaTime(seconds: 4), nil])
        #expect(items.allSatisfy { !$0.details.isPlayable })
        #expect(
            server.requests.map(\.place) == [
                "/api/v2/us/music/most-played/25/songs.json", "/lookup",
            ])
    }

    @Test func `has charts also when it was asked too often`() async throws {
        let server = try LocalServer { request in
            request.place == "/lookup" ? status("403 Forbidden") : json(feed)
        }
        let items = try await source(at: server.url("")).items(
            SourceQuery(.song, .chart(.mostPlayed))
        ).items
        #expect(items.map(\.title) == ["Lantern Street", "Low Tide"])
        #expect(items.map(\.details.isExplicit) == [true, false])
        #expect(items.first?.details.genres == ["Folk"])
    }

    @Test func `is asked for the same once a day`() async throws {
        let server = try LocalServer { _ in results(song) }
        let folder = try TemporaryFolder()
        let cache = HTTPCache(directory: folder.path.printable)
        for _ in 1...2 {
            let source = ITunesSource(
                name: "itunes", country: "us", client: await HTTPClient(cache: cache),
                base: server.url(""))
            #expect(try await source.items([songURI]).count == 1)
        }
        #expect(server.requests.count == 1)
    }

    @Test func `says so when it was asked too often`() async throws {
        let server = try LocalServer { _ in status("403 Forbidden") }
        let source = await source(at: server.url(""))
        let error = await sourceError { () throws(SourceError) in
            try await source.items([songURI])
        }
        #expect(error?.code == .rateLimited(seconds: nil))
    }

    @Test(arguments: badAnswers.indices)
    func `survives bad answers`(index: Int) async throws {
        let (answer, code) = badAnswers[index]
        let server = try LocalServer { _ in answer }
        let source = await source(at: server.url(""))
        let error = await sourceError { () throws(SourceError) in
            try await source.search(SourceSearch("x", kinds: [.song]))
        }
        #expect(error?.code == code)
    }

    @Test func `survives nonsense among its results`() async throws {
        let server = try LocalServer { _ in
            json(#"{"results":[7,null,{},{"wrapperType":"track","kind":"song"},"x",\#(song)]}"#)
        }
        #expect(try await source(at: server.url("")).items([songURI]).count == 1)
    }
}
