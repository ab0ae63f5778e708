// SPDX-License-Identifier: MPL-2.0

/// An object that tells before it changes.
public protocol ObservableObject: AnyObject {
    /// What tells of changes.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    /// Sends before the object changes.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// Sends before one of the `@Published` properties changes, and when told to.
    public var objectWillChange: ObservableObjectPublisher {
        let publisher = ObjectPublishers.shared.publisher(of: self)
        var mirror: Mirror? = Mirror(reflecting: self)
        while let level = mirror {
            for child in level.children {
                (child.value as? any PublishedProperty)?.announce(through: publisher)
            }
            mirror = level.superclassMirror
        }
        return publisher
    }
}

/// Sends the changes of an `ObservableObject`.
public final class ObservableObjectPublisher: Publisher, Sendable {
    /// An event without a value.
    public typealias Output = Void
    /// Never fails.
    public typealias Failure = Never

    private let subject = PassthroughSubject<Void, Never>()

    /// A publisher without subscribers.
    public init() {}

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
        subject.receive(subscriber: subscriber)
    }

    /// Tells that the object is about to change.
    public func send() { subject.send() }
}

/// The publisher of each object that has no property for it.
///
/// `@unchecked Sendable`: the table is under a lock.
private final class ObjectPublishers: @unchecked Sendable {
    static let shared = ObjectPublishers()

    private struct Entry {
        weak var object: AnyObject?
        let publisher: ObservableObjectPublisher
    }

    private let entries = Box([ObjectIdentifier: Entry]())

    func publisher(of object: AnyObject) -> ObservableObjectPublisher {
        entries.with { entries in
            let id = ObjectIdentifier(object)
            // A dead object's place in memory may be another one's now.
            if let entry = entries[id], entry.object === object { return entry.publisher }
            if entries.count.nonzeroBitCount == 1 {
                entries = entries.filter { $0.value.object != nil }
            }
            let entry = Entry(object: object, publisher: ObservableObjectPublisher())
            entries[id] = entry
            return entry.publisher
        }
    }
}

/// What `objectWillChange` looks for among the properties of an object.
private protocol PublishedProperty {
    func announce(through publisher: ObservableObjectPublisher)
}

/// A property whose changes can be subscribed to, by `$property`.
@propertyWrapper
public struct Published<Value> {
    fileprivate final class Storage {
        let announcer = Box(ObservableObjectPublisher?.none)
        private let conduits = Conduits<Value, Never>()
        private let current: Box<Value>

        init(_ value: Value) {
            current = Box(value)
        }

        var value: Value { current.with { $0 } }

        /// Subscribers hear of the new value before the property has it, as on Apple platforms.
        func set(_ value: Value) {
            announcer.with { $0 }?.send()
            for conduit in conduits.all { conduit.offer(value, keeping: true) }
            current.with { $0 = value }
        }

        func attach<S: Subscriber>(_ subscriber: S) where S.Input == Value, S.Failure == Never {
            conduits.add(Conduit(subscriber, latest: value))
        }
    }

    private let storage: Storage

    /// With a first value.
    public init(wrappedValue: Value) {
        storage = Storage(wrappedValue)
    }

    /// With a first value.
    public init(initialValue: Value) {
        self.init(wrappedValue: initialValue)
    }

    /// Only a property of a class can be published.
    @available(*, unavailable, message: "@Published is for properties of classes")
    public var wrappedValue: Value {
        get { storage.value }
        // Unavailable, and so never called.
        nonmutating set { storage.set(newValue) }
    }

    /// What `$property` is.
    public var projectedValue: Publisher {
        get { Publisher(storage: storage) }
        // `assign(to: &object.$property)` has used the publisher already.
        nonmutating set { _ = newValue }
    }

    /// The property itself, as the compiler finds it in a class.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<Owner, Published<Value>>
    ) -> Value {
        get { owner[keyPath: storageKeyPath].storage.value }
        set { owner[keyPath: storageKeyPath].storage.set(newValue) }
    }

    /// Publishes the values of a property, the present one first.
    public struct Publisher: Combine.Publisher {
        /// The property's type.
        public typealias Output = Value
        /// Never fails.
        public typealias Failure = Never

        fileprivate let storage: Storage

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Value, S.Failure == Never {
            storage.attach(subscriber)
        }

        func take<P: Combine.Publisher>(from publisher: P)
        where P.Output == Value, P.Failure == Never {
            let storage = storage
            let assignment = Box(AnyCancellable?.none)
            let cancellable = publisher.sink { [weak storage] value in
                if let storage {
                    storage.set(value)
                } else {
                    assignment.with { $0 = nil }
                }
            }
            assignment.with { $0 = cancellable }
        }
    }
}

extension Published: PublishedProperty {
    fileprivate func announce(through publisher: ObservableObjectPublisher) {
        storage.announcer.with { $0 = publisher }
    }
}

// `@unchecked`: value and subscribers are under locks.
extension Published: @unchecked Sendable where Value: Sendable {}
