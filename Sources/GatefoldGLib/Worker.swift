// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGLib

/// Threads for slow work (tags, files, the audio pipeline), whose results come back to the actor.
///
/// A `GThreadPool`, not libdispatch: after its first job libdispatch's timer wakes the process once
/// a second for ever.
///
/// `@unchecked Sendable`: a `GThreadPool` takes work from any thread.
package final class Worker: @unchecked Sendable {
    private let pool: UnsafeMutablePointer<GThreadPool>

    /// - Parameters:
    ///   - threads: one makes the work serial, in order.
    ///   - keepsThread: holds its threads for good, where work comes often.
    package init(threads: Int, keepsThread: Bool = false) {
        let run: GFunc = { data, _ in
            guard let data else { return }
            gatefold_acquire(data)
            Unmanaged<Work>.fromOpaque(data).takeRetainedValue().run()
        }
        // Fails only where an exclusive thread cannot be made, and then there is no process either.
        guard let pool = g_thread_pool_new(run, nil, gint(threads), keepsThread ? 1 : 0, nil) else {
            preconditionFailure("GLib made no thread pool")
        }
        self.pool = pool
    }

    deinit {
        // Finishes what is queued, without waiting here.
        g_thread_pool_free(pool, 0, 0)
    }

    package func perform(_ work: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(pool, work)).toOpaque()
        gatefold_release(work)
        g_thread_pool_push(pool, work, nil)
    }

    /// Runs `work` on a thread and `completion` on the actor.
    package func perform<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value,
        then completion: @escaping @PlayerActor @Sendable (Value) -> Void
    ) {
        perform {
            let value = work()
            PlayerActor.post { completion(value) }
        }
    }

    /// `@unchecked Sendable`: the pool is no more than an address here.
    private final class Work: @unchecked Sendable {
        private let pool: UnsafeMutablePointer<GThreadPool>
        private let body: @Sendable () -> Void

        init(_ pool: UnsafeMutablePointer<GThreadPool>, _ body: @escaping @Sendable () -> Void) {
            self.pool = pool
            self.body = body
        }

        func run() {
            gatefold_acquire(pool)
            body()
            gatefold_release(pool)
        }
    }
}
