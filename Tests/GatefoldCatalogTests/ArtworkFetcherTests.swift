// SPDX-License-Identifier: MPL-2.0

import GatefoldArtwork
import GatefoldCatalog
import GatefoldGLib
import GatefoldModel
import GatefoldTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// A fetcher with a cache of its own and a clock that only a test moves.
@PlayerActor
private final class FetcherRig {
    let folder: TemporaryFolder
    let fetcher: ArtworkFetcher
    private(set) var pictures: [(url: String, file: String)] = []
    private let clock = Clock()

    @PlayerActor
    private final class Clock {
        var now = MonotonicTime(nanoseconds: 0)
    }

    init() throws {
        folder = try TemporaryFolder()
        let cache = ArtworkCache(directory: folder["cache"].printable)
        let clock = clock
        fetcher = ArtworkFetcher(cache: cache, client: HTTPClient(), clock: { clock.now })
        fetcher.onPicture = { [weak self] url, file in self?.pictures.append((url, file)) }
    }

    func wait(_ seconds: Double) {
        clock.now = clock.now.advanced(by: MediaTime(seconds: seconds))
    }

    func bytes(_ file: String) throws -> [UInt8] {
        let path = try #require(FileURI.decode(file))
        return try readFile(path: path.bytes, limit: 1 << 20)
    }

    var files: [String] { (try? folder.names(in: "cache")) ?? [] }
}

@Suite struct `A picture on the network` {
    @Test func `becomes a file of the cache`() async throws {
        let picture = TestImage.jpeg(1, size: 50_000)
        let server = try LocalServer(["/a?size=9": .file(picture, type: "text/html")])
        let rig = try await FetcherRig()
        await rig.fetcher.want([server.url("/a?size=9")])
        try await eventually("it is there") { await rig.pictures.count == 1 }
        let (url, file) = await rig.pictures[0]
        #expect(url == server.url("/a?size=9"))
        #expect(file.hasPrefix("file:///") && file.hasSuffix(".jpg"))
        #expect(try await rig.bytes(file) == picture)
    }

    @Test func `is fetched once, and told whenever it is wanted again`() async throws {
        let server = try LocalServer(["/a": .file(TestImage.png(1))])
        let rig = try await FetcherRig()
        for count in 1...3 {
            await rig.fetcher.want([server.url("/a")])
            await rig.fetcher.want([server.url("/a")])
            try await eventually("it is told") { await rig.pictures.count >= count }
            await rig.fetcher.want([])
        }
        #expect(server.requestHeads.count == 1)
    }

    @Test func `that was evicted is fetched again`() async throws {
        let server = try LocalServer(["/a": .file(TestImage.png(1))])
        let rig = try await FetcherRig()
        await rig.fetcher.want([server.url("/a")])
        try await eventually("it is there") { await rig.pictures.count == 1 }
        await rig.fetcher.want([])
        let path = try #require(FileURI.decode(await rig.pictures[0].file))
        #expect(path.withCString { remove($0) } == 0)
        await rig.fetcher.want([server.url("/a")])
        try await eventually("it is there again") { await rig.pictures.count == 2 }
        #expect(server.requestHeads.count == 2)
    }

    @Test func `leaves no credentials in a file's name`() async throws {
        let server = try LocalServer(["/a.png?token=hidden": .file(TestImage.png(1))])
        let rig = try await FetcherRig()
        await rig.fetcher.want([server.url("/a.png?token=hidden", user: "hidden:hidden@")])
        try await eventually("it is there") { await rig.pictures.count == 1 }
        #expect(await rig.files.allSatisfy { !$0.contains("hidden") })
        #expect(await rig.files.count == 1)
    }

    @Test func `is left when it is wanted no more`() async throws {
        let server = try LocalServer(["/a": .hanging, "/b": .file(TestImage.png(1))])
        let rig = try await FetcherRig()
        await rig.fetcher.want([server.url("/a")])
        try await eventually("the server was asked") { server.requestHeads.count == 1 }
        await rig.fetcher.want([])
        try await eventually("the connection is closed") { server.openConnectionCount == 0 }
        await rig.fetcher.want([server.url("/b")])
        try await eventually("the next one is there") { await !rig.pictures.isEmpty }
        #expect(await rig.pictures.map(\.url) == [server.url("/b")])
    }
}

@Suite struct `What is no picture` {
    private func refused(
        _ answer: LocalServer.Answer, askedAgainAfter seconds: Double
    ) async throws {
        let server = try LocalServer(["/a": answer, "/round": .redirect(to: "/round")])
        let rig = try await FetcherRig()
        for (wait, asked) in [(0, 1), (seconds - 1, 1), (2, 2)] {
            await rig.wait(wait)
            await rig.fetcher.want([server.url("/a")])
            try await eventually("nothing is under way") { await rig.fetcher.isIdle }
            #expect(server.count(of: "/a") == asked)
        }
        #expect(await rig.pictures.isEmpty)
        #expect(await rig.files.isEmpty)
    }

    @Test(arguments: [
        LocalServer.Answer.missing, .file(Array("<html>".utf8), type: "image/png"), .file([]),
        .redirect(to: "file:///etc/hostname"), .redirect(to: "/round"),
        .init(head: ["200 OK", "Content-Length: 50000000"]),
        .init(
            head: ["200 OK"], body: [TestImage.png(1, size: 1 << 20)], end: .endless),
    ])
    func `is not asked for again for hours`(answer: LocalServer.Answer) async throws {
        try await refused(answer, askedAgainAfter: 6 * 3600)
    }

    @Test(arguments: [
        LocalServer.Answer(head: ["503 Service Unavailable", "Content-Length: 0"]),
        .init(head: ["429 Too Many Requests", "Content-Length: 0"]), .init(head: [], end: .reset),
        .init(head: ["200 OK", "Content-Length: 90"], body: [TestImage.png(1)]),
    ])
    func `because of a passing trouble is asked for a minute later`(
        answer: LocalServer.Answer
    ) async throws {
        try await refused(answer, askedAgainAfter: 60)
    }
}
