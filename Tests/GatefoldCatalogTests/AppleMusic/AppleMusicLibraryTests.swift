// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Testing

@testable import GatefoldCatalog

private let user = "hidden-user-token"

/// The documented shape, with invented music.
private func librarySong(_ id: String) -> String {
    #"""
    {"id":"\#(id)","type":"library-songs","attributes":{"name":"Lantern Street",
    "artistName":"The Slow Ferries","albumName":"Tidewater","durationInMillis":4000,
    "playParams":{"id":"\#(id)","kind":"song","isLibrary":true,"catalogId":"7"}},
    "relationships":{"catalog":{"data":[{"id":"7","type":"songs","attributes":{
    "name":"Lantern Street","url":"https://music.example.invalid/song/7",
    "previews":[{"url":"https://audio.example.invalid/p/lantern.m4a"}]}}]}}}
    """#
}

private func playlist(_ id: String, _ name: String) -> String {
    #"{"id":"\#(id)","type":"library-playlists","attributes":{"name":"\#(name)","canEdit":true}}"#
}

private func page(_ things: String...) -> String {
    #"{"data":[\#(things.joined(separator: ","))]}"#
}

private func source(at url: String, user: String? = user) async -> AppleMusicSource {
    AppleMusicSource(
        name: "apple", storefront: "us",
        credentials: { AppleMusicCredentials(.token("hidden-token"), user: user) },
        client: await HTTPClient(), base: url + "/v1")
}

@Suite struct `The user's library at Apple` {
    @Test func `needs the user's token, which nothing else is asked with`() async throws {
        let server = try LocalServer { _ in json(page()) }
        let source = await source(at: server.url(""))
        _ = try await source.items(SourceQuery(.genre))
        _ = try await source.items(SourceQuery(.song))
        #expect(server.requests.map { $0.header("Music-User-Token") } == [nil, user])
        #expect(server.requests.last?.place == "/v1/me/library/songs")
    }

    @Test func `says what to do where there is no token`() async throws {
        let server = try LocalServer { _ in json(page()) }
        let source = await source(at: server.url(""), user: nil)
        let error = await sourceError { () throws(SourceError) in
            try await source.items(SourceQuery(.song))
        }
        #expect(error?.code == .unauthorised)
        #expect(error?.description.contains("--user-token") == true)
        #expect(server.requests.isEmpty)
    }

    @Test func `says so where Apple does not accept it`() async throws {
        let server = try LocalServer { request in
            request.path.contains("/me/") ? status("403 Forbidden") : json("{}")
        }
        let source = await source(at: server.url(""))
        let error = await sourceError { () throws(SourceError) in try await source.account() }
        #expect(error?.code == .unauthorised)
        #expect(error?.description.contains("hidden") == false)
    }

    @Test func `lets playlists be made`() async throws {
        let server = try LocalServer { _ in json("{}") }
        let account = try await source(at: server.url("")).account()
        #expect(account == SourceAccount(canPlay: false, canEdit: true))
        #expect(server.requests.map(\.place) == ["/v1/test", "/v1/me/storefront"])
    }

    @Test func `has songs with the previews of the catalog`() async throws {
        let server = try LocalServer { _ in json(page(librarySong("i.abc"))) }
        let source = await source(at: server.url(""))
        let song = try #require(try await source.items(SourceQuery(.song)).items.first)
        #expect(song.uri == "gatefold:at/apple/song/i.abc")
        #expect(song.details.page == "https://music.example.invalid/song/7")
        #expect(!song.details.isPlayable)
        let uri = try #require(SourceURI(song.uri))
        #expect(
            try await source.stream(of: uri) == "https://audio.example.invalid/p/lantern.m4a")
        #expect(
            server.requests.last?.path
                == "/v1/me/library/songs?ids=i.abc&include=catalog")
    }

    @Test func `is asked beside the catalog for what is of both`() async throws {
        let server = try LocalServer { request in
            json(page(request.path.contains("/me/") ? librarySong("i.1") : ""))
        }
        let uris = ["gatefold:at/apple/song/i.1", "gatefold:at/apple/song/7"]
        let found = try await source(at: server.url("")).items(uris)
        #expect(found.map(\.uri) == [uris[0]])
        #expect(
            Set(server.requests.map(\.place)) == ["/v1/me/library/songs", "/v1/catalog/us/songs"])
    }

    @Test func `has its playlists found, and their songs`() async throws {
        let server = try LocalServer { request in
            switch request.place {
            case "/v1/me/library/playlists":
                json(page(playlist("p.1", "Rain"), playlist("p.2", "Sun")))
            case "/v1/me/library/playlists/p.1/tracks": json(page(librarySong("i.1")))
            default: json("{}")
            }
        }
        let source = await source(at: server.url(""))
        let found = try await source.search(SourceSearch("rain", kinds: [.playlist]))
        #expect(found.first?.items.map(\.uri) == ["gatefold:at/apple/playlist/p.1"])
        let query = SourceQuery(.song, .of(uri: "gatefold:at/apple/playlist/p.1"))
        #expect(try await source.items(query).items.map(\.title) == ["Lantern Street"])
    }

    @Test func `takes a new playlist, and more songs for it`() async throws {
        let server = try LocalServer { _ in json(page(playlist("p.9", "New"))) }
        let source = await source(at: server.url(""))
        let songs = ["gatefold:at/apple/song/7", "gatefold:at/apple/song/i.1"]
        let uri = try await source.edit(.createPlaylist(name: "New \"1\"", sources: songs))
        #expect(uri == "gatefold:at/apple/playlist/p.9")
        let tracks = #"{"data":[{"id":"7","type":"songs"},{"id":"i.1","type":"library-songs"}]}"#
        #expect(
            server.requests.last?.body
                == #"{"attributes":{"name":"New \"1\""},"relationships":{"tracks":\#(tracks)}}"#)
        _ = try await source.edit(.addToPlaylist(uri ?? "", sources: songs, index: nil))
        #expect(server.requests.last?.path == "/v1/me/library/playlists/p.9/tracks")
        #expect(server.requests.last?.head.hasPrefix("POST ") == true)
        #expect(server.requests.last?.body == tracks)
    }

    @Test func `leaves the catalog's playlists alone`() async throws {
        let server = try LocalServer { _ in json("{}") }
        let source = await source(at: server.url(""))
        let error = await sourceError { () throws(SourceError) in
            try await source.edit(
                .addToPlaylist("gatefold:at/apple/playlist/pl.1", sources: [], index: nil))
        }
        #expect(error?.code == .notAllowed)
        #expect(server.requests.isEmpty)
    }

    @Test func `takes favourites`() async throws {
        let server = try LocalServer { _ in json("{}") }
        let source = await source(at: server.url(""))
        _ = try await source.edit(.setFavourite("gatefold:at/apple/song/i.1", true))
        _ = try await source.edit(.setFavourite("gatefold:at/apple/album/5", false))
        let lines = server.requests.map { $0.head.prefix { $0 != "\r\n" } }
        #expect(
            lines == [
                "PUT /v1/me/ratings/library-songs/i.1 HTTP/1.1",
                "DELETE /v1/me/ratings/albums/5 HTTP/1.1",
            ])
        #expect(server.requests[0].body == #"{"attributes":{"value":1},"type":"rating"}"#)
    }
}

@Suite struct `A question in the words of the Apple Music API` {
    @Test func `is asked with the tokens of the source, and not with others`() async throws {
        let server = try LocalServer { _ in json(#"{"data":[]}"#) }
        let question = APIQuestion(
            "POST", "/v1/me/library?ids%5Bsongs%5D=7",
            headers: ["Authorization": "Bearer other", "music-user-token": "other", "X-A": "b"],
            body: Array("{}".utf8))
        let answer = try await source(at: server.url("")).answer(to: question)
        #expect(answer.status == 200)
        #expect(String(decoding: answer.body, as: UTF8.self) == #"{"data":[]}"#)
        let request = try #require(server.requests.first)
        #expect(request.path == "/v1/me/library?ids%5Bsongs%5D=7")
        #expect(request.header("Authorization") == "Bearer hidden-token")
        #expect(request.header("Music-User-Token") == user)
        #expect(request.header("X-A") == "b")
        #expect(!request.head.contains("other"))
    }

    @Test func `gets an answer that refuses as it is`() async throws {
        let server = try LocalServer { _ in status("404 Not Found") }
        let answer = try await source(at: server.url(""), user: nil).answer(
            to: APIQuestion("GET", "/v1/catalog/us/songs/1"))
        #expect(answer.status == 404)
        #expect(server.requests.first?.header("Music-User-Token") == nil)
    }

    @Test func `goes nowhere but to the API`() async throws {
        let source = await source(at: "http://127.0.0.1:9")
        for path in ["@elsewhere.example/", "", ".example/v1"] {
            let error = await sourceError { () throws(SourceError) in
                try await source.answer(to: APIQuestion("GET", path))
            }
            #expect(error?.code == .invalid)
        }
    }
}
