// SPDX-License-Identifier: MPL-2.0

package import CGatefoldGLib

/// A `GSource` on our main context that runs a closure; cancelled when released.
///
/// `@unchecked Sendable`: `g_source_destroy` and `g_source_unref` are thread-safe, and nothing
/// else touches the pointer after `init`.
package final class EventSource: @unchecked Sendable {
    private let source: UnsafeMutablePointer<GSource>

    /// What a source runs; false removes it.
    package typealias Action = @PlayerActor @Sendable () -> Bool

    /// Runs `action` once after `delay`, rounded up to milliseconds.
    @PlayerActor
    package static func timeout(
        after delay: Duration, _ action: @escaping @PlayerActor @Sendable () -> Void
    ) -> EventSource {
        let (seconds, attoseconds) = delay.components
        let milliseconds = max(
            0, seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        return EventSource(
            g_timeout_source_new(guint(clamping: milliseconds)),
            Callback {
                action()
                return false
            })
    }

    /// Runs `action` once after `delay`, without anybody who keeps the source.
    @PlayerActor
    package static func run(
        after delay: Duration, _ action: @escaping @PlayerActor @Sendable () -> Void
    ) {
        let keeper = Keeper()
        keeper.source = timeout(after: delay) {
            keeper.source = nil
            action()
        }
    }

    @PlayerActor
    private final class Keeper {
        var source: EventSource?
    }

    /// Runs `action` in every turn in which the file descriptor meets `condition`.
    package static func fileDescriptor(
        _ descriptor: Int32, _ condition: GIOCondition, _ action: @escaping Action
    ) -> EventSource {
        let source = g_unix_fd_source_new(descriptor, condition)
        let function: GUnixFDSourceFunc = { _, _, data in Callback.run(data) }
        gatefold_unix_fd_source_set_callback(
            source, function, Callback(action).retained(), Callback.release)
        return EventSource(attaching: source)
    }

    /// Runs `action` when the process gets a Unix signal: one of `SIGHUP`, `SIGINT`, `SIGTERM`,
    /// `SIGUSR1`, `SIGUSR2`, `SIGWINCH`.
    @PlayerActor
    package static func unixSignal(_ number: Int32, _ action: @escaping Action) -> EventSource {
        EventSource(g_unix_signal_source_new(number), Callback(action))
    }

    /// Runs `action` when the other side of a pipe, socket or terminal has gone away.
    @PlayerActor
    package static func hangup(
        of descriptor: Int32, _ action: @escaping @PlayerActor @Sendable () -> Void
    ) -> EventSource {
        // No condition: poll(2) reports errors and hang-ups unasked.
        fileDescriptor(descriptor, GIOCondition(0)) {
            action()
            return false
        }
    }

    /// Runs `action` once the child process has ended, and reaps it.
    @PlayerActor
    package static func childExit(
        of process: Int32, _ action: @escaping @PlayerActor @Sendable () -> Void
    ) -> EventSource {
        let source = g_child_watch_source_new(process)
        let function: GChildWatchFunc = { _, _, data in _ = Callback.run(data) }
        let callback = Callback {
            action()
            return false
        }
        gatefold_child_watch_source_set_callback(
            source, function, callback.retained(), Callback.release)
        return EventSource(attaching: source)
    }

    package func cancel() {
        g_source_destroy(source)
    }

    deinit {
        g_source_destroy(source)
        g_source_unref(source)
    }

    private convenience init(_ source: UnsafeMutablePointer<GSource>?, _ callback: Callback) {
        g_source_set_callback(
            source, { data in Callback.run(data) }, callback.retained(), Callback.release)
        self.init(attaching: source)
    }

    private init(attaching source: UnsafeMutablePointer<GSource>?) {
        guard let source else { preconditionFailure("GLib made no source") }
        self.source = source
        g_source_set_priority(source, G_PRIORITY_DEFAULT)
        g_source_attach(source, MainContext.shared.context)
    }
}

/// The closure behind a C callback and its user data.
private final class Callback: Sendable {
    private let action: EventSource.Action

    init(_ action: @escaping EventSource.Action) {
        self.action = action
    }

    func retained() -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(self).toOpaque()
    }

    /// `G_SOURCE_CONTINUE` (1) or `G_SOURCE_REMOVE` (0), which are macros.
    static func run(_ data: gpointer?) -> gboolean {
        guard let data else { return 0 }
        let callback = Unmanaged<Callback>.fromOpaque(data).takeUnretainedValue()
        return PlayerActor.assumeIsolated(callback.action) ? 1 : 0
    }

    static let release: GDestroyNotify = { data in
        if let data { Unmanaged<Callback>.fromOpaque(data).release() }
    }
}
