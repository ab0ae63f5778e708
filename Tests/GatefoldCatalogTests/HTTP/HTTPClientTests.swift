// SPDX-License-Identifier: MPL-2.0

import GatefoldCatalog
import GatefoldGLib
import GatefoldModel
import GatefoldTestSupport
import Synchronization
import Testing

@Suite struct `A request` {
    private let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) }

    @Test func `brings status, headers and body`() async throws {
        let server = try LocalServer(["/a?b=1": .file(bytes, type: "text/plain")])
        let response = try await fetch(server.url("/a?b=1"))
        #expect(response.status == 200)
        #expect(response[header: "content-TYPE"] == "text/plain")
        #expect(response.body == bytes)
        let head = server.requestHeads[0]
        #expect(head.hasPrefix("GET /a?b=1 HTTP/1.1\r\n"))
        #expect(head.contains("User-Agent: Gatefold/\(gatefoldVersion)\r\n"))
    }

    @Test func `sends its method, headers and body`() async throws {
        let server = try LocalServer(["/a": .file(bytes)])
        var request = HTTPRequest(server.url("/a"))
        request.method = "POST"
        request.headers = [HTTPHeader("Content-Type", "application/json")]
        request.body = Array("{\"a\": 1}".utf8)
        _ = try await fetch(request)
        let text = server.requestHeads[0]
        #expect(text.hasPrefix("POST /a HTTP/1.1\r\n"))
        #expect(text.contains("\r\nContent-Type: application/json\r\n"))
        #expect(text.contains("\r\nContent-Length: 8\r\n"))
    }

    @Test func `does not let a header bring another one`() async throws {
        let server = try LocalServer(["/a": .file(bytes)])
        var request = HTTPRequest(server.url("/a"))
        request.headers = [HTTPHeader("X-A", "1\r\nX-B: 2")]
        #expect(await failure(of: request) != nil)
        #expect(server.requestHeads.isEmpty)
    }

    @Test func `sends the credentials of its address, and shows them nowhere`() async throws {
        let server = try LocalServer(["/a": .file(bytes)])
        _ = try await fetch(server.url("/a", user: "me:hidden@"))
        // "me:hidden" in Base64.
        #expect(server.requestHeads[0].contains("Authorization: Basic bWU6aGlkZGVu\r\n"))
        let error = try #require(await failure(of: HTTPRequest("http://me:hidden@127.0.0.1:9/")))
        #expect(error.code == .unreachable)
        #expect(!"\(error)".contains("hidden"))
    }

    @Test func `brings what a server says that refuses, or an error at wish`() async throws {
        let server = try LocalServer([:])
        let response = try await fetch(server.url("/nothing"))
        #expect(response.status == 404)
        #expect(throws: HTTPError(.status(404))) { try response.success() }
        #expect("\(HTTPError(.status(404)))" == "server answered 404 Not Found")
    }

    @Test func `takes compressed answers apart`() async throws {
        let server = try LocalServer(["/a": try await gzipOfZeroes(1000)])
        #expect(try await fetch(server.url("/a")).body == [UInt8](repeating: 0, count: 1000))
    }
}

@Suite struct `A redirect` {
    @Test func `is followed, five times at most`() async throws {
        let server = try LocalServer { request in
            let number = Int(request.path.dropFirst()) ?? 0
            return number == 0 ? .file([1, 2, 3]) : .redirect(to: "/\(number - 1)")
        }
        #expect(try await fetch(server.url("/5")).body == [1, 2, 3])
        #expect(await failure(of: HTTPRequest(server.url("/6")))?.code == .tooManyRedirects)
    }

    @Test func `that leads round ends`() async throws {
        let server = try LocalServer { _ in .redirect(to: "/") }
        #expect(await failure(of: HTTPRequest(server.url("/")))?.code == .tooManyRedirects)
        #expect(server.requestHeads.count == 6)
    }

    @Test(arguments: ["file:///etc/hostname", "ftp://127.0.0.1/x", "gopher://127.0.0.1/x"])
    func `leads nowhere but to http and https`(target: String) async throws {
        let server = try LocalServer(["/": .redirect(to: target)])
        #expect(await failure(of: HTTPRequest(server.url("/")))?.code == .badAddress)
    }

    @Test func `to another server does not take the credentials along`() async throws {
        let other = try LocalServer(["/b": .file([1])])
        let server = try LocalServer(["/a": .redirect(to: other.url("/b"))])
        _ = try await fetch(server.url("/a", user: "me:hidden@"))
        #expect(server.requestHeads[0].contains("Authorization:"))
        #expect(!other.requestHeads[0].contains("Authorization:"))
    }
}

@Suite struct `A server` {
    @Test func `that never answers is left after the time that was given`() async throws {
        let server = try LocalServer(["/": .hanging])
        var request = HTTPRequest(server.url("/"))
        request.limits.time = .milliseconds(300)
        #expect(await failure(of: request)?.code == .timeout)
        try await eventually("the connection is closed") { server.openConnectionCount == 0 }
    }

    @Test func `that falls silent is left`() async throws {
        let server = try LocalServer([
            "/": .init(head: ["200 OK", "Content-Length: 10"], body: [[1]], end: .hanging)
        ])
        var request = HTTPRequest(server.url("/"))
        request.limits.silence = .seconds(1)
        #expect(await failure(of: request)?.code == .timeout)
    }

    @Test func `that never ends is left at the limit`() async throws {
        let part = [UInt8](repeating: 1, count: 65_536)
        let server = try LocalServer(["/": .init(head: ["200 OK"], body: [part], end: .endless)])
        var request = HTTPRequest(server.url("/"))
        request.limits.size = 1 << 20
        #expect(await failure(of: request)?.code == .tooLarge)
        try await eventually("the connection is closed") { server.openConnectionCount == 0 }
    }

