// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import Testing

@PlayerActor
private final class Diary {
    private(set) var events: [String] = []
    private var timer: EventSource?

    func note(_ event: String) { events.append(event) }

    func startTimer() {
        timer = EventSource.timeout(after: .zero) { [weak self] in self?.note("timer") }
    }
}

/// Longer than jobs may run at a stretch.
private func compute() {
    let end = monotonicNanoseconds() + 5_000_000
    while monotonicNanoseconds() < end {}
}

@Suite struct `Jobs of the actor` {
    @Test func `let other sources have their turn between them, and keep their order`() async {
        MainContext.shared.startThread()
        let diary = Diary()
        await withCheckedContinuation { continuation in
            // One job that posts the others, so that they come in one batch.
            PlayerActor.post {
                PlayerActor.post {
                    diary.startTimer()
                    compute()
                    diary.note("first")
                }
                for name in ["second", "third"] {
                    PlayerActor.post {
                        compute()
                        diary.note(name)
                    }
                }
                PlayerActor.post {
                    diary.note("last")
                    continuation.resume()
                }
            }
        }
        let events = await diary.events
        #expect(events.filter { $0 != "timer" } == ["first", "second", "third", "last"])
        #expect(events.firstIndex(of: "timer") ?? events.count <= 2, "\(events)")
    }
}
