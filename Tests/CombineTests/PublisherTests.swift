// SPDX-License-Identifier: MPL-2.0

import Combine
import Foundation
import Testing

/// What a publisher sent, in words.
final class Record<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [String] = []

    var words: [String] { lock.withLock { list } }

    func note(_ value: Value) { lock.withLock { list.append("\(value)") } }

    func take<P: Publisher>(_ publisher: P) -> AnyCancellable where P.Output == Value {
        publisher.sink { completion in
            self.lock.withLock {
                if case .failure(let error) = completion {
                    self.list.append("failed \(error)")
                } else {
                    self.list.append("end")
                }
            }
        } receiveValue: {
            self.note($0)
        }
    }
}

struct Trouble: Error, Equatable {}

@Suite struct `Publishing values` {
    @Test func `a subject sends to who is subscribed then, until they are cancelled`() {
        let subject = PassthroughSubject<Int, Never>()
        let record = Record<Int>()
        subject.send(1)
        let cancellable = record.take(subject)
        subject.send(2)
        cancellable.cancel()
        subject.send(3)
        #expect(record.words == ["2"])
    }

    @Test func `a subject with a value sends it first`() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let record = Record<Int>()
        subject.value = 2
        let cancellable = record.take(subject)
        subject.send(3)
        subject.send(completion: .finished)
        subject.send(4)
        #expect(record.words == ["2", "3", "end"])
        #expect(subject.value == 3)
        withExtendedLifetime(cancellable) {}
    }

    @Test func `releasing a cancellable cancels it`() {
        let subject = PassthroughSubject<Int, Never>()
        let record = Record<Int>()
        var set: Set<AnyCancellable> = []
        record.take(subject).store(in: &set)
        subject.send(1)
        set = []
        subject.send(2)
        #expect(record.words == ["1"])
    }

    @Test func `an array publishes its elements as they are asked for`() {
        var received: [Int] = []
        var subscription: (any Subscription)?
        let subscriber = AnySubscriber<Int, Never> {
            subscription = $0
        } receiveValue: {
            received.append($0)
            return .none
        }
        [1, 2, 3].publisher.subscribe(subscriber)
        #expect(received == [])
        subscription?.request(.max(2))
        #expect(received == [1, 2])
        subscription?.request(.unlimited)
        #expect(received == [1, 2, 3])
    }

    @Test func `a future keeps its one result`() async throws {
        let future = Future<Int, Never> { promise in
            promise(.success(5))
            promise(.success(6))
        }
        let record = Record<Int>()
        _ = record.take(future)
        _ = record.take(future)
        #expect(record.words == ["5", "end", "5", "end"])
        #expect(try await future.value == 5)
    }

    @Test func `nothing and failure end at once`() {
        let record = Record<Int>()
        _ = record.take(Empty<Int, Never>())
        _ = record.take(Fail<Int, Trouble>(error: Trouble()))
        #expect(record.words == ["end", "failed Trouble()"])
    }
}

@Suite struct `Operators` {
    private func words<P: Publisher>(_ publisher: P) -> String {
        let record = Record<P.Output>()
        let cancellable = record.take(publisher)
        withExtendedLifetime(cancellable) {}
        return record.words.joined(separator: " ")
    }

    private var numbers: Publishers.Sequence<[Int], Never> { [1, 2, 2, 3, 4].publisher }

    @Test func `change, choose and count values`() {
        #expect(words(numbers.map { $0 * 2 }) == "2 4 4 6 8 end")
        #expect(words(numbers.map(\.description.count)) == "1 1 1 1 1 end")
        #expect(words(numbers.filter { $0.isMultiple(of: 2) }) == "2 2 4 end")
        #expect(words(numbers.compactMap { $0 > 2 ? "\($0)!" : nil }) == "3! 4! end")
        #expect(words(numbers.removeDuplicates()) == "1 2 3 4 end")
        #expect(words(numbers.scan(0, +)) == "1 3 5 8 12 end")
        #expect(words(numbers.collect()) == "[1, 2, 2, 3, 4] end")
        #expect(words([1, nil].publisher.replaceNil(with: 0)) == "1 0 end")
    }

    @Test func `take a part of the values`() {
        #expect(words(numbers.first()) == "1 end")
        #expect(words(numbers.first { $0 > 2 }) == "3 end")
        #expect(words(numbers.prefix(2)) == "1 2 end")
        #expect(words(numbers.dropFirst(3)) == "3 4 end")
        #expect(words(numbers.last()) == "4 end")
        #expect(words(numbers.prepend(9).append(Just(8))) == "9 1 2 2 3 4 8 end")
    }

    @Test func `pass demand on, past what they drop`() {
        var received: [Int] = []
        var subscription: (any Subscription)?
        let subscriber = AnySubscriber<Int, Never> {
            subscription = $0
            $0.request(.max(1))
        } receiveValue: {
            received.append($0)
            return .none
        }
        numbers.filter { $0 > 2 }.subscribe(subscriber)
        #expect(received == [3])
        // Until then publisher and subscriber keep each other.
        subscription?.cancel()
    }

