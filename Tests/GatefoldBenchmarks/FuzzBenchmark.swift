// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus
internal import GatefoldGLib
private import Glibc

/// Every member of every interface with odd values, right and wrong signatures.
///
/// A crash, a lost name, an answer that takes longer than five seconds and memory that grows are
/// misses; the calls are a function of the seed.
struct FuzzBenchmark {
    private let options: BenchmarkOptions

    init(_ options: BenchmarkOptions) {
        self.options = options
    }

    func run(_ report: inout Report) throws(BenchmarkFailure) {
        let seconds = Int64(options.seconds ?? 30)
        let bench = try Workbench(options)
        try bench.makeTracks(count: 3, seconds: 30)
        let client = try WireClient(bench.address)
        let daemon = try bench.startDaemon(seenBy: client)
        var fuzzer = Fuzzer(daemon, bench.tracks, seed: options.seed)
        try fuzzer.learn()
        let start = monotonicNanoseconds()
        // What a first use of everything keeps for good is not growth, so the first third does not
        // count.
        var memory: [Double] = []
        for part in 1...6 {
            try fuzzer.run(until: start + seconds * 1_000_000_000 * Int64(part) / 6)
            if part > 1 { memory.append(try fuzzer.memoryAtRest()) }
        }
        report.heading("fuzz", "seed \(options.seed)", "\(seconds) s")
        report.figure("members", "\(fuzzer.memberCount)")
        report.figure("calls", "\(fuzzer.calls)")
        report.figure("results", "\(fuzzer.results)")
        for (name, count) in fuzzer.errors.sorted(by: { $0.key < $1.key }) {
            report.figure("  " + (name.split(separator: ".").last ?? ""), "\(count)")
        }
        report.figure("slowest answer", "\((fuzzer.slowest / 1e6).text) ms")
        report.figure("private memory, MB", memory.map(\.text).joined(separator: "  "))
        report.figure("growth", memory[memory.count - 1] - memory[0], atMost: 1, "MB")
        try daemon.play(bench.tracks)
        try client.result(
            of: WireMessage(to: daemon.name, "org.mpris.MediaPlayer2", "Quit"))
        guard poll(seconds: 10, until: { !daemon.process.isRunning }), daemon.process.endedWell
        else { throw BenchmarkFailure(reason: "The daemon does not end well on Quit.") }
    }
}

/// Makes the calls, and watches what becomes of the daemon.
private struct Fuzzer {
    private(set) var calls = 0
    private(set) var results = 0
    private(set) var errors: [String: Int] = [:]
    /// In nanoseconds.
    private(set) var slowest = 0.0

    private let daemon: Service
    private let tracks: [String]
    private var members = BusMembers()
    private var values: OddValues

    init(_ daemon: Service, _ tracks: [String], seed: UInt64) {
        self.daemon = daemon
        self.tracks = tracks
        values = OddValues(seed: seed)
        values.uris = tracks
        // The ids of the entries that the first thousands of calls make.
        values.paths = (1...40).map { "/org/gatefold/track/\($0)" }
    }

    var memberCount: Int { members.methods.count + members.properties.count }

    /// Asks what there is to call; without `Quit`, which is no accident.
    mutating func learn() throws(BenchmarkFailure) {
        for path in [WireName.path, WireName.player1Path] {
            let reply = try daemon.client.result(
                of: WireMessage(
                    to: daemon.name, "org.freedesktop.DBus.Introspectable", "Introspect",
                    path: path))
            var iterator = reply.iterator
            members.add(iterator.text ?? "", at: path)
        }
        members.remove("Quit")
        // Whatever else is there is called as well.
        let interfaces = Set(
            members.methods.map(\.interface) + members.properties.map(\.interface))
        let missing = Self.expected.subtracting(interfaces)
        guard missing.isEmpty else {
            throw BenchmarkFailure(reason: "The introspection does not tell \(missing.sorted()).")
        }
    }

    private static let expected: Set<String> = [
        "org.mpris.MediaPlayer2", WireName.player, "org.gatefold.Player1", WireName.properties,
        "org.freedesktop.DBus.Introspectable", "org.freedesktop.DBus.Peer",
    ]

    mutating func run(until end: Int64) throws(BenchmarkFailure) {
        while monotonicNanoseconds() < end {
            // Without a queue most members have nothing to do.
            if calls % 100 == 0 { try daemon.enqueue(tracks) }
            if calls % 500 == 0, daemon.client.owner(of: WireName.gatefold) != daemon.name {
                throw BenchmarkFailure(reason: "The name is lost after call \(calls).")
            }
            try make(next())
            calls += 1
        }
    }

    /// Megabytes, with the same queue each time and nothing going on.
    func memoryAtRest() throws(BenchmarkFailure) -> Double {
        try daemon.play(tracks)
        try daemon.client.result(of: daemon.call("Stop"))
        daemon.client.settle(milliseconds: 1500)
        return daemon.figures.privateMegabytes
    }

    // MARK: Calls

    /// What to call with which types.
    private struct Call {
        let path: String
        let interface: String?
        let member: String
        /// Texts that come first.
        var texts: [String] = []
        var signature = ""
        /// The type of what comes last, in a variant.
        var variant: String?
        var expectsReply = true
    }

    private mutating func next() -> Call {
        let isWrong = values.chance(0.35)
        if values.chance(0.4) {
            let property = values.element(members.properties)
            if values.chance(0.2) {
                return Call(
                    path: property.path, interface: WireName.properties, member: "Get",
                    texts: [property.interface, property.name])
            }
            return Call(
                path: property.path, interface: WireName.properties, member: "Set",
                texts: [property.interface, property.name],
                variant: isWrong ? values.type() : property.signature)
        }
        let method = values.element(members.methods)
        return Call(
            path: values.chance(0.03) ? "/org" : method.path,
            interface: values.chance(0.1) ? nil : method.interface,
            member: values.chance(0.03) ? "Nothing" : method.name,
            signature: isWrong ? values.signature() : method.signature,
            expectsReply: !values.chance(0.05))
    }

    private mutating func make(_ call: Call) throws(BenchmarkFailure) {
        let message = WireMessage(
            owning: dbus_message_new_method_call(
                daemon.name, call.path, call.interface, call.member))
        dbus_message_set_no_reply(message.pointer, call.expectsReply ? 0 : 1)
        message.write { body in
            for text in call.texts { body.append(text) }
            values.append(call.signature, to: &body)
            if let type = call.variant {
                body.appendContainer(WireType.variant, type) { values.append(type, to: &$0) }
            }
        }
        guard call.expectsReply else {
            daemon.client.send(message)
            return
        }
        try check(message)
    }

    private mutating func check(
        _ message: borrowing WireMessage
    ) throws(BenchmarkFailure) {
        let start = monotonicNanoseconds()
        do throws(BenchmarkFailure) {
            let reply = try daemon.client.reply(to: message)
            slowest = max(slowest, Double(monotonicNanoseconds() - start))
            if let name = reply.errorName { errors[name, default: 0] += 1 } else { results += 1 }
        } catch {
            throw failure(error.reason, message)
        }
        // The bus answers NoReply for a service that is gone, which may still be ending.
        let isGone = errors[DBUS_ERROR_NO_REPLY] != nil || errors[DBUS_ERROR_SERVICE_UNKNOWN] != nil
        guard daemon.process.isRunning, !isGone else {
            throw failure("the daemon ended", message)
        }
    }

    private func failure(_ reason: String, _ call: borrowing WireMessage) -> BenchmarkFailure {
        BenchmarkFailure(reason: "call \(calls), \(call.summary): \(reason)")
    }
}
