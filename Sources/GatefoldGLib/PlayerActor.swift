// SPDX-License-Identifier: MPL-2.0

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

    /// Runs `body` at once; traps when the calling thread has not the turn.
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
        try MainContext.shared.acquire { try assumeIsolated(body) }
    }

    /// Runs `job` in a later turn of the main context; from any thread, in order.
    package static func post(_ job: @escaping @PlayerActor @Sendable () -> Void) {
        MainContext.shared.enqueue(job)
    }

    /// Runs `job` at once on the calling thread, if the actor has nothing to do, or in a later turn;
    /// from any thread, in order.
    ///
    /// For little work that waits for nothing: it takes the caller's time, and saves the time in which
    /// another thread wakes up.
    package static func runOrPost(_ job: @escaping @PlayerActor @Sendable () -> Void) {
        MainContext.shared.runOrPost(job)
    }

    /// Whether this turn is on the actor's own thread, where nothing of an app waits for its end.
    package static var isOnOwnThread: Bool { MainContext.shared.isOnOwnThread }
}
