// SPDX-License-Identifier: MPL-2.0

/// A publisher into which values are put by hand.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Sends a value to every subscriber.
    func send(_ value: Output)
    /// Ends all subscriptions.
    func send(completion: Subscribers.Completion<Failure>)
    /// Takes a subscription of its own, when it is put behind another publisher.
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    /// Sends an event without a value.
    public func send() { send(()) }
}

extension Subject {
    /// Asks for everything.
    public func send(subscription: any Subscription) {
        subscription.request(.unlimited)
    }
}

/// Sends values to who is subscribed at that moment, and keeps none.
///
/// `@unchecked Sendable`: the conduits are under a lock.
public final class PassthroughSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
    private let conduits = Conduits<Output, Failure>()

    /// A subject without subscribers.
    public init() {}

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
        conduits.add(Conduit(subscriber))
    }

    /// Sends a value to every subscriber that asked for one.
    public func send(_ input: Output) {
        for conduit in conduits.all { conduit.offer(input) }
    }

    /// Ends all subscriptions.
    public func send(completion: Subscribers.Completion<Failure>) {
        conduits.finish(completion)
    }
}

/// Sends values, and the last one to each new subscriber.
///
/// `@unchecked Sendable`: the value and the conduits are under locks.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
    private let conduits = Conduits<Output, Failure>()
    private let current: Box<Output>

    /// A subject with a first value.
    public init(_ value: Output) {
        current = Box(value)
    }

    /// The last value; a new one is sent.
    public var value: Output {
        get { current.with { $0 } }
        set { send(newValue) }
    }

    /// Attaches a subscriber, which is given the last value.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
        let conduit = Conduit(subscriber, latest: value)
        conduits.add(conduit)
    }

    /// Sends a value to every subscriber.
    public func send(_ input: Output) {
        guard !conduits.hasEnded else { return }
        current.with { $0 = input }
        for conduit in conduits.all { conduit.offer(input, keeping: true) }
    }

    /// Ends all subscriptions.
    public func send(completion: Subscribers.Completion<Failure>) {
        conduits.finish(completion)
    }
}

/// The subscriptions of one subject.
final class Conduits<Output, Failure: Error> {
    private struct State {
        var list: [Conduit<Output, Failure>] = []
        var completion: Subscribers.Completion<Failure>?
    }

    private let state = Box(State())

    var all: [Conduit<Output, Failure>] { state.with { $0.list } }
    var hasEnded: Bool { state.with { $0.completion != nil } }

    func add(_ conduit: Conduit<Output, Failure>) {
        let completion = state.with { state in
            if state.completion == nil { state.list.append(conduit) }
            return state.completion
        }
        conduit.onCancel = { [weak self, weak conduit] in
            self?.state.with { state in state.list.removeAll { $0 === conduit } }
        }
        conduit.begin()
        if let completion { conduit.finish(completion) }
    }

    func finish(_ completion: Subscribers.Completion<Failure>) {
        let ending = state.with { state in
            guard state.completion == nil else { return [Conduit<Output, Failure>]() }
            state.completion = completion
            defer { state.list = [] }
            return state.list
        }
        for conduit in ending { conduit.finish(completion) }
    }
}

/// One subscription of a subject.
final class Conduit<Output, Failure: Error>: Subscription {
    var onCancel: (() -> Void)?
    private let lock = Lock()
    private var downstream: AnySubscriber<Output, Failure>?
    private var demand = Subscribers.Demand.none
    /// What was not asked for yet; only where a subject has a last value.
    private var latest: Output?

    init<S: Subscriber>(_ subscriber: S, latest: Output? = nil)
    where S.Input == Output, S.Failure == Failure {
        downstream = AnySubscriber(subscriber)
        self.latest = latest
    }

    func begin() {
        lock.with { downstream }?.receive(subscription: self)
    }

    /// Sends a value that was asked for; one that was not is lost, or kept for later.
    func offer(_ value: Output, keeping: Bool = false) {
        let downstream = lock.with {
            guard demand > 0 else {
                if keeping { latest = value }
                return AnySubscriber<Output, Failure>?.none
            }
            demand -= .max(1)
            latest = nil
            return self.downstream
        }
        guard let more = downstream?.receive(value), more > 0 else { return }
        request(more)
    }

    func finish(_ completion: Subscribers.Completion<Failure>) {
        lock.exchange(&downstream, nil)?.receive(completion: completion)
    }

    func request(_ more: Subscribers.Demand) {
        let kept = lock.with {
            demand += more
            return latest
        }
        if let kept { offer(kept) }
    }

    func cancel() {
        _ = lock.exchange(&downstream, nil)
        onCancel?()
    }
}
