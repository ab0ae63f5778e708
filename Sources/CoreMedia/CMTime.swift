// SPDX-License-Identifier: MPL-2.0

@_exported public import Foundation

/// How many parts of a second a time has.
public typealias CMTimeValue = Int64
/// Into how many parts a second is divided.
public typealias CMTimeScale = Int32
/// Tells the times of one run from those of another.
public typealias CMTimeEpoch = Int64

/// What sort of time it is.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    /// The flags as a number.
    public let rawValue: UInt32

    /// Flags by their number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// It is a time.
    public static let valid = CMTimeFlags(rawValue: 1)
    /// It was rounded.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
    /// After everything.
    public static let positiveInfinity = CMTimeFlags(rawValue: 4)
    /// Before everything.
    public static let negativeInfinity = CMTimeFlags(rawValue: 8)
    /// Not known.
    public static let indefinite = CMTimeFlags(rawValue: 16)
    /// One of those that are no number.
    public static let impliedValueFlagsMask: CMTimeFlags = [
        .positiveInfinity, .negativeInfinity, .indefinite,
    ]
}

/// A time as a whole number of parts of a second.
public struct CMTime: Sendable {
    /// How many parts.
    public var value: CMTimeValue
    /// Parts of which a second has so many.
    public var timescale: CMTimeScale
    /// What sort of time it is.
    public var flags: CMTimeFlags
    /// Tells the times of one run from those of another.
    public var epoch: CMTimeEpoch

    /// A time from its parts.
    public init(
        value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch
    ) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    /// No time.
    public init() {
        self.init(value: 0, timescale: 0, flags: [], epoch: 0)
    }

    /// So many parts of a second.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    /// So many parts of a second.
    public init<T: BinaryInteger>(value: T, timescale: CMTimeScale) {
        self.init(value: CMTimeValue(clamping: value), timescale: timescale)
    }

