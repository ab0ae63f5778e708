// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Testing

@Suite(.serialized) struct `playerctl` {
    private let rig: Rig
    private let daemon: RunningProgram

    init() async throws {
        rig = try Rig()
        try await rig.tones(3)
        daemon = try await rig.daemon(rig.music)
        try await status("Playing")
    }

    private func status(_ status: String) async throws {
        try await eventually("the status is \(status)") {
            await rig.playerctl("status").line == status
        }
        #expect(await rig.property("PlaybackStatus") == "<'\(status)'>")
    }

    private func title(_ title: String) async throws {
        try await eventually("\(title) is the track") {
            await rig.playerctl("metadata", "title").line == title
        }
    }

    @Test func `finds the player`() async {
        #expect(await rig.playerctl("-l").line == "gatefold")
    }

    @Test func `pauses, plays and toggles`() async throws {
        #expect(await rig.playerctl("pause").status == 0)
        try await status("Paused")
        #expect(await rig.playerctl("play").status == 0)
        try await status("Playing")
        #expect(await rig.playerctl("play-pause").status == 0)
        try await status("Paused")
    }

    @Test func `stops, and plays from the beginning`() async throws {
        #expect(await rig.playerctl("stop").status == 0)
        try await status("Stopped")
        #expect(await rig.position() == 0)
        #expect(await rig.playerctl("play").status == 0)
        try await status("Playing")
    }

    @Test func `goes to the next track and back, and reads it at once`() async throws {
        #expect(await rig.playerctl("next").status == 0)
        #expect(await rig.playerctl("metadata", "title").line == "2")
        #expect(await rig.playerctl("previous").status == 0)
        #expect(await rig.playerctl("metadata", "title").line == "1")
    }

    @Test func `cannot go before the first or beyond the last track`() async throws {
        #expect(await rig.playerctl("previous").status != 0)
        _ = await rig.playerctl("next")
        _ = await rig.playerctl("next")
        try await title("3")
        #expect(await rig.playerctl("next").status != 0)
        #expect(await rig.property("CanGoNext") == "<false>")
    }

    @Test func `seeks to a place and by an offset`() async throws {
        _ = await rig.playerctl("pause")
        #expect(await rig.playerctl("position", "12").status == 0)
        #expect(await rig.position() == 12)
        #expect(await rig.playerctl("position", "3-").status == 0)
        #expect(await rig.position() == 9)
        #expect(await rig.playerctl("position", "1.5+").status == 0)
        #expect(await rig.position() == 10.5)
    }

    @Test func `sets volume, loop and shuffle`() async {
        #expect(await rig.playerctl("volume", "0.4").status == 0)
        #expect(await rig.property("Volume") == "<0.40000000000000002>")
        #expect(await rig.playerctl("volume", "7").status == 0)
        #expect(await rig.property("Volume") == "<1.0>")
        for loop in ["Track", "Playlist", "None"] {
            #expect(await rig.playerctl("loop", loop).status == 0)
            #expect(await rig.property("LoopStatus") == "<'\(loop)'>")
        }
        #expect(await rig.playerctl("shuffle", "Toggle").status == 0)
        #expect(await rig.property("Shuffle") == "<true>")
    }

    @Test func `opens a file`() async throws {
        try await Tone(seconds: 5).write("other/a b#c%20.wav", in: rig.folder)
        #expect(await rig.playerctl("open", rig.folder["other/a b#c%20.wav"].printable).status == 0)
        try await title("a b#c%20")
        try await status("Playing")
    }
}
