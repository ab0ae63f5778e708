// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGLib

/// For a program that goes through its work in order, as a command line does, and waits in places.
extension MainContext {
    /// Turns the loop, sleeping between events, until `isDone` is true.
    ///
    /// Within `PlayerActor.acquire`, and not from inside a callback of the context: the source that
    /// runs it would wait for itself.
    @PlayerActor
    package func run(until isDone: () -> Bool) {
        while !isDone() { g_main_context_iteration(context, 1) }
    }
}