    @Test func `replace failures`() {
        let failing = numbers.tryMap { number in
            if number > 2 { throw Trouble() }
            return number
        }
        #expect(words(failing) == "1 2 2 failed Trouble()")
        #expect(words(failing.replaceError(with: 0)) == "1 2 2 0 end")
        #expect(words(failing.catch { _ in Just(7) }) == "1 2 2 7 end")
        #expect(words(failing.mapError { _ in URLError(.cancelled) }).hasPrefix("1 2 2 failed"))
    }

    @Test func `join publishers`() {
        let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let records = [Record<Int>(), Record<Int>(), Record<Int>()]
        let cancellables = [
            records[0].take(left.merge(with: right)),
            records[1].take(left.combineLatest(right) { $0 + $1 }),
            records[2].take(left.zip(right).map { $0 * $1 }),
        ]
        left.send(1)
        left.send(2)
        right.send(10)
        right.send(20)
        left.send(completion: .finished)
        right.send(completion: .finished)
        withExtendedLifetime(cancellables) {}
        #expect(records[0].words == ["1", "2", "10", "20", "end"])
        #expect(records[1].words == ["12", "22", "end"])
        #expect(records[2].words == ["10", "40", "end"])
    }

    @Test func `join three publishers`() {
        let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
        let record = Record<Int>()
        let cancellable = record.take(
            Publishers.CombineLatest3(subjects[0], subjects[1], subjects[2])
                .map { $0 * 100 + $1 * 10 + $2 })
        for (number, subject) in subjects.enumerated() { subject.send(number + 1) }
        subjects[1].send(7)
        for subject in subjects { subject.send(completion: .finished) }
        withExtendedLifetime(cancellable) {}
        #expect(record.words == ["123", "173", "end"])
    }

    @Test func `follow the publishers that values make`() {
        let outer = PassthroughSubject<Int, Never>()
        let inner = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
        let all = Record<Int>()
        let latest = Record<Int>()
        let cancellables = [
            all.take(outer.flatMap { inner[$0] }),
            latest.take(outer.map { inner[$0] }.switchToLatest()),
        ]
        outer.send(0)
        inner[0].send(1)
        outer.send(1)
        inner[0].send(2)
        inner[1].send(3)
        outer.send(completion: .finished)
        inner[1].send(completion: .finished)
        inner[0].send(completion: .finished)
        withExtendedLifetime(cancellables) {}
        #expect(all.words == ["1", "2", "3", "end"])
        #expect(latest.words == ["1", "3", "end"])
    }

    @Test func `send one value at a time, from whatever thread`() async {
        let subjects = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
        let inside = Counting()
        let cancellable = Publishers.MergeMany(subjects).sink { _ in inside.pass() }
        await withTaskGroup(of: Void.self) { group in
            for subject in subjects {
                group.addTask { for number in 0..<500 { subject.send(number) } }
            }
        }
        #expect(inside.most == 1)
        #expect(inside.total == 2000)
        cancellable.cancel()
    }
}

/// Counts how many are inside at once.
private final class Counting: @unchecked Sendable {
    private let lock = NSLock()
    private var now = 0
    private(set) var most = 0
    private(set) var total = 0

    func pass() {
        lock.withLock {
            now += 1
            most = max(most, now)
            total += 1
        }
        lock.withLock { now -= 1 }
    }
}

private class Model: ObservableObject {
    @Published var title = "a"
    @Published var count = 0
}

private final class Derived: Model {
    @Published var extra = false
}

private final class Plain: ObservableObject {}

@Suite struct `Observable objects` {
    @Test func `tell before a published property has changed, also one that is inherited`() {
        let object = Derived()
        var seen: [String] = []
        let cancellable = object.objectWillChange.sink { seen.append(object.title) }
        object.title = "b"
        object.extra = true
        #expect(seen == ["a", "b"])
        cancellable.cancel()
    }

    @Test func `publish a property, the present value first and the new one before it counts`() {
        let object = Model()
        var seen: [String] = []
        let cancellable = object.$count.sink { seen.append("\($0) over \(object.count)") }
        object.count = 5
        #expect(seen == ["0 over 0", "5 over 0"])
        #expect(object.count == 5)
        cancellable.cancel()
    }

    @Test func `take values from a publisher`() {
        let object = Model()
        let subject = PassthroughSubject<Int, Never>()
        subject.assign(to: &object.$count)
        subject.send(3)
        #expect(object.count == 3)
        let cancellable = subject.assign(to: \.count, on: object)
        subject.send(4)
        #expect(object.count == 4)
        cancellable.cancel()
    }

    @Test func `have one publisher each, by which they can be told by hand`() {
        let (one, other) = (Plain(), Plain())
        var count = 0
        let cancellable = one.objectWillChange.sink { count += 1 }
        one.objectWillChange.send()
        other.objectWillChange.send()
        #expect(count == 1)
        cancellable.cancel()
    }
}
