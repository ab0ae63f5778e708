// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGLib

#if canImport(Glibc)
    private import Glibc
#endif

/// A descriptor that another library's loop can watch, readable from `signal` until `clear`.
///
/// The corresponding C function is `eventfd`.
package final class WakeDescriptor: Sendable {
    package let number = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

    package init() {}

    deinit {
        close(number)
    }

    package func signal() {
        eventfd_write(number, 1)
    }

    package func clear() {
        var count: eventfd_t = 0
        // Nothing to read is nothing to clear.
        _ = eventfd_read(number, &count)
    }
}
