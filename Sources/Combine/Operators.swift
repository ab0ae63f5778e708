// SPDX-License-Identifier: MPL-2.0

/// The publishers that operators make.
public enum Publishers {}

extension Publishers {
    /// What one publisher makes of another.
    ///
    /// One type for all operators on a single upstream; code that names the type of an operator
    /// of Apple's names `AnyPublisher` here.
    public struct Operator<Upstream: Publisher, Output, Failure: Error>: Publisher {
        typealias Link = Stage<Upstream.Output, Upstream.Failure, Output, Failure>

        /// The publisher above.
        public let upstream: Upstream
        fileprivate let makeLink: (AnySubscriber<Output, Failure>) -> Link

        /// - Parameter makeLink: called for each subscriber, so that what an operator counts is
        ///   counted for each.
        init(_ upstream: Upstream, _ makeLink: @escaping (AnySubscriber<Output, Failure>) -> Link) {
            self.upstream = upstream
            self.makeLink = makeLink
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(makeLink(AnySubscriber(subscriber)))
        }
    }
}

// MARK: Mapping and filtering

extension Publisher {
    /// Publishes what a closure makes of each value.
    public func map<T>(
        _ transform: @escaping (Output) -> T
    ) -> Publishers.Operator<Self, T, Failure> {
        Publishers.Operator(self) { Stage($0) { $1.send(transform($0)) } }
    }

    /// Publishes a property of each value.
    public func map<T>(_ keyPath: KeyPath<Output, T>) -> Publishers.Operator<Self, T, Failure> {
        map { $0[keyPath: keyPath] }
    }

    /// Publishes two properties of each value.
    public func map<T0, T1>(
        _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>
    ) -> Publishers.Operator<Self, (T0, T1), Failure> {
        map { ($0[keyPath: keyPath0], $0[keyPath: keyPath1]) }
    }

    /// Publishes what a closure makes of each value, and fails where it throws.
    public func tryMap<T>(
        _ transform: @escaping (Output) throws -> T
    ) -> Publishers.Operator<Self, T, any Error> {
        Publishers.Operator(self) { downstream in
            Stage(downstream) { value, stage in
                do {
                    return stage.send(try transform(value))
                } catch {
                    stage.finish(.failure(error), cancelling: true)
                    return .none
                }
            } onCompletion: { completion, stage in
                stage.finish(completion.mapFailure { $0 })
            }
        }
    }

    /// Publishes what a closure makes of each value, without nil.
    public func compactMap<T>(
        _ transform: @escaping (Output) -> T?
    ) -> Publishers.Operator<Self, T, Failure> {
        Publishers.Operator(self) {
            Stage($0) { value, stage in transform(value).map(stage.send) ?? .max(1) }
        }
    }

    /// Publishes the values that meet a condition.
    public func filter(
        _ isIncluded: @escaping (Output) -> Bool
    ) -> Publishers.Operator<Self, Output, Failure> {
        compactMap { isIncluded($0) ? $0 : nil }
    }

    /// Publishes the values that differ from the one before.
    public func removeDuplicates(
        by predicate: @escaping (Output, Output) -> Bool
    ) -> Publishers.Operator<Self, Output, Failure> {
        Publishers.Operator(self) { downstream in
            let last = Box(Output?.none)
            return Stage(downstream) { value, stage in
                let isNew = last.with { last in
                    defer { last = value }
                    return last.map { !predicate($0, value) } ?? true
                }
                return isNew ? stage.send(value) : .max(1)
            }
        }
    }

    /// Publishes what a closure makes of the last result and each value.
    public func scan<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
    ) -> Publishers.Operator<Self, T, Failure> {
        Publishers.Operator(self) { downstream in
            let result = Box(initialResult)
            return Stage(downstream) { value, stage in
                stage.send(
                    result.with { result in
                        result = nextPartialResult(result, value)
                        return result
                    })
            }
        }
    }

    /// Publishes a value in place of nil.
    public func replaceNil<T>(
        with output: T
    ) -> Publishers.Operator<Self, T, Failure> where Output == T? {
        map { $0 ?? output }
    }

    /// Lets closures see what passes.
    public func handleEvents(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveOutput: ((Output) -> Void)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
        receiveCancel: (() -> Void)? = nil,
        receiveRequest: ((Subscribers.Demand) -> Void)? = nil
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher(
            Publishers.Watched(
                upstream: self, onSubscription: receiveSubscription, onOutput: receiveOutput,
                onCompletion: receiveCompletion, onCancel: receiveCancel,
                onRequest: receiveRequest))
    }
}

extension Publisher where Output: Equatable {
    /// Publishes the values that differ from the one before.
    public func removeDuplicates() -> Publishers.Operator<Self, Output, Failure> {
        removeDuplicates(by: ==)
    }
}

// MARK: Some of the values

extension Publisher {
    /// Publishes the first values, then ends.
    public func prefix(_ maxLength: Int) -> Publishers.Operator<Self, Output, Failure> {
        Publishers.Operator(self) { downstream in
            let left = Box(maxLength)
            return Stage(downstream) { value, stage in
                let count = left.with { left in
                    left -= 1
                    return left
                }
                let demand = count >= 0 ? stage.send(value) : .none
                if count <= 0 { stage.finish(.finished, cancelling: true) }
                return demand
            }
        }
    }

