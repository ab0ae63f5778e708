// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus
internal import GatefoldGLib
internal import Glibc

/// A bus of its own, sample tracks and profiles for daemons; removed with the last reference.
final class Workbench {
    let address: String
    /// The URIs of the sample tracks, in order.
    private(set) var tracks: [String] = []
    private let folder: String
    private let daemon: String
    private let bus: ChildProcess
    private var daemons: [ChildProcess] = []

    init(_ options: BenchmarkOptions) throws(BenchmarkFailure) {
        daemon = options.daemon ?? Self.ownFolder + "/gatefoldd"
        guard access(daemon, X_OK) == 0 else {
            throw BenchmarkFailure(reason: "There is no program \(daemon).")
        }
        var name = Array("/tmp/gatefold-bench-XXXXXX".utf8CString)
        let made = name.withUnsafeMutableBufferPointer { bytes in
            bytes.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let made else { throw BenchmarkFailure(reason: "There is no room in /tmp.") }
        folder = made
        address = "unix:path=\(made)/bus"
        try Self.write(Array(Self.configuration(address).utf8), to: "\(made)/bus.conf")
        bus = try ChildProcess(
            Self.mortal + [
                "dbus-daemon", "--config-file=\(made)/bus.conf", "--nofork", "--nopidfile",
            ], isQuiet: true)
    }

    deinit {
        // Before the folder goes, in which they write.
        for process in daemons + [bus] {
            process.send(SIGKILL)
            process.wait()
        }
        if let removal = try? ChildProcess(["rm", "-rf", folder]) { removal.wait() }
    }

    /// Starts this program as the floor, and returns when it has its name.
    func startFloor(seenBy client: WireClient) throws(BenchmarkFailure) -> Service {
        let process = try ChildProcess(["/proc/self/exe", FloorService.mode, address])
        return try Service(process, FloorService.name, seenBy: client)
    }

    /// Starts a program that publishes by itself; ended with the bench.
    func startPublisher(_ arguments: [String]) throws(BenchmarkFailure) {
        daemons.append(
            try ChildProcess(
                arguments, ["DBUS_SESSION_BUS_ADDRESS": address, "LC_ALL": "C.UTF-8"]))
    }

    /// Starts a daemon with a fresh profile, and returns when it has its name.
    func startDaemon(
        seenBy client: WireClient, _ variables: [String: String] = [:]
    ) throws(BenchmarkFailure) -> Service {
        try Service(try spawnDaemon(variables), WireName.gatefold, seenBy: client)
    }

    /// Starts a daemon with a fresh profile, silent, in real time.
    ///
    /// GStreamer's registry is common to all: making it is not what a daemon does every day.
    ///
    /// - Parameter earlier: the number of a daemon that has ended, whose profile it gets.
    func spawnDaemon(
        _ variables: [String: String] = [:], profileOf earlier: Int? = nil
    ) throws(BenchmarkFailure) -> ChildProcess {
        let home = "\(folder)/home\(earlier ?? daemons.count)"
        let profile = [
            "DBUS_SESSION_BUS_ADDRESS": address, "GST_REGISTRY": "\(folder)/registry",
            "HOME": home, "XDG_CONFIG_HOME": "\(home)/config",
            "XDG_STATE_HOME": "\(home)/state", "XDG_CACHE_HOME": "\(home)/cache",
            "XDG_DATA_HOME": "\(home)/data", "XDG_RUNTIME_DIR": home, "LC_ALL": "C.UTF-8",
        ]
        let process = try ChildProcess(
            Self.mortal + [daemon, "--audio-sink", "none"], profile.merging(variables) { $1 })
        daemons.append(process)
        return process
    }

    /// Writes an album of tones, with a picture.
    func makeTracks(count: Int, seconds: Int) throws(BenchmarkFailure) {
        let album = "\(folder)/tracks"
        do {
            try makeDirectories(path: album)
        } catch {
            throw BenchmarkFailure(reason: "\(error)")
        }
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        try Self.write(png + [UInt8](repeating: 0, count: 5000), to: "\(album)/cover.png")
        for number in 1...count {
            let path = "\(album)/tone-\(number < 10 ? "0" : "")\(number).wav"
            try Self.write(SampleTrack(number: number, seconds: seconds).bytes, to: path)
            tracks.append("file://\(path)")
        }
    }

    /// A path for a file of the benchmark's own.
    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Before a command that must not outlive this process: a daemon plays on without its bus.
    private static let mortal = ["setpriv", "--pdeathsig", "KILL"]

    static var ownFolder: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
        return String(
            decoding: path.prefix(path.lastIndex(of: UInt8(ascii: "/")) ?? 0), as: UTF8.self)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(BenchmarkFailure) {
        do {
            try writeAtomically(path: path, bytes: bytes)
        } catch {
            throw BenchmarkFailure(reason: "\(error)")
        }
    }

    /// A session bus that activates nothing.
    private static func configuration(_ address: String) -> String {
        """
        <busconfig>
          <type>session</type>
          <listen>\(address)</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
          <limit name="max_incoming_bytes">1000000000</limit>
          <limit name="max_outgoing_bytes">1000000000</limit>
          <limit name="max_message_size">1000000000</limit>
        </busconfig>
        """
    }
}

/// A running service, and its place on the bus.
struct Service {
    let process: ChildProcess
    /// Its unique name.
    let name: String
    let client: WireClient

