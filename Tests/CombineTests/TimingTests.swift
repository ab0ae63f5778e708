// SPDX-License-Identifier: MPL-2.0

import Combine
import Foundation
import GatefoldTestSupport
import Testing

@Suite struct `Publishing elsewhere and later` {
    private let queue = DispatchQueue(label: "test")

    @Test func `receive(on:) keeps the order on another queue`() async throws {
        let record = Record<Int>()
        let isOnQueue = Record<Bool>()
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let subject = PassthroughSubject<Int, Never>()
        let cancellable = subject.receive(on: queue).sink { number in
            record.note(number)
            isOnQueue.note(DispatchQueue.getSpecific(key: key) == true)
        }
        for number in 1...5 { subject.send(number) }
        try await eventually("five values arrive") { record.words.count == 5 }
        #expect(record.words == ["1", "2", "3", "4", "5"])
        #expect(Set(isOnQueue.words) == ["true"])
        cancellable.cancel()
    }

    @Test func `receive(on:) reaches an operation queue and a run loop`() async throws {
        let record = Record<Int>()
        let operations = OperationQueue()
        operations.maxConcurrentOperationCount = 1
        let cancellable = record.take([1, 2].publisher.receive(on: operations))
        try await eventually("the operations have run") { record.words.count == 3 }
        #expect(record.words == ["1", "2", "end"])
        cancellable.cancel()
        let looped = await Self.onRunLoop { loop, done in
            Just(7).receive(on: loop).sink { done($0) }
        }
        #expect(looped == 7)
    }

    @Test func `debounce lets the last of a burst through`() async throws {
        let record = Record<Int>()
        let subject = PassthroughSubject<Int, Never>()
        let cancellable = record.take(
            subject.debounce(for: .milliseconds(30), scheduler: queue))
        for number in 1...5 { subject.send(number) }
        try await eventually("the burst is over") { !record.words.isEmpty }
        subject.send(completion: .finished)
        try await eventually("it ends") { record.words.count == 2 }
        #expect(record.words == ["5", "end"])
        cancellable.cancel()
    }

    @Test(arguments: [(true, "3"), (false, "2")])
    func `throttle lets the first through, then one more`(
        _ latest: Bool, _ second: String
    )
        async throws
    {
        let record = Record<Int>()
        let subject = PassthroughSubject<Int, Never>()
        let cancellable = record.take(
            subject.throttle(for: .milliseconds(200), scheduler: queue, latest: latest))
        for number in 1...3 { subject.send(number) }
        try await eventually("the interval is over") { record.words.count == 2 }
        #expect(record.words == ["1", second])
        cancellable.cancel()
    }

    @Test func `delay keeps the order`() async throws {
        let record = Record<Int>()
        let cancellable = record.take(
            [1, 2].publisher.delay(for: .milliseconds(5), scheduler: queue))
        try await eventually("everything comes") { record.words.count == 3 }
        #expect(record.words == ["1", "2", "end"])
        cancellable.cancel()
    }

    @Test func `a timer ticks while somebody is subscribed`() async {
        let ticks = await Self.onRunLoop { loop, done in
            Timer.publish(every: 0.005, on: loop, in: .default).autoconnect()
                .scan(0) { count, _ in count + 1 }
                .first { $0 == 3 }
                .sink { done($0) }
        }
        #expect(ticks == 3)
    }

    @Test func `notifications come one after the other, none lost in between`() async {
        let name = Notification.Name(UUID().uuidString)
        let center = NotificationCenter.default
        let own = NSObject()
        nonisolated(unsafe) let object = own  // compared only
        var all = center.notifications(named: name).makeAsyncIterator()
        for word in ["a", "b"] { center.post(name: name, object: word) }
        center.post(name: name, object: object)
        #expect(await all.next()?.object as? String == "a")
        #expect(await all.next()?.object as? String == "b")
        #expect(await all.next()?.object as? NSObject === object)
    }

    @Test func `notifications are published until the subscription ends`() {
        let name = Notification.Name(UUID().uuidString)
        let record = Record<String>()
        let cancellable = NotificationCenter.default.publisher(for: name)
            .sink { record.note($0.object as? String ?? "-") }
        NotificationCenter.default.post(name: name, object: "a")
        cancellable.cancel()
        NotificationCenter.default.post(name: name, object: "b")
        #expect(record.words == ["a"])
    }

    /// Runs a thread's run loop until a subscription says a number.
    private static func onRunLoop(
        _ subscribe:
            @escaping @Sendable (RunLoop, @escaping @Sendable (Int) -> Void)
            -> AnyCancellable
    ) async -> Int {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let record = Record<Int>()
                let cancellable = subscribe(.current) { record.note($0) }
                while record.words.isEmpty {
                    _ = RunLoop.current.run(mode: .default, before: Date() + 0.05)
                }
                cancellable.cancel()
                continuation.resume(returning: Int(record.words[0]) ?? 0)
            }
        }
    }
}

@Suite struct `Values as an asynchronous sequence` {
    @Test func `everything comes in order, also what was sent meanwhile`() async {
        let subject = PassthroughSubject<Int, Never>()
        var iterator = subject.prepend(0).values.makeAsyncIterator()
        #expect(await iterator.next() == 0)
        for number in 1...3 { subject.send(number) }
        subject.send(completion: .finished)
        var rest: [Int] = []
        while let number = await iterator.next() { rest.append(number) }
        #expect(rest == [1, 2, 3])
    }

    @Test func `a failure is thrown`() async {
        var seen: [Int] = []
        let publisher = [1, 2].publisher.tryMap { number in
            if number == 2 { throw Trouble() }
            return number
        }
        await #expect(throws: Trouble.self) {
            for try await number in publisher.values { seen.append(number) }
        }
        #expect(seen == [1])
    }

    @Test func `a cancelled task ends the loop`() async {
        let subject = PassthroughSubject<Int, Never>()
        let task = Task {
            var count = 0
            for await _ in subject.values { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value == 0)
    }
}
