// SPDX-License-Identifier: MPL-2.0

extension Publisher where Failure == Never {
    /// The values as an asynchronous sequence.
    public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

extension Publisher {
    /// The values as an asynchronous sequence that throws where the publisher fails.
    public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

/// A publisher's values as an asynchronous sequence.
///
/// It subscribes with the first `next()`, and keeps what comes between two of them. On Apple
/// platforms such values may be lost.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
    /// The publisher's values.
    public typealias Element = P.Output
    private let publisher: P

    /// The values of `publisher`.
    public init(_ publisher: P) {
        self.publisher = publisher
    }

    /// Subscribes with the first `next()`.
    public func makeAsyncIterator() -> Iterator { Iterator(publisher) }

    /// One walk over the values.
    public struct Iterator: AsyncIteratorProtocol {
        /// The publisher's values.
        public typealias Element = P.Output
        private let queue: AsyncQueue<P>

        init(_ publisher: P) {
            queue = AsyncQueue(publisher)
        }

        /// The next value; nil after the end, and when the task is cancelled.
        public mutating func next() async -> P.Output? {
            try? await queue.next(isolation: nil)
        }

        /// The next value, on the actor of who asks.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async -> P.Output? {
            try? await queue.next(isolation: actor)
        }
    }
}

/// A publisher's values as an asynchronous sequence that may throw.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
    /// The publisher's values.
    public typealias Element = P.Output
    private let publisher: P

    /// The values of `publisher`.
    public init(_ publisher: P) {
        self.publisher = publisher
    }

    /// Subscribes with the first `next()`.
    public func makeAsyncIterator() -> Iterator { Iterator(publisher) }

    /// One walk over the values.
    public struct Iterator: AsyncIteratorProtocol {
        /// The publisher's values.
        public typealias Element = P.Output
        private let queue: AsyncQueue<P>

        init(_ publisher: P) {
            queue = AsyncQueue(publisher)
        }

        /// The next value; nil after the end, and when the task is cancelled.
        ///
        /// - Throws: the publisher's failure.
        public mutating func next() async throws -> P.Output? {
            try await queue.next(isolation: nil)
        }

        /// The next value, on the actor of who asks.
        ///
        /// - Throws: the publisher's failure.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws -> P.Output? {
            try await queue.next(isolation: actor)
        }
    }
}

/// Values between a publisher and one asynchronous iterator.
private final class AsyncQueue<P: Publisher> {
    private struct State {
        var waiting: [P.Output] = []
        var completion: Subscribers.Completion<P.Failure>?
        var cancellable: AnyCancellable?
        var hasBegun = false
    }

    private let state = Box(State())
    private let bell = Bell()
    private let publisher: P

    init(_ publisher: P) {
        self.publisher = publisher
    }

    deinit { state.with { $0.cancellable }?.cancel() }

    func next(isolation: isolated (any Actor)?) async throws -> P.Output? {
        begin()
        while true {
            let (value, completion) = take()
            if let value { return value }
            switch completion {
            case .finished: return nil
            case .failure(let error): throw error
            case nil: break
            }
            await bell.wait(isolation: isolation)
            if Task.isCancelled { cancel() }
        }
    }

    private func begin() {
        let isFirst = state.with { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        guard isFirst else { return }
        let cancellable = publisher.sink { [weak self] completion in
            self?.change { $0.completion = completion }
        } receiveValue: { [weak self] value in
            self?.change { $0.waiting.append(value) }
        }
        state.with { $0.cancellable = cancellable }
    }

    private func take() -> (P.Output?, Subscribers.Completion<P.Failure>?) {
        state.with { state in
            guard state.waiting.isEmpty else { return (state.waiting.removeFirst(), nil) }
            return (nil, state.completion)
        }
    }

    private func change(_ body: (inout State) -> Void) {
        state.with(body)
        bell.ring()
    }

    /// Ends as if the publisher had.
    private func cancel() {
        state.with { $0.cancellable }?.cancel()
        state.with { $0.completion = $0.completion ?? .finished }
    }
}

/// Wakes one task that waits for news.
///
/// `@unchecked Sendable`: everything that changes is in a box with a lock.
private final class Bell: @unchecked Sendable {
    private let state = Box((hasRung: false, waiting: CheckedContinuation<Void, Never>?.none))

    func ring() {
        let waiting = state.with { state in
            state.hasRung = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Returns when it rings, at once if it has since the last call, and when the task is cancelled.
    func wait(isolation: isolated (any Actor)?) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let hasRung = state.with { state in
                    if !state.hasRung { state.waiting = continuation }
                    return state.hasRung
                }
                if hasRung { continuation.resume() }
            }
        } onCancel: {
            ring()
        }
        state.with { $0.hasRung = false }
    }
}
