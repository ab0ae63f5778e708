// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGLib

#if canImport(Glibc)
    private import Glibc
#endif

/// Runs an action on the actor after a while, unless it is put off before.
///
/// From any thread, and without a turn of the actor's thread until it rings: what is mostly put off
/// wakes nobody.
///
/// The corresponding C function is `timerfd_create`.
package final class Alarm: Sendable {
    private let timer = TimerDescriptor()
    private let source: EventSource

    package init(_ action: @escaping @PlayerActor @Sendable () -> Void) {
        source = EventSource.fileDescriptor(timer.number, G_IO_IN) { [timer] in
            // Without a ring it was put off meanwhile.
            if timer.takeRing() { action() }
            return true
        }
    }

    /// Rings once after `delay`, in place of what was set before.
    package func set(after delay: Duration) {
        let (seconds, attoseconds) = delay.components
        timer.set(nanoseconds: Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
    }

    package func putOff() {
        timer.set(nanoseconds: 0)
    }
}

/// Open as long as the source may read from it, which can be longer than the alarm lives.
private final class TimerDescriptor: Sendable {
    let number = gatefold_alarm_new()

    deinit {
        close(number)
    }

    func set(nanoseconds: Int) {
        gatefold_alarm_set(number, nanoseconds)
    }

    func takeRing() -> Bool {
        var count: UInt64 = 0
        return read(number, &count, MemoryLayout.size(ofValue: count)) > 0
    }
}
