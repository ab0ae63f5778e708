// SPDX-License-Identifier: MPL-2.0

import GatefoldTestSupport
import Testing

@Suite(.serialized) struct `The command line` {
    private let rig: Rig

    init() async throws {
        rig = try Rig()
        try await rig.tones(3)
    }

    /// The daemon that a command started ends with its test.
    private func quit() async throws {
        #expect(await rig.gatefold("quit").status == 0)
        try await eventually("gatefoldd has left") {
            await rig.owner("org.gatefold.Gatefold") == nil
        }
    }

    @Test func `starts the daemon, plays a folder and steers it`() async throws {
        let play = await rig.gatefold("play", rig.music)
        #expect(play.status == 0)
        #expect(play.error == "")
        #expect(await rig.playerctl("status").line == "Playing")
        #expect(await rig.gatefold("pause").status == 0)
        #expect(await rig.playerctl("status").line == "Paused")
        #expect(await rig.gatefold("next").status == 0)
        #expect(await rig.gatefold("seek", "0:10").status == 0)
        #expect(await rig.position() == 10)
        #expect(await rig.gatefold("volume", "50%").status == 0)
        #expect(await rig.property("Volume") == "<0.5>")
        #expect(await rig.gatefold("status").line.contains("0:10"))
        try await quit()
    }

    @Test func `refuses with the reason and status 1`() async throws {
        _ = await rig.gatefold("play", rig.music + "/1.wav")
        let next = await rig.gatefold("next")
        #expect(next.status == 1)
        #expect(next.error == "gatefold: There is no next entry.\n")
        try await quit()
        let pause = await rig.gatefold("pause")
        #expect(pause.status == 1)
        #expect(pause.error.hasPrefix("gatefold: "))
        #expect(await rig.owner("org.gatefold.Gatefold") == nil)
    }

    @Test func `tells misuse by status 2`() async {
        #expect(await rig.gatefold("dance").status == 2)
        #expect(await rig.gatefold("repeat", "sometimes").status == 2)
    }

    @Test func `skips what is missing and plays the rest`() async throws {
        let play = await rig.gatefold("play", "/nowhere/x.ogg", rig.music + "/2.wav")
        #expect(play.error.contains("/nowhere/x.ogg: no such file or folder"))
        #expect(await rig.playerctl("metadata", "title").line == "2")
        try await quit()
        let nothing = await rig.gatefold("play", "/nowhere/x.ogg")
        #expect(nothing.status == 1)
    }

    @Test func `edits the queue`() async throws {
        _ = await rig.gatefold("play", rig.music + "/1.wav")
        _ = await rig.gatefold("queue", "add", rig.music + "/3.wav")
        _ = await rig.gatefold("queue", "next", rig.music + "/2.wav")
        let titles = { await rig.gatefold("queue").output.split(separator: "\n").count }
        try await eventually("three entries are listed") { await titles() >= 3 }
        #expect(await rig.gatefold("queue", "jump", "3").status == 0)
        #expect(await rig.playerctl("metadata", "title").line == "3")
        #expect(await rig.gatefold("queue", "move", "3", "1").status == 0)
        #expect(await rig.playerctl("metadata", "title").line == "3")
        #expect(await rig.gatefold("queue", "remove", "1").status == 0)
        #expect(await rig.playerctl("metadata", "title").line == "1")
        #expect(await rig.gatefold("queue", "clear").status == 0)
        #expect(await rig.property("PlaybackStatus") == "<'Stopped'>")
        try await quit()
    }
}
