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
/// `@unchecked Sendable`: a `GMainContext` is thread-safe, and the jobs are behind a mutex.
package final class MainContext: SerialExecutor, @unchecked Sendable {
    package static let shared = MainContext()

    let context: OpaquePointer
    private let wake = WakeDescriptor()
    private let jobs = Mutex<[Job]>([])

    private enum Job {
        case executor(UnownedJob)
        case closure(@PlayerActor @Sendable () -> Void)
    }

    private init() {
        context = g_main_context_new()
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
        precondition(
            g_main_context_is_owner(context) != 0, "not on the thread of the main context")
    }

    package func isIsolatingCurrentContext() -> Bool? {
        g_main_context_is_owner(context) != 0
    }

    /// Runs the context on the calling thread until `quit`.
    package func run() {
        claim()
        let loop = g_main_loop_new(context, 0)
        runningLoop.withLock { $0 = Loop(pointer: loop) }
        g_main_context_push_thread_default(context)
        g_main_loop_run(loop)
        g_main_context_pop_thread_default(context)
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
    func claim() {
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
