// SPDX-License-Identifier: MPL-2.0

public import Foundation

extension Publisher {
    /// Publishes on a scheduler.
    public func receive<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher(
            Publishers.Junction { outlet in
                outlet.keep(
                    sink { completion in
                        scheduler.schedule(options: options) { outlet.finish(completion) }
                    } receiveValue: { value in
                        scheduler.schedule(options: options) { outlet.send(value) }
                    })
            })
    }

    /// Subscribes on a scheduler.
    public func subscribe<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher(
            Publishers.Junction { outlet in
                scheduler.schedule(options: options) {
                    outlet.keep(
                        sink(receiveCompletion: outlet.finish, receiveValue: outlet.send))
                }
            })
    }

    /// Publishes a value when no other one has come for a time.
    public func debounce<S: Scheduler>(
        for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher(
            Publishers.Junction { outlet in
                let newest = Box((number: 0, value: Output?.none))
                outlet.keep(
                    sink { completion in
                        scheduler.schedule(options: options) { outlet.finish(completion) }
                    } receiveValue: { value in
                        let number = newest.with { newest in
                            newest = (newest.number + 1, value)
                            return newest.number
                        }
                        scheduler.schedule(
                            after: scheduler.now.advanced(by: dueTime),
                            tolerance: scheduler.minimumTolerance, options: options
                        ) {
                            let due = newest.with { $0.number == number ? $0.value : nil }
                            if let due { outlet.send(due) }
                        }
                    })
            })
    }

    /// Publishes at most one value in an interval: its first or its newest one.
    public func throttle<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher(
            Publishers.Junction { outlet in
                let throttle = Publishers.ThrottleState<Output, S.SchedulerTimeType>()
                outlet.keep(
                    sink { completion in
                        scheduler.schedule {
                            if let last = throttle.takeHeld() { outlet.send(last) }
                            outlet.finish(completion)
                        }
                    } receiveValue: { value in
                        switch throttle.take(value, scheduler.now, interval, latest: latest) {
                        case .now: scheduler.schedule { outlet.send(value) }
                        case .later(let due):
                            scheduler.schedule(after: due) {
                                if let held = throttle.takeHeld() { outlet.send(held) }
                            }
                        case .held: break
                        }
                    })
            })
    }

    /// Publishes everything later.
    public func delay<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil,
        scheduler: S, options: S.SchedulerOptions? = nil
    ) -> AnyPublisher<Output, Failure> {
        let tolerance = tolerance ?? scheduler.minimumTolerance
        return AnyPublisher(
            Publishers.Junction { outlet in
                func later(_ action: @escaping () -> Void) {
                    scheduler.schedule(
                        after: scheduler.now.advanced(by: interval), tolerance: tolerance,
                        options: options, action)
                }
                outlet.keep(
                    sink { completion in
                        later { outlet.finish(completion) }
                    } receiveValue: { value in
                        later { outlet.send(value) }
                    })
            })
    }
}

extension Publishers {
    /// What a `throttle` has let through, and what it holds back.
    final class ThrottleState<Output, Time: Strideable> {
        enum Verdict {
            case now
            case later(Time)
            /// Goes with what is already due, or is lost.
            case held
        }

        private let state = Box((end: Time?.none, held: Output?.none))

        func take(_ value: Output, _ now: Time, _ interval: Time.Stride, latest: Bool) -> Verdict {
            state.with { state in
                guard let end = state.end, now < end else {
                    state.end = now.advanced(by: interval)
                    return .now
                }
                if state.held != nil {
                    if latest { state.held = value }
                    return .held
                }
                state.held = value
                return .later(end)
            }
        }

        /// What was held back, which begins the next interval.
        func takeHeld() -> Output? {
            state.with { state in
                defer { state.held = nil }
                return state.held
            }
        }
    }
}

// MARK: Foundation

/// A publisher that publishes when it is told to begin.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Begins; the result ends it.
    func connect() -> any Cancellable
}

extension ConnectablePublisher {
    /// Begins with the first subscriber and ends with the last one.
    public func autoconnect() -> Publishers.Autoconnect<Self> { Publishers.Autoconnect(self) }

