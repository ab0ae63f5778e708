// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Synchronization
import Testing

@testable import GatefoldCatalog

/// The documented shape, with invented music.
private func song(_ id: Int) -> String {
    #"""
    {"id":"\#(id)","type":"songs","href":"/v1/catalog/us/songs/\#(id)","attributes":{
    "name":"Lantern Street","artistName":"The Slow Ferries","albumName":"Tidewater",
    "composerName":"A. Ferry","durationInMillis":4000,"discNumber":1,"trackNumber":2,
    "genreNames":["Folk","Music"],"hasLyrics":false,"isrc":"XXTST2100002",
    "releaseDate":"2021-03-05","contentRating":"explicit",
    "artwork":{"url":"https://img.example.invalid/tide/{w}x{h}bb.jpg","width":3000},
    "playParams":{"id":"\#(id)","kind":"song"},
    "previews":[{"url":"https://audio.example.invalid/p/lantern.m4a"}],
    "url":"https://music.example.invalid/song/\#(id)"},
    "relationships":{"artists":{"data":[{"id":"9100001","type":"artists"}]}}}
    """#
}

private let genre = #"{"id":"20","type":"genres","attributes":{"name":"Alternative"}}"#

private func page(_ things: [String], next: String? = nil) -> String {
    let next = next.map { #""next":"\#($0)","# } ?? ""
    return #"{\#(next)"data":[\#(things.joined(separator: ","))]}"#
}

/// Songs by `limit` and `offset`, out of so many; with the `next` that the API would give.
private func songs(_ total: Int, _ request: LocalServer.Request) -> String {
    let limit = request.value("limit").flatMap { Int($0) } ?? 5
    let offset = request.value("offset").flatMap { Int($0) } ?? 0
    let end = min(total, offset + limit)
    let next = end < total ? "\(request.place)?offset=\(end)" : nil
    return page((offset..<max(offset, end)).map(song), next: next)
}

private let songURI = "gatefold:at/apple/song/7"

private func source(at url: String) async -> AppleMusicSource {
    AppleMusicSource(
        name: "apple", storefront: "US",
        credentials: { AppleMusicCredentials(.token("hidden-token")) },
        client: await HTTPClient(), base: url + "/v1")
}

@Suite struct `A song of the Apple Music API` {
    @Test func `has all that the catalog tells, and cannot be played`() async throws {
        let server = try LocalServer { _ in json(page([song(7)])) }
        let items = try await source(at: server.url("")).items([songURI])
        let item = try #require(items.first)
        #expect(item.uri == songURI)
        #expect(item.title == "Lantern Street")
        #expect(item.artist == "The Slow Ferries")
        #expect(item.length == MediaTime(seconds: 4))
        let details = item.details
        #expect(details.composers == ["A. Ferry"])
        #expect(details.genres == ["Folk"])
        #expect(details.isrc == "XXTST2100002")
        #expect(details.released == "2021-03-05")
        #expect(details.isExplicit == true)
        #expect(details.artworkURL == "https://img.example.invalid/tide/{w}x{h}bb.jpg")
        #expect(details.previewURL == "https://audio.example.invalid/p/lantern.m4a")
        #expect(details.artistURIs == ["gatefold:at/apple/artist/9100001"])
        #expect(!details.isPlayable)
    }

    @Test func `has a preview and a picture`() async throws {
        let server = try LocalServer { _ in json(page([song(7)])) }
        let source = await source(at: server.url(""))
        let uri = try #require(SourceURI(songURI))
        #expect(
            try await source.stream(of: uri) == "https://audio.example.invalid/p/lantern.m4a")
        #expect(
            try await source.picture(of: uri, width: 64)
                == "https://img.example.invalid/tide/64x64bb.jpg")
    }
}

@Suite struct `The Apple Music API` {
    @Test func `is asked page by page, each with its own limit`() async throws {
        let server = try LocalServer { json(#"{"results":{"songs":\#(songs(60, $0))}}"#) }
        var search = SourceSearch("the lantern", kinds: [.song])
        search.limit = 40
        search.offset = 3
        let found = try #require(try await source(at: server.url("")).search(search).first)
        #expect(found.items.count == 40)
        #expect(found.items.first?.uri == "gatefold:at/apple/song/3")
        #expect(found.hasMore)
        #expect(server.requests.map { $0.value("limit") } == ["25", "15"])
        #expect(server.requests.map { $0.value("offset") } == ["3", "28"])
        #expect(server.requests.allSatisfy { $0.place == "/v1/catalog/us/search" })
        #expect(server.requests.allSatisfy { $0.value("types") == "songs" })
        #expect(server.requests.allSatisfy { $0.value("term") == "the lantern" })
    }

    @Test func `is believed no next page elsewhere, nor one that does not get on`() async throws {
        let server = try LocalServer { request in
            json(
                page(
                    [song(1)], next: "http://127.0.0.1:9/v1/x?offset=\(request.number == 0 ? 1 : 0)"
                ))
        }
        let query = SourceQuery(.song, .of(uri: "gatefold:at/apple/album/5"))
        #expect(try await source(at: server.url("")).items(query).items.count == 2)
        #expect(server.requests.map(\.place).allSatisfy { $0 == "/v1/catalog/us/albums/5/tracks" })
        #expect(server.requests.count == 2)
    }

    @Test func `is left where nothing comes any more`() async throws {
        let server = try LocalServer { json(page([], next: "/v1/x?offset=\($0.number + 1)")) }
        let query = SourceQuery(.song, .of(uri: "gatefold:at/apple/album/5"))
        #expect(try await source(at: server.url("")).items(query).items.isEmpty)
        #expect(server.requests.count == 1)
    }

    @Test func `gives the songs of an album, all of them`() async throws {
        let server = try LocalServer { json(songs(230, $0)) }
        let query = SourceQuery(.song, .of(uri: "gatefold:at/apple/album/5"))
        let page = try await source(at: server.url("")).items(query)
        #expect(page.items.count == 230)
        #expect(!page.hasMore)
        #expect(server.requests.count == 3)
    }

    @Test func `does not leave its own path for an id`() async throws {
        let server = try LocalServer { _ in json(page([])) }
        let uri = SourceURI(source: "apple", kind: .album, id: "../me?x=/y")
        _ = try await source(at: server.url("")).items(SourceQuery(.song, .of(uri: uri.text)))
        #expect(
            server.requests.first?.place == "/v1/catalog/us/albums/..%2Fme%3Fx%3D%2Fy/tracks")
    }

    @Test func `has charts, also of one genre`() async throws {
        let server = try LocalServer { request in
            json(
                #"{"results":{"songs":[{"chart":"most-played",\#(songs(3, request).dropFirst())]}}"#
            )
        }
        let source = await source(at: server.url(""))
        var query = SourceQuery(.song, .chart(.mostPlayed, genre: "gatefold:at/apple/genre/20"))
        query.limit = 2
        let page = try await source.items(query)
        #expect(page.items.count == 2)
        #expect(page.hasMore)
        let request = try #require(server.requests.first)
        #expect(request.place == "/v1/catalog/us/charts")
        #expect(request.value("genre") == "20")
        #expect(request.value("chart") == "most-played")
    }

    @Test func `has genres, and finds songs by their codes`() async throws {
        let server = try LocalServer { request in
            json(page([request.place.hasSuffix("genres") ? genre : song(1)]))
        }
        let source = await source(at: server.url(""))
        #expect(try await source.items(SourceQuery(.genre)).items.map(\.title) == ["Alternative"])
        let query = SourceQuery(.song, .code(.isrc, ["A", "B"]))
        #expect(try await source.items(query).items.count == 1)
        #expect(server.requests.last?.path == "/v1/catalog/us/songs?filter%5Bisrc%5D=A%2CB")
    }

    @Test func `gives things in the order in which they were asked for`() async throws {
        let server = try LocalServer { request in
            let ids = request.value("ids")?.split(separator: ",").compactMap { Int($0) } ?? []
            return json(page(ids.filter { $0 != 3 }.map(song)))
        }
        let uris = [30, 3, 1].map { "gatefold:at/apple/song/\($0)" } + ["gatefold:at/x/song/1"]
        let items = try await source(at: server.url("")).items(uris)
        #expect(items.map(\.uri) == [uris[0], uris[2]])
    }

    @Test func `lists its countries`() async throws {
        let server = try LocalServer { _ in
            json(
                #"{"data":[{"id":"us","type":"storefronts","attributes":{"name":"United States"}}]}"#
            )
        }
        let stores = try await source(at: server.url("")).storefronts()
        #expect(stores.map(\.id) == ["us"])
        #expect(stores.map(\.name) == ["United States"])
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
}

@Suite struct `A developer's key` {
    @Test func `signs a token, which is used again`() async throws {
        let server = try LocalServer { _ in json("{}") }
        let key = try await TestKey()
        let asked = Mutex(0)
        let source = AppleMusicSource(
            name: "apple", storefront: "us",
            credentials: {
                asked.withLock { $0 += 1 }
                return AppleMusicCredentials(.key(pem: key.pem, id: "KEY", team: "TEAM"))
            }, client: await HTTPClient(), base: server.url("/v1"))
        for _ in 1...2 {
            #expect(try await source.account() == SourceAccount(canPlay: false, canEdit: false))
        }
        let tokens = server.requests.compactMap { $0.header("Authorization") }
        #expect(tokens.count == 2)
        #expect(Set(tokens).count == 1)
        #expect(tokens[0].hasPrefix("Bearer ey"))
        #expect(asked.withLock { $0 } == 1)
        #expect(server.requests[0].place == "/v1/test")
    }

    @Test func `that is none is an error to act on`() async throws {
        let source = AppleMusicSource(
            name: "apple", storefront: "us",
            credentials: { AppleMusicCredentials(.key(pem: [1, 2, 3], id: "KEY", team: "TEAM")) },
            client: await HTTPClient(), base: "http://127.0.0.1:9/v1")
        let error = await sourceError { () throws(SourceError) in try await source.account() }
        #expect(error?.code == .unauthorised)
        #expect(error?.description.contains(".p8") == true)
    }

    @Test(arguments: [
        ("401 Unauthorized", SourceError.Code.unauthorised), ("403 Forbidden", .notAllowed),
    ])
    func `that Apple does not accept is an error to act on`(
        line: String, code: SourceError.Code
    ) async throws {
        let server = try LocalServer { _ in status(line) }
        let source = await source(at: server.url(""))
        let error = await sourceError { () throws(SourceError) in try await source.account() }
        #expect(error?.code == code)
        #expect(error?.description.contains("hidden") == false)
    }

    @Test func `follows no redirect`() async throws {
        let other = try LocalServer { _ in json("{}") }
        let server = try LocalServer { _ in .redirect(to: other.url("/")) }
        let source = await source(at: server.url(""))
        let error = await sourceError { () throws(SourceError) in try await source.account() }
        #expect(error?.code == .failed)
        #expect(other.requests.isEmpty)
    }

    @Test func `is told what a bad question was`() async throws {
        let server = try LocalServer { _ in
            let text = #"{"errors":[{"title":"Invalid","detail":"Value must be at most 25"}]}"#
            return .init(
                head: ["400 Bad Request", "Content-Length: \(text.utf8.count)"],
                body: [Array(text.utf8)])
        }
        let source = await source(at: server.url(""))
        let error = await sourceError { () throws(SourceError) in try await source.account() }
        #expect(error == SourceError(.invalid, "“apple” says: Value must be at most 25"))
    }
}
