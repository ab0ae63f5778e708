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

/// Does work that waits for others, and turns the main context until it is done: for the same kind of
/// program.
@PlayerActor
package func runUntilDone<Value: Sendable, Failure: Error>(
    _ work: @escaping @PlayerActor () async throws(Failure) -> Value
) throws(Failure) -> Value {
    let outcome = Outcome<Value, Failure>()
    let task = Task { outcome.result = await caught(work) }
    return try withExtendedLifetime(task) { () throws(Failure) in
        while true {
            if let result = outcome.result { return try result.get() }
            MainContext.shared.run(until: { outcome.result != nil })
        }
    }
}

/// What became of work that may throw.
package func caught<Value: Sendable, Failure: Error>(
    _ work: @PlayerActor () async throws(Failure) -> Value
) async -> Result<Value, Failure> {
    do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
}

@PlayerActor
private final class Outcome<Value: Sendable, Failure: Error> {
    var result: Result<Value, Failure>?
}
