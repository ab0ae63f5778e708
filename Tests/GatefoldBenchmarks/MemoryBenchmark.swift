// SPDX-License-Identifier: MPL-2.0

private import Glibc

/// The proportional set size, before anything was played and while playing.
struct MemoryBenchmark {
    private let options: BenchmarkOptions

    init(_ options: BenchmarkOptions) {
        self.options = options
    }

    func run(_ report: inout Report) throws(BenchmarkFailure) {
        let bench = try Workbench(options)
        try bench.makeTracks(count: 3, seconds: 30)
        let client = try WireClient(bench.address)
        // Makes GStreamer's registry, which costs memory once.
        let first = try bench.startDaemon(seenBy: client)
        try first.play(bench.tracks)
        try first.end()

        let daemon = try bench.startDaemon(seenBy: client)
        client.settle(milliseconds: 1000)
        let before = daemon.figures.proportionalMegabytes
        try daemon.play(bench.tracks)
        var playing = before
        for _ in 0..<10 {
            usleep(500_000)
            playing = max(playing, daemon.figures.proportionalMegabytes)
        }
        report.heading("memory", "PSS")
        report.figure("before the first track", before, atMost: 14, "MB")
        report.figure("while playing", playing, atMost: 32, "MB")
        report.figure("threads", "\(daemon.figures.threads.count)")
    }
}
