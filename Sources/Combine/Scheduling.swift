// SPDX-License-Identifier: MPL-2.0

public import Dispatch
public import Foundation

/// Says when and where closures run.
public protocol Scheduler<SchedulerTimeType> {
    /// An instant of its clock.
    associatedtype SchedulerTimeType: Strideable
    where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
    /// What can be asked of it besides.
    associatedtype SchedulerOptions

    /// The present instant.
    var now: SchedulerTimeType { get }
    /// The least leeway it can do with.
    var minimumTolerance: SchedulerTimeType.Stride { get }

    /// Runs `action` as soon as possible.
    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
    /// Runs `action` at an instant.
    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void)
    /// Runs `action` at an instant and then at intervals.
    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) -> any Cancellable
}

extension Scheduler {
    /// Runs `action` as soon as possible.
    public func schedule(_ action: @escaping () -> Void) {
        schedule(options: nil, action)
    }

    /// Runs `action` at an instant.
    public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
        schedule(after: date, tolerance: minimumTolerance, options: nil, action)
    }

    /// Runs `action` at an instant and then at intervals.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        schedule(
            after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
    }
}

/// A span of time that can be written in several units.
public protocol SchedulerTimeIntervalConvertible {
    /// Seconds.
    static func seconds(_ s: Int) -> Self
    /// Seconds and fractions of them.
    static func seconds(_ s: Double) -> Self
    /// Thousandths of seconds.
    static func milliseconds(_ ms: Int) -> Self
    /// Millionths of seconds.
    static func microseconds(_ us: Int) -> Self
    /// Thousand millionths of seconds.
    static func nanoseconds(_ ns: Int) -> Self
}

/// A span of time, in nanoseconds: the stride of every scheduler here.
public struct SchedulerStride: SchedulerTimeIntervalConvertible, SignedNumeric, Comparable,
    Hashable, Codable, Sendable, ExpressibleByFloatLiteral
{
    /// In nanoseconds.
    public var magnitude: Int

    /// The span in seconds.
    public var timeInterval: TimeInterval { Double(magnitude) / 1e9 }

    private init(nanoseconds: Int) {
        magnitude = nanoseconds
    }

    /// Whole seconds.
    public init(integerLiteral value: Int) {
        self = .seconds(value)
    }

    /// Seconds.
    public init(floatLiteral value: Double) {
        self = .seconds(value)
    }

    /// Whole seconds; nil where they are too many.
    public init?<T: BinaryInteger>(exactly source: T) {
        guard let seconds = Int(exactly: source) else { return nil }
        self = .seconds(seconds)
    }

    /// As libdispatch says it; never is the longest span.
    public init(_ interval: DispatchTimeInterval) {
        switch interval {
        case .seconds(let value): self = .seconds(value)
        case .milliseconds(let value): self = .milliseconds(value)
        case .microseconds(let value): self = .microseconds(value)
        case .nanoseconds(let value): self = .nanoseconds(value)
        default: self.init(nanoseconds: .max)
        }
    }

    /// Seconds.
    public static func seconds(_ s: Int) -> Self { Self(nanoseconds: saturated(s, 1_000_000_000)) }

    /// Seconds and fractions of them.
    public static func seconds(_ s: Double) -> Self {
        Self(nanoseconds: Int(exactly: (s * 1e9).rounded()) ?? (s > 0 ? .max : .min))
    }

    /// Thousandths of seconds.
    public static func milliseconds(_ ms: Int) -> Self {
        Self(nanoseconds: saturated(ms, 1_000_000))
    }

    /// Millionths of seconds.
    public static func microseconds(_ us: Int) -> Self { Self(nanoseconds: saturated(us, 1000)) }

    /// Thousand millionths of seconds.
    public static func nanoseconds(_ ns: Int) -> Self { Self(nanoseconds: ns) }

    /// Both together.
    public static func + (left: Self, right: Self) -> Self {
        Self(nanoseconds: left.magnitude &+ right.magnitude)
    }

    /// The difference.
    public static func - (left: Self, right: Self) -> Self {
        Self(nanoseconds: left.magnitude &- right.magnitude)
    }

    /// The product, both being seconds.
    public static func * (left: Self, right: Self) -> Self {
        .seconds(left.timeInterval * right.timeInterval)
    }

    /// Multiplies a span.
    public static func *= (left: inout Self, right: Self) {
        left = left * right
    }

    /// Shorter before longer.
    public static func < (left: Self, right: Self) -> Bool { left.magnitude < right.magnitude }

    private static func saturated(_ value: Int, _ factor: Int) -> Int {
        let (product, overflow) = value.multipliedReportingOverflow(by: factor)
        return overflow ? (value < 0 ? .min : .max) : product
    }
}

extension DispatchQueue: Scheduler {
    /// An instant of libdispatch's clock.
    public struct SchedulerTimeType: Strideable, Hashable, Sendable {
        /// A span of time.
        public typealias Stride = SchedulerStride
        /// The instant.
        public var dispatchTime: DispatchTime

        /// Wraps an instant.
        public init(_ time: DispatchTime) {
            dispatchTime = time
        }

        /// From this instant to another one.
        public func distance(to other: Self) -> Stride {
            .nanoseconds(
                Int(
                    truncatingIfNeeded: other.dispatchTime.uptimeNanoseconds
                        &- dispatchTime.uptimeNanoseconds))
        }

