// SPDX-License-Identifier: MPL-2.0

private import CGatefoldBareTagLib
internal import GatefoldGLib
internal import GatefoldLibrary
internal import GatefoldModel
internal import Glibc
private import Synchronization

/// What the library costs: the first scan against a bare TagLib loop over the same files, searching,
/// and a scan in which nothing has changed against `find` and `stat`.
struct LibraryBenchmark {
    private let options: BenchmarkOptions
    private static let scanned = 10_000
    private static let searches = 2000

    init(_ options: BenchmarkOptions) {
        self.options = options
    }

    func run(_ report: inout Report) throws(BenchmarkFailure) {
        Process.keepHeapSmall()
        try measureScan(&report)
        try measureLargeLibrary(&report)
    }

    // MARK: Scanning

    /// Files as they are: with a picture of 30,000 bytes.
    private func measureScan(_ report: inout Report) throws(BenchmarkFailure) {
        let music = try SampleLibrary(tracks: Self.scanned, pictureSize: 30_000)
        report.heading("library, \(Self.scanned) files", "files/s")
        var ratios = Samples()
        var used = Samples()
        var memory = 0.0
        for _ in 0..<3 {
            let bare = music.readBare()
            let idle = ProcessFigures(process: getpid()).privateMegabytes
            let store = try music.newStore()
            var peak = 0.0
            let processor = processorSeconds()
            let time = try seconds { () throws(BenchmarkFailure) in
                try music.scan(store) {
                    peak = max(peak, ProcessFigures(process: getpid()).privateMegabytes)
                }
            }
            memory = max(memory, peak - idle)
            used.append((processorSeconds() - processor) / Double(Self.scanned) * 1e6)
            ratios.append(bare / time)
            report.row(
                "bare TagLib, the scan", (Double(Self.scanned) / bare).text,
                (Double(Self.scanned) / time).text)
            store.close()
        }
        report.figure("time of TagLib / of the scan", ratios.median, notBelow: 0.7)
        report.figure("processor time of the scan, a file", used.median.text + " µs")
        report.figure("memory above idle", memory, atMost: 60, "MB")
    }

    // MARK: 100,000 tracks

    private func measureLargeLibrary(_ report: inout Report) throws(BenchmarkFailure) {
        let music = try SampleLibrary(tracks: options.tracks, pictureSize: 0)
        let store = try music.newStore()
        report.heading("library, \(options.tracks) tracks")
        let time = try seconds { () throws(BenchmarkFailure) in try music.scan(store) {} }
        report.figure("first scan", time.text + " s")
        let searches = try search(store)
        report.figure("search, median", searches.median * 1000, atMost: 5, "ms")
        report.figure("search, p99", searches.p99 * 1000, atMost: 20, "ms")
        var ratios = Samples()
        for _ in 0..<5 {
            let found = try seconds { () throws(BenchmarkFailure) in try music.findAndStat() }
            let rescan = try seconds { () throws(BenchmarkFailure) in try music.scan(store) {} }
            ratios.append(rescan / found)
            report.row("find and stat, rescan", (found * 1000).text, (rescan * 1000).text, "ms")
        }
        report.figure("rescan / find and stat", ratios.median, atMost: 1.3)
    }

    private func search(_ store: LibraryStore) throws(BenchmarkFailure) -> Samples {
        var random = SplitMix64(seed: options.seed)
        var times = Samples()
        for _ in 0..<Self.searches {
            let text = SampleLibrary.search(&random)
            times.append(
                try seconds { () throws(BenchmarkFailure) in
                    try answer { completion in
                        store.read(as: .search) { (reader) throws(LibraryError) in
                            try reader.search(text, kinds: [.song])
                        } completion: {
                            completion($0.map { _ in })
                        }
                    }
                })
        }
        return times
    }
}

/// The time that `body` takes.
func seconds(
    _ body: () throws(BenchmarkFailure) -> Void
) throws(BenchmarkFailure) -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .seconds(1)
}

/// What all threads of this process have used so far.
private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Waits for the answer of the library.
func answer(
    _ ask: (@escaping @Sendable (Result<Void, LibraryError>) -> Void) -> Void
) throws(BenchmarkFailure) {
    let waiter = Waiter()
    ask { waiter.finish($0) }
    if case .failure(let error) = waiter.wait() {
        throw BenchmarkFailure(reason: error.description)
    }
}

/// A thread that waits for another one.
///
/// `@unchecked Sendable`: a semaphore is for several threads.
private final class Waiter: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    private let result = Mutex<Result<Void, LibraryError>>(.success(()))

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func finish(_ result: Result<Void, LibraryError>) {
        self.result.withLock { $0 = result }
        sem_post(semaphore)
    }

    func wait() -> Result<Void, LibraryError> {
        while sem_wait(semaphore) != 0 {}
        return result.withLock { $0 }
    }
}
