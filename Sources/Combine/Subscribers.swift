// SPDX-License-Identifier: MPL-2.0

/// What belongs to subscribers.
public enum Subscribers {
    /// How a publisher ends.
    public enum Completion<Failure: Error> {
        /// There is nothing more.
        case finished
        /// It broke.
        case failure(Failure)
    }

    /// How many values a subscriber takes.
    public struct Demand: Equatable, Comparable, Hashable, Sendable, CustomStringConvertible {
        /// Nil is no limit.
        public let max: Int?

        /// As many as there are.
        public static let unlimited = Demand(max: nil)
        /// No more.
        public static let none = Demand(max: 0)

        private init(max: Int?) {
            self.max = max
        }

        /// At most this many.
        public static func max(_ value: Int) -> Demand {
            precondition(value >= 0, "a demand is not negative")
            return Demand(max: value)
        }

        /// Both together; what is too large is no limit.
        public static func + (left: Demand, right: Demand) -> Demand {
            guard let first = left.max, let second = right.max else { return .unlimited }
            let (sum, overflow) = first.addingReportingOverflow(second)
            return overflow ? .unlimited : Demand(max: sum)
        }

        /// Adds to a demand.
        public static func += (left: inout Demand, right: Demand) {
            left = left + right
        }

        /// What is left of a demand; never below none.
        public static func - (left: Demand, right: Demand) -> Demand {
            guard let first = left.max else { return .unlimited }
            guard let second = right.max else { return .none }
            return Demand(max: Swift.max(0, first - second))
        }

        /// Takes from a demand.
        public static func -= (left: inout Demand, right: Demand) {
            left = left - right
        }

        /// No limit is more than any number.
        public static func < (left: Demand, right: Demand) -> Bool {
            guard let first = left.max else { return false }
            guard let second = right.max else { return true }
            return first < second
        }

        /// Whether the demand is for more values than `right`.
        public static func > (left: Demand, right: Int) -> Bool { left > Demand(max: right) }

        /// Whether the demand is for exactly `right` values.
        public static func == (left: Demand, right: Int) -> Bool { left.max == right }

        /// `max(3)` or `unlimited`.
        public var description: String { max.map { "max(\($0))" } ?? "unlimited" }
    }

    /// Calls closures with everything that it receives.
    public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
        private let lock = Lock()
        private var subscription: (any Subscription)?
        private var handlers: Handlers?

        private struct Handlers {
            let completion: (Completion<Failure>) -> Void
            let value: (Input) -> Void
        }

        /// A subscriber that takes everything.
        public init(
            receiveCompletion: @escaping (Completion<Failure>) -> Void,
            receiveValue: @escaping (Input) -> Void
        ) {
            handlers = Handlers(completion: receiveCompletion, value: receiveValue)
        }

        /// It is attached.
        public func receive(subscription: any Subscription) {
            let isWanted = lock.with {
                guard self.subscription == nil, handlers != nil else { return false }
                self.subscription = subscription
                return true
            }
            if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
        }

        /// A value.
        public func receive(_ input: Input) -> Demand {
            lock.with { handlers }?.value(input)
            return .none
        }

        /// There is nothing more.
        public func receive(completion: Completion<Failure>) {
            let handlers = lock.with {
                defer { end() }
                return self.handlers
            }
            handlers?.completion(completion)
        }

        /// Takes nothing more.
        public func cancel() {
            let subscription = lock.with {
                defer { end() }
                return self.subscription
            }
            subscription?.cancel()
        }

        private func end() {
            subscription = nil
            handlers = nil
        }
    }

    /// Puts each value into a property of an object.
    public final class Assign<Root, Input>: Subscriber, Cancellable {
        /// An assignment cannot fail.
        public typealias Failure = Never

        private let sink: Sink<Input, Never>

        /// A subscriber that assigns to `keyPath` of `object`, which it keeps alive.
        public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
            sink = Sink(
                receiveCompletion: { _ in }, receiveValue: { object[keyPath: keyPath] = $0 })
        }

        /// It is attached.
        public func receive(subscription: any Subscription) {
            sink.receive(subscription: subscription)
        }

        /// A value.
        public func receive(_ input: Input) -> Demand { sink.receive(input) }

        /// There is nothing more.
        public func receive(completion: Completion<Never>) { sink.receive(completion: completion) }

        /// Assigns nothing more.
        public func cancel() { sink.cancel() }
    }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}
extension Subscribers.Completion: Sendable where Failure: Sendable {}

extension Publisher {
    /// Calls closures with everything that is published, until the result is released.
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let sink = Subscribers.Sink<Output, Failure>(
            receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        subscribe(sink)
        return AnyCancellable(sink)
    }
}

extension Publisher where Failure == Never {
    /// Calls a closure with every value, until the result is released.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }

    /// Assigns every value to a property of an object, which is kept alive, until the result is
    /// released.
    public func assign<Root>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
    ) -> AnyCancellable {
        let assign = Subscribers.Assign(object: object, keyPath: keyPath)
        subscribe(assign)
        return AnyCancellable(assign)
    }

    /// Assigns every value to a published property, for as long as that lives.
    public func assign(to published: inout Published<Output>.Publisher) {
        published.take(from: self)
    }
}

/// A subscriber without its type.
public struct AnySubscriber<Input, Failure: Error>: Subscriber {
    /// The identity of what is inside.
    public let combineIdentifier: CombineIdentifier
    private let onSubscription: (any Subscription) -> Void
    private let onValue: (Input) -> Subscribers.Demand
    private let onCompletion: (Subscribers.Completion<Failure>) -> Void

    /// Hides a subscriber's type.
    public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
        combineIdentifier = subscriber.combineIdentifier
        onSubscription = subscriber.receive(subscription:)
        onValue = subscriber.receive(_:)
        onCompletion = subscriber.receive(completion:)
    }

    /// Made of closures.
    public init(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveValue: ((Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        combineIdentifier = CombineIdentifier()
        onSubscription = receiveSubscription ?? { _ in }
        onValue = receiveValue ?? { _ in .none }
        onCompletion = receiveCompletion ?? { _ in }
    }

    /// It is attached.
    public func receive(subscription: any Subscription) { onSubscription(subscription) }

    /// A value.
    public func receive(_ input: Input) -> Subscribers.Demand { onValue(input) }

    /// There is nothing more.
    public func receive(completion: Subscribers.Completion<Failure>) { onCompletion(completion) }
}
