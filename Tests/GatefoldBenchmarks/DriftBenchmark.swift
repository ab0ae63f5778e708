// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
private import Glibc

/// `Position` against the monotonic clock, playing and paused.
struct DriftBenchmark {
    private let options: BenchmarkOptions

    init(_ options: BenchmarkOptions) {
        self.options = options
    }

    func run(_ report: inout Report) throws(BenchmarkFailure) {
        let seconds = options.seconds ?? 60
        let bench = try Workbench(options)
        try bench.makeTracks(count: 1, seconds: seconds + 30)
        let client = try WireClient(bench.address)
        let daemon = try bench.startDaemon(seenBy: client)
        try daemon.play(bench.tracks)
        // What the first buffers cost is not drift.
        client.settle(milliseconds: 1000)

        let first = try offset(daemon)
        var drifts = Samples()
        for _ in 0..<seconds {
            sleep(1)
            drifts.append(abs(try offset(daemon) - first))
        }
        try client.result(of: daemon.call("Pause"))
        client.settle()
        let paused = try daemon.position()
        sleep(3)
        let moved = try daemon.position() - paused
        report.heading("drift", "in \(seconds) s")
        report.figure("median of the seconds", "\(drifts.median.text) ms")
        report.figure("most", drifts.values.max() ?? .nan, atMost: 30, "ms")
        report.figure("while paused for 3 s", Double(moved.magnitude) / 1000, atMost: 0, "ms")
    }

    /// Position minus clock, in milliseconds: of several readings the one that took least.
    private func offset(_ daemon: Service) throws(BenchmarkFailure) -> Double {
        var best: (took: Int64, offset: Double)?
        for _ in 0..<5 {
            let start = monotonicNanoseconds()
            let position = try daemon.position()
            let end = monotonicNanoseconds()
            let middle = Double(start + end) / 2 / 1e6
            if end - start < best?.took ?? .max {
                best = (end - start, Double(position) / 1000 - middle)
            }
        }
        return best?.offset ?? .nan
    }
}
