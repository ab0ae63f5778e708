// SPDX-License-Identifier: MPL-2.0

/// A publisher without its type.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let attach: (AnySubscriber<Output, Failure>) -> Void

    /// Hides a publisher's type.
    public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        attach = { publisher.receive(subscriber: $0) }
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
        attach(AnySubscriber(subscriber))
    }
}

/// Publishes one value.
public struct Just<Output>: Publisher {
    /// Never fails.
    public typealias Failure = Never
    /// The value.
    public let output: Output

    /// Publishes `output`.
    public init(_ output: Output) {
        self.output = output
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        subscriber.receive(subscription: Delivery(CollectionOfOne(output), to: subscriber))
    }
}

/// Publishes nothing, and ends at once or never.
public struct Empty<Output, Failure: Error>: Publisher {
    /// Whether it ends at once.
    public let completeImmediately: Bool

    /// Publishes nothing.
    public init(completeImmediately: Bool = true) {
        self.completeImmediately = completeImmediately
    }

    /// Publishes nothing of these types.
    public init(
        completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type
    ) {
        self.completeImmediately = completeImmediately
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
        subscriber.receive(subscription: Subscriptions.empty)
        if completeImmediately { subscriber.receive(completion: .finished) }
    }
}

/// Fails at once.
public struct Fail<Output, Failure: Error>: Publisher {
    /// Why.
    public let error: Failure

    /// Fails with `error`.
    public init(error: Failure) {
        self.error = error
    }

    /// Fails with `failure`, as a publisher of this type.
    public init(outputType: Output.Type, failure: Failure) {
        error = failure
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .failure(error))
    }
}

/// Makes a publisher anew for each subscriber.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    /// What the made publisher publishes.
    public typealias Output = DeferredPublisher.Output
    /// How it fails.
    public typealias Failure = DeferredPublisher.Failure
    /// Makes the publisher.
    public let createPublisher: () -> DeferredPublisher

    /// Calls `createPublisher` for each subscriber.
    public init(createPublisher: @escaping () -> DeferredPublisher) {
        self.createPublisher = createPublisher
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
        createPublisher().receive(subscriber: subscriber)
    }
}

/// Publishes the one result of work that has begun.
///
/// `@unchecked Sendable`: the result is under a lock.
public final class Future<Output, Failure: Error>: Publisher, @unchecked Sendable {
    /// Fulfils the promise, once.
    public typealias Promise = (Result<Output, Failure>) -> Void

    private let conduits = Conduits<Output, Failure>()
    private let result = Box(Result<Output, Failure>?.none)

    /// Begins the work at once.
    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
        attemptToFulfill { [self] in fulfil($0) }
    }

    private func fulfil(_ new: Result<Output, Failure>) {
        let isFirst = result.with { result in
            defer { result = result ?? new }
            return result == nil
        }
        guard isFirst else { return }
        switch new {
        case .success(let value):
            for conduit in conduits.all { conduit.offer(value, keeping: true) }
            conduits.finish(.finished)
        case .failure(let error): conduits.finish(.failure(error))
        }
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
        let value = try? result.with { $0 }?.get()
        conduits.add(Conduit(subscriber, latest: value))
    }

    /// The result, when there is one.
    public var value: Output {
        get async throws {
            try await withCheckedThrowingContinuation { continuation in
                let holder = Box(AnyCancellable?.none)
                let cancellable = sink { completion in
                    if case .failure(let error) = completion {
                        continuation.resume(throwing: error)
                    }
                    holder.with { $0 = nil }
                } receiveValue: { value in
                    // The one value of a future, handed over to who waits.
                    nonisolated(unsafe) let value = value
                    continuation.resume(returning: value)
                }
                holder.with { $0 = cancellable }
            }
        }
    }
}

extension Publishers {
    /// Publishes the elements of a sequence.
    public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
        /// The sequence's element.
        public typealias Output = Elements.Element
        /// The sequence.
        public let sequence: Elements

        /// Publishes the elements of `sequence`.
        public init(sequence: Elements) {
            self.sequence = sequence
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            subscriber.receive(subscription: Delivery(sequence, to: subscriber))
        }
    }
}

extension Swift.Sequence {
    /// Publishes the elements.
    public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

extension Optional {
    /// Publishes the value, if there is one.
    public var publisher: Publishers.Sequence<[Wrapped], Never> {
        Publishers.Sequence(sequence: map { [$0] } ?? [])
    }
}

extension Result {
    /// Publishes the value or fails.
    public var publisher: AnyPublisher<Success, Failure> {
        switch self {
        case .success(let value): Just(value).setFailureType(to: Failure.self).eraseToAnyPublisher()
        case .failure(let error): Fail(error: error).eraseToAnyPublisher()
        }
    }
}

/// Hands out the elements of a sequence as they are asked for.
private final class Delivery<Elements: Swift.Sequence, S: Subscriber>: Subscription
where S.Input == Elements.Element {
    private struct State {
        var iterator: Elements.Iterator
        var next: Elements.Element?
        var subscriber: S?
        var demand = Subscribers.Demand.none
        var isDelivering = false
    }

    private let state: Box<State>

    init(_ elements: Elements, to subscriber: S) {
        var iterator = elements.makeIterator()
        let first = iterator.next()
        state = Box(State(iterator: iterator, next: first, subscriber: subscriber))
    }

    func request(_ demand: Subscribers.Demand) {
        let begins = state.with { state in
            state.demand += demand
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
        guard begins else { return }
        while let (subscriber, element) = take() {
            let more = subscriber.receive(element)
            state.with { $0.demand += more }
        }
        let ended = state.with { state in
            state.isDelivering = false
            guard state.next == nil else { return S?.none }
            defer { state.subscriber = nil }
            return state.subscriber
        }
        ended?.receive(completion: .finished)
    }

    private func take() -> (S, Elements.Element)? {
        state.with { state in
            guard state.demand > 0, let subscriber = state.subscriber, let element = state.next
            else { return nil }
            state.demand -= .max(1)
            state.next = state.iterator.next()
            return (subscriber, element)
        }
    }

    func cancel() {
        state.with { $0.subscriber = nil }
    }
}
