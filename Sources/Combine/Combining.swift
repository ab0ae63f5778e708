// SPDX-License-Identifier: MPL-2.0

extension Publishers {
    /// Publishes what any of several publishers publishes.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        /// The upstreams' output.
        public typealias Output = Upstream.Output
        /// The upstreams' failure.
        public typealias Failure = Upstream.Failure
        /// What is merged.
        public let publishers: [Upstream]

        /// Merges these.
        public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        /// Merges the publishers of a sequence.
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            Sequence<[Upstream], Failure>(sequence: publishers).flatMap { $0 }
                .receive(subscriber: subscriber)
        }
    }

    /// Publishes what either of two publishers publishes.
    public struct Merge<A: Publisher, B: Publisher>: Publisher
    where A.Output == B.Output, A.Failure == B.Failure {
        /// The upstreams' output.
        public typealias Output = A.Output
        /// The upstreams' failure.
        public typealias Failure = A.Failure
        /// The first one.
        public let a: A
        /// The second one.
        public let b: B

        /// Merges two publishers.
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            MergeMany(a.eraseToAnyPublisher(), b.eraseToAnyPublisher())
                .receive(subscriber: subscriber)
        }
    }

    /// Publishes the newest values of two publishers together.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
        /// One value of each.
        public typealias Output = (A.Output, B.Output)
        /// The upstreams' failure.
        public typealias Failure = A.Failure
        /// The first one.
        public let a: A
        /// The second one.
        public let b: B

        /// Combines two publishers.
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            Junction<Output, Failure> { outlet in
                let latest = Box((a: A.Output?.none, b: B.Output?.none))
                let open = Box(2)
                func tell(_ change: (inout (a: A.Output?, b: B.Output?)) -> Void) {
                    let values = latest.with { latest in
                        change(&latest)
                        return latest
                    }
                    if let a = values.a, let b = values.b { outlet.send((a, b)) }
                }
                outlet.feed(a, open) { value in tell { $0.a = value } }
                outlet.feed(b, open) { value in tell { $0.b = value } }
            }.receive(subscriber: subscriber)
        }
    }

    /// Publishes the newest values of three publishers together.
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        /// One value of each.
        public typealias Output = (A.Output, B.Output, C.Output)
        /// The upstreams' failure.
        public typealias Failure = A.Failure
        /// The first one.
        public let a: A
        /// The second one.
        public let b: B
        /// The third one.
        public let c: C

        /// Combines three publishers.
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            a.combineLatest(b).combineLatest(c).map { ($0.0.0, $0.0.1, $0.1) }
                .receive(subscriber: subscriber)
        }
    }

    /// Publishes the first values of two publishers together, then the second ones, and so on.
    public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        /// One value of each.
        public typealias Output = (A.Output, B.Output)
        /// The upstreams' failure.
        public typealias Failure = A.Failure
        /// The first one.
        public let a: A
        /// The second one.
        public let b: B

        /// Pairs the values of two publishers.
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            Junction<Output, Failure> { outlet in
                let queues = Box((a: [A.Output](), b: [B.Output]()))
                let open = Box(2)
                func tell(_ change: (inout (a: [A.Output], b: [B.Output])) -> Void) {
                    let pair = queues.with { queues -> Output? in
                        change(&queues)
                        guard !queues.a.isEmpty, !queues.b.isEmpty else { return nil }
                        return (queues.a.removeFirst(), queues.b.removeFirst())
                    }
                    if let pair { outlet.send(pair) }
                }
                outlet.feed(a, open) { value in tell { $0.a.append(value) } }
                outlet.feed(b, open) { value in tell { $0.b.append(value) } }
            }.receive(subscriber: subscriber)
        }
    }
}

extension Outlet {
    /// Takes values of one of several upstreams; ends with the last one, or with a failure.
    fileprivate func feed<P: Publisher>(
        _ publisher: P, _ open: Box<Int>, _ take: @escaping (P.Output) -> Void
    ) where P.Failure == Failure {
        keep(
            publisher.sink { completion in
                let left = open.with { open in
                    open -= 1
                    return open
                }
                switch completion {
                case .failure: self.finish(completion)
                case .finished: if left == 0 { self.finish(.finished) }
                }
            } receiveValue: {
                take($0)
            })
    }
}

// MARK: Operators

