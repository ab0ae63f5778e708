// SPDX-License-Identifier: MPL-2.0

/// Where values of several origins, or of another time, go to one subscriber.
///
/// Values wait until they are asked for, and go out one at a time, whoever brings them.
///
/// `@unchecked Sendable`: everything that changes is in a box with a lock.
final class Outlet<Output, Failure: Error>: Subscription, @unchecked Sendable {
    private struct State {
        var downstream: AnySubscriber<Output, Failure>?
        var waiting: [Output] = []
        var completion: Subscribers.Completion<Failure>?
        var demand = Subscribers.Demand.none
        var isSending = false
        var upstreams: [AnyCancellable] = []
    }

    private enum Step {
        case value(Output, AnySubscriber<Output, Failure>)
        case end(Subscribers.Completion<Failure>, AnySubscriber<Output, Failure>)
    }

    private let state: Box<State>

    init(_ subscriber: AnySubscriber<Output, Failure>) {
        state = Box(State(downstream: subscriber))
    }

    /// Attaches the subscriber, before anything is sent.
    func begin() {
        state.with { $0.downstream }?.receive(subscription: self)
    }

    /// Keeps what feeds the outlet until its end.
    func keep(_ upstream: AnyCancellable) {
        let isOpen = state.with { state in
            guard state.downstream != nil else { return false }
            state.upstreams.append(upstream)
            return true
        }
        if !isOpen { upstream.cancel() }
    }

    func send(_ value: Output) {
        state.with { state in
            guard state.completion == nil, state.downstream != nil else { return }
            state.waiting.append(value)
        }
        drain()
    }

    /// Ends, once what waits is delivered; a failure does not wait.
    func finish(_ completion: Subscribers.Completion<Failure>) {
        state.with { state in
            guard state.completion == nil else { return }
            state.completion = completion
            if case .failure = completion { state.waiting = [] }
        }
        drain()
    }

    func request(_ demand: Subscribers.Demand) {
        state.with { $0.demand += demand }
        drain()
    }

    func cancel() {
        let upstreams = state.with { state in
            state.downstream = nil
            state.waiting = []
            defer { state.upstreams = [] }
            return state.upstreams
        }
        for upstream in upstreams { upstream.cancel() }
    }

    private func drain() {
        let begins = state.with { state in
            defer { state.isSending = true }
            return !state.isSending
        }
        guard begins else { return }
        while let step = next() {
            switch step {
            case .value(let value, let downstream):
                let more = downstream.receive(value)
                state.with { $0.demand += more }
            case .end(let completion, let downstream):
                cancel()
                downstream.receive(completion: completion)
            }
        }
    }

    /// What is to be sent now; nil ends the sending, in the same turn of the lock.
    private func next() -> Step? {
        state.with { state in
            guard let downstream = state.downstream else {
                state.isSending = false
                return nil
            }
            if !state.waiting.isEmpty, state.demand > 0 {
                state.demand -= .max(1)
                return .value(state.waiting.removeFirst(), downstream)
            }
            if state.waiting.isEmpty, let completion = state.completion {
                return .end(completion, downstream)
            }
            state.isSending = false
            return nil
        }
    }
}

extension Publishers {
    /// A publisher whose values come through an outlet.
    struct Junction<Output, Failure: Error>: Publisher {
        let connect: (Outlet<Output, Failure>) -> Void

        func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            let outlet = Outlet(AnySubscriber(subscriber))
            outlet.begin()
            connect(outlet)
        }
    }

    /// A publisher with closures that see what passes.
    struct Watched<Upstream: Publisher>: Publisher {
        typealias Output = Upstream.Output
        typealias Failure = Upstream.Failure

        let upstream: Upstream
        let onSubscription: ((any Subscription) -> Void)?
        let onOutput: ((Output) -> Void)?
        let onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
        let onCancel: (() -> Void)?
        let onRequest: ((Subscribers.Demand) -> Void)?

        func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                AnySubscriber<Output, Failure> { subscription in
                    onSubscription?(subscription)
                    subscriber.receive(
                        subscription: Ticket(
                            inner: subscription, onRequest: onRequest, onCancel: onCancel))
                } receiveValue: { value in
                    onOutput?(value)
                    return subscriber.receive(value)
                } receiveCompletion: { completion in
                    onCompletion?(completion)
                    subscriber.receive(completion: completion)
                })
        }

        private struct Ticket: Subscription {
            let combineIdentifier = CombineIdentifier()
            let inner: any Subscription
            let onRequest: ((Subscribers.Demand) -> Void)?
            let onCancel: (() -> Void)?

            func request(_ demand: Subscribers.Demand) {
                onRequest?(demand)
                inner.request(demand)
            }

            func cancel() {
                onCancel?()
                inner.cancel()
            }
        }
    }
}
