// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGLib
private import Synchronization

/// Our GLib main context as a Swift executor.
///
/// Not GLib's default one: a host application's own
/// loop and ours do not meet.
///
/// One source with a descriptor of its own carries all jobs: no allocation per job, and one system
/// call to wake it. Not `g_source_set_ready_time`, which wakes the loop while it holds a lock that the
/// loop then waits for. Not `g_main_context_invoke`: it runs the job inline when the caller owns the
/// context, which would re-enter the actor.
///
/// Whose turn it is, is a lock. The thread that runs the context has it, but for the time that it waits
/// in poll(2): then another thread can have a turn at once, without waking that one (`runOrPost`).
///
/// `@unchecked Sendable`: a `GMainContext` is thread-safe, and the jobs are behind a mutex.
package final class MainContext: SerialExecutor, @unchecked Sendable {
    package static let shared = MainContext()

    let context: OpaquePointer
    private let wake = WakeDescriptor()
    private let jobs = Mutex<[Job]>([])
    private let turn = TurnLock()

    private enum Job {
        case executor(UnownedJob)
        case closure(@PlayerActor @Sendable () -> Void)
    }

    private init() {
        context = g_main_context_new()
        g_main_context_set_poll_func(context) { MainContext.shared.poll($0, $1, $2) }
        let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
        functions.initialize(to: GSourceFuncs())
        functions.pointee.dispatch = { _, _, _ in
            MainContext.shared.wake.clear()
            MainContext.shared.runJobs()
            return 1  // G_SOURCE_CONTINUE
        }
        let jobSource = g_source_new(functions, guint(MemoryLayout<GSource>.size))
        g_source_add_unix_fd(jobSource, wake.number, G_IO_IN)
        g_source_set_priority(jobSource, G_PRIORITY_DEFAULT)
        // As DescriptorSource explains.
        g_source_set_can_recurse(jobSource, 1)
        g_source_set_static_name(jobSource, "gatefold jobs")
        g_source_attach(jobSource, context)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        append(.executor(UnownedJob(job)))
    }

    func enqueue(_ closure: @escaping @PlayerActor @Sendable () -> Void) {
        append(.closure(closure))
    }

    package func checkIsolated() {
        precondition(turn.isHeld, "not in a turn of the main context")
    }

    package func isIsolatingCurrentContext() -> Bool? { turn.isHeld }

    /// Whether the calling thread is the one that runs the context.
    var isOnOwnThread: Bool { g_main_context_is_owner(context) != 0 }

    /// Runs `job` in a turn on the calling thread, if the context has nothing to do; in a later turn
    /// otherwise.
    func runOrPost(_ job: @escaping @PlayerActor @Sendable () -> Void) {
        // Sources that a first job adds need somebody who runs them.
        guard hasRunner.load(ordering: .relaxed), turn.takeIfFree() else {
            return append(.closure(job))
        }
        defer { turn.giveBack() }
        // What was posted before comes first.
        guard jobs.withLock({ $0.isEmpty }) else { return append(.closure(job)) }
        PlayerActor.assumeIsolated(job)
    }

    /// Runs `body` as the thread of the context; traps when another thread is.
    func acquire<Value>(_ body: () throws -> Value) rethrows -> Value {
        claim()
        precondition(g_main_context_acquire(context) != 0, "the main context is taken")
        defer { g_main_context_release(context) }
        turn.take()
        defer { turn.giveBack() }
        return try body()
    }

    private func poll(
        _ descriptors: UnsafeMutablePointer<GPollFD>?, _ count: guint, _ timeout: gint
    ) -> gint {
        guard timeout != 0 else { return g_poll(descriptors, count, 0) }
        turn.giveBack()
        defer { turn.take() }
        return g_poll(descriptors, count, timeout)
    }

    /// Runs the context on the calling thread until `quit`.
    package func run() {
        let loop = g_main_loop_new(context, 0)
        runningLoop.withLock { $0 = Loop(pointer: loop) }
        acquire {
            g_main_context_push_thread_default(context)
            g_main_loop_run(loop)
            g_main_context_pop_thread_default(context)
        }
        runningLoop.withLock { $0 = nil }
        g_main_loop_unref(loop)
    }

    /// Makes `run` return once the present turn is over.
    package func quit() {
        runningLoop.withLock { running in
            if let running { g_main_loop_quit(running.pointer) }
        }
    }

    /// Says that somebody runs the context, so that it needs no thread of its own.
    private func claim() {
        hasRunner.store(true, ordering: .relaxed)
    }

    /// Runs the context on a thread of its own for the rest of the process, unless somebody does
    /// already: the first job starts it in a linked library and in tests.
    package func startThread() {
        guard !hasRunner.exchange(true, ordering: .relaxed) else { return }
        g_thread_unref(
            g_thread_new(
                "gatefold",
                { _ in
                    MainContext.shared.run()
                    return nil
                }, nil))
    }
    private let hasRunner = Atomic(false)

    /// `g_main_loop_quit` is thread-safe; the pointer lives while it is in `runningLoop`.
    private struct Loop: @unchecked Sendable {
        let pointer: OpaquePointer?
    }
    private let runningLoop = Mutex<Loop?>(nil)

    private func append(_ job: Job) {
        gatefold_release(UnsafeMutableRawPointer(context))
        let isFirst = jobs.withLock { jobs in
            jobs.append(job)
            return jobs.count == 1
        }
        guard isFirst else { return }
        wake.signal()
        startThread()
    }

    /// How long jobs run before other sources get their turn.
    private static let turnNanoseconds: Int64 = 2_000_000

    /// Jobs that the batch adds run in the next turn, as do those for which this one has no time:
    /// a worker that finds thousands of things keeps nobody on the bus waiting.
    private func runJobs() {
        let batch = jobs.withLock { jobs in
            defer { jobs.removeAll(keepingCapacity: false) }
            return jobs
        }
        gatefold_acquire(UnsafeMutableRawPointer(context))
        let end = batch.count > 1 ? monotonicNanoseconds() + Self.turnNanoseconds : 0
        for (index, job) in batch.enumerated() {
            if index > 0, monotonicNanoseconds() >= end { return putBack(batch[index...]) }
            switch job {
            case .executor(let job):
                job.runSynchronously(on: asUnownedSerialExecutor())
            case .closure(let closure):
                PlayerActor.assumeIsolated(closure)
            }
        }
    }

    /// In front of what was added meanwhile.
    private func putBack(_ rest: ArraySlice<Job>) {
        jobs.withLock { $0.insert(contentsOf: rest, at: 0) }
        wake.signal()
    }
}

/// The monotonic clock, in nanoseconds.
///
/// The corresponding C function is `clock_gettime`.
package func monotonicNanoseconds() -> Int64 {
    gatefold_monotonic_nanoseconds()
}

/// The time of day, in nanoseconds since 1970.
///
/// The corresponding C function is `g_get_real_time`.
package func wallClockNanoseconds() -> Int64 { Int64(g_get_real_time()) * 1000 }