        /// The instant after a span.
        public func advanced(by n: Stride) -> Self {
            Self(dispatchTime + .nanoseconds(n.magnitude))
        }

        /// By the instant.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(dispatchTime.uptimeNanoseconds)
        }
    }

    /// How libdispatch is to run it.
    public struct SchedulerOptions {
        /// The quality of service.
        public var qos: DispatchQoS
        /// Flags of the work item.
        public var flags: DispatchWorkItemFlags

        /// Without options it is the queue's own way.
        public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = []) {
            self.qos = qos
            self.flags = flags
        }
    }

    /// The present instant.
    public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

    /// None.
    public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

    /// Runs `action` on the queue.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        // A scheduler hands the closure to one place, where it runs; who made it knows which.
        nonisolated(unsafe) let action = action
        async(qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) { action() }
    }

    /// Runs `action` on the queue at an instant.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) {
        // As in `schedule(options:_:)`.
        nonisolated(unsafe) let action = action
        asyncAfter(
            deadline: date.dispatchTime, qos: options?.qos ?? .unspecified,
            flags: options?.flags ?? []
        ) { action() }
    }

    /// Runs `action` on the queue at an instant and then at intervals.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        let timer = DispatchSource.makeTimerSource(queue: self)
        // As in `schedule(options:_:)`.
        nonisolated(unsafe) let action = action
        timer.setEventHandler { action() }
        timer.schedule(
            deadline: date.dispatchTime, repeating: .nanoseconds(interval.magnitude),
            leeway: .nanoseconds(tolerance.magnitude))
        timer.resume()
        return AnyCancellable { timer.cancel() }
    }
}

/// An instant of the calendar, for run loops and operation queues.
public struct DateSchedulerTime: Strideable, Hashable, Codable, Sendable {
    /// A span of time.
    public typealias Stride = SchedulerStride
    /// The instant.
    public var date: Date

    /// Wraps an instant.
    public init(_ date: Date) {
        self.date = date
    }

    /// From this instant to another one.
    public func distance(to other: Self) -> Stride {
        .seconds(other.date.timeIntervalSince(date))
    }

    /// The instant after a span.
    public func advanced(by n: Stride) -> Self { Self(date.addingTimeInterval(n.timeInterval)) }
}

extension RunLoop: Scheduler {
    /// An instant of the calendar.
    public typealias SchedulerTimeType = DateSchedulerTime

    /// There are none.
    public struct SchedulerOptions: Sendable {
        /// No options.
        public init() {}
    }

    /// The present instant.
    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

    /// None.
    public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

    /// Runs `action` in a later turn of the loop.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        // A scheduler hands the closure to one place, where it runs; who made it knows which.
        nonisolated(unsafe) let action = action
        perform(inModes: [.common]) { action() }
    }

    /// Runs `action` in the loop at an instant.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) {
        // As in `schedule(options:_:)`.
        nonisolated(unsafe) let action = action
        add(Timer(fire: date.date, interval: 0, repeats: false) { _ in action() }, forMode: .common)
    }

    /// Runs `action` in the loop at an instant and then at intervals.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        // As in `schedule(options:_:)`.
        nonisolated(unsafe) let action = action
        let timer = Timer(fire: date.date, interval: interval.timeInterval, repeats: true) { _ in
            action()
        }
        add(timer, forMode: .common)
        return AnyCancellable { timer.invalidate() }
    }
}

extension OperationQueue: Scheduler {
    /// An instant of the calendar.
    public typealias SchedulerTimeType = DateSchedulerTime

    /// There are none.
    public struct SchedulerOptions: Sendable {
        /// No options.
        public init() {}
    }

    /// The present instant.
    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

    /// None.
    public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

    /// Runs `action` as an operation.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        // A scheduler hands the closure to one place, where it runs; who made it knows which.
        nonisolated(unsafe) let action = action
        addOperation { action() }
    }

    /// Runs `action` as an operation that is added at an instant.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) {
        // As in `schedule(options:_:)`.
        nonisolated(unsafe) let action = action
        DispatchQueue.global().asyncAfter(deadline: .now() + max(0, date.date.timeIntervalSinceNow))
        { [self] in addOperation { action() } }
    }

    /// Runs `action` as an operation at an instant and then at intervals.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        let queue = DispatchQueue.global()
        let start = DispatchQueue.SchedulerTimeType(.now() + max(0, date.date.timeIntervalSinceNow))
        // As in `schedule(options:_:)`.
        nonisolated(unsafe) let action = action
        return queue.schedule(
            after: start, interval: interval, tolerance: tolerance, options: nil
        ) { [self] in addOperation { action() } }
    }
}

/// Runs everything at once, where it is.
public struct ImmediateScheduler: Scheduler, Sendable {
    /// A time that stands still.
    public struct SchedulerTimeType: Strideable, Hashable, Sendable {
        /// A span of time.
        public typealias Stride = SchedulerStride

        /// There is only one instant.
        public func distance(to other: Self) -> Stride { 0 }

        /// There is only one instant.
        public func advanced(by n: Stride) -> Self { self }
    }

    /// There are none.
    public typealias SchedulerOptions = Never

    /// The only one needed.
    public static let shared = ImmediateScheduler()

    /// The only instant.
    public var now: SchedulerTimeType { SchedulerTimeType() }

    /// None.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs `action` at once.
    public func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

    /// Runs `action` at once.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) {
        action()
    }

    /// Runs `action` at once, and once.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        action()
        return AnyCancellable {}
    }
}
