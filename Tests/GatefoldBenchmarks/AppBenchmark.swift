// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus
internal import GatefoldGLib
private import Glibc

/// An app that writes `nowPlayingInfo` beside a bare libdbus publisher: both tell when they wrote, one
/// client takes the time at which it hears of it.
struct AppBenchmark {
    private let options: BenchmarkOptions

    /// What is above twice the floor is felt in no widget, and yet too slow.
    private static let limit = 2.0

    init(_ options: BenchmarkOptions) {
        self.options = options
    }

    func run(_ report: inout Report) throws(BenchmarkFailure) {
        let program = Workbench.ownFolder + "/LoopProgram"
        guard access(program, X_OK) == 0 else {
            throw BenchmarkFailure(reason: "There is no program \(program).")
        }
        let bench = try Workbench(options)
        let client = try WireClient(bench.address)
        client.subscribe("type='signal',interface='\(WireName.properties)'")
        try bench.startPublisher(["/proc/self/exe", FloorPublisher.mode, bench.address])
        try bench.startPublisher([program, "timed"])
        let (floor, app) = try measure(client, seconds: options.seconds ?? 20)
        report.heading("app", "floor µs", "p99", "app µs", "p99", "times")
        report.row(
            "nowPlayingInfo to signal", floor.median.text, floor.p99.text, app.median.text,
            app.p99.text, "\(app.values.count)")
        report.figure("nowPlayingInfo to signal", app.median / floor.median, atMost: Self.limit)
    }

    /// Microseconds; the two take turns on one bus by themselves.
    private func measure(
        _ client: WireClient, seconds: Int
    ) throws(BenchmarkFailure) -> (floor: Samples, app: Samples) {
        var (floor, app) = (Samples(), Samples())
        // The first second is for starting.
        let start = monotonicNanoseconds() + 1_000_000_000
        let end = start + Int64(seconds) * 1_000_000_000
        let appName = WireName.loopProgram
        var appOwner: String?
        while let message = client.receive(until: end) {
            let now = monotonicNanoseconds()
            guard now < end else { break }
            guard now > start, let written = message.announcedTitle.flatMap({ Int64($0) }) else {
                continue
            }
            if appOwner == nil { appOwner = client.owner(of: appName) }
            let time = Double(now - written) / 1000
            if message.sender == appOwner { app.append(time) } else { floor.append(time) }
        }
        guard floor.values.count > 10, app.values.count > 10 else {
            throw BenchmarkFailure(reason: "one of the two announces nothing")
        }
        return (floor, app)
    }
}

extension WireName {
    fileprivate static let loopProgram = "org.mpris.MediaPlayer2.LoopProgram"
}

extension WireMessage {
    fileprivate var sender: String? {
        dbus_message_get_sender(pointer).map { String(cString: $0) }
    }

    /// The `xesam:title` of announced metadata.
    fileprivate var announcedTitle: String? {
        guard announcesProperties else { return nil }
        var body = iterator
        dbus_message_iter_next(&body)
        var entries = body.content
        guard var metadata = entries.variant(at: "Metadata") else { return nil }
        var fields = metadata.content
        guard var title = fields.variant(at: "xesam:title") else { return nil }
        return title.text
    }
}

extension DBusMessageIter {
    /// What is in the variant of the entry with this key, from the present one on.
    fileprivate mutating func variant(at key: String) -> DBusMessageIter? {
        while type == WireType.dictionaryEntry {
            var entry = content
            if entry.isText(key) {
                dbus_message_iter_next(&entry)
                return entry.content
            }
            dbus_message_iter_next(&self)
        }
        return nil
    }
}