    /// Publishes the first value, then ends.
    public func first() -> Publishers.Operator<Self, Output, Failure> { prefix(1) }

    /// Publishes the first value that meets a condition, then ends.
    public func first(
        where predicate: @escaping (Output) -> Bool
    ) -> Publishers.Operator<Publishers.Operator<Self, Output, Failure>, Output, Failure> {
        filter(predicate).first()
    }

    /// Publishes all but the first values.
    public func dropFirst(_ count: Int = 1) -> Publishers.Operator<Self, Output, Failure> {
        Publishers.Operator(self) { downstream in
            let left = Box(count)
            return Stage(downstream) { value, stage in
                let isDropped = left.with { left in
                    left -= 1
                    return left >= 0
                }
                return isDropped ? .max(1) : stage.send(value)
            }
        }
    }

    /// Publishes an array of everything, at the end.
    public func collect() -> Publishers.Operator<Self, [Output], Failure> {
        Publishers.Operator(self) { downstream in
            let all = Box([Output]())
            return Stage(downstream) { value, _ in
                all.with { $0.append(value) }
                return .max(1)
            } onCompletion: { completion, stage in
                if case .finished = completion { _ = stage.send(all.with { $0 }) }
                stage.finish(completion)
            }
        }
    }

    /// Publishes nothing but the end.
    public func ignoreOutput() -> Publishers.Operator<Self, Never, Failure> {
        compactMap { _ in nil }
    }

    /// Publishes the last value, at the end.
    public func last() -> AnyPublisher<Output, Failure> {
        collect().compactMap(\.last).eraseToAnyPublisher()
    }

    /// Publishes these values first.
    public func prepend(_ elements: Output...) -> AnyPublisher<Output, Failure> {
        Publishers.Sequence<[Output], Failure>(sequence: elements).append(self)
    }

    /// Publishes another publisher's values after this one has finished.
    public func append<P: Publisher>(_ publisher: P) -> AnyPublisher<Output, Failure>
    where P.Output == Output, P.Failure == Failure {
        let publishers = [eraseToAnyPublisher(), publisher.eraseToAnyPublisher()]
        return Publishers.Sequence<[AnyPublisher<Output, Failure>], Failure>(sequence: publishers)
            .flatMap(maxPublishers: .max(1)) { $0 }.eraseToAnyPublisher()
    }
}

// MARK: Failures

extension Publisher {
    /// Publishes failures as others.
    public func mapError<E: Error>(
        _ transform: @escaping (Failure) -> E
    ) -> Publishers.Operator<Self, Output, E> {
        Publishers.Operator(self) { downstream in
            Stage(downstream) {
                $1.send($0)
            } onCompletion: { completion, stage in
                stage.finish(completion.mapFailure(transform))
            }
        }
    }

    /// Publishes a value in place of a failure, then ends.
    public func replaceError(with output: Output) -> Publishers.Operator<Self, Output, Never> {
        Publishers.Operator(self) { downstream in
            Stage(downstream) {
                $1.send($0)
            } onCompletion: { completion, stage in
                if case .failure = completion { _ = stage.send(output) }
                stage.finish(.finished)
            }
        }
    }

    /// Goes on with another publisher in place of a failure.
    public func `catch`<P: Publisher>(
        _ handler: @escaping (Failure) -> P
    ) -> AnyPublisher<Output, P.Failure> where P.Output == Output {
        AnyPublisher(
            Publishers.Junction { outlet in
                let following = Box(AnyCancellable?.none)
                let first = sink { completion in
                    switch completion {
                    case .finished: outlet.finish(.finished)
                    case .failure(let error):
                        let next = handler(error).sink(
                            receiveCompletion: outlet.finish, receiveValue: outlet.send)
                        following.with { $0 = next }
                    }
                } receiveValue: {
                    outlet.send($0)
                }
                outlet.keep(first)
                outlet.keep(AnyCancellable { following.with { $0 }?.cancel() })
            })
    }

    /// Traps where the publisher fails.
    public func assertNoFailure(
        _ prefix: String = ""
    ) -> Publishers.Operator<Self, Output, Never> {
        Publishers.Operator(self) { downstream in
            Stage(downstream) {
                $1.send($0)
            } onCompletion: { completion, stage in
                if case .failure(let error) = completion {
                    preconditionFailure("\(prefix)\(error)")
                }
                stage.finish(.finished)
            }
        }
    }
}

extension Publisher where Failure == Never {
    /// The same values, as a publisher that might fail.
    public func setFailureType<E: Error>(
        to failureType: E.Type
    ) -> Publishers.Operator<Self, Output, E> {
        Publishers.Operator(self) { downstream in
            Stage(downstream) {
                $1.send($0)
            } onCompletion: { _, stage in
                stage.finish(.finished)
            }
        }
    }
}

extension Subscribers.Completion {
    func mapFailure<E: Error>(_ transform: (Failure) -> E) -> Subscribers.Completion<E> {
        switch self {
        case .finished: .finished
        case .failure(let error): .failure(transform(error))
        }
    }
}
