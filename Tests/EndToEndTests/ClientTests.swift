// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Testing

/// Programs that people have, each through its own D-Bus library.
@Suite(.serialized) struct `Clients` {
    private let rig: Rig
    private let daemon: RunningProgram

    init() async throws {
        rig = try Rig()
        try await rig.tones(3)
        daemon = try await rig.daemon(rig.music)
        try await eventually("it plays") { await rig.playerctl("status").line == "Playing" }
    }

    private func run(_ arguments: String...) async -> ChildProcess.Result {
        await ChildProcess.run(arguments, environment: rig.environment)
    }

    /// A program whose output can be read while it runs.
    private func watching(_ arguments: String..., to name: String) -> RunningProgram {
        RunningProgram(
            arguments, environment: rig.environment, output: rig.folder[name].printable)
    }

    private func lines(_ name: String) throws -> [String] {
        try rig.folder.read(name).split(separator: "\n").map(String.init)
    }

    @Test func `playerctl follows every change, one line each`() async throws {
        _ = await rig.playerctl("pause")
        let format = "{{status}} {{title}} {{loop}} {{shuffle}} {{volume}}"
        let follower = watching(
            "playerctl", "--follow", "metadata", "--format", format, to: "follow")
        try await eventually("it has begun") {
            try lines("follow") == ["Paused 1 None false 1.0"]
        }
        let steps: [([String], String)] = [
            (["play"], "Playing 1 None false 1.0"), (["next"], "Playing 2 None false 1.0"),
            (["loop", "Track"], "Playing 2 Track false 1.0"),
            (["volume", "0.5"], "Playing 2 Track false 0.5"),
            (["previous"], "Playing 1 Track false 0.5"), (["pause"], "Paused 1 Track false 0.5"),
            (["shuffle", "On"], "Paused 1 Track true 0.5"),
            (["play-pause"], "Playing 1 Track true 0.5"), (["stop"], "Stopped 1 Track true 0.5"),
        ]
        for (number, (verb, line)) in steps.enumerated() {
            let result = await ChildProcess.run(["playerctl"] + verb, environment: rig.environment)
            #expect(result.status == 0)
            try await eventually("\(verb) is told") { try lines("follow").last == line }
            #expect(try lines("follow").count == number + 2)
        }
        withExtendedLifetime((follower, daemon)) {}
    }

    @Test func `playerctl formats what it reads`() async {
        _ = await rig.playerctl("pause")
        _ = await rig.playerctl("position", "5")
        #expect(
            await rig.playerctl(
                "metadata", "-f",
                "{{playerName}} {{uc(status)}} {{duration(position)}} {{duration(mpris:length)}} "
                    + "{{default(artist, \"nobody\")}} {{trunc(title, 5)}}"
            ).line == "gatefold PAUSED 0:05 0:20 nobody 1")
        #expect(await rig.playerctl("-a", "status").line == "Paused")
        #expect(await rig.playerctl("-p", "gatefold", "loop").line == "None")
        #expect(await rig.playerctl("-p", "other", "status").status == 1)
        #expect(await rig.playerctl("-s", "-i", "gatefold", "status").status == 1)
    }

    @Test func `playerctld takes every command to the player`() async throws {
        let proxy = watching("playerctld", to: "playerctld")
        try await eventually("it is there") {
            await rig.owner("org.mpris.MediaPlayer2.playerctld") != nil
        }
        let playerctl = { (arguments: String...) in
            await ChildProcess.run(
                ["playerctl", "-p", "playerctld"] + arguments, environment: rig.environment)
        }
        try await eventually("it knows the player") {
            await playerctl("metadata", "title").line == "1"
        }
        for (verb, status) in [("pause", "Paused"), ("play", "Playing"), ("play-pause", "Paused")] {
            #expect(await playerctl(verb).status == 0)
            #expect(await rig.property("PlaybackStatus") == "<'\(status)'>")
        }
        #expect(await playerctl("next").status == 0)
        try await eventually("it knows the next track") {
            await playerctl("metadata", "title").line == "2"
        }
        #expect(await playerctl("position", "9").status == 0)
        #expect(await rig.position() == 9)
        #expect(await playerctl("volume", "0.25").status == 0)
        #expect(await rig.property("Volume") == "<0.25>")
        #expect(await playerctl("stop").status == 0)
        #expect(await rig.property("PlaybackStatus") == "<'Stopped'>")
        withExtendedLifetime((proxy, daemon)) {}
    }

    @Test func `gdbus sees one change for each command, and calls without an error`() async throws {
        _ = await rig.playerctl("pause")
        let monitor = watching(
            "gdbus", "monitor", "--session", "--dest", "org.mpris.MediaPlayer2.gatefold",
            "--object-path", "/org/mpris/MediaPlayer2", to: "monitor")
        try await eventually("it watches") {
            try lines("monitor").contains { $0.contains("is owned by") }
        }
        // Tags and the track list may be told in between, so each command has its own word.
        let told = [
            ("Play", "<'Playing'>"), ("Pause", "<'Paused'>"), ("Next", "'Metadata'"),
            ("Previous", "'Metadata'"), ("Stop", "<'Stopped'>"),
        ]
        for (method, word) in told {
            let before = try changes("monitor", with: word)
            let result = await run(
                "gdbus", "call", "--session", "--dest", "org.mpris.MediaPlayer2.gatefold",
                "--object-path", "/org/mpris/MediaPlayer2", "--method",
                "org.mpris.MediaPlayer2.Player." + method)
            #expect(result.line == "()")
            try await eventually("\(method) is told") {
                try changes("monitor", with: word) > before
            }
        }
        #expect(try changes("monitor", with: "'PlaybackStatus'") == 3)
        withExtendedLifetime((monitor, daemon)) {}
    }

    private func changes(_ output: String, with word: String) throws -> Int {
        try lines(output).count { $0.contains("PropertiesChanged") && $0.contains(word) }
    }

    @Test func `busctl introspects, reads, sets and calls`() async {
        let bus = "--address=" + rig.bus.address
        let player = ["org.mpris.MediaPlayer2.gatefold", "/org/mpris/MediaPlayer2"]
        let interface = "org.mpris.MediaPlayer2.Player"
        let busctl = { (command: String, arguments: String...) in
            await ChildProcess.run(
                ["busctl", bus, command] + player + [interface] + arguments,
                environment: rig.environment)
        }
        let members = await busctl("introspect").output
        #expect(members.contains(".SetPosition"))
        #expect(members.contains("emits-change writable"))
        #expect(await busctl("set-property", "Volume", "d", "0.5").status == 0)
        #expect(await busctl("get-property", "Volume").line == "d 0.5")
        #expect(await busctl("call", "Pause").status == 0)
        #expect(await busctl("get-property", "PlaybackStatus").line == "s \"Paused\"")
        #expect(await busctl("get-property", "NoSuch").status == 1)
    }
}
