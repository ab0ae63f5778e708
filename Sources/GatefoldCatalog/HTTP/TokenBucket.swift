// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// How often something may happen: so many at once, and one more in every interval.
///
/// Counts in one instant, that at which the bucket will be full again (the generic cell rate
/// algorithm of ITU-T I.371), so it needs no timer and forgets nothing by rounding.
package struct TokenBucket: Sendable, Hashable {
    package let size: Int
    package let interval: MediaTime
    private var fullAt: MonotonicTime?

    package init(size: Int, every interval: MediaTime) {
        self.size = max(1, size)
        self.interval = interval
    }

    /// Takes a token, and says how long to wait before it is used.
    package mutating func take(at now: MonotonicTime) -> MediaTime {
        let start = max(fullAt ?? now, now)
        fullAt = start.advanced(by: interval)
        let early = MediaTime(nanoseconds: interval.nanoseconds * Int64(size - 1))
        return max(.zero, now.elapsed(until: start) - early)
    }

    /// Lets nothing happen for a while.
    package mutating func close(for time: MediaTime, at now: MonotonicTime) {
        let early = MediaTime(nanoseconds: interval.nanoseconds * Int64(size - 1))
        fullAt = max(fullAt ?? now, now.advanced(by: time + early))
    }
}
