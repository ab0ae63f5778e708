// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGLib

/// For a program that goes through its work in order, as a command line does, and waits in places.
extension MainContext {
    /// Runs `body` on the actor while the calling thread owns the context.
    package func own<Value>(_ body: @PlayerActor () throws -> Value) rethrows -> Value {
        precondition(g_main_context_acquire(context) != 0, "another thread runs the main context")
        g_main_context_push_thread_default(context)
        defer {
            g_main_context_pop_thread_default(context)
            g_main_context_release(context)
        }
        return try PlayerActor.assumeIsolated(body)
    }

    /// Turns the loop, sleeping between events, until `isDone` is true.
    ///
    /// Not from inside a callback of the context: the source that runs it would wait for itself.
    @PlayerActor
    package func run(until isDone: () -> Bool) {
        while !isDone() { g_main_context_iteration(context, 1) }
    }
}
