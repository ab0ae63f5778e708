// SPDX-License-Identifier: MPL-2.0

public import Combine
public import Foundation
internal import Synchronization

/// What is told about a change of a property.
public struct NSKeyValueObservingOptions: OptionSet, Hashable, Sendable {
    /// The options as a number.
    public let rawValue: UInt

    /// Options by their number.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The value after it.
    public static let new = NSKeyValueObservingOptions(rawValue: 0x1)
    /// The value before it.
    public static let old = NSKeyValueObservingOptions(rawValue: 0x2)
    /// The present value, at once.
    public static let initial = NSKeyValueObservingOptions(rawValue: 0x4)
}

/// What a change was.
public enum NSKeyValueChange: UInt, Hashable, Sendable {
    /// There is another value.
    case setting = 1
    /// Something was put into a list.
    case insertion = 2
    /// Something was taken out of a list.
    case removal = 3
    /// Something of a list was replaced.
    case replacement = 4
}

/// A change of a property.
public struct NSKeyValueObservedChange<Value> {
    /// Another name for what it was.
    public typealias Kind = NSKeyValueChange

    /// What it was: always another value.
    public let kind: Kind
    /// The value after it, where that was wanted.
    public let newValue: Value?
    /// The value before it, where that was wanted.
    public let oldValue: Value?
    /// Where in a list it was: nowhere, as all of it is another value.
    public var indexes: IndexSet? { nil }
    /// Whether it is about to come: no, it was.
    public var isPrior: Bool { false }
}

extension NSKeyValueObservedChange: Sendable where Value: Sendable {}

/// An observation of a property, until it is invalidated or gone.
public final class NSKeyValueObservation: NSObject, Sendable {
    private let subscription: AnyCancellable

    init(_ subscription: AnyCancellable) {
        self.subscription = subscription
    }

    /// Ends it.
    public func invalidate() {
        subscription.cancel()
    }
}

/// Tells who observes the properties of one object that some of them may have changed.
///
/// On the main queue, as Apple's are told.
struct PropertyChanges: Sendable {
    private let changes = PassthroughSubject<Void, Never>()

    func send() {
        DispatchQueue.main.async { [changes] in changes.send() }
    }

    /// The values of a property, the present one first, and no value twice in a row.
    func values<Root: AnyObject, Value>(
        of object: Root, _ keyPath: KeyPath<Root, Value>
    ) -> AnyPublisher<Value, Never> {
        changes.map { [unowned object] in object[keyPath: keyPath] }
            .prepend(object[keyPath: keyPath])
            .removeDuplicates(by: isSame)
            .handleEvents(receiveCancel: { withExtendedLifetime(object) {} })
            .eraseToAnyPublisher()
    }

    func observation<Root: AnyObject, Value>(
        of object: Root, _ keyPath: KeyPath<Root, Value>, _ options: NSKeyValueObservingOptions,
        _ handler: @escaping (Root, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let present = object[keyPath: keyPath]
        func tell(_ object: Root, new: Value, old: Value?) {
            handler(
                object,
                NSKeyValueObservedChange(
                    kind: .setting, newValue: options.contains(.new) ? new : nil,
                    oldValue: options.contains(.old) ? old : nil))
        }
        if options.contains(.initial) { tell(object, new: present, old: nil) }
        // Only the main queue comes here.
        var last = present
        let subscription = changes.sink { [weak object] in
            guard let object else { return }
            let value = object[keyPath: keyPath]
            guard !isSame(last, value) else { return }
            let old = last
            last = value
            tell(object, new: value, old: old)
        }
        return NSKeyValueObservation(subscription)
    }
}

/// Whether two values cannot be told apart; what cannot be compared is another value.
private func isSame<Value>(_ left: Value, _ right: Value) -> Bool {
    guard let left = left as? AnyHashable, let right = right as? AnyHashable else { return false }
    return left == right
}

extension AVPlayer {
    /// The values of a property, the present one first, on the main queue.
    public func publisher<Value>(
        for keyPath: KeyPath<AVPlayer, Value>
    ) -> AnyPublisher<Value, Never> {
        changes.values(of: self, keyPath)
    }

    /// Calls a closure after each change of a property, on the main queue.
    ///
    /// A program whose own loop does not serve the main queue hears nothing.
    ///
    /// - Returns: what ends it, at the latest when nobody has it any more.
    public func observe<Value>(
        _ keyPath: KeyPath<AVPlayer, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (AVPlayer, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        changes.observation(of: self, keyPath, options, changeHandler)
    }
}

extension AVPlayerItem {
    /// The values of a property, the present one first, on the main queue.
    public func publisher<Value>(
        for keyPath: KeyPath<AVPlayerItem, Value>
    ) -> AnyPublisher<Value, Never> {
        changes.values(of: self, keyPath)
    }

    /// Calls a closure after each change of a property, on the main queue.
    ///
    /// A program whose own loop does not serve the main queue hears nothing.
    ///
    /// - Returns: what ends it, at the latest when nobody has it any more.
    public func observe<Value>(
        _ keyPath: KeyPath<AVPlayerItem, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (AVPlayerItem, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        changes.observation(of: self, keyPath, options, changeHandler)
    }
}
