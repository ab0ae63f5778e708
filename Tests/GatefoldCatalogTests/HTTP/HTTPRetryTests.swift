// SPDX-License-Identifier: MPL-2.0

import GatefoldCatalog
import Testing

@Suite struct `What is asked again` {
    private let retry = HTTPRetry()

    private func delay(
        _ outcome: Result<HTTPResponse, HTTPError>, attempt: Int = 1, chance: Double = 1
    ) -> Duration? {
        // 2 March 2026, 10:00:00 UTC.
        retry.delay(after: outcome, attempt: attempt, now: 1_772_445_600, chance: chance)
    }

    private func answer(_ status: Int, retryAfter: String? = nil) -> Result<HTTPResponse, HTTPError>
    {
        .success(
            HTTPResponse(
                status: status, headers: retryAfter.map { [HTTPHeader("retry-after", $0)] } ?? []))
    }

    @Test(arguments: [408, 429, 500, 503])
    func `is what a server was only just unable to do`(status: Int) {
        #expect(delay(answer(status)) == .milliseconds(500))
    }

    @Test(arguments: [200, 304, 400, 401, 403, 404, 422])
    func `is nothing that was decided`(status: Int) {
        #expect(delay(answer(status)) == nil)
    }

    @Test func `is what broke off, and not what took its time already`() {
        #expect(delay(.failure(HTTPError(.brokenOff))) != nil)
        #expect(delay(.failure(HTTPError(.unreachable))) != nil)
        #expect(delay(.failure(HTTPError(.timeout))) == nil)
        #expect(delay(.failure(HTTPError(.untrusted))) == nil)
        #expect(delay(.failure(HTTPError(.cancelled))) == nil)
    }

    @Test func `waits twice as long each time, by chance less, and ends`() {
        #expect(delay(answer(503), attempt: 2) == .seconds(1))
        #expect(delay(answer(503), attempt: 1, chance: 0) == .milliseconds(250))
        #expect(delay(answer(503), attempt: 3) == nil)
    }

    @Test func `waits as long as the server says, in seconds or as a date`() {
        #expect(delay(answer(429, retryAfter: "3")) == .seconds(3))
        #expect(delay(answer(503, retryAfter: "Mon, 02 Mar 2026 10:00:07 GMT")) == .seconds(7))
        #expect(delay(answer(503, retryAfter: "Mon, 02 Mar 2026 09:00:00 GMT")) == .zero)
        #expect(delay(answer(503, retryAfter: "soon")) == .milliseconds(500))
        #expect(delay(answer(503, retryAfter: "-5")) == .milliseconds(500))
    }

    @Test func `is nothing that the server wants much later`() {
        #expect(delay(answer(429, retryAfter: "3600")) == nil)
        #expect(delay(answer(429, retryAfter: "9223372036854775807")) == nil)
    }
}