    /// Seconds, to the nearest part.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        guard preferredTimescale > 0, !seconds.isNaN else {
            self = .invalid
            return
        }
        let parts = (seconds * Double(preferredTimescale)).rounded()
        guard let value = CMTimeValue(exactly: parts) else {
            self = seconds > 0 ? .positiveInfinity : .negativeInfinity
            return
        }
        self.init(value: value, timescale: preferredTimescale)
        if parts / Double(preferredTimescale) != seconds { flags.insert(.hasBeenRounded) }
    }

    /// The start.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// No time.
    public static let invalid = CMTime()
    /// Not known.
    public static let indefinite = CMTime(
        value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    /// After everything.
    public static let positiveInfinity = CMTime(
        value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// Before everything.
    public static let negativeInfinity = CMTime(
        value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

    /// Whether it is a time.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether it is before everything.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether it is after everything.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether it is not known.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether it is a number.
    public var isNumeric: Bool {
        isValid && flags.isDisjoint(with: .impliedValueFlagsMask) && timescale > 0
    }
    /// Whether it was rounded.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// In seconds; NaN where it is not known.
    public var seconds: Double {
        if isNumeric { return Double(value) / Double(timescale) }
        return isPositiveInfinity ? .infinity : isNegativeInfinity ? -.infinity : .nan
    }

    /// The same time in other parts, rounded.
    public func convertScale(
        _ newTimescale: Int32, method: CMTimeRoundingMethod
    ) -> CMTime {
        guard isNumeric, newTimescale > 0 else { return self }
        let product = value.magnitude.multipliedFullWidth(by: UInt64(newTimescale))
        let scale = UInt64(timescale)
        guard product.high < scale else {
            return value > 0 ? .positiveInfinity : .negativeInfinity
        }
        let (whole, rest) = scale.dividingFullWidth(product)
        let isUp = method.roundsUp(rest, of: scale, isNegative: value < 0)
        let parts = CMTimeValue(clamping: isUp ? whole &+ 1 : whole)
        var result = CMTime(value: value < 0 ? -parts : parts, timescale: newTimescale)
        result.epoch = epoch
        if rest != 0 { result.flags.insert(.hasBeenRounded) }
        return result
    }
}

/// How a time is rounded.
public enum CMTimeRoundingMethod: UInt32, Hashable, Sendable {
    /// To the nearest part, halves away from zero.
    case roundHalfAwayFromZero = 1
    /// Towards zero.
    case roundTowardZero = 2
    /// Away from zero.
    case roundAwayFromZero = 3
    /// As QuickTime does: to the nearest part.
    case quickTime = 4
    /// Upwards.
    case roundTowardPositiveInfinity = 5
    /// Downwards.
    case roundTowardNegativeInfinity = 6

    /// To the nearest part.
    public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero

    /// Whether what is left over makes the number, without its sign, one more.
    fileprivate func roundsUp(_ rest: UInt64, of scale: UInt64, isNegative: Bool) -> Bool {
        guard rest != 0 else { return false }
        return switch self {
        case .roundHalfAwayFromZero, .quickTime: rest >= scale - rest
        case .roundTowardZero: false
        case .roundAwayFromZero: true
        case .roundTowardPositiveInfinity: !isNegative
        case .roundTowardNegativeInfinity: isNegative
        }
    }
}

extension CMTime: Comparable, Hashable {
    /// Whether both are the same moment, whatever the parts.
    public static func == (left: CMTime, right: CMTime) -> Bool {
        left.isValid == right.isValid && left.rank == right.rank
            && (!left.isNumeric || left.epoch == right.epoch)
            && (!left.isNumeric || left.difference(right) == 0)
    }

    /// Whether one is before the other.
    public static func < (left: CMTime, right: CMTime) -> Bool {
        guard left.rank == right.rank else { return left.rank < right.rank }
        guard left.isNumeric else { return false }
        return left.epoch == right.epoch
            ? left.difference(right) < 0 : left.epoch < right.epoch
    }

    /// By the moment.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        if isNumeric { hasher.combine(seconds) }
    }

    /// Core Media's order: what is no time first, what is not known last but one.
    private var rank: Int {
        if !isValid { return -2 }
        if isNegativeInfinity { return -1 }
        if isIndefinite { return 1 }
        return isPositiveInfinity ? 2 : 0
    }

    /// Negative, 0 or positive; without rounding.
    private func difference(_ other: CMTime) -> Int {
        let left = value.multipliedFullWidth(by: Int64(other.timescale))
        let right = other.value.multipliedFullWidth(by: Int64(timescale))
        if left.high != right.high { return left.high < right.high ? -1 : 1 }
        return left.low == right.low ? 0 : left.low < right.low ? -1 : 1
    }
}

extension CMTime {
    /// Both together, in parts that fit both.
    public static func + (left: CMTime, right: CMTime) -> CMTime {
        combine(left, right) { $0.addingReportingOverflow($1) }
    }

    /// The difference, in parts that fit both.
    public static func - (left: CMTime, right: CMTime) -> CMTime {
        combine(left, right.negated) { $0.addingReportingOverflow($1) }
    }

    /// Adds to a time.
    public static func += (left: inout CMTime, right: CMTime) {
        left = left + right
    }

    /// Takes from a time.
    public static func -= (left: inout CMTime, right: CMTime) {
        left = left - right
    }

    private var negated: CMTime {
        if isPositiveInfinity { return .negativeInfinity }
        if isNegativeInfinity { return .positiveInfinity }
        var result = self
        result.value = value == .min ? .max : -value
        return result
    }

    private static func combine(
        _ left: CMTime, _ right: CMTime,
        _ operation: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
    ) -> CMTime {
        guard left.isNumeric, right.isNumeric else { return unknown(left, right) }
        // Beyond this the finer one counts.
        let common = leastCommonMultiple(Int64(left.timescale), Int64(right.timescale))
        let scale = CMTimeScale(exactly: common) ?? max(left.timescale, right.timescale)
        let method = CMTimeRoundingMethod.default
        let first = left.convertScale(scale, method: method)
        let second = right.convertScale(scale, method: method)
        guard first.isNumeric, second.isNumeric else { return unknown(first, second) }
        let (value, overflow) = operation(first.value, second.value)
        guard !overflow else { return value > 0 ? .negativeInfinity : .positiveInfinity }
        var result = CMTime(value: value, timescale: scale)
        result.flags.formUnion(
            first.flags.union(second.flags).intersection(.hasBeenRounded))
        return result
    }

    private static func unknown(_ left: CMTime, _ right: CMTime) -> CMTime {
        if !left.isValid || !right.isValid { return .invalid }
        if left.isIndefinite || right.isIndefinite { return .indefinite }
        let infinite = left.isNumeric ? right : left
        let other = left.isNumeric ? left : right
        return other.isNumeric || other == infinite ? infinite : .invalid
    }

    private static func leastCommonMultiple(_ left: Int64, _ right: Int64) -> Int64 {
        var (first, second) = (left, right)
        while second != 0 { (first, second) = (second, first % second) }
        return left / first * right
    }
}

extension CMTime: CustomStringConvertible {
    /// The fraction and the seconds.
    public var description: String {
        isNumeric ? "{\(value)/\(timescale) = \(seconds)}" : "{\(seconds)}"
    }
}

// MARK: Functions

/// So many parts of a second.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
    CMTime(value: value, timescale: timescale)
}

/// Seconds, to the nearest part.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// In seconds; NaN where it is not known.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// Both together.
public func CMTimeAdd(_ left: CMTime, _ right: CMTime) -> CMTime { left + right }

/// The difference.
public func CMTimeSubtract(_ left: CMTime, _ right: CMTime) -> CMTime { left - right }

/// A time so many times.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
    CMTimeMultiplyByFloat64(time, multiplier: Double(multiplier))
}

/// A time so many times.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Double) -> CMTime {
    guard time.isNumeric else { return time }
    return CMTime(seconds: time.seconds * multiplier, preferredTimescale: time.timescale)
}

/// -1, 0 or 1, as the left one is before, at or after the right one.
public func CMTimeCompare(_ left: CMTime, _ right: CMTime) -> Int32 {
    left < right ? -1 : left == right ? 0 : 1
}

/// The same time in other parts, rounded.
public func CMTimeConvertScale(
    _ time: CMTime, timescale: Int32, method: CMTimeRoundingMethod
) -> CMTime {
    time.convertScale(timescale, method: method)
}

/// A piece of time.
public struct CMTimeRange: Hashable, Sendable {
    /// Where it begins.
    public var start: CMTime
    /// How long it is.
    public var duration: CMTime

    /// A piece of time.
    public init(start: CMTime, duration: CMTime) {
        self.start = start
        self.duration = duration
    }

    /// From one moment to another.
    public init(start: CMTime, end: CMTime) {
        self.init(start: start, duration: end - start)
    }

    /// Where it ends.
    public var end: CMTime { start + duration }

    /// Whether it has a length.
    public var isEmpty: Bool { duration == .zero }

    /// Whether a moment is in it.
    public func containsTime(_ time: CMTime) -> Bool { time >= start && time < end }

    /// Nothing, at the start.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)
}
