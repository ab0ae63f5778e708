// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGLib

/// The one actor of the player: all state, every input, every C callback of the main context.
///
/// Its executor is our GLib main context, so a callback of a source attached there is already
/// isolated and calls `PlayerActor.assumeIsolated`.
@globalActor
package actor PlayerActor {
    package static let shared = PlayerActor()

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        MainContext.shared.asUnownedSerialExecutor()
    }

    /// Runs `body` at once; traps when the calling thread does not own the main context.
    package static func assumeIsolated<Value>(
        _ body: @PlayerActor () throws -> Value
    ) rethrows -> Value {
        MainContext.shared.checkIsolated()
        // As MainActor.assumeIsolated does: the isolation was just checked, and only the type
        // knows of it.
        return try withoutActuallyEscaping(body) { escaping in
            try unsafeBitCast(escaping, to: (() throws -> Value).self)()
        }
    }

    /// Makes the calling thread the actor's while `body` runs: for a command-line program without a
    /// running loop.
    ///
    /// Traps when another thread runs the main context.
    package static func acquire<Value>(
        _ body: @PlayerActor () throws -> Value
    ) rethrows -> Value {
        MainContext.shared.claim()
        precondition(
            g_main_context_acquire(MainContext.shared.context) != 0, "the main context is taken")
        defer { g_main_context_release(MainContext.shared.context) }
        return try assumeIsolated(body)
    }

    /// Runs `job` in a later turn of the main context; from any thread, in order.
    package static func post(_ job: @escaping @PlayerActor @Sendable () -> Void) {
        MainContext.shared.enqueue(job)
    }
}
