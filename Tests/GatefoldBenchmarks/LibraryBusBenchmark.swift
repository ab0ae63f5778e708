// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel
private import Glibc

/// A hundred thousand tracks, as a client of the daemon meets them.
struct LibraryBusBenchmark {
    private let options: BenchmarkOptions

    private static let interface = "org.gatefold.Library1"
    private static let trackCount = 100_000
    private static let searches = 1000

    init(_ options: BenchmarkOptions) {
        self.options = options
    }

    func run(_ report: inout Report) throws(BenchmarkFailure) {
        let bench = try Workbench(options)
        let client = try WireClient(bench.address)
        let data = ["XDG_DATA_HOME": bench.path("library")]
        report.heading("library", "")
        let music = try SampleLibrary(tracks: Self.trackCount, pictureSize: 0)
        try fill(music, bench, client, data, &report)
        let daemon = try bench.startDaemon(seenBy: client, data)
        // The scan at the start finds nothing new, and is not what is measured.
        sleep(3)
        try settle(daemon)
        try search(daemon, &report)
        report.figure(
            "PSS, MB", daemon.figures.proportionalMegabytes, atMost: 25)
        try enqueueAll(daemon, &report)
        try daemon.end()
        try compareStarts(bench, client, data, &report)
    }

    // MARK: A library

    private func fill(
        _ music: SampleLibrary, _ bench: Workbench, _ client: WireClient,
        _ data: [String: String], _ report: inout Report
    ) throws(BenchmarkFailure) {
        let daemon = try bench.startDaemon(seenBy: client, data)
        try client.result(of: call(daemon, "AddFolder", "file://\(music.music)"))
        let start = monotonicNanoseconds()
        try client.result(of: call(daemon, "Scan"))
        try settle(daemon)
        let seconds = Double(monotonicNanoseconds() - start) / 1e9
        report.figure("scan of new files", "\((Double(Self.trackCount) / seconds).text) /s")
        try daemon.end()
    }

    /// Waits until no scan is under way.
    private func settle(_ daemon: Service) throws(BenchmarkFailure) {
        let question = WireMessage(
            to: daemon.name, WireName.properties, "Get", Self.interface, "Scanning",
            path: WireName.player1Path)
        for _ in 0..<6000 {
            let reply = try daemon.client.result(of: question.copy)
            var iterator = reply.iterator
            var content = iterator.content
            if content.number(UInt32(0)) == 0 { return }
            usleep(100_000)
        }
        throw BenchmarkFailure(reason: "The scan does not end.")
    }

    private func call(_ daemon: Service, _ member: String, _ texts: String...) -> WireMessage {
        let message = WireMessage(
            to: daemon.name, Self.interface, member, path: WireName.player1Path)
        message.write { for text in texts { $0.append(text) } }
        return message
    }

    // MARK: Searching

    /// The first 25 songs, and as many of each kind, as `gatefold search` asks for.
    private func search(_ daemon: Service, _ report: inout Report) throws(BenchmarkFailure) {
        let songs = try searches(for: ["song"], daemon)
        report.figure("search, 25 songs, median, ms", songs.median, atMost: 5)
        report.figure("search, 25 songs, p99, ms", songs.p99, atMost: 20)
        let all = try searches(for: [], daemon)
        report.figure("search, all kinds, median, ms", all.median.text, "p99 \(all.p99.text)")
    }

    private func searches(
        for kinds: [String], _ daemon: Service
    ) throws(BenchmarkFailure) -> Samples {
        var random = SplitMix64(seed: options.seed)
        var times = Samples()
        for number in 0..<Self.searches {
            let message = call(daemon, "Search", SampleLibrary.search(&random))
            message.write { body in
                body.appendContainer(WireType.array, "s") { array in
                    for kind in kinds { array.append(kind) }
                }
                body.append(WireType.uint32, UInt32(25))
            }
            // The first ones open the database and read what everybody needs.
            let time = try daemon.client.time(message) / 1e6
            if number >= 20 { times.append(time) }
        }
        return times
    }

    // MARK: Playing everything

    /// Asks for the length of the queue all the time, as any client might.
    private func enqueueAll(_ daemon: Service, _ report: inout Report) throws(BenchmarkFailure) {
        let length = WireMessage(
            to: daemon.name, WireName.properties, "Get", WireName.player1, "QueueLength",
            path: WireName.player1Path)
        var slowest = 0.0
        let start = monotonicNanoseconds()
        let enqueue = WireMessage(
            to: daemon.name, WireName.player1, "Enqueue", path: WireName.player1Path)
        enqueue.write { body in
            body.appendContainer(WireType.array, "s") { $0.append("gatefold:songs") }
            body.append("replace")
            body.append(WireType.boolean, UInt32(0))
        }
        slowest = max(slowest, try daemon.client.time(enqueue))
        var count: UInt32 = 0
        while count < UInt32(Self.trackCount) {
            let asked = monotonicNanoseconds()
            let reply = try daemon.client.result(of: length.copy)
            slowest = max(slowest, Double(monotonicNanoseconds() - asked))
            var iterator = reply.iterator
            var content = iterator.content
            count = content.number(UInt32(0))
        }
        let shuffle = WireMessage(
            to: daemon.name, WireName.properties, "Set", WireName.player, "Shuffle")
        shuffle.write { body in
            body.appendContainer(WireType.variant, "b") { $0.append(WireType.boolean, UInt32(1)) }
        }
        slowest = max(slowest, try daemon.client.time(shuffle))
        let whole = Double(monotonicNanoseconds() - start) / 1e6
        report.figure("enqueue all and shuffle, ms", whole, atMost: 300)
        report.figure("slowest reply, ms", slowest / 1e6, atMost: 50)
    }

    // MARK: Starting

    /// In alternating rounds, so that a busy moment meets both.
    private func compareStarts(
        _ bench: Workbench, _ client: WireClient, _ data: [String: String],
        _ report: inout Report
    ) throws(BenchmarkFailure) {
        var (full, empty) = (Samples(), Samples())
        for _ in 0..<options.starts {
            full.append(try start(bench, client, data))
            empty.append(try start(bench, client, [:]))
        }
        report.figure("start, ms", full.median.text, "empty \(empty.median.text)")
        report.figure("start, to that of an empty one", full.median / empty.median, atMost: 1.2)
    }

    private func start(
        _ bench: Workbench, _ client: WireClient, _ variables: [String: String]
    ) throws(BenchmarkFailure) -> Double {
        client.settle(milliseconds: 50)
        let start = monotonicNanoseconds()
        let daemon = try bench.startDaemon(seenBy: client, variables)
        let time = Double(monotonicNanoseconds() - start) / 1e6
        try daemon.end()
        return time
    }
}
