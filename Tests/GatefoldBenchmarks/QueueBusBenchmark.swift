// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus
internal import GatefoldGLib

/// Whether a very long queue holds up anybody on the bus: while it is filled, and ever after.
///
/// Two daemons on buses of their own, one with a short queue; what is compared alternates.
struct QueueBusBenchmark {
    private static let (short, long) = (10, 100_000)

    private let options: BenchmarkOptions

    init(_ options: BenchmarkOptions) {
        self.options = options
    }

    func run(_ report: inout Report) throws(BenchmarkFailure) {
        let (shortBench, longBench) = (try Workbench(options), try Workbench(options))
        let few = try player(on: shortBench)
        try few.play(playlist(Self.short, on: shortBench))
        let many = try player(on: longBench)
        let filling = try fill(many, playlist(Self.long, on: longBench))
        try compare(few, many, filling, &report)
        try few.end()
        let ending = try end(many)
        let restart = try restart(on: longBench)
        report.figure("SIGTERM until it has ended", ending, atMost: 500, "ms")
        report.figure("exec to name owned, restored", restart, atMost: 500, "ms")
    }

    private func player(on bench: Workbench) throws(BenchmarkFailure) -> Service {
        try bench.makeTracks(count: 20, seconds: 30)
        return try bench.startDaemon(seenBy: try WireClient(bench.address))
    }

    /// The URI of a playlist that names the sample tracks again and again.
    private func playlist(
        _ count: Int, on bench: Workbench
    ) throws(BenchmarkFailure) -> [String] {
        let lines = (0..<count).map { bench.tracks[$0 % bench.tracks.count] + "\n" }
        let path = bench.path("queue.m3u")
        do {
            try writeAtomically(path: path, bytes: Array(lines.joined().utf8))
        } catch {
            throw BenchmarkFailure(reason: "\(error)")
        }
        return ["file://\(path)"]
    }

    // MARK: Filling

    /// Milliseconds.
    private struct Filling {
        /// Until all entries are queued.
        var queued = 0.0
        /// The slowest answers until then, and then until all tags are read.
        var slowest = 0.0
        var slowestReading = 0.0
    }

    /// Asks for the status all the time, while a long queue is filled and its tags are read.
    private func fill(
        _ service: Service, _ sources: [String]
    ) throws(BenchmarkFailure) -> Filling {
        var filling = Filling()
        let start = monotonicNanoseconds()
        try service.enqueue(sources)
        let get = service.get("PlaybackStatus")
        while monotonicNanoseconds() - start < 300_000_000_000 {
            let time = try service.client.time(get) / 1e6
            let isQueued = filling.queued > 0
            filling.slowest = max(filling.slowest, isQueued ? 0 : time)
            filling.slowestReading = max(filling.slowestReading, isQueued ? time : 0)
            while let message = service.client.receive(until: monotonicNanoseconds()) {
                guard let progress = message.jobProgress else { continue }
                if progress.found == Self.long, filling.queued == 0 {
                    filling.queued = Double(monotonicNanoseconds() - start) / 1e6
                }
                if progress.isFinished { return filling }
            }
        }
        throw BenchmarkFailure(reason: "The queue is not filled within 300 s.")
    }

    // MARK: Comparing

    private func compare(
        _ few: Service, _ many: Service, _ filling: Filling, _ report: inout Report
    ) throws(BenchmarkFailure) {
        for service in [few, many] {
            try service.set("Volume", 0)
            try service.set("LoopStatus", "Playlist")
            try service.client.result(of: service.call("Pause"))
            service.client.settle()
        }
        var getAll = (few: Samples(), many: Samples())
        var next = getAll
        for _ in 0..<options.rounds {
            try add(getAllTimes(few), to: &getAll.few)
            try add(getAllTimes(many), to: &getAll.many)
            try add(nextTimes(few), to: &next.few)
            try add(nextTimes(many), to: &next.many)
        }
        report.heading("queue-bus", "10 entries", "100,000", "ratio")
        let ratios = [("GetAll, µs", getAll), ("Next to signal, µs", next)].map { name, samples in
            let (few, many) = (samples.few.median, samples.many.median)
            report.row(name, few.text, many.text, (many / few).text)
            return (name, many / few)
        }
        for (name, ratio) in ratios { report.figure("\(name), ratio", ratio, atMost: 1.1) }
        report.figure("until all are queued, ms", filling.queued.text)
        report.figure("slowest answer meanwhile", filling.slowest, atMost: 20, "ms")
        report.figure("slowest while tags are read", filling.slowestReading, atMost: 20, "ms")
    }

    private func add(_ times: [Double], to samples: inout Samples) {
        for time in times { samples.append(time / 1000) }
    }

    private func getAllTimes(_ service: Service) throws(BenchmarkFailure) -> [Double] {
        var times: [Double] = []
        for _ in 0..<(options.calls / 4) { times.append(try service.client.time(service.getAll)) }
        return times
    }

    /// To an entry and back, again and again.
    ///
    /// The first time that an entry comes, its picture is read, in a short queue as in a long one.
    /// The pauses let the player do that.
    private func nextTimes(_ service: Service) throws(BenchmarkFailure) -> [Double] {
        var times: [Double] = []
        for _ in 0..<20 {
            times.append(try service.client.time(service.call("Next"), until: "Metadata"))
            service.client.settle(milliseconds: 60)
            try service.client.result(of: service.call("Previous"))
            service.client.settle(milliseconds: 60)
        }
        return times
    }

    // MARK: The end, and a new beginning

    /// Milliseconds until a daemon has ended.
    private func end(_ service: Service) throws(BenchmarkFailure) -> Double {
        let start = monotonicNanoseconds()
        try service.end()
        return Double(monotonicNanoseconds() - start) / 1e6
    }

    /// Milliseconds until a daemon that finds the long queue on disk has its name.
    private func restart(on bench: Workbench) throws(BenchmarkFailure) -> Double {
        let client = try WireClient(bench.address)
        let start = monotonicNanoseconds()
        let process = try bench.spawnDaemon(profileOf: 0)
        let service = try Service(process, WireName.gatefold, seenBy: client)
        let time = Double(monotonicNanoseconds() - start) / 1e6
        try service.end()
        return time
    }
}

extension WireMessage {
    /// What a signal `JobProgress` tells.
    fileprivate var jobProgress: (found: Int, isFinished: Bool)? {
        guard dbus_message_is_signal(pointer, WireName.player1, "JobProgress") != 0 else {
            return nil
        }
        var iterator = iterator
        dbus_message_iter_next(&iterator)
        let found = iterator.number(UInt32(0))
        dbus_message_iter_next(&iterator)
        dbus_message_iter_next(&iterator)
        return (Int(found), iterator.number(UInt32(0)) != 0)
    }
}
