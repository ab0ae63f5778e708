// SPDX-License-Identifier: MPL-2.0

// What C's headers have as macros, and Apple's modules as functions and constants.

/// Whether it is a time.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }

/// Whether it is no time.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }

/// Whether it is not known.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }

/// Whether it is a number.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }

/// Whether it is after everything.
public func CMTIME_IS_POSITIVE_INFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }

/// Whether it is before everything.
public func CMTIME_IS_NEGATIVE_INFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }

/// Whether it was rounded.
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }

/// Nanoseconds in a second: Dispatch has it on Apple platforms, and not on Linux.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// Nanoseconds in a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// Nanoseconds in a microsecond.
public let NSEC_PER_USEC: UInt64 = 1000
/// Microseconds in a second.
public let USEC_PER_SEC: UInt64 = 1_000_000

/// A piece of time.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}

/// From one moment to another.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, end: end)
}

/// Where a piece ends.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

/// Whether a moment is in a piece.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
    range.containsTime(time)
}

/// The earlier of two.
public func CMTimeMinimum(_ left: CMTime, _ right: CMTime) -> CMTime { min(left, right) }

/// The later of two.
public func CMTimeMaximum(_ left: CMTime, _ right: CMTime) -> CMTime { max(left, right) }

/// The moment of a piece that is nearest to a moment; no time where there is neither.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
    range.isEmpty || !time.isValid ? .invalid : min(max(time, range.start), range.end)
}
