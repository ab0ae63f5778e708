// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib

/// The daemon beside a bare libdbus service: the same client, bus and run, in alternating rounds.
struct BusBenchmark {
    private let options: BenchmarkOptions

    init(_ options: BenchmarkOptions) {
        self.options = options
    }

    func run(_ report: inout Report) throws(BenchmarkFailure) {
        let bench = try Workbench(options)
        try bench.makeTracks(count: 20, seconds: 30)
        let client = try WireClient(bench.address)
        let floor = try bench.startFloor(seenBy: client)
        let player = try bench.startDaemon(seenBy: client)
        try player.play(bench.tracks)
        try setUp(player)
        report.heading(
            "bus", "floor µs", "p99", "gatefoldd µs", "p99", "ratio", "CPU µs", "CPU floor")
        try compareShapes(player, floor, &report)
        var comparisons: [Comparison] = []
        for measure in measures {
            let comparison = try compare(measure, player, floor)
            comparison.print(report)
            comparisons.append(comparison)
        }
        for comparison in comparisons { comparison.check(&report) }
        try countSignals(player, &report)
        try player.end()
    }

    /// Silent, and with a Next that leads on for ever.
    private func setUp(_ player: Service) throws(BenchmarkFailure) {
        try player.set("Volume", 0)
        try player.set("LoopStatus", "Playlist")
        player.client.settle()
    }

    /// What is compared must be alike.
    private func compareShapes(
        _ player: Service, _ floor: Service, _ report: inout Report
    ) throws(BenchmarkFailure) {
        let ours = try player.client.result(of: player.getAll)
        let canned = try player.client.result(of: floor.getAll)
        var first = ours.iterator
        var second = canned.iterator
        report.figure("bytes of GetAll", "\(canned.byteCount)", "\(ours.byteCount)")
        if first.shape != second.shape {
            report.miss("GetAll: the floor answers \(second.shape), gatefoldd \(first.shape)")
        }
    }

    // MARK: Measures

    /// What is asked in a round, and how often.
    private struct Measure {
        let name: String
        let limit: Double?
        let count: Int
        /// Nanoseconds for each of the calls.
        let times: (Service, Int) throws(BenchmarkFailure) -> [Double]
    }

    private var measures: [Measure] {
        [
            Measure(name: "Get(PlaybackStatus)", limit: 1.4, count: options.calls) {
                (service, count) throws(BenchmarkFailure) in
                try calls(count, service) { service.get("PlaybackStatus") }
            },
            Measure(name: "GetAll(Player)", limit: 1.7, count: options.calls) {
                (service, count) throws(BenchmarkFailure) in
                try calls(count, service) { service.getAll }
            },
            Measure(name: "PlayPause to signal", limit: 1.5, count: 20) {
                (service, count) throws(BenchmarkFailure) in
                try signals(count, service, "PlayPause", "PlaybackStatus")
            },
            Measure(name: "Next to signal", limit: nil, count: 10) {
                (service, count) throws(BenchmarkFailure) in
                try signals(count, service, "Next", "Metadata")
            },
            Measure(name: "Get, 64 outstanding", limit: 2.0, count: options.calls * 2) {
                (service, count) throws(BenchmarkFailure) in
                let get = service.get("PlaybackStatus")
                let time = try service.client.time(get, count: count, window: 64)
                return [time / Double(count)]
            },
        ]
    }

    private func calls(
        _ count: Int, _ service: Service, _ call: () -> WireMessage
    ) throws(BenchmarkFailure) -> [Double] {
        var times: [Double] = []
        for _ in 0..<count { times.append(try service.client.time(call())) }
        return times
    }

    /// The pause after each lets the engine finish what the command began.
    private func signals(
        _ count: Int, _ service: Service, _ command: String, _ property: String
    ) throws(BenchmarkFailure) -> [Double] {
        var times: [Double] = []
        for _ in 0..<count {
            times.append(try service.client.time(service.call(command), until: property))
            service.client.settle(milliseconds: 60)
        }
        return times
    }

    private func compare(
        _ measure: Measure, _ player: Service, _ floor: Service
    ) throws(BenchmarkFailure) -> Comparison {
        var comparison = Comparison(name: measure.name, limit: measure.limit)
        // At the start of a track, so that none ends while measuring.
        try player.client.result(of: player.call("Next"))
        player.client.settle()
        for service in [floor, player] { _ = try measure.times(service, min(20, measure.count)) }
        for _ in 0..<options.rounds {
            try comparison.floor.add(floor, measure.count, measure.times)
            try comparison.player.add(player, measure.count, measure.times)
        }
        return comparison
    }

    // MARK: One signal per change

    private func countSignals(
        _ player: Service, _ report: inout Report
    ) throws(BenchmarkFailure) {
        var counts: [Int] = []
        for command in ["Play", "Pause"] {
            try player.client.result(of: player.call(command))
            player.client.settle()
            for _ in 0..<15 {
                player.client.send(player.call("Next"))
                counts.append(player.client.announcements(milliseconds: 250))
            }
        }
        let wrong = counts.filter { $0 != 1 }
        report.figure("PropertiesChanged per Next", "1 in \(counts.count - wrong.count) of 30")
        if !wrong.isEmpty { report.miss("PropertiesChanged per Next: \(counts)") }
    }
}

extension WireClient {
    /// How many `PropertiesChanged` of the Player interface arrive in this time.
    fileprivate func announcements(milliseconds: Int64) -> Int {
        let end = monotonicNanoseconds() + milliseconds * 1_000_000
        var count = 0
        while let message = receive(until: end) {
            if message.announcesProperties { count += 1 }
        }
        return count
    }
}

/// One measure of both services.
private struct Comparison {
    let name: String
    let limit: Double?
    var floor = Side()
    var player = Side()

    struct Side {
        /// Microseconds.
        var times = Samples()
        /// Microseconds on a processor for each call, one value a round.
        var processor = Samples()

        mutating func add(
            _ service: Service, _ count: Int,
            _ measure: (Service, Int) throws(BenchmarkFailure) -> [Double]
        ) throws(BenchmarkFailure) {
            let before = service.figures.processorNanoseconds
            for time in try measure(service, count) { times.append(time / 1000) }
            let used = service.figures.processorNanoseconds - before
            processor.append(used / 1000 / Double(count))
        }
    }

    private var ratio: Double { player.times.median / floor.times.median }

    func print(_ report: Report) {
        report.row(
            name, floor.times.median.text, floor.times.p99.text, player.times.median.text,
            player.times.p99.text, ratio.text, player.processor.median.text,
            floor.processor.median.text)
    }

    func check(_ report: inout Report) {
        if let limit { report.figure(name, ratio, atMost: limit) }
    }
}
