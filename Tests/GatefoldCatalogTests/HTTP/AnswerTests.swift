// SPDX-License-Identifier: MPL-2.0

import GatefoldCatalog
import GatefoldGLib
import GatefoldModel
import GatefoldTestSupport
import Testing

@Suite struct `Waiting for an answer` {
    private func request(_ url: String) -> HTTPRequest {
        var request = HTTPRequest(url)
        request.retry.firstDelay = .milliseconds(1)
        return request
    }

    @Test func `brings it, or the error`() async throws {
        let server = try LocalServer(["/a": .file([1])])
        let client = await HTTPClient()
        #expect(try await client.response(to: request(server.url("/a"))).body == [1])
        await #expect(throws: HTTPError(.badAddress, curlCode: 1)) {
            try await client.response(to: request("ftp://127.0.0.1/"))
        }
    }

    @Test func `ends with its task, and the transfer with it`() async throws {
        let server = try LocalServer(["/a": .hanging])
        let client = await HTTPClient()
        let task = Task { try await client.response(to: request(server.url("/a"))) }
        try await eventually("the server was asked") { !server.requests.isEmpty }
        task.cancel()
        await #expect(throws: HTTPError(.cancelled)) { try await task.value }
        try await eventually("the connection is closed") { server.openConnectionCount == 0 }
    }

    @Test func `of a cancelled task asks nobody`() async throws {
        let server = try LocalServer(["/a": .file([1])])
        let client = await HTTPClient()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.response(to: request(server.url("/a")))
        }
        await #expect(throws: HTTPError(.cancelled)) { try await task.value }
        #expect(server.requests.isEmpty)
    }

    @Test func `asks again after a passing trouble`() async throws {
        let server = try LocalServer { request in
            request.number < 2
                ? .init(head: ["503 Service Unavailable", "Content-Length: 0"]) : .file([1])
        }
        let client = await HTTPClient()
        #expect(try await client.response(to: request(server.url("/a"))).body == [1])
        #expect(server.requests.count == 3)
    }

    @Test func `brings the refusal when it stays`() async throws {
        let server = try LocalServer { _ in
            .init(head: ["429 Too Many Requests", "Retry-After: 0", "Content-Length: 0"])
        }
        let client = await HTTPClient()
        #expect(try await client.response(to: request(server.url("/a"))).status == 429)
        #expect(server.requests.count == 3)
    }

    @Test(arguments: ["POST", "PATCH"])
    func `does not ask twice for what is done each time`(method: String) async throws {
        let server = try LocalServer { _ in .init(head: [], end: .reset) }
        let client = await HTTPClient()
        var request = request(server.url("/a"))
        request.method = method
        request.body = [1]
        await #expect(throws: HTTPError.self) { try await client.response(to: request) }
        #expect(server.requests.count == 1)
    }

    @Test func `keeps to the pace that the host wants`() async throws {
        let server = try LocalServer { _ in .file([1]) }
        let client = await HTTPClient()
        var request = request(server.url("/a"))
        request.pace = TokenBucket(size: 2, every: MediaTime(seconds: 50))
        for _ in 1...2 { _ = try await client.response(to: request) }
        let third = Task { [request] in try await client.response(to: request) }
        // Of another host, or without a pace, it is not held up.
        _ = try await client.response(to: self.request(server.url("/b")))
        third.cancel()
        await #expect(throws: HTTPError(.cancelled)) { try await third.value }
        #expect(server.count(of: "/a") == 2)
    }

    @Test func `is not waited for longer than anybody would`() async throws {
        let server = try LocalServer { _ in
            status("429 Too Many Requests", "Retry-After: 3600")
        }
        let client = await HTTPClient()
        var request = request(server.url("/a"))
        request.pace = TokenBucket(size: 2, every: MediaTime(seconds: 1))
        #expect(try await client.response(to: request).status == 429)
        let error = await #expect(throws: HTTPError.self) {
            try await client.response(to: request)
        }
        #expect((3500...3600).contains(error?.secondsToWait ?? 0))
        #expect(server.requests.count == 1)
    }
}