extension Publisher {
    /// Publishes also what another publisher publishes.
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Merge(self, other)
    }

    /// Publishes also what two other publishers publish.
    public func merge<B: Publisher, C: Publisher>(
        with b: B, _ c: C
    ) -> Publishers.Merge<Publishers.Merge<Self, B>, C>
    where B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure {
        merge(with: b).merge(with: c)
    }

    /// Publishes the newest values of this and another publisher.
    public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
    where P.Failure == Failure {
        Publishers.CombineLatest(self, other)
    }

    /// Publishes what a closure makes of the newest values.
    public func combineLatest<P: Publisher, T>(
        _ other: P, _ transform: @escaping (Output, P.Output) -> T
    ) -> Publishers.Operator<Publishers.CombineLatest<Self, P>, T, Failure>
    where P.Failure == Failure {
        combineLatest(other).map { transform($0.0, $0.1) }
    }

    /// Publishes the newest values of this and two other publishers.
    public func combineLatest<P: Publisher, Q: Publisher>(
        _ p: P, _ q: Q
    ) -> Publishers.CombineLatest3<Self, P, Q>
    where P.Failure == Failure, Q.Failure == Failure {
        Publishers.CombineLatest3(self, p, q)
    }

    /// Publishes pairs with another publisher's values.
    public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P>
    where P.Failure == Failure {
        Publishers.Zip(self, other)
    }

    /// Publishes the values of the publishers that a closure makes of each value.
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> AnyPublisher<P.Output, Failure> where P.Failure == Failure {
        AnyPublisher(
            Publishers.Junction<P.Output, Failure> { outlet in
                let flow = Publishers.FlatMapFlow(outlet, maxPublishers, transform)
                outlet.keep(
                    sink(receiveCompletion: flow.finishOuter, receiveValue: flow.take))
            })
    }

    /// Publishes the values of the publishers that a closure makes, each until the next one.
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping (Output) -> P
    ) -> AnyPublisher<P.Output, Failure> where P.Failure == Failure {
        map(transform).switchToLatest()
    }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
    /// Publishes the values of the newest of the publishers that this one publishes.
    public func switchToLatest() -> AnyPublisher<Output.Output, Failure> {
        AnyPublisher(
            Publishers.Junction<Output.Output, Failure> { outlet in
                let state = Box((current: 0, isInnerOpen: false, isOuterOpen: true))
                let inner = Box(AnyCancellable?.none)
                let outer = sink { completion in
                    let isOver = state.with { state in
                        state.isOuterOpen = false
                        return !state.isInnerOpen
                    }
                    if case .failure = completion { return outlet.finish(completion) }
                    if isOver { outlet.finish(.finished) }
                } receiveValue: { publisher in
                    let number = state.with { state in
                        state.current += 1
                        state.isInnerOpen = true
                        return state.current
                    }
                    inner.with { $0 }?.cancel()
                    let next = publisher.sink { completion in
                        let isOver = state.with { state in
                            guard state.current == number else { return false }
                            state.isInnerOpen = false
                            return !state.isOuterOpen
                        }
                        if case .failure = completion { return outlet.finish(completion) }
                        if isOver { outlet.finish(.finished) }
                    } receiveValue: { value in
                        if state.with({ $0.current == number }) { outlet.send(value) }
                    }
                    inner.with { $0 = next }
                }
                outlet.keep(outer)
                outlet.keep(AnyCancellable { inner.with { $0 }?.cancel() })
            })
    }
}

extension Publishers {
    /// The inner publishers of a `flatMap` that are open or wait for their turn.
    final class FlatMapFlow<Input, P: Publisher> {
        private struct State {
            var waiting: [Input] = []
            var open: [Int: AnyCancellable?] = [:]
            var count = 0
            var isOuterOpen = true
        }

        private let state = Box(State())
        private unowned let outlet: Outlet<P.Output, P.Failure>
        private let limit: Subscribers.Demand
        private let transform: (Input) -> P

        init(
            _ outlet: Outlet<P.Output, P.Failure>, _ limit: Subscribers.Demand,
            _ transform: @escaping (Input) -> P
        ) {
            self.outlet = outlet
            self.limit = limit
            self.transform = transform
            outlet.keep(AnyCancellable { [self] in cancel() })
        }

        func take(_ input: Input) {
            state.with { $0.waiting.append(input) }
            openNext()
        }

        func finishOuter(_ completion: Subscribers.Completion<P.Failure>) {
            if case .failure = completion { return outlet.finish(completion) }
            state.with { $0.isOuterOpen = false }
            finishIfDone()
        }

        private func openNext() {
            let next = state.with { state -> (Int, Input)? in
                guard limit > state.open.count, !state.waiting.isEmpty else { return nil }
                state.count += 1
                state.open[state.count] = .some(nil)
                return (state.count, state.waiting.removeFirst())
            }
            guard let (number, input) = next else { return }
            let inner = transform(input).sink(
                receiveCompletion: { [self] in finishInner(number, $0) },
                receiveValue: outlet.send)
            // It may have ended already.
            state.with { if $0.open[number] != nil { $0.open[number] = inner } }
        }

        private func finishInner(_ number: Int, _ completion: Subscribers.Completion<P.Failure>) {
            if case .failure = completion { return outlet.finish(completion) }
            state.with { $0.open[number] = nil }
            openNext()
            finishIfDone()
        }

        private func finishIfDone() {
            let isDone = state.with {
                !$0.isOuterOpen && $0.open.isEmpty && $0.waiting.isEmpty
            }
            if isDone { outlet.finish(.finished) }
        }

        private func cancel() {
            let open = state.with { state in
                state.waiting = []
                defer { state.open = [:] }
                return state.open
            }
            for inner in open.values { inner?.cancel() }
        }
    }
}
