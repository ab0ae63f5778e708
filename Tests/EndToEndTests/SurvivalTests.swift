// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Glibc
import Testing

@Suite(.serialized) struct `The daemon` {
    private let rig: Rig

    init() async throws {
        rig = try Rig()
        try await rig.tones(3)
    }

    private func metadata(_ key: String) async -> String {
        await rig.playerctl("metadata", key).line
    }

    @Test func `plays on where it was, paused, after it was killed`() async throws {
        let daemon = try await rig.daemon(rig.music)
        _ = await rig.playerctl("next")
        _ = await rig.playerctl("volume", "0.3")
        _ = await rig.playerctl("loop", "Playlist")
        try await eventually("some seconds were heard") { await rig.position() > 2 }
        let heard = await rig.position()
        daemon.send(SIGKILL)
        try await eventually("it is dead") { daemon.exitStatus != nil }

        let next = try await rig.daemon()
        #expect(await metadata("title") == "2")
        #expect(await rig.playerctl("status").line == "Paused")
        #expect(await rig.property("Volume") == "<0.29999999999999999>")
        #expect(await rig.property("LoopStatus") == "<'Playlist'>")
        let restored = await rig.position()
        #expect(restored >= heard - 0.5 && restored < heard + 5)
        _ = await rig.playerctl("play")
        try await eventually("it plays on") { await rig.position() > restored }
        #expect(await metadata("title") == "2")
        _ = next
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `leaves cleanly when it is told to, and keeps its place`(signal: Int32) async throws {
        let daemon = try await rig.daemon(rig.music)
        _ = await rig.playerctl("pause")
        _ = await rig.playerctl("position", "7")
        daemon.send(signal)
        try await eventually("it has ended") { daemon.exitStatus != nil }
        #expect(daemon.exitStatus == 0)
        #expect(await rig.owner("org.mpris.MediaPlayer2.gatefold") == nil)
        let next = try await rig.daemon()
        #expect(await rig.position() == 7)
        _ = next
    }

    @Test func `C144 plays on while the session bus is away, and is there with the next one`()
        async throws
    {
        let daemon = try await rig.daemon(rig.music)
        try await eventually("it is heard") { await rig.position() > 0 }
        for _ in 1...3 {
            let heard = await rig.position()
            rig.bus.kill()
            rig.bus.start()
            try await eventually("it is on the bus") {
                await rig.owner("org.mpris.MediaPlayer2.gatefold") != nil
            }
            #expect(await rig.playerctl("status").line == "Playing")
            try await eventually("it plays on") { await rig.position() > heard }
            #expect(await metadata("title") == "1")
        }
        #expect(await rig.gatefold("next").status == 0)
        #expect(await metadata("title") == "2")
        _ = daemon
    }

    @Test func `ends when nobody can reach it and nothing plays`() async throws {
        let daemon = try await rig.daemon(rig.music)
        _ = await rig.playerctl("pause")
        _ = await rig.playerctl("position", "7")
        rig.bus.kill()
        try await eventually("it has ended", within: .seconds(60)) { daemon.exitStatus != nil }
        #expect(daemon.exitStatus == 0)
        rig.bus.start()
        let next = try await rig.daemon()
        #expect(await rig.position() == 7)
        _ = next
    }

    @Test func `plays what it is given without a session bus, says so, and joins a later one`()
        async throws
    {
        rig.bus.kill()
        let log = rig.folder["daemon.log"].printable
        let daemon = RunningProgram(
            [Rig.programs + "/gatefoldd", rig.music], environment: rig.environment, output: log)
        try await eventually("it says so") {
            try rig.folder.read("daemon.log").hasPrefix("gatefoldd: There is no session bus")
        }
        rig.bus.start()
        try await eventually("it is on the bus") {
            await rig.playerctl("status").line == "Playing"
        }
        #expect(await rig.owner("org.gatefold.Gatefold") != nil)
        #expect(try rig.folder.read("daemon.log").split(separator: "\n").count == 1)
        _ = daemon
    }

    @Test func `hands what it is given to the one that runs`() async throws {
        let daemon = try await rig.daemon()
        let second = await ChildProcess.run(
            [Rig.programs + "/gatefoldd", rig.music + "/3.wav"], environment: rig.environment)
        #expect(second.status == 0)
        try await eventually("the first one plays it") { await metadata("title") == "3" }
        let third = await ChildProcess.run(
            [Rig.programs + "/gatefoldd"], environment: rig.environment)
        #expect(third.status == 1)
        #expect(third.error == "gatefoldd: gatefoldd is running already.\n")
        _ = daemon
    }

    @Test func `says that the one that runs does not answer`() async throws {
        let daemon = try await rig.daemon(rig.music)
        daemon.send(SIGSTOP)
        let second = await ChildProcess.run(
            [Rig.programs + "/gatefoldd", rig.music + "/3.wav"], environment: rig.environment)
        #expect(second.status == 1)
        #expect(
            second.error
                == "gatefoldd: gatefoldd is running already, but: no reply in time.\n")
        daemon.send(SIGCONT)
    }

