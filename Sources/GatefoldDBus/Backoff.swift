// SPDX-License-Identifier: MPL-2.0

/// How long to wait before each attempt: not at all, then ever longer.
package struct Backoff: Sendable, Hashable {
    private let first: Duration
    private let longest: Duration
    private var wait: Duration?

    package init(first: Duration, longest: Duration) {
        self.first = first
        self.longest = longest
    }

    /// The wait before the next attempt.
    package mutating func next() -> Duration {
        defer { wait = wait.map { min($0 * 2, longest) } ?? first }
        return wait ?? .zero
    }

    /// The next attempt is the first again.
    package mutating func reset() {
        wait = nil
    }
}
