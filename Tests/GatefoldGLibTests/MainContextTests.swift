// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import Glibc
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

@Suite struct `A turn of another thread` {
    init() {
        MainContext.shared.startThread()
    }

    @Test func `comes at once while the actor has nothing to do`() async {
        // Others may have jobs just now.
        var isHere = false
        for _ in 1...1000 where !isHere {
            isHere = await withCheckedContinuation { continuation in
                let caller = pthread_self()
                PlayerActor.runOrPost {
                    let isOwn = PlayerActor.isOnOwnThread
                    continuation.resume(returning: pthread_self() == caller && !isOwn)
                }
            }
        }
        #expect(isHere)
    }

    @Test func `comes after what the thread posted before`() async {
        let diary = Diary()
        for _ in 1...200 {
            await withCheckedContinuation { continuation in
                PlayerActor.post { diary.note("posted") }
                PlayerActor.runOrPost {
                    diary.note("turn")
                    continuation.resume()
                }
            }
        }
        let events = await diary.events
        #expect(events == (1...200).flatMap { _ in ["posted", "turn"] })
    }

    @Test func `is never at the same time as another`() async {
        let count = Count()
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...8 {
                group.addTask {
                    for number in 1...500 {
                        if number.isMultiple(of: 2) {
                            PlayerActor.runOrPost { count.value += 1 }
                        } else {
                            PlayerActor.post { count.value += 1 }
                        }
                    }
                }
            }
        }
        #expect(await count.value == 4000)
    }
}

@PlayerActor
private final class Count {
    var value = 0
}

@Suite struct `An alarm` {
    init() {
        MainContext.shared.startThread()
    }

    @Test func `rings once after its time`() async {
        let (rings, bell) = AsyncStream.makeStream(of: Void.self)
        let alarm = Alarm { bell.yield() }
        alarm.set(after: .milliseconds(1))
        var ringing = rings.makeAsyncIterator()
        await ringing.next()
        // The next one is of the second setting, or there would be three.
        alarm.set(after: .milliseconds(1))
        await ringing.next()
        await end(of: bell)
        var further = 0
        while await ringing.next() != nil { further += 1 }
        #expect(further == 0)
    }

    @Test func `does not ring when it was put off`() async {
        let (rings, bell) = AsyncStream.makeStream(of: Void.self)
        let alarm = Alarm { bell.yield() }
        alarm.set(after: .milliseconds(20))
        alarm.putOff()
        await end(of: bell)
        var count = 0
        for await _ in rings { count += 1 }
        #expect(count == 0)
    }

    /// After a time that is longer than that of the alarms.
    private func end(of bell: AsyncStream<Void>.Continuation) async {
        await withCheckedContinuation { continuation in
            PlayerActor.post {
                EventSource.run(after: .milliseconds(40)) {
                    bell.finish()
                    continuation.resume()
                }
            }
        }
    }
}