    fileprivate var connectedOnDemand: AnyPublisher<Output, Failure> {
        let connection = Box((subscribers: 0, cancellable: (any Cancellable)?.none))
        func leave() {
            let ended = connection.with { state -> (any Cancellable)? in
                state.subscribers -= 1
                guard state.subscribers == 0 else { return nil }
                defer { state.cancellable = nil }
                return state.cancellable
            }
            ended?.cancel()
        }
        return AnyPublisher(
            Publishers.Junction { outlet in
                outlet.keep(sink(receiveCompletion: outlet.finish, receiveValue: outlet.send))
                outlet.keep(AnyCancellable(leave))
                let isFirst = connection.with { state in
                    state.subscribers += 1
                    return state.subscribers == 1
                }
                guard isFirst else { return }
                let cancellable = connect()
                let isWanted = connection.with { state in
                    // All may have left meanwhile, and others come, who connected anew.
                    guard state.subscribers > 0, state.cancellable == nil else { return false }
                    state.cancellable = cancellable
                    return true
                }
                if !isWanted { cancellable.cancel() }
            })
    }
}

extension Publishers {
    /// Begins with the first subscriber and ends with the last one.
    public struct Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output
        /// The upstream's failure.
        public typealias Failure = Upstream.Failure
        /// What is told to begin.
        public let upstream: Upstream
        private let connected: AnyPublisher<Output, Failure>

        /// Connects a publisher as it is wanted.
        public init(_ upstream: Upstream) {
            self.upstream = upstream
            connected = upstream.connectedOnDemand
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            connected.receive(subscriber: subscriber)
        }
    }
}

extension Timer {
    /// Publishes the time again and again, on a run loop.
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop,
        in mode: RunLoop.Mode, options: RunLoop.SchedulerOptions? = nil
    ) -> TimerPublisher {
        TimerPublisher(
            interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode,
            options: options)
    }

    /// Publishes the time again and again, while it is connected.
    public final class TimerPublisher: ConnectablePublisher {
        /// The present date.
        public typealias Output = Date
        /// Never fails.
        public typealias Failure = Never

        /// In seconds.
        public let interval: TimeInterval
        /// In seconds.
        public let tolerance: TimeInterval?
        /// Where the timer runs.
        public let runLoop: RunLoop
        /// In which of its modes.
        public let mode: RunLoop.Mode
        /// There are none.
        public let options: RunLoop.SchedulerOptions?
        private let subject = PassthroughSubject<Date, Never>()

        /// A timer that is not connected.
        public init(
            interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop,
            mode: RunLoop.Mode, options: RunLoop.SchedulerOptions? = nil
        ) {
            self.interval = interval
            self.tolerance = tolerance
            self.runLoop = runLoop
            self.mode = mode
            self.options = options
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Date, S.Failure == Never {
            subject.receive(subscriber: subscriber)
        }

        /// Begins; the result ends it.
        public func connect() -> any Cancellable {
            let timer = Timer(timeInterval: interval, repeats: true) { [subject] _ in
                subject.send(Date())
            }
            if let tolerance { timer.tolerance = tolerance }
            runLoop.add(timer, forMode: mode)
            return AnyCancellable { timer.invalidate() }
        }
    }
}

extension NotificationCenter {
    /// Publishes the notifications of a name.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
        Publisher(center: self, name: name, object: object)
    }

    /// Publishes the notifications of a name.
    public struct Publisher: Combine.Publisher {
        /// A notification.
        public typealias Output = Notification
        /// Never fails.
        public typealias Failure = Never

        /// Where they are posted.
        public let center: NotificationCenter
        /// What is waited for.
        public let name: Notification.Name
        /// Whose notifications; nil is anybody's.
        public let object: AnyObject?

        /// Publishes the notifications of a name.
        public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
            self.center = center
            self.name = name
            self.object = object
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Notification, S.Failure == Never {
            Publishers.Junction<Notification, Never> { outlet in
                let token = center.addObserver(forName: name, object: object, queue: nil) {
                    outlet.send($0)
                }
                outlet.keep(AnyCancellable { center.removeObserver(token) })
            }.receive(subscriber: subscriber)
        }
    }
}
