// SPDX-License-Identifier: MPL-2.0

internal import Foundation

/// A lock around small changes; what publishers call happens outside it.
struct Lock: Sendable {
    private let lock = NSLock()

    func with<Value>(_ body: () throws -> Value) rethrows -> Value {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// Puts in a new value and returns the old one.
    func exchange<Value>(_ place: inout Value, _ new: Value) -> Value {
        lock.lock()
        defer { lock.unlock() }
        let old = place
        place = new
        return old
    }
}

/// Counts up from one.
///
/// `@unchecked Sendable`: the number is only touched under the lock.
final class Counter: @unchecked Sendable {
    private let lock = Lock()
    private var last: UInt64 = 0

    func next() -> UInt64 {
        lock.with {
            last += 1
            return last
        }
    }
}
