// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Testing

@testable import GatefoldCatalog

private let accepted = json(#"{"status":"ok"}"#)
private let start: Int64 = 1_767_323_045_678_000_000

private func listen(_ title: String) -> Listen { Listen(title: title, artist: "The Slow Ferries") }

/// What is known of a server, and what waits for it.
private struct Rig {
    let server: LocalServer
    let folder: TemporaryFolder
    let queue: ListenQueue

    init(
        limit: Int = 100, _ answer: @escaping @Sendable (LocalServer.Request) -> LocalServer.Answer
    ) throws {
        server = try LocalServer(answer)
        folder = try TemporaryFolder()
        queue = ListenQueue(directory: folder["listens"].printable, limit: limit)
    }

    /// As a new process would have it.
    func service() async -> ListenBrainz {
        ListenBrainz(
            root: server.url("/apis/"), token: { "hidden-token" }, client: await HTTPClient(),
            queue: queue)
    }

    var titles: [[String]] {
        server.requests.map { request in
            request.body.split(separator: "\"track_name\":\"").dropFirst().map {
                String($0.prefix { $0 != "\"" })
            }
        }
    }
}

@Suite struct `A listen` {
    @Test func `says what was heard, and when`() {
        var listen = listen("Lantern \"Street\"")
        listen.album = "Tidewater"
        listen.length = MediaTime(seconds: 4)
        listen.trackNumber = 2
        listen.isrc = "XXTST2100002"
        #expect(
            String(decoding: listen.json(since: 1_767_323_045), as: UTF8.self)
                == #"{"listened_at":1767323045,"track_metadata":{"additional_info":{"#
                + #""duration_ms":4000,"isrc":"XXTST2100002","media_player":"Gatefold","#
                + #""submission_client":"Gatefold","submission_client_version":"\#(gatefoldVersion)","#
                + #""tracknumber":2},"artist_name":"The Slow Ferries","release_name":"Tidewater","#
                + #""track_name":"Lantern \"Street\""}}"#)
    }

    @Test func `says no time of what is heard just now`() {
        let text = String(decoding: listen("x").json(since: nil), as: UTF8.self)
        #expect(!text.contains("listened_at"))
    }

    @Test func `needs a title and an artist`() {
        var tags = TrackTags()
        #expect(Listen(tags) == nil)
        tags.title = "Lantern Street"
        #expect(Listen(tags) == nil)
        tags.artists = ["A", "B"]
        #expect(Listen(tags) == Listen(title: "Lantern Street", artist: "A, B"))
    }
}

@Suite struct `The service of listens` {
    @Test func `knows whose token it is`() async throws {
        let rig = try Rig { _ in json(#"{"code":200,"valid":true,"user_name":"joe"}"#) }
        #expect(try await rig.service().user() == "joe")
        let request = try #require(rig.server.requests.first)
        #expect(request.path == "/apis/1/validate-token")
        #expect(request.header("Authorization") == "Token hidden-token")
    }

    @Test(arguments: [json(#"{"code":200,"valid":false}"#), status("401 Unauthorized")])
    func `says when it does not accept the token`(answer: LocalServer.Answer) async throws {
        let rig = try Rig { _ in answer }
        let service = await rig.service()
        let error = await sourceError { () throws(SourceError) in try await service.user() }
        #expect(error?.code == .unauthorised)
        #expect(error?.description.contains("hidden") == false)
    }

    @Test func `is told what is heard just now`() async throws {
        let rig = try Rig { _ in accepted }
        try await rig.service().began(listen("x"))
        let body = try #require(rig.server.requests.first?.body)
        #expect(body.hasPrefix(#"{"listen_type":"playing_now","payload":[{"track_metadata":"#))
        #expect(rig.queue.count == 0)
    }

    @Test func `is told what was heard, which then waits no more`() async throws {
        let rig = try Rig { _ in accepted }
        try await rig.service().heard(listen("x"), since: start)
        let body = try #require(rig.server.requests.first?.body)
        #expect(body.hasPrefix(#"{"listen_type":"single","payload":[{"listened_at":1767323045,"#))
        #expect(rig.queue.count == 0)
    }
}

@Suite struct `What ListenBrainz was not told` {
    @Test func `is on the disk before it is sent`() async throws {
        let rig = try Rig { _ in .hanging }
        let service = await rig.service()
        let task = Task { try await service.heard(listen("x"), since: start) }
        try await eventually("it is sent") { !rig.server.requests.isEmpty }
        #expect(rig.queue.count == 1)
        task.cancel()
        await #expect(throws: SourceError.self) { try await task.value }
        #expect(rig.queue.count == 1)
    }

    @Test func `goes with the next, the oldest first, also from another process`() async throws {
        let rig = try Rig { $0.number < 3 ? status("500 Internal Server Error") : accepted }
        let service = await rig.service()
        let error = await sourceError { () throws(SourceError) in
            try await service.heard(listen("b"), since: start)
        }
        #expect(error?.code == .failed)
        try await rig.service().heard(listen("a"), since: start - 5_000_000_000)
        #expect(rig.titles.last == ["a", "b"])
        #expect(rig.server.requests.last?.body.hasPrefix(#"{"listen_type":"import","#) == true)
        #expect(rig.queue.count == 0)
    }

    @Test func `waits as long as the token is not accepted`() async throws {
        let rig = try Rig { _ in status("401 Unauthorized") }
        let service = await rig.service()
        let error = await sourceError { () throws(SourceError) in
            try await service.heard(listen("x"), since: start)
        }
        #expect(error?.code == .unauthorised)
        #expect(rig.queue.count == 1)
    }

    @Test func `is not held up by a listen that is not taken`() async throws {
        let rig = try Rig { request in
            request.body.contains("bad") ? status("400 Bad Request") : accepted
        }
        for (index, title) in ["a", "bad", "c", "d"].enumerated() {
            try rig.queue.add(listen(title).json(since: Int64(index)), since: Int64(index))
        }
        try await rig.service().flush()
        #expect(
            rig.titles == [["a", "bad", "c", "d"], ["a", "bad"], ["a"], ["bad"], ["c", "d"]])
        #expect(rig.queue.count == 0)
    }

    @Test func `is sent in many parts when it is much`() async throws {
        let rig = try Rig(limit: 1000) { _ in accepted }
        for number in 0..<250 {
            try rig.queue.add(listen("\(number)").json(since: 0), since: Int64(number))
        }
        try await rig.service().flush()
        #expect(rig.titles.map(\.count) == [100, 100, 50])
        #expect(rig.queue.count == 0)
    }

    @Test func `is bounded, and loses the oldest`() async throws {
        let rig = try Rig(limit: 3) { _ in accepted }
        for number in 0..<5 {
            try rig.queue.add(listen("\(number)").json(since: 0), since: Int64(number))
        }
        try await rig.service().flush()
        #expect(rig.titles == [["2", "3", "4"]])
    }

    @Test func `is the same listen once`() async throws {
        let rig = try Rig { _ in accepted }
        for _ in 1...2 { try rig.queue.add(listen("x").json(since: 7), since: 7) }
        #expect(rig.queue.count == 1)
    }

    @Test func `is sent once, however many ask for it at a time`() async throws {
        let rig = try Rig { _ in accepted }
        try rig.queue.add(listen("x").json(since: 7), since: 7)
        let service = await rig.service()
        _ = try await together([1, 2, 3]) { _ throws(SourceError) in try await service.flush() }
        #expect(rig.titles == [["x"]])
    }
}

@Suite struct `ListenBrainz as a source` {
    private func source(_ rig: Rig, user: String? = nil) async -> ListenBrainzSource {
        ListenBrainzSource(
            name: "log", root: rig.server.url("/apis"), user: user, token: { "hidden-token" },
            client: await HTTPClient(), queue: rig.queue)
    }

    private var tags: TrackTags {
        var tags = TrackTags()
        tags.title = "x"
        tags.artists = ["The Slow Ferries"]
        return tags
    }

    @Test func `says whether the token is accepted`() async throws {
        let rig = try Rig { _ in json(#"{"code":200,"valid":true,"user_name":"joe"}"#) }
        let account = try await source(rig).account()
        #expect(account == SourceAccount(canPlay: false, canEdit: false))
        let refusing = try Rig { _ in json(#"{"code":200,"valid":false}"#) }
        let error = await sourceError { () throws(SourceError) in
            try await source(refusing).account()
        }
        #expect(error?.code == .unauthorised)
    }

    @Test func `has no music`() async throws {
        let rig = try Rig { _ in accepted }
        let source = await source(rig)
        let error = await sourceError { () throws(SourceError) in
            try await source.search(SourceSearch("x", kinds: [.song]))
        }
        #expect(error?.code == .unsupported)
        #expect(rig.server.requests.isEmpty)
    }

    @Test func `is told what begins, and with it what it was not told`() async throws {
        let rig = try Rig { _ in accepted }
        try rig.queue.add(listen("old").json(since: 7), since: 7)
        try await source(rig).began(tags)
        #expect(rig.titles == [["x"], ["old"]])
        #expect(rig.queue.count == 0)
    }

    @Test func `is told one listen at a time where another server speaks like it`() async throws {
        let rig = try Rig { _ in accepted }
        for title in ["a", "b"] { try rig.queue.add(listen(title).json(since: 7), since: 7) }
        try await source(rig).flush()
        #expect(Set(rig.titles) == [["a"], ["b"]])
        #expect(rig.queue.count == 0)
    }

    @Test func `is not told of what has no artist`() async throws {
        let rig = try Rig { _ in accepted }
        try await source(rig).heard(TrackTags(), since: start)
        #expect(rig.server.requests.isEmpty)
        #expect(rig.queue.count == 0)
    }

    @Test func `asks for no token where nothing waits`() async throws {
        let rig = try Rig { _ in accepted }
        let source = ListenBrainzSource(
            name: "log", root: rig.server.url("/apis"), user: nil,
            token: { () throws(SourceError) in throw SourceError(.unauthorised, "Nobody asks.") },
            client: await HTTPClient(), queue: rig.queue)
        try await source.flush()
    }
}
