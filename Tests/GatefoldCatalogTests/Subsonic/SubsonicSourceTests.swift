// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldTestSupport
import Synchronization
import Testing

@testable import GatefoldCatalog

private func source(
    at address: String, password: String = "hidden-sesame"
) async -> SubsonicSource {
    SubsonicSource(
        name: "home", address: address, user: "joe", password: { password },
        client: await HTTPClient())
}

private func ok(_ payload: String = "") -> LocalServer.Answer {
    json(#"{"subsonic-response":{"status":"ok","version":"1.16.1"\#(payload)}}"#)
}

private func failed(_ code: Int, version: String = "1.16.1") -> LocalServer.Answer {
    json(
        #"{"subsonic-response":{"status":"failed","version":"\#(version)","#
            + #""error":{"code":\#(code),"message":"m"}}}"#)
}

extension LocalServer.Request {
    /// Such as `getAlbum`.
    fileprivate var method: String {
        String(place.dropFirst("/rest/".count).prefix { $0 != "." })
    }
}

@Suite struct `Logging in to a Subsonic server` {
    /// Knows passwords only.
    private let hashing: @Sendable (LocalServer.Request) -> LocalServer.Answer = { request in
        request.value("p") == nil ? failed(41) : ok(#","song":{"id":"1"}"#)
    }

    @Test func `falls back to the password, and remembers it`() async throws {
        let server = try LocalServer(hashing)
        let source = await source(at: server.url(""))
        for _ in 1...2 { #expect(try await source.items(["gatefold:at/home/song/1"]).count == 1) }
        #expect(server.requests.map { $0.value("t") == nil } == [false, true, true])
        #expect(server.requests.last?.value("p") == "enc:68696464656e2d736573616d65")
    }

    @Test func `asks ping when a parameter lacks, and takes its word`() async throws {
        let server = try LocalServer { request in
            request.value("p") == nil ? failed(10) : ok(#","song":{"id":"1"}"#)
        }
        let source = await source(at: server.url(""))
        #expect(try await source.items(["gatefold:at/home/song/1"]).count == 1)
        #expect(server.requests.map(\.method) == ["getSong", "ping", "ping", "getSong"])
    }

    @Test func `does not send the password because a parameter lacks`() async throws {
        let server = try LocalServer { $0.method == "ping" ? ok() : failed(10) }
        let source = await source(at: server.url(""))
        let error = await sourceError { () throws(SourceError) in try await source.account() }
        #expect(error?.code == .invalid)
        #expect(server.requests.allSatisfy { $0.value("p") == nil })
    }

    @Test func `speaks the server's version`() async throws {
        let server = try LocalServer { request in
            request.value("v") == "1.13.0" ? ok() : failed(30, version: "1.13.0")
        }
        #expect(try await source(at: server.url("")).account().canPlay)
    }

    @Test func `ends when nothing helps`() async throws {
        let server = try LocalServer { _ in failed(41) }
        let source = await source(at: server.url(""))
        let error = await sourceError { () throws(SourceError) in try await source.account() }
        #expect(error?.code == .unauthorised)
        #expect(server.requests.count == 2)
    }

    @Test func `asks for the password once`() async throws {
        let asked = Mutex(0)
        let server = try LocalServer { _ in ok() }
        let source = SubsonicSource(
            name: "home", address: server.url(""), user: "joe",
            password: {
                asked.withLock { $0 += 1 }
                return "x"
            }, client: await HTTPClient())
        for _ in 1...3 { _ = try await source.call("ping") }
        #expect(asked.withLock { $0 } == 1)
        withExtendedLifetime(server) {}
    }

    @Test func `asks for the password again after it was refused`() async throws {
        let passwords = Mutex(["new", "old"])
        let server = try LocalServer { request in
            let salt = request.value("s") ?? ""
            return request.value("t") == md5(Array(("new" + salt).utf8)) ? ok() : failed(40)
        }
        let source = SubsonicSource(
            name: "home", address: server.url(""), user: "joe",
            password: { passwords.withLock { $0.popLast() ?? "" } }, client: await HTTPClient())
        let error = await sourceError { () throws(SourceError) in try await source.call("ping") }
        #expect(error?.code == .unauthorised)
        _ = try await source.call("ping")
        withExtendedLifetime(server) {}
    }

    @Test func `shows the secrets in no error`() async throws {
        let server = try LocalServer { request in
            json(
                #"{"subsonic-response":{"status":"failed","error":{"code":0,"message":"#
                    + #""bad: http://127.0.0.1\#(request.path)"}}}"#)
        }
        let source = await source(at: server.url(""))
        let error = await sourceError { () throws(SourceError) in try await source.account() }
        let text = try #require(error?.description)
        #expect(text.hasPrefix("“home” says: bad: http://127.0.0.1/rest/getLicense.view"))
        #expect(!text.contains("&t=") && !text.contains("&s=") && !text.contains("joe"))
    }
}

@Suite struct `A bad answer of a Subsonic server` {
    private func error(_ answer: LocalServer.Answer) async throws -> SourceError? {
        let server = try LocalServer { _ in answer }
        let source = await source(at: server.url(""))
        return await sourceError { () throws(SourceError) in
            try await source.items(SourceQuery(.album))
        }
    }

    @Test(arguments: [
        #"{"subsonic-response":{"status":"ok","albumList2":{"album":[{"id":"#, "null", "",
    ])
    func `is one error`(text: String) async throws {
        let error = try await error(json(text))
        #expect(error == SourceError(.failed, "“home”: the server's answer makes no sense."))
    }

    @Test(arguments: ["A", "[", "{\"a\":"])
    func `is one error, however large it is`(part: String) async throws {
        let count = (10 << 20) / part.utf8.count
        let error = try await error(json(String(repeating: part, count: count)))
        #expect(error == SourceError(.failed, "“home”: the server's answer makes no sense."))
    }

    @Test func `may be that of somebody else`() async throws {
        let error = try await error(.file(Array("<html><form>".utf8), type: "text/html"))
        #expect(error?.description.contains("check the address") == true)
    }

    @Test(arguments: [
        (
            LocalServer.Answer(head: ["404 Not Found", "Content-Length: 0"]),
            SourceError.Code.unsupported
        ),
        (.init(head: ["401 Unauthorized", "Content-Length: 0"]), .unauthorised),
        (.init(head: ["403 Forbidden", "Content-Length: 0"]), .notAllowed),
        (
            .init(head: ["429 Too Many Requests", "Retry-After: 90", "Content-Length: 0"]),
            .rateLimited(seconds: 90)
        ),
        (.redirect(to: "file:///etc/hostname"), .failed),
    ])
    func `of HTTP has its meaning`(
        answer: LocalServer.Answer, code: SourceError.Code
    ) async throws {
        #expect(try await error(answer)?.code == code)
    }

    @Test func `that is none is being offline`() async throws {
        let source = await source(at: "http://127.0.0.1:9")
        let error = await sourceError { () throws(SourceError) in
            try await source.account()
        }
        #expect(error?.code == .offline)
    }

    @Test func `that nobody waits for is given up`() async throws {
        let server = try LocalServer { _ in .hanging }
        let source = await source(at: server.url(""))
        let task = Task { try await source.account() }
        try await eventually("the server was asked") { !server.requests.isEmpty }
        task.cancel()
        await #expect(throws: SourceError.self) { try await task.value }
        try await eventually("the connection is closed") { server.openConnectionCount == 0 }
    }
}

@Suite struct `A Subsonic source` {
    private func list(
        _ answer: @escaping @Sendable (LocalServer.Request) -> LocalServer.Answer
    )
        async throws -> (LocalServer, SubsonicSource)
    {
        let server = try LocalServer(answer)
        return (server, await source(at: server.url("")))
    }

    /// So many albums from an offset.
    private static func albums(_ total: Int, _ request: LocalServer.Request) -> LocalServer.Answer {
        let size = request.value("size").flatMap { Int($0) } ?? 0
        let offset = request.value("offset").flatMap { Int($0) } ?? 0
        let ids = (offset..<max(offset, min(total, offset + size))).map { #"{"id":"\#($0)"}"# }
        return ok(#","albumList2":{"album":[\#(ids.joined(separator: ","))]}"#)
    }

    @Test(arguments: [
        (0, 3, [0, 1, 2], true), (8, 3, [8, 9], false), (7, 3, [7, 8, 9], false),
        (12, 3, [], false), (-4, 1, [0], true), (0, 0, [], true), (Int.max, 3, [], false),
        (8, Int.max, [8, 9], false),
    ])
    func `knows whether there is more behind a page`(
        offset: Int, limit: Int, ids: [Int], hasMore: Bool
    ) async throws {
        let (server, source) = try await list { Self.albums(10, $0) }
        var query = SourceQuery(.album)
        query.offset = offset
        query.limit = limit
        let page = try await source.items(query)
        #expect(page.items.map(\.uri) == ids.map { "gatefold:at/home/album/\($0)" })
        #expect(page.hasMore == hasMore)
        withExtendedLifetime(server) {}
    }

    @Test func `asks for no more at once than the API allows`() async throws {
        let (server, source) = try await list { Self.albums(1200, $0) }
        var query = SourceQuery(.album)
        query.limit = 1100
        #expect(try await source.items(query).items.count == 1100)
        #expect(server.requests.map { $0.value("size") } == ["500", "500", "101"])
    }

    @Test func `orders what the server does not order`() async throws {
        let (server, source) = try await list { _ in
            ok(
                #","albumList2":{"album":[{"id":"a","name":"A","year":1999},{"id":"b","name":"B"},"#
                    + #"{"id":"c","name":"C","year":2001}]}"#)
        }
        var query = SourceQuery(.album)
        query.order = .released
        query.isDescending = true
        query.limit = 2
        let page = try await source.items(query)
        #expect(page.items.map(\.title) == ["C", "A"])
        #expect(page.hasMore)
        withExtendedLifetime(server) {}
    }

    @Test func `finds all songs by their albums where an empty search finds nothing`() async throws
    {
        let (server, source) = try await list { request in
            switch request.method {
            case "getAlbumList2":
                return ok(
                    #","albumList2":{"album":[{"id":"0","songCount":2},{"id":"1","songCount":2},"#
                        + #"{"id":"2","songCount":2}]}"#)
            case "getAlbum":
                let id = request.value("id") ?? ""
                return ok(#","album":{"song":[{"id":"\#(id)a"},{"id":"\#(id)b"}]}"#)
            default: return ok(#","searchResult3":{}"#)
            }
        }
        var query = SourceQuery(.song)
        query.offset = 1
        query.limit = 2
        let page = try await source.items(query)
        #expect(page.items.map(\.uri) == ["gatefold:at/home/song/0b", "gatefold:at/home/song/1a"])
        #expect(page.hasMore)
        #expect(!server.requests.contains { $0.method == "getAlbum" && $0.value("id") == "2" })
    }

    @Test func `makes charts of songs from those of albums`() async throws {
        let (server, source) = try await list { request in
            request.method == "getAlbumList2"
                ? ok(#","albumList2":{"album":[{"id":"0"},{"id":"1"}]}"#)
                : ok(
                    #","album":{"song":[{"id":"\#(request.value("id") ?? "")a","playCount":"#
                        + #"\#(request.value("id") ?? ""),"genre":"Folk"},{"id":"b","playCount":7}]}"#
                )
        }
        var query = SourceQuery(.song, .chart(.mostPlayed))
        #expect(try await source.items(query).items.map(\.plays) == [7, 7, 1])
        #expect(server.requests.first?.value("type") == "frequent")
        query.scope = .chart(.mostPlayed, genre: "folk")
        #expect(try await source.items(query).items.map(\.plays) == [1])
    }

    @Test func `searches for the wanted kinds only`() async throws {
        let (server, source) = try await list { request in
            switch request.method {
            case "search3":
                ok(#","searchResult3":{"song":[{"id":"1","title":"Sea"},{"id":"2"}]}"#)
            default: ok(#","playlists":{"playlist":[{"id":"p","name":"By the Sea"},{"id":"q"}]}"#)
            }
        }
        var search = SourceSearch("the sea", kinds: [.song, .playlist])
        search.limit = 1
        let pages = try await source.search(search)
        #expect(pages.map(\.kind) == [.song, .playlist])
        #expect(pages.map(\.hasMore) == [true, false])
        #expect(pages.map { $0.items.map(\.title) } == [["Sea"], ["By the Sea"]])
        let request = try #require(server.requests.first)
        #expect(request.value("query") == "the sea")
        #expect(
            ["song", "album", "artist"].map { request.value($0 + "Count") } == ["2", "0", "0"])
    }

    @Test func `leaves out what it does not have, in the order of the others`() async throws {
        let (server, source) = try await list { request in
            request.value("id") == "2"
                ? failed(70) : ok(#","song":{"id":"\#(request.value("id") ?? "")"}"#)
        }
        let uris = ["3", "2", "1", "2"].map { "gatefold:at/home/song/\($0)" }
        #expect(try await source.items(uris).map(\.uri) == [uris[0], uris[2]])
        #expect(try await source.items(["gatefold:at/other/song/1", "x", ""]).isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test func `is content to be asked for what is the case already`() async throws {
        let (server, source) = try await list { request in
            request.method == "star" ? failed(0) : ok(#","song":{"id":"1","starred":"2026-01-02"}"#)
        }
        _ = try await source.edit(.setFavourite("gatefold:at/home/song/1", true))
        #expect(server.requests.map(\.method) == ["star", "getSong"])
    }

    @Test func `removes nothing from a playlist that has changed`() async throws {
        let (server, source) = try await list { request in
            ok(#","playlist":{"id":"p","entry":[{"id":"x"},{"id":"y"}]}"#)
        }
        let gone = SubsonicEntry.number(song: "z", index: 0)
        let error = await sourceError { () throws(SourceError) in
            try await source.edit(
                .removeFromPlaylist("gatefold:at/home/playlist/p", entries: [gone]))
        }
        #expect(error?.code == .notFound)
        #expect(server.requests.map(\.method) == ["getPlaylist"])
    }

    @Test func `makes a change once, however the server fails`() async throws {
        let (server, source) = try await list { request in
            request.method == "getPlaylists"
                ? ok() : .init(head: ["503 Service Unavailable", "Content-Length: 0"])
        }
        let error = await sourceError { () throws(SourceError) in
            try await source.edit(.createPlaylist(name: "x", sources: []))
        }
        #expect(error?.code == .offline)
        #expect(server.requests.map(\.method) == ["getPlaylists", "createPlaylist"])
    }

    @Test func `plays a radio station of the server`() async throws {
        let (server, source) = try await list { _ in
            ok(
                #","internetRadioStations":{"internetRadioStation":[{"id":"1","name":"Sea FM","#
                    + #""streamUrl":"http://radio.example/sea","homePageUrl":"http://sea.example"}]}"#
            )
        }
        let station = try #require(try await source.items(SourceQuery(.station)).items.first)
        #expect(station.title == "Sea FM")
        let uri = try #require(SourceURI(station.uri))
        #expect(try await source.stream(of: uri) == "http://radio.example/sea")
        withExtendedLifetime(server) {}
    }

    @Test func `tells the server what is heard, and nothing of other sources`() async throws {
        let (server, source) = try await list { _ in ok() }
        let song = SourceURI(source: "home", kind: .song, id: "1")
        try await source.note(.began(song))
        try await source.note(.heard(song, since: 1_767_323_045_678_000_000))
        try await source.note(.began(SourceURI(source: "other", kind: .song, id: "1")))
        #expect(server.requests.map(\.method) == ["scrobble", "scrobble"])
        #expect(server.requests.map { $0.value("submission") } == ["false", "true"])
        #expect(server.requests.map { $0.value("time") } == [nil, "1767323045678"])
    }
}
