// SPDX-License-Identifier: MPL-2.0

/// What one operator is made of: a subscriber of what is above, and the subscription of who is
/// below.
///
/// Demand goes up as it comes. Values and the completion go to closures, which send on what they
/// make of them. After the end nothing is sent any more.
///
/// `@unchecked Sendable`: everything that changes is under the lock, and a publisher sends one
/// value at a time.
final class Stage<Input, Failure: Error, Output, OutputFailure: Error>: Subscriber, Subscription,
    @unchecked Sendable
{
    typealias Downstream = AnySubscriber<Output, OutputFailure>

    private let lock = Lock()
    private var upstream: (any Subscription)?
    private var downstream: Downstream?
    private let onValue: (Input, Stage) -> Subscribers.Demand
    private let onCompletion: (Subscribers.Completion<Failure>, Stage) -> Void

    /// - Parameters:
    ///   - onValue: sends on what it makes of a value, and returns the further demand.
    ///   - onCompletion: sends on what it makes of the end.
    init<S: Subscriber>(
        _ downstream: S, onValue: @escaping (Input, Stage) -> Subscribers.Demand,
        onCompletion: @escaping (Subscribers.Completion<Failure>, Stage) -> Void
    ) where S.Input == Output, S.Failure == OutputFailure {
        self.downstream = AnySubscriber(downstream)
        self.onValue = onValue
        self.onCompletion = onCompletion
    }

    // MARK: From above

    func receive(subscription: any Subscription) {
        let downstream = lock.with {
            guard upstream == nil else { return Downstream?.none }
            upstream = subscription
            return self.downstream
        }
        guard let downstream else { return subscription.cancel() }
        downstream.receive(subscription: self)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        lock.with { downstream != nil } ? onValue(input, self) : .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard lock.with({ downstream != nil }) else { return }
        onCompletion(completion, self)
    }

    // MARK: To below

    func send(_ output: Output) -> Subscribers.Demand {
        lock.with { downstream }?.receive(output) ?? .none
    }

    /// Sends the end, once.
    ///
    /// - Parameter cancelling: the upstream has not ended by itself.
    func finish(_ completion: Subscribers.Completion<OutputFailure>, cancelling: Bool = false) {
        let (upstream, downstream) = end()
        if cancelling { upstream?.cancel() }
        downstream?.receive(completion: completion)
    }

    // MARK: From below

    func request(_ demand: Subscribers.Demand) {
        lock.with { upstream }?.request(demand)
    }

    func cancel() {
        end().upstream?.cancel()
    }

    private func end() -> (upstream: (any Subscription)?, downstream: Downstream?) {
        lock.with {
            defer { (upstream, downstream) = (nil, nil) }
            return (upstream, downstream)
        }
    }
}

extension Stage where Failure == OutputFailure {
    /// An operator that sends the end on as it comes.
    convenience init<S: Subscriber>(
        _ downstream: S, _ onValue: @escaping (Input, Stage) -> Subscribers.Demand
    ) where S.Input == Output, S.Failure == OutputFailure {
        self.init(downstream, onValue: onValue) { completion, stage in stage.finish(completion) }
    }
}

/// A value that closures of one stage share.
final class Box<Value> {
    private let lock = Lock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    /// Reads and changes the value under a lock.
    func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.with { try body(&value) }
    }
}
