// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib

/// Waits for what calls back; nil once the waiting task is cancelled.
///
/// - Parameter begin: begins the work, is given what to call at its end, and returns what gives the
///   work up.
@PlayerActor
func awaiting<Value: Sendable>(
    _ begin: (@escaping @PlayerActor @Sendable (Value) -> Void) -> @PlayerActor () -> Void
) async -> Value? {
    let wait = Wait<Value>()
    return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            wait.continuation = continuation
            wait.giveUp = begin { wait.end($0) }
        }
    } onCancel: {
        // In a later turn, when the work has begun.
        PlayerActor.post { wait.cancel() }
    }
}

/// Lets time pass; false if the waiting task was cancelled.
///
/// A timer of the main context: one of Swift's own would wake the process for ever.
@PlayerActor
func pause(for time: Duration) async -> Bool {
    await awaiting { done in
        let timer = EventSource.timeout(after: time) { done(true) }
        return { timer.cancel() }
    } ?? false
}

/// Does work on a thread, where it holds nobody up.
func offActor<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        threads.perform { continuation.resume(returning: work()) }
    }
}

/// Decodes answers and reads the cache.
private let threads = Worker(threads: 2)

/// What waits, told once.
@PlayerActor
private final class Wait<Value: Sendable> {
    var continuation: CheckedContinuation<Value?, Never>?
    var giveUp: (@PlayerActor () -> Void)?

    func end(_ value: Value?) {
        giveUp = nil
        let continuation = continuation
        self.continuation = nil
        continuation?.resume(returning: value)
    }

    func cancel() {
        guard continuation != nil else { return }
        giveUp?()
        end(nil)
    }
}