    var figures: ProcessFigures { ProcessFigures(process: process.id) }

    init(
        _ process: ChildProcess, _ name: String, seenBy client: WireClient
    ) throws(BenchmarkFailure) {
        var owner: String?
        let isReady = poll(seconds: 10) {
            owner = client.owner(of: name)
            return owner != nil || !process.isRunning
        }
        guard isReady, let owner else {
            throw BenchmarkFailure(reason: "\(name) does not appear on the bus.")
        }
        self.process = process
        self.name = owner
        self.client = client
        client.subscribe("type='signal',sender='\(owner)'")
    }

    // MARK: Calls of a player

    func call(_ member: String) -> WireMessage {
        WireMessage(to: name, WireName.player, member)
    }

    func get(_ property: String) -> WireMessage {
        WireMessage(to: name, WireName.properties, "Get", WireName.player, property)
    }

    var getAll: WireMessage {
        WireMessage(to: name, WireName.properties, "GetAll", WireName.player)
    }

    func set(_ property: String, _ number: Double) throws(BenchmarkFailure) {
        try set(property, "d") { $0.append(WireType.double, number) }
    }

    func set(_ property: String, _ text: String) throws(BenchmarkFailure) {
        try set(property, "s") { $0.append(text) }
    }

    private func set(
        _ property: String, _ signature: String, _ value: (inout DBusMessageIter) -> Void
    ) throws(BenchmarkFailure) {
        let message = WireMessage(to: name, WireName.properties, "Set", WireName.player, property)
        message.write { $0.appendContainer(WireType.variant, signature, value) }
        try client.result(of: message)
    }

    /// Puts tracks in place of the queue and plays them.
    func enqueue(_ uris: [String]) throws(BenchmarkFailure) {
        let message = WireMessage(
            to: name, WireName.player1, "Enqueue", path: WireName.player1Path)
        message.write { body in
            body.appendContainer(WireType.array, "s") { for uri in uris { $0.append(uri) } }
            body.append("replace")
            body.append(WireType.boolean, UInt32(1))
        }
        try client.result(of: message)
    }

    /// The same, and returns when all are read and the first is heard.
    func play(_ uris: [String]) throws(BenchmarkFailure) {
        try enqueue(uris)
        client.settle()
        try wait(for: "Playing")
        let isMoving = poll(seconds: 10) { (try? position()) ?? 0 > 300_000 }
        guard isMoving else { throw BenchmarkFailure(reason: "The position does not move.") }
    }

    func wait(for status: String) throws(BenchmarkFailure) {
        let isThere = poll(seconds: 10) {
            guard let reply = try? client.result(of: get("PlaybackStatus")) else { return false }
            var iterator = reply.iterator
            var content = iterator.content
            return content.isText(status)
        }
        guard isThere else { throw BenchmarkFailure(reason: "The player is not \(status).") }
    }

    /// In microseconds.
    func position() throws(BenchmarkFailure) -> Int64 {
        let reply = try client.result(of: get("Position"))
        var iterator = reply.iterator
        var content = iterator.content
        return content.number(Int64(0))
    }

    /// Ends it as a logout does.
    func end() throws(BenchmarkFailure) {
        process.send(SIGTERM)
        guard poll(seconds: 10, until: { !process.isRunning }), process.endedWell else {
            throw BenchmarkFailure(reason: "The daemon does not end well on SIGTERM.")
        }
    }
}
