// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDispatch
internal import Dispatch
internal import Foundation
internal import GatefoldGLib
private import Synchronization

#if canImport(Glibc)
    private import Glibc
#endif

/// The main queue of the process, if anybody serves it: `@main async`, `RunLoop.main`,
/// `dispatchMain()`, or an app that calls `MPRISController.serveMainQueue()` from its own loop.
///
/// A job of ours on the queue shows whether it is served: once one has run, it is. While none has, a
/// process that seems to sleep in some other loop gets its jobs on a thread of the library.
final class MainQueue: Sendable {
    static let shared = MainQueue()

    /// How long a process that starts has to begin serving the queue.
    private static let patience = Duration.seconds(1)
    /// How long what is written waits for the end of the turn that writes it.
    private static let longestTurn = Duration.milliseconds(5)
    /// The same for other threads, whose turns nobody can tell.
    private static let shortTurn = Duration.milliseconds(1)

    private let isServed = Atomic(false)
    private let start = ContinuousClock.now
    private let ownThread = Worker(threads: 1)
    private let turn = Turn()
    private let alarm: Alarm

    /// Marks the queue itself: after `dispatchMain()` it has no thread of its own.
    private let mark = DispatchSpecificKey<Bool>()

    private init() {
        alarm = Alarm { [turn] in turn.end() }
        DispatchQueue.main.setSpecific(key: mark, value: true)
        DispatchQueue.main.async { self.isServed.store(true, ordering: .relaxed) }
    }

    // MARK: Handlers

    /// Runs `work` on the main queue, or where nobody serves that, on a thread of the library.
    func perform(_ work: @escaping @Sendable () -> Void) {
        guard !isServed.load(ordering: .relaxed) else {
            return DispatchQueue.main.async(execute: work)
        }
        let job = Once(work)
        DispatchQueue.main.async { job.run() }
        let delay = Self.patience - (ContinuousClock.now - start)
        PlayerActor.post { self.fallBack(job, after: delay) }
    }

    @PlayerActor
    private func fallBack(_ job: Once, after delay: Duration) {
        EventSource.run(after: delay) {
            guard !self.isServed.load(ordering: .relaxed) else { return }
            // Who works at starting will serve the queue when that is done.
            if Process.mainThreadWaits { return self.ownThread.perform { job.run() } }
            self.fallBack(job, after: Self.patience)
        }
    }

    // MARK: Foreign loops

    /// Readable while `serve` has something to do.
    var descriptor: Int32 { _dispatch_get_main_queue_handle_4CF() }

    /// Runs what is on the queue now; on the main thread.
    func serve() {
        var count: UInt64 = 0
        // Nothing to read is nothing to do, and the callback then does nothing.
        _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
        _dispatch_main_queue_callback_4CF(nil)
    }

    // MARK: Turns

    /// Runs `work` on the actor when the main thread's turn is over, or soon.
    func endTurn(_ work: @escaping @PlayerActor @Sendable () -> Void) {
        guard DispatchQueue.getSpecific(key: mark) == true || Thread.isMainThread else {
            return PlayerActor.post { EventSource.run(after: Self.shortTurn, work) }
        }
        guard turn.append(work) else { return }
        alarm.set(after: Self.longestTurn)
        DispatchQueue.main.async {
            // Here, where what was written is at hand: another thread is slow to wake.
            PlayerActor.runOrPost { self.turn.end() }
            self.alarm.putOff()
        }
    }
}

/// What is to be done after the main thread's turn.
private final class Turn: Sendable {
    private let work = Mutex<[@PlayerActor @Sendable () -> Void]>([])

    /// - Returns: whether nothing else waits.
    func append(_ work: @escaping @PlayerActor @Sendable () -> Void) -> Bool {
        self.work.withLock {
            $0.append(work)
            return $0.count == 1
        }
    }

    /// May come twice for one turn: then the second does nothing.
    @PlayerActor
    func end() {
        let work = work.withLock { work in
            defer { work = [] }
            return work
        }
        for work in work { work() }
    }
}

/// Work that several wait for the chance to do, and one does.
private final class Once: Sendable {
    private let isDone = Atomic(false)
    private let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) {
        self.work = work
    }

    func run() {
        if !isDone.exchange(true, ordering: .acquiringAndReleasing) { work() }
    }
}
