// SPDX-License-Identifier: MPL-2.0

internal import Foundation

/// A lock around a value.
///
/// `@unchecked Sendable`: the value is only touched under the lock.
public final class OSAllocatedUnfairLock<State>: @unchecked Sendable {
    private let mutex = NSLock()
    private var state: State

    /// A lock around `initialState`, which nobody else uses.
    public init(uncheckedState initialState: State) {
        state = initialState
    }

    /// Reads and changes the value while nobody else does.
    public func withLock<R: Sendable>(
        _ body: @Sendable (inout State) throws -> R
    ) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Reads and changes the value while nobody else does; what is captured is not checked.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        mutex.lock()
        defer { mutex.unlock() }
        return try body(&state)
    }
}

extension OSAllocatedUnfairLock where State: Sendable {
    /// A lock around `initialState`.
    public convenience init(initialState: State) {
        self.init(uncheckedState: initialState)
    }
}

extension OSAllocatedUnfairLock where State == Void {
    /// A lock without a value.
    public convenience init() {
        self.init(uncheckedState: ())
    }

    /// Takes the lock.
    public func lock() { mutex.lock() }

    /// Gives the lock back.
    public func unlock() { mutex.unlock() }

    /// Takes the lock if it is free.
    public func lockIfAvailable() -> Bool { mutex.try() }

    /// Runs `body` while nobody else has the lock.
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
        mutex.lock()
        defer { mutex.unlock() }
        return try body()
    }
}
