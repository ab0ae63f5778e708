// SPDX-License-Identifier: MPL-2.0

private import Synchronization

#if canImport(Glibc)
    private import Glibc
#endif

/// Whose turn it is on the actor: one thread at a time.
///
/// A mutex of C, because the thread sanitizer does not see Swift's own.
///
/// `@unchecked Sendable`: `pthread_mutex_t` is made for threads, and its address does not change.
final class TurnLock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    /// The thread that has the turn, or 0.
    ///
    /// No other thread ever finds itself here, so the order in which others see it does not matter.
    private let holder = Atomic<UInt>(0)

    init() {
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Whether the calling thread has the turn.
    var isHeld: Bool { holder.load(ordering: .relaxed) == pthread_self() }

    /// Waits until the turn is free, and takes it.
    func take() {
        pthread_mutex_lock(mutex)
        holder.store(pthread_self(), ordering: .relaxed)
    }

    /// Takes the turn if it is free; false also where the calling thread has it already.
    func takeIfFree() -> Bool {
        guard pthread_mutex_trylock(mutex) == 0 else { return false }
        holder.store(pthread_self(), ordering: .relaxed)
        return true
    }

    func giveBack() {
        holder.store(0, ordering: .relaxed)
        pthread_mutex_unlock(mutex)
    }
}
