// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib

#if canImport(Glibc)
    private import Glibc
#endif

extension PlayerActor {
    /// Runs `body` in a later turn of the main context, and waits for its end, half a second at
    /// most.
    ///
    /// What is late happens nevertheless. On the thread of the main context nobody waits: it would
    /// be for itself.
    package static func performAndWait(_ body: @escaping @PlayerActor @Sendable () -> Void) {
        let end = EndSignal()
        post {
            body()
            end.send()
        }
        if MainContext.shared.isIsolatingCurrentContext() != true { end.wait() }
    }
}

/// Tells one thread that another one has finished.
///
/// `@unchecked Sendable`: a POSIX semaphore is for any thread, and its memory lives as long as the
/// object.
private final class EndSignal: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() {
        // Fails only for a number that is too large.
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func send() {
        sem_post(semaphore)
    }

    func wait() {
        // The only clock that this function knows; a clock that is set changes this one limit.
        var limit = timespec()
        clock_gettime(CLOCK_REALTIME, &limit)
        limit.tv_nsec += 500_000_000
        if limit.tv_nsec >= 1_000_000_000 {
            limit.tv_sec += 1
            limit.tv_nsec -= 1_000_000_000
        }
        while sem_timedwait(semaphore, &limit) != 0, errno == EINTR {}
    }
}
