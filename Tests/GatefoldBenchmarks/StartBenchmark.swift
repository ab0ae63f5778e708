// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus
internal import GatefoldGLib

/// From exec to the name on the bus, with a profile that was never used.
struct StartBenchmark {
    private let options: BenchmarkOptions

    init(_ options: BenchmarkOptions) {
        self.options = options
    }

    func run(_ report: inout Report) throws(BenchmarkFailure) {
        let bench = try Workbench(options)
        let client = try WireClient(bench.address)
        client.subscribe(
            "type='signal',sender='\(WireName.bus)',member='NameOwnerChanged',"
                + "arg0='\(WireName.gatefold)'")
        var times = Samples()
        var processor = Samples()
        // The first start reads the program from the disk.
        for number in 0...options.starts {
            let start = try start(on: bench, client)
            guard number > 0 else { continue }
            times.append(start.time)
            processor.append(start.processor)
        }
        report.heading("start", "median", "least", "most")
        for (name, samples) in [("exec to name, ms", times), ("of it on a processor", processor)] {
            let (least, most) = (samples.values.min() ?? .nan, samples.values.max() ?? .nan)
            report.row(name, samples.median.text, least.text, most.text)
        }
        report.figure("exec to name owned", times.median, atMost: 25, "ms")
    }

    /// Milliseconds until the name is owned, and those of them on a processor.
    private func start(
        on bench: Workbench, _ client: WireClient
    ) throws(BenchmarkFailure) -> (time: Double, processor: Double) {
        client.settle(milliseconds: 100)
        let start = monotonicNanoseconds()
        let process = try bench.spawnDaemon()
        var end: Int64?
        while end == nil, let message = client.receive(until: start + 10_000_000_000) {
            let now = monotonicNanoseconds()
            if dbus_message_is_signal(message.pointer, WireName.bus, "NameOwnerChanged") != 0 {
                end = now
            }
        }
        let processor = ProcessFigures(process: process.id).processorNanoseconds
        guard let end else { throw BenchmarkFailure(reason: "The daemon does not appear.") }
        try Service(process, WireName.gatefold, seenBy: client).end()
        return (Double(end - start) / 1e6, processor / 1e6)
    }
}
