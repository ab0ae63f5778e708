// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// How patiently a request is sent again.
package struct HTTPRetry: Sendable, Hashable {
    /// How often it is sent at most.
    package var attempts = 3
    /// Before the second attempt; doubled before each later one.
    package var firstDelay = Duration.milliseconds(500)
    /// Who is told to wait for longer gives up and says so.
    package var longestDelay = Duration.seconds(10)

    package init() {}

    package static let never: HTTPRetry = {
        var retry = HTTPRetry()
        retry.attempts = 1
        return retry
    }()

    /// How long to wait before the next attempt; nil is no other one.
    ///
    /// - Parameters:
    ///   - attempt: which one it was; 1 is the first.
    ///   - now: in seconds since 1970, for a server that names an hour.
    ///   - chance: 0…1, so that many who were turned away do not come back at once.
    package func delay(
        after outcome: Result<HTTPResponse, HTTPError>, attempt: Int, now: Int64, chance: Double
    ) -> Duration? {
        guard attempt < attempts else { return nil }
        switch outcome {
        case .success(let response):
            guard HTTPError(.status(response.status)).isTemporary else { return nil }
            guard let wish = response.retryAfter(now: now) else {
                return backoff(attempt, chance)
            }
            return wish <= longestDelay ? wish : nil
        case .failure(let error):
            return error.isTemporary && error.code != .timeout ? backoff(attempt, chance) : nil
        }
    }

    private func backoff(_ attempt: Int, _ chance: Double) -> Duration {
        let delay = firstDelay * (1 << min(attempt - 1, 16))
        return min(delay * (0.5 + 0.5 * chance), longestDelay)
    }
}

extension HTTPResponse {
    /// What the server asks to wait (RFC 9110, section 10.2.3); nil where it says nothing.
    ///
    /// - Parameter now: in seconds since 1970.
    package func retryAfter(now: Int64) -> Duration? {
        guard let text = self[header: "Retry-After"] else { return nil }
        if let seconds = Int64(text) { return seconds >= 0 ? .seconds(seconds) : nil }
        return httpDate(text).map { .seconds(max(0, $0 - now)) }
    }
}
