// SPDX-License-Identifier: MPL-2.0

/// A position in a track or a length of one, in nanoseconds, as GStreamer counts.
///
/// MPRIS counts in microseconds (`x`). Arithmetic and conversions saturate: no value from a client
/// can overflow.
package struct MediaTime: Hashable, Comparable, Sendable, Codable {
    package var nanoseconds: Int64

    package static let zero = MediaTime(nanoseconds: 0)

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// MPRIS's `Time_In_Us`.
    package init(microseconds: Int64) {
        nanoseconds = Self.product(microseconds, 1000)
    }

    package init(milliseconds: Int64) {
        nanoseconds = Self.product(milliseconds, 1_000_000)
    }

    /// Seconds; NaN becomes zero, what is too large saturates.
    package init(seconds: Double) {
        let value = (seconds * 1e9).rounded()
        switch value {
        case _ where value.isNaN: nanoseconds = 0
        case ..<(-9.2e18): nanoseconds = .min
        case 9.2e18...: nanoseconds = .max
        default: nanoseconds = Int64(value)
        }
    }

    /// Whole microseconds, towards zero: MPRIS's `Time_In_Us`.
    package var microseconds: Int64 { nanoseconds / 1000 }

    package var seconds: Double { Double(nanoseconds) / 1e9 }

    package static func < (left: MediaTime, right: MediaTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    package static func + (left: MediaTime, right: MediaTime) -> MediaTime {
        let (sum, overflow) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
        guard overflow else { return MediaTime(nanoseconds: sum) }
        return MediaTime(nanoseconds: right.nanoseconds < 0 ? .min : .max)
    }

    package static func - (left: MediaTime, right: MediaTime) -> MediaTime {
        let (difference, overflow) = left.nanoseconds.subtractingReportingOverflow(
            right.nanoseconds)
        guard overflow else { return MediaTime(nanoseconds: difference) }
        return MediaTime(nanoseconds: right.nanoseconds < 0 ? .max : .min)
    }

    /// The distance between two times, never negative.
    package func distance(to other: MediaTime) -> MediaTime {
        self < other ? other - self : self - other
    }

    private static func product(_ value: Int64, _ factor: Int64) -> Int64 {
        let (product, overflow) = value.multipliedReportingOverflow(by: factor)
        guard overflow else { return product }
        return value < 0 ? .min : .max
    }
}

/// An instant of the monotonic clock (`CLOCK_MONOTONIC`), in nanoseconds.
///
/// The model has no clock of its own: every input comes with the instant at which it is applied.
package struct MonotonicTime: Hashable, Comparable, Sendable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The time from this instant to a later one; negative if it is an earlier one.
    package func elapsed(until later: MonotonicTime) -> MediaTime {
        MediaTime(nanoseconds: later.nanoseconds) - MediaTime(nanoseconds: nanoseconds)
    }

    package func advanced(by time: MediaTime) -> MonotonicTime {
        MonotonicTime(nanoseconds: (MediaTime(nanoseconds: nanoseconds) + time).nanoseconds)
    }
}