    @Test func `that announces too much is not even heard`() async throws {
        let server = try LocalServer([
            "/": .init(head: ["200 OK", "Content-Length: 5000000"], end: .hanging)
        ])
        var request = HTTPRequest(server.url("/"))
        request.limits.size = 1 << 20
        #expect(await failure(of: request)?.code == .tooLarge)
    }

    @Test func `with a bomb in its compression is left at the limit`() async throws {
        let server = try LocalServer(["/": try await gzipOfZeroes(64 << 20)])
        var request = HTTPRequest(server.url("/"))
        request.limits.size = 1 << 20
        #expect(await failure(of: request)?.code == .tooLarge)
    }

    @Test func `that breaks off or talks nonsense is an error`() async throws {
        let server = try LocalServer([
            "/short": .init(head: ["200 OK", "Content-Length: 10"], body: [[1]]),
            "/reset": .init(head: [], end: .reset),
            "/nonsense": .init(head: ["\u{1}\u{2}"], body: [[3, 4]]),
            "/gzip": .init(head: ["200 OK", "Content-Encoding: gzip"], body: [[3, 4, 5, 6, 7]]),
        ])
        #expect(await failure(of: HTTPRequest(server.url("/short")))?.code == .brokenOff)
        #expect(await failure(of: HTTPRequest(server.url("/reset")))?.code == .brokenOff)
        #expect(await failure(of: HTTPRequest(server.url("/nonsense"))) != nil)
        #expect(await failure(of: HTTPRequest(server.url("/gzip")))?.code == .damaged)
    }

    @Test(arguments: ["", "no url", "file:///etc/hostname", "ftp://127.0.0.1/", "http://"])
    func `is looked for at no other address than http and https`(url: String) async {
        #expect(await failure(of: HTTPRequest(url))?.code == .badAddress)
    }

    @Test func `with a certificate that nobody vouches for is not trusted`() async throws {
        let server = try await SecureServer()
        let error = await failure(of: HTTPRequest(server.url))
        #expect(error?.code == .untrusted)
        #expect(error?.isTemporary == false)
        let trusting = await HTTPClient(authorities: server.certificate)
        #expect(try await fetch(HTTPRequest(server.url), by: trusting).status == 200)
        withExtendedLifetime(server) {}
    }
}

@Suite struct `Many requests` {
    @Test func `use a connection again`() async throws {
        let server = try LocalServer { _ in
            .init(head: ["200 OK", "Content-Length: 1"], body: [[1]], end: .keptAlive)
        }
        let client = await HTTPClient()
        for number in 1...5 {
            _ = try await fetch(HTTPRequest(server.url("/\(number)")), by: client)
        }
        #expect(server.connectionCount == 1)
    }

    @Test func `share one connection of HTTP/2`() async throws {
        let server = try await SecureServer.ofVersion2()
        let client = await HTTPClient(authorities: server.certificate)
        let answers = Answers()
        for number in 1...10 { await answers.ask(HTTPRequest(server.url + "\(number)"), client) }
        try await eventually("all are answered") { await answers.count == 10 }
        let bodies = await answers.bodies.map { String(decoding: $0, as: UTF8.self) }
        #expect(bodies.count == 10)
        #expect(bodies.allSatisfy { $0.hasPrefix("2 ") })
        #expect(Set(bodies).count == 1)
        withExtendedLifetime(server) {}
    }

    @Test func `are few at a time with one server, and all are answered`() async throws {
        let server = try LocalServer { _ in
            .init(head: ["200 OK", "Content-Length: 2"], body: [[1], [2]])
        }
        let client = await HTTPClient(hostLimit: 2)
        let answers = Answers()
        for number in 1...10 { await answers.ask(HTTPRequest(server.url("/\(number)")), client) }
        try await eventually("two are served") { server.requestHeads.count == 2 }
        server.release()
        try await eventually("all are answered") { await answers.bodies.count == 10 }
        #expect(server.mostUnansweredRequests == 2)
    }

    @Test func `to a server that hangs do not hold up another's`() async throws {
        let hanging = try LocalServer(["/": .hanging])
        let server = try LocalServer(["/": .file([1])])
        let client = await HTTPClient(hostLimit: 1)
        let answers = Answers()
        for _ in 1...5 { await answers.ask(HTTPRequest(hanging.url("/")), client) }
        #expect(try await fetch(HTTPRequest(server.url("/")), by: client).body == [1])
        try await eventually("the other is asked, too") { !hanging.requestHeads.isEmpty }
        await client.cancelAll()
        try await eventually("the connection is closed") { hanging.openConnectionCount == 0 }
        #expect(hanging.connectionCount == 1)
    }

    @Test func `that are cancelled are answered no more and make room`() async throws {
        let server = try LocalServer(["/hang": .hanging, "/": .file([1])])
        let client = await HTTPClient(hostLimit: 1)
        let answers = Answers()
        let running = await answers.ask(HTTPRequest(server.url("/hang")), client)
        let waiting = await answers.ask(HTTPRequest(server.url("/hang")), client)
        try await eventually("the server was asked") { !server.requestHeads.isEmpty }
        await waiting.cancel()
        await running.cancel()
        await running.cancel()
        #expect(try await fetch(HTTPRequest(server.url("/")), by: client).body == [1])
        #expect(await answers.count == 0)
        try await eventually("the connection is closed") { server.openConnectionCount == 0 }
        #expect(server.count(of: "/hang") == 1)
    }
}
