// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel

/// Asking and waiting for the answer.
extension HTTPClient {
    /// The answer of a server, or the one that is kept of it.
    ///
    /// Waits for the request's pace, and asks again as its retries say. A cancelled task gives it
    /// up. An answer that refuses is an answer: see `HTTPResponse.success()`.
    package func response(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard let cache, let caching = request.caching, let key = request.cacheKey else {
            return try await attempt(request)
        }
        let kept = await offActor { cache.answer(for: key) }
        if let kept, kept.isFresh(at: secondsSince1970(), caching) { return kept.response }
        var conditional = request
        conditional.headers += kept?.conditions ?? []
        var response = try await attempt(conditional)
        if response.status == 304, let kept { response = kept.response }
        if response.mayBeKept {
            let answer = KeptAnswer(response.kept, received: secondsSince1970())
            await offActor { cache.keep(answer, for: key) }
        }
        return response
    }

    /// As often as the request's retries say; what is not idempotent, once.
    private func attempt(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let retry = request.isRepeatable ? request.retry : .never
        var attempt = 1
        while true {
            let outcome = await outcome(of: request)
            let delay = retry.delay(
                after: outcome, attempt: attempt, now: secondsSince1970(),
                chance: Double.random(in: 0...1))
            guard let delay else { return try outcome.get() }
            guard await pause(for: delay) else { throw HTTPError(.cancelled) }
            attempt += 1
        }
    }

    private func outcome(of request: HTTPRequest) async -> Result<HTTPResponse, HTTPError> {
        if let error = await waitForTurn(request) { return .failure(error) }
        let outcome = await awaiting { done in
            let transfer = send(request, then: done)
            return { transfer.cancel() }
        }
        if case .success(let response) = outcome, response.status == 429,
            let wish = response.retryAfter(now: secondsSince1970())
        {
            buckets[request.host]?.close(for: MediaTime(wish), at: now)
        }
        return outcome ?? .failure(HTTPError(.cancelled))
    }

    /// Why it is not asked now; nil when it is its turn.
    private func waitForTurn(_ request: HTTPRequest) async -> HTTPError? {
        if let pace = request.pace {
            var bucket = buckets[request.host] ?? pace
            let wait = bucket.take(at: now)
            // Nobody waits that long for an answer: better is to be told.
            guard wait <= Self.longestWait else {
                return HTTPError(.paced(seconds: Int(wait.seconds.rounded(.up))))
            }
            buckets[request.host] = bucket
            if wait > .zero { _ = await pause(for: .nanoseconds(wait.nanoseconds)) }
        }
        return Task.isCancelled ? HTTPError(.cancelled) : nil
    }

    private static var longestWait: MediaTime { MediaTime(seconds: 60) }

    private var now: MonotonicTime { MonotonicTime(nanoseconds: monotonicNanoseconds()) }
}

extension MediaTime {
    fileprivate init(_ duration: Duration) {
        self.init(seconds: Double(duration.components.seconds))
    }
}