    @Test func `says what to do where there is no session bus`() async {
        let result = await ChildProcess.run(
            [Rig.programs + "/gatefoldd"],
            environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"])
        #expect(result.status == 1)
        #expect(result.error.contains("dbus-run-session"))
    }

    @Test func `says what is wrong with what it was given`() async throws {
        let daemon = try await rig.daemon("/dev/zero")
        try await eventually("it says so") {
            try rig.folder.read("daemon.log") == "gatefoldd: /dev/zero: is a device, not a file\n"
        }
        #expect(await rig.playerctl("status").line == "Stopped")
        _ = daemon
    }

    @Test func `plays on after a hang-up that it was told to ignore`() async throws {
        let daemon = try await rig.daemon(rig.music, by: ["nohup"])
        let status = await ChildProcess.run([
            "grep", "SigIgn", "/proc/\(daemon.processID)/status",
        ])
        // The lowest bit is the first signal, SIGHUP (proc(5)).
        let ignored = try #require(UInt64(status.line.suffix(16), radix: 16))
        #expect(ignored & 1 == 1)
        daemon.send(SIGHUP)
        #expect(await rig.playerctl("status").line == "Playing")
    }

    @Test func `keeps apart from the bus what it prints to a closed descriptor`() async throws {
        let daemon = try await rig.daemon(
            rig.music, "/nowhere", by: ["sh", "-c", "exec \"$@\" <&- >&- 2>&-", "sh"])
        for number in 0...2 {
            let file = "/proc/\(daemon.processID)/fd/\(number)"
            #expect(await ChildProcess.run(["readlink", file]).line == "/dev/null")
        }
        #expect(await rig.playerctl("status").line == "Playing")
    }

    @Test func `says that it may open too few files, or raises the limit`() async throws {
        let limited = { (limit: String) in ["sh", "-c", "ulimit \(limit); exec \"$@\"", "sh"] }
        let refused = await ChildProcess.run(
            limited("-n 20") + [Rig.programs + "/gatefoldd"], environment: rig.environment)
        #expect(refused.status == 1)
        #expect(
            refused.error
                == "gatefoldd: 64 files have to be open at once; the limit is lower (ulimit -n).\n")
        let daemon = try await rig.daemon(rig.music, by: limited("-S -n 20"))
        try await eventually("it is heard") { await rig.position() > 0 }
        _ = daemon
    }

    /// Where the kernel lets nobody have a file system of their own, there is nothing to see.
    @Test func `plays where the disk is full, and says what it cannot keep`() async throws {
        let own = ["unshare", "--user", "--map-current-user", "--keep-caps", "--mount"]
        guard await ChildProcess.run(own + ["true"]).status == 0 else { return }
        let state = rig.folder["state/gatefold"].printable
        let script = """
            mkdir -p \(state)
            mount -t tmpfs -o size=4k none \(state)
            head -c 4096 /dev/zero >\(state)/full
            exec "$@"
            """
        let daemon = try await rig.daemon(rig.music, by: own + ["sh", "-c", script, "sh"])
        try await eventually("it is heard") { await rig.position() > 0 }
        try await eventually("it says so") {
            try rig.folder.read("daemon.log").contains("No space left on device")
        }
        _ = daemon
    }

    @Test func `skips files that are gone, without a stop in between`() async throws {
        let daemon = try await rig.daemon(rig.music)
        try await eventually("it is heard") { await rig.position() > 0 }
        let witness = BusWitness(rig.bus)
        _ = await witness.signals()
        #expect(unlink(rig.music + "/2.wav") == 0)
        _ = await rig.playerctl("next")
        try await eventually("the third plays") { await metadata("title") == "3" }
        #expect(await witness.ask("announced('PlaybackStatus')") == [])
        _ = daemon
    }

    @Test func `ends a loop of files that are all gone`() async throws {
        let daemon = try await rig.daemon(rig.music)
        _ = await rig.playerctl("loop", "Playlist")
        for number in 1...3 { #expect(unlink(rig.music + "/\(number).wav") == 0) }
        _ = await rig.playerctl("next")
        try await eventually("it has stopped") {
            await rig.playerctl("status").line == "Stopped"
        }
        #expect(try rig.folder.read("daemon.log").contains("nothing in the queue can be played"))
        _ = daemon
    }

    @Test func `plays what can be played of a folder of rubbish`() async throws {
        try rig.folder.write(Array("this is no music".utf8), to: "rubbish/1.ogg")
        try rig.folder.write([], to: "rubbish/2.flac")
        try await Tone(seconds: 5).write("rubbish/3.wav", in: rig.folder)
        let daemon = try await rig.daemon(rig.folder["rubbish"].printable)
        try await eventually("the good one plays") { await metadata("title") == "3" }
        try await eventually("and is heard") { await rig.position() > 0 }
        _ = daemon
    }
}
