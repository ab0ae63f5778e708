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

    @Test func `says what to do where there is no session bus`() async {
        let result = await ChildProcess.run(
            [Rig.programs + "/gatefoldd"],
            environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"])
        #expect(result.status == 1)
        #expect(result.error.contains("dbus-run-session"))
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
