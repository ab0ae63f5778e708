// SPDX-License-Identifier: MPL-2.0

import GatefoldCatalog
import GatefoldGLib
import GatefoldModel
import GatefoldTestSupport
import Testing

@Suite struct `A kept answer` {
    private func answer(_ headers: [HTTPHeader]) -> KeptAnswer {
        KeptAnswer(HTTPResponse(status: 200, headers: headers), received: 1000)
    }

    @Test func `is fresh as long as the asker says`() {
        let caching = HTTPCaching(lifetime: .seconds(60))
        #expect(answer([]).isFresh(at: 1059, caching))
        #expect(!answer([]).isFresh(at: 1060, caching))
        #expect(!answer([]).isFresh(at: 999, caching))
    }

    @Test(arguments: [
        ("max-age=10", true), ("public, MAX-AGE=10", true), ("max-age=4", false),
        ("no-cache, max-age=10", false), ("", false), ("max-age=x", false),
    ])
    func `is fresh as long as the server says`(header: String, isFresh: Bool) {
        let answer = answer([HTTPHeader("cache-control", header)])
        #expect(answer.isFresh(at: 1005, HTTPCaching()) == isFresh)
    }

    @Test func `knows how to ask whether it still holds`() {
        let answer = answer([HTTPHeader("etag", "\"a\""), HTTPHeader("Last-Modified", "then")])
        #expect(
            answer.conditions == [
                HTTPHeader("If-None-Match", "\"a\""), HTTPHeader("If-Modified-Since", "then"),
            ])
    }
}

/// A client with a cache of its own.
private struct CachingRig {
    let folder: TemporaryFolder
    let client: HTTPClient

    init(sizeLimit: Int64 = 32 << 20) async throws {
        folder = try TemporaryFolder()
        let cache = HTTPCache(directory: folder["answers"].printable, sizeLimit: sizeLimit)
        client = await HTTPClient(cache: cache)
    }

    func ask(_ url: String, _ caching: HTTPCaching?) async throws(HTTPError) -> HTTPResponse {
        var request = HTTPRequest(url)
        request.caching = caching
        return try await client.response(to: request)
    }

    var files: [String] { (try? folder.names(in: "answers")) ?? [] }
}

@Suite struct `The cache of answers` {
    private let day = HTTPCaching(lifetime: .seconds(86_400))

    @Test func `spares a request`() async throws {
        let server = try LocalServer(["/a": .file([1, 2, 10, 10, 3], type: "x/y")])
        let rig = try await CachingRig()
        for _ in 1...2 {
            let response = try await rig.ask(server.url("/a"), day)
            #expect(response.body == [1, 2, 10, 10, 3])
            #expect(response[header: "Content-Type"] == "x/y")
        }
        #expect(server.requests.count == 1)
    }

    @Test func `asks whether an older answer still holds`() async throws {
        let server = try LocalServer { request in
            request.head.contains("If-None-Match: \"v1\"")
                ? .init(head: ["304 Not Modified"])
                : .init(head: ["200 OK", "ETag: \"v1\"", "Content-Length: 1"], body: [[7]])
        }
        let rig = try await CachingRig()
        for _ in 1...2 {
            let response = try await rig.ask(server.url("/a"), HTTPCaching())
            #expect(response.status == 200)
            #expect(response.body == [7])
        }
        #expect(server.requests.count == 2)
    }

    @Test func `keeps nothing that was asked with credentials, unless for an account`() async throws
    {
        let server = try LocalServer { _ in .file([1]) }
        let rig = try await CachingRig()
        for caching in [day, HTTPCaching(lifetime: .seconds(9), account: "home")] {
            for _ in 1...2 { _ = try await rig.ask(server.url("/a?token=hidden"), caching) }
        }
        #expect(server.requests.count == 3)
        #expect(rig.files.count == 1)
    }

    @Test func `does not mix up accounts`() async throws {
        let server = try LocalServer { .file([UInt8(truncatingIfNeeded: $0.number)]) }
        let rig = try await CachingRig()
        for (account, body) in [("home", 0), ("work", 1), ("home", 0)] {
            let caching = HTTPCaching(lifetime: .seconds(60), account: account)
            #expect(try await rig.ask(server.url("/a?p=x"), caching).body == [UInt8(body)])
        }
    }

    @Test func `writes nothing secret to the disk`() async throws {
        let server = try LocalServer { _ in
            .init(
                head: ["200 OK", "Set-Cookie: hidden", "Content-Length: 1"], body: [[1]])
        }
        let rig = try await CachingRig()
        let caching = HTTPCaching(lifetime: .seconds(60), account: "home")
        _ = try await rig.ask(server.url("/a?p=hidden", user: "hidden:hidden@"), caching)
        let name = try #require(rig.files.first)
        let text = try rig.folder.read("answers/\(name)")
        #expect(!name.contains("hidden") && !text.contains("hidden"))
    }

    @Test(arguments: [
        LocalServer.Answer.missing,
        .init(head: ["200 OK", "Cache-Control: no-store", "Content-Length: 0"]),
    ])
    func `keeps nothing that must not be kept`(answer: LocalServer.Answer) async throws {
        let server = try LocalServer { _ in answer }
        let rig = try await CachingRig()
        _ = try await rig.ask(server.url("/a"), day)
        #expect(rig.files.isEmpty)
    }

    @Test func `takes a damaged file for none`() async throws {
        let server = try LocalServer { _ in .file([1]) }
        let rig = try await CachingRig()
        _ = try await rig.ask(server.url("/a"), day)
        let name = try #require(rig.files.first)
        try rig.folder.write([9, 9, 10, 10, 9], to: "answers/\(name)")
        #expect(try await rig.ask(server.url("/a"), day).body == [1])
    }

    @Test func `has a limit, at which the oldest go`() async throws {
        let server = try LocalServer { _ in .file([UInt8](repeating: 1, count: 2000)) }
        let rig = try await CachingRig(sizeLimit: 10_000)
        for number in 1...20 { _ = try await rig.ask(server.url("/\(number)"), day) }
        #expect((1...5).contains(rig.files.count))
        _ = try await rig.ask(server.url("/20"), day)
        #expect(server.count(of: "/20") == 1)
    }
}
