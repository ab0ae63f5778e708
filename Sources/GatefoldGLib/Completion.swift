// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGLib

/// One thread waits, with a limit, for another.
///
/// `@unchecked Sendable`: a `GAsyncQueue` is thread-safe.
package final class Completion: @unchecked Sendable {
    private let queue = g_async_queue_new()

    package init() {}

    deinit { g_async_queue_unref(queue) }

    package func signal() {
        gatefold_release(UnsafeMutableRawPointer(queue))
        g_async_queue_push(queue, Unmanaged.passUnretained(self).toOpaque())
    }

    package func wait(for limit: Duration) {
        g_async_queue_timeout_pop(queue, UInt(limit.components.seconds) * 1_000_000)
        gatefold_acquire(UnsafeMutableRawPointer(queue))
    }
}
