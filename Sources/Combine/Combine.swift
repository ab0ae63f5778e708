// SPDX-License-Identifier: MPL-2.0

/// Publishers and subscribers, as far as code that plays music uses them.
///
/// A subset of Apple's framework of this name, so that such code compiles and behaves on Linux.
/// What is here keeps Apple's spelling and rules; what is not here is absent rather than half
/// there. A package that brings a complete implementation, such as OpenCombine, can take this
/// module's place.
///
/// A `Publisher` sends values over time to its subscribers, then at most one completion.
public protocol Publisher<Output, Failure> {
    /// What it publishes.
    associatedtype Output
    /// Why it may fail; `Never` if it cannot.
    associatedtype Failure: Error

    /// Attaches a subscriber; called by `subscribe(_:)`.
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
    /// Attaches a subscriber.
    public func subscribe<S: Subscriber>(_ subscriber: S)
    where S.Input == Output, S.Failure == Failure {
        receive(subscriber: subscriber)
    }

    /// Attaches a subject, which sends on what it receives.
    public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
    where S.Output == Output, S.Failure == Failure {
        sink {
            subject.send(completion: $0)
        } receiveValue: {
            subject.send($0)
        }
    }

    /// The publisher without its type.
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

/// Receives what a publisher sends.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    /// What it takes.
    associatedtype Input
    /// The failure it takes; `Never` if it takes none.
    associatedtype Failure: Error

    /// It is attached, and may ask for values.
    func receive(subscription: any Subscription)
    /// A value.
    ///
    /// - Returns: how many more values it takes than it has asked for.
    func receive(_ input: Input) -> Subscribers.Demand
    /// There is nothing more.
    func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
    /// An event without a value.
    public func receive() -> Subscribers.Demand { receive(()) }
}

/// The tie between a publisher and one subscriber.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    /// Asks for this many values.
    func request(_ demand: Subscribers.Demand)
}

/// Subscriptions without work behind them.
public enum Subscriptions {
    /// A subscription that never brings a value.
    public static var empty: any Subscription { Nothing() }

    private struct Nothing: Subscription {
        let combineIdentifier = CombineIdentifier()
        func request(_ demand: Subscribers.Demand) {}
        func cancel() {}
    }
}

/// What can be ended before its time.
public protocol Cancellable {
    /// Ends it; a second call does nothing.
    func cancel()
}

extension Cancellable {
    /// Keeps it in a collection, so that it lives as long as that.
    public func store<C: RangeReplaceableCollection>(in collection: inout C)
    where C.Element == AnyCancellable {
        collection.append(AnyCancellable(cancel))
    }

    /// Keeps it in a set, so that it lives as long as that.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(AnyCancellable(cancel))
    }
}

/// Cancels what it holds when it is released.
///
/// `@unchecked Sendable`: the closure is taken out under a lock and called once.
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
    private let lock = Lock()
    private var action: (() -> Void)?

    /// Calls `cancel` once.
    public init(_ cancel: @escaping () -> Void) {
        action = cancel
    }

    /// Holds another one.
    public convenience init<C: Cancellable>(_ canceller: C) {
        self.init(canceller.cancel)
    }

    deinit { cancel() }

    /// Ends it; a second call does nothing.
    public func cancel() {
        let action = lock.exchange(&action, nil)
        action?()
    }

    /// Keeps it in a collection, so that it lives as long as that.
    public func store<C: RangeReplaceableCollection>(in collection: inout C)
    where C.Element == AnyCancellable {
        collection.append(self)
    }

    /// Keeps it in a set, so that it lives as long as that.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }

    /// Whether both are the same object.
    public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool {
        left === right
    }

    /// By identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// Tells one subscriber or subscription from another.
public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
    private let rawValue: UInt64
    private static let count = Counter()

    /// A new one.
    public init() {
        rawValue = Self.count.next()
    }

    /// That of an object.
    public init(_ object: AnyObject) {
        rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
    }

    /// As hexadecimal digits.
    public var description: String { "0x" + String(rawValue, radix: 16) }
}

/// What has an identity of its own.
public protocol CustomCombineIdentifierConvertible {
    /// The identity.
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    /// That of the object.
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
