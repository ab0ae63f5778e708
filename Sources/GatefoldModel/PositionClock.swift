// SPDX-License-Identifier: MPL-2.0

/// A position that runs by itself: where it was, since when, and how fast.
///
/// Nothing ticks: `position(at:)` is computed on demand (MPRIS, property `Position`).
package struct PositionClock: Sendable, Hashable {
    package private(set) var base: MediaTime
    package private(set) var since: MonotonicTime
    package private(set) var rate: Double
    package private(set) var isRunning: Bool

    package init(base: MediaTime, since: MonotonicTime, rate: Double, isRunning: Bool) {
        self.base = base
        self.since = since
        self.rate = rate
        self.isRunning = isRunning
    }

    package func position(at now: MonotonicTime) -> MediaTime {
        guard isRunning else { return base }
        let elapsed = since.elapsed(until: now)
        // At the recorded speed the arithmetic stays exact.
        return base + (rate == 1 ? elapsed : MediaTime(seconds: elapsed.seconds * rate))
    }

    package mutating func hold(at now: MonotonicTime) {
        base = position(at: now)
        since = now
        isRunning = false
    }

    package mutating func setRate(_ rate: Double, at now: MonotonicTime) {
        base = position(at: now)
        since = now
        self.rate = rate
    }
}
