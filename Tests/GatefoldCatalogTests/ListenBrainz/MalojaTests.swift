// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Testing

@testable import GatefoldCatalog

@Suite struct `A real server of listens` {
    private let folder: TemporaryFolder
    private let queue: ListenQueue

    init() throws {
        folder = try TemporaryFolder()
        queue = ListenQueue(directory: folder["listens"].printable)
    }

    private func source(_ server: Maloja, token: String = Maloja.token) async -> ListenBrainzSource
    {
        ListenBrainzSource(
            name: "log", root: server.url, user: "me", token: { token },
            client: await HTTPClient(), queue: queue)
    }

    private func tags(_ title: String) -> TrackTags {
        var tags = TrackTags()
        tags.title = title
        tags.artists = ["The Slow Ferries"]
        tags.album = "Tidewater"
        tags.length = MediaTime(seconds: 4)
        return tags
    }

    private func nanoseconds(_ seconds: Int64) -> Int64 { seconds * 1_000_000_000 }

    @Test func `knows its user's token, and no other`() async throws {
        let server = try await Maloja()
        let account = try await source(server).account()
        #expect(account == SourceAccount(canPlay: false, canEdit: false))
        let stranger = await source(server, token: "wrong")
        for error in [
            await sourceError { () throws(SourceError) in try await stranger.account() },
            await sourceError { () throws(SourceError) in try await stranger.began(tags("One")) },
        ] {
            #expect(error?.code == .unauthorised)
        }
        #expect(try await server.listens().isEmpty)
    }

    @Test func `is told what begins, and keeps what was heard`() async throws {
        let server = try await Maloja()
        let source = await source(server)
        try await source.began(tags("One"))
        #expect(try await server.listens().isEmpty)
        try await source.heard(tags("One"), since: nanoseconds(1_767_323_045))
        #expect(try await server.listens() == ["1767323045 One — The Slow Ferries"])
        #expect(queue.count == 0)
    }

    @Test func `is told when it returns what it missed`() async throws {
        let server = try await Maloja()
        let source = await source(server)
        server.leave()
        let error = await sourceError { () throws(SourceError) in
            try await source.heard(tags("One"), since: nanoseconds(7))
        }
        #expect(error?.code == .offline)
        #expect(queue.count == 1)
        try await server.comeBack()
        try await source.heard(tags("Two"), since: nanoseconds(8))
        #expect(
            try await server.listens() == ["7 One — The Slow Ferries", "8 Two — The Slow Ferries"])
        #expect(queue.count == 0)
    }

    @Test func `loses no listen behind one that it has already`() async throws {
        let server = try await Maloja()
        let source = await source(server)
        try await source.heard(tags("One"), since: nanoseconds(7))
        for (title, seconds) in [("One", 7), ("Two", 8), ("Three", 9)] {
            let listen = try #require(Listen(tags(title)))
            try queue.add(listen.json(since: Int64(seconds)), since: Int64(seconds))
        }
        try await source.flush()
        #expect(queue.count == 0)
        #expect(
            try await server.listens().map { $0.prefix { $0 != "—" } } == [
                "7 One ", "8 Two ", "9 Three ",
            ])
    }
}
