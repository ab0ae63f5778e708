// SPDX-License-Identifier: MPL-2.0

private import Glibc

/// What a paused player does, which should be nothing, and what our thread does while it plays.
struct IdleBenchmark {
    private let options: BenchmarkOptions
    private var seconds: Int { options.seconds ?? 10 }

    init(_ options: BenchmarkOptions) {
        self.options = options
    }

    func run(_ report: inout Report) throws(BenchmarkFailure) {
        let bench = try Workbench(options)
        try bench.makeTracks(count: 2, seconds: seconds + 40)
        let client = try WireClient(bench.address)
        let daemon = try bench.startDaemon(seenBy: client)
        try daemon.play(bench.tracks)
        // After what the start left to do.
        client.settle(milliseconds: 3000)
        report.heading("idle", "in \(seconds) s")
        let playing = try count(daemon, bench)
        try client.result(of: daemon.call("Pause"))
        // The last that a paused player does: it gives back the device after eight seconds, and
        // GLib ends threads without work fifteen seconds later.
        sleep(28)
        let paused = try count(daemon, bench)
        report.figure("playing, \(playing.unit)", "\(playing.all)")
        report.figure("playing, of the main thread", Double(playing.main), atMost: 0)
        report.figure("paused, \(paused.unit)", Double(paused.all), atMost: 0)
        for line in paused.lines.prefix(5) { report.figure("", line) }
        for line in playing.mainLines.prefix(5) { report.figure("", line) }
    }

    /// What was counted in the time.
    private struct Count {
        let unit: String
        let all: Int
        let main: Int
        var lines: [String] = []
        var mainLines: [String] = []
    }

    private func count(_ daemon: Service, _ bench: Workbench) throws(BenchmarkFailure) -> Count {
        if let count = try traced(daemon, bench.path("trace")) { return count }
        let before = switches(daemon)
        sleep(UInt32(seconds))
        let after = switches(daemon)
        let all = after.values.reduce(0, +) - before.values.reduce(0, +)
        let id = daemon.process.id
        return Count(unit: "wake-ups", all: all, main: (after[id] ?? 0) - (before[id] ?? 0))
    }

    private func switches(_ daemon: Service) -> [pid_t: Int] {
        let figures = daemon.figures
        return Dictionary(
            uniqueKeysWithValues: figures.threads.map {
                ($0, figures.voluntarySwitches(of: $0))
            })
    }

    /// System calls, by strace.
    ///
    /// - Returns: nil where there is no strace, or it may not trace.
    private func traced(_ daemon: Service, _ path: String) throws(BenchmarkFailure) -> Count? {
        let words = ["strace", "-f", "-qq", "-o", path, "-p", "\(daemon.process.id)"]
        guard let strace = try? ChildProcess(words),
            poll(seconds: 5, until: { daemon.figures.isTraced || !strace.isRunning }),
            strace.isRunning
        else { return nil }
        sleep(UInt32(seconds))
        strace.send(SIGINT)
        strace.wait()
        // The calls in which the threads slept when strace came and went are not theirs to answer for.
        let lines = contents(of: path).split(separator: "\n").map(String.init).filter {
            $0.contains(" = ") && !$0.contains("<detached")
        }
        let mainLines = lines.filter { $0.hasPrefix("\(daemon.process.id) ") }
        return Count(
            unit: "system calls", all: lines.count, main: mainLines.count, lines: lines,
            mainLines: mainLines)
    }
}
