// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
package import Testing

/// Waits until `condition` holds, and fails the test if it does not within the deadline.
///
/// Under a sanitizer everything takes several times as long, so that the deadline is later by as much:
/// it ends a test that hangs, and claims nothing about speed.
///
/// - Parameter what: completes "did not happen: …".
package func eventually(
    _ what: String, within deadline: Duration = .seconds(20),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + deadline * (sanitizer == nil ? 1 : 6)
    while try await !condition() {
        guard ContinuousClock.now < end else {
            Issue.record("did not happen: \(what)", sourceLocation: sourceLocation)
            return
        }
        await turn()
    }
}

/// Lets the main context run for a moment.
@PlayerActor
private func turn() async {
    await withCheckedContinuation { continuation in
        let timeout = Kept()
        timeout.source = EventSource.timeout(after: .milliseconds(5)) {
            timeout.source = nil
            continuation.resume()
        }
    }
}

/// Holds a source until it has run.
@PlayerActor
private final class Kept {
    var source: EventSource?
}
