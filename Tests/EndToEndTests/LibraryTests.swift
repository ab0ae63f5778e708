// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Glibc
import Testing

@Suite(.serialized) struct `The library` {
    private let rig: Rig

    init() async throws {
        rig = try Rig()
        try rig.folder.write(
            Array("XDG_MUSIC_DIR=\"\(rig.music)\"\n".utf8), to: "config/user-dirs.dirs")
        for (number, title) in ["Jóga", "Hunter", "Pluto"].enumerated() {
            // Half of the second is heard long before it ends, on a busy machine, too.
            try await write(title, number: number + 1, seconds: number == 1 ? 10 : 2)
        }
    }

    /// Puts a song with tags into the music folder, at once.
    private func write(_ title: String, number: Int, seconds: Double) async throws {
        let name = "\(number).flac"
        try await Tone(seconds: seconds).write(name, as: .flac, in: rig.folder)
        let script = """
            import os, sys
            from mutagen.flac import FLAC
            file = FLAC(sys.argv[1])
            file["title"], file["artist"], file["album"] = sys.argv[2], "Björk", "Homogenic"
            file["tracknumber"] = sys.argv[3]
            file.save()
            os.makedirs(sys.argv[4], exist_ok=True)
            os.rename(sys.argv[1], sys.argv[4] + "/" + sys.argv[3] + ".flac")
            """
        let result = await ChildProcess.run([
            "/usr/bin/python3", "-c", script, rig.folder[name].printable, title, "\(number)",
            rig.music,
        ])
        try #require(result.status == 0, "\(result.error)")
    }

    private func quit() async throws {
        #expect(await rig.gatefold("quit").status == 0)
        try await eventually("gatefoldd has left") {
            await rig.owner("org.gatefold.Gatefold") == nil
        }
    }

    /// The titles in a list of the command line.
    private func titles(_ arguments: String...) async -> [String] {
        let result = await ChildProcess.run(
            [Rig.programs + "/gatefold"] + arguments, environment: rig.environment)
        return result.output.split(separator: "\n").map { line in
            String(line.split(separator: "\t", omittingEmptySubsequences: false)[0])
        }
    }

    @Test func `takes the music folder in when a scan is asked for, and not before`() async throws {
        for words in [
            ["search", "joga"], ["play", "--search", "joga"], ["play", "--album", "homogenic"],
            ["play", "--genre", "pop"],
        ] {
            let empty = await ChildProcess.run(
                [Rig.programs + "/gatefold"] + words, environment: rig.environment)
            #expect(empty.status == 1)
            #expect(empty.error.hasPrefix("gatefold: The library is empty: gatefold library scan"))
        }
        let scan = await rig.gatefold("library", "scan")
        #expect(scan.output == "3 files: 3 added.\n")
        #expect(await titles("search", "joga") == ["Jóga"])
        #expect(await titles("search", "--type", "artist", "bjor") == ["Björk"])
        #expect(await rig.gatefold("library", "scan").output == "3 files: nothing new.\n")
        #expect(await rig.gatefold("library").output == "\(rig.music)\t3 tracks\t\n")
        try await quit()
    }

    @Test(arguments: [[], ["--genre", "pop"], ["--source", "library"]])
    func `says without charts where to have some from`(_ words: [String]) async throws {
        let charts = await ChildProcess.run(
            [Rig.programs + "/gatefold", "charts"] + words, environment: rig.environment)
        #expect(charts.status == 1)
        #expect(charts.error.contains("gatefold source add"))
        try await quit()
    }

    @Test func `plays what it has, by name`() async throws {
        _ = await rig.gatefold("library", "scan")
        let play = await rig.gatefold("play", "--album", "homogenic")
        #expect(play.error == "")
        #expect(play.output == "Playing Jóga — Björk\n")
        #expect(await rig.gatefold("queue").output.split(separator: "\n").count == 3)
        #expect(await rig.gatefold("play", "--search", "hunter").status == 0)
        #expect(await rig.playerctl("metadata", "title").line == "Hunter")
        #expect(await rig.gatefold("play", "--artist", "nobody").status == 1)
        #expect(await rig.gatefold("play", "--playlist", "Recently Added").status == 0)
        try await quit()
    }

    @Test func `counts what was heard, also by a quit, and keeps it`() async throws {
        _ = await rig.gatefold("library", "scan")
        _ = await rig.gatefold("play", "--album", "homogenic")
        try await eventually("the second song plays") {
            await rig.playerctl("metadata", "title").line == "Hunter"
        }
        #expect(await rig.gatefold("favourite", "on").status == 0)
        #expect(await rig.gatefold("stars", "4").status == 0)
        try await eventually("half of it was heard") { await rig.position() > 5.2 }
        try await quit()
        #expect(await titles("library", "top").contains("1×"))
        let recent = await rig.gatefold("library", "recent", "--json").output
        #expect(recent.split(separator: "\n").count == 2)
        #expect(
            recent.split(separator: "\n").first?.contains(
                #""title":"Hunter","artist":"Björk""#) == true)
        #expect(recent.contains(#""favourite":true,"stars":4"#))
        #expect(await rig.gatefold("play", "--playlist", "Favourites").output.contains("Hunter"))
        try await quit()
    }

    @Test func `edits playlists, which the desktop sees`() async throws {
        _ = await rig.gatefold("library", "scan")
        #expect(await rig.gatefold("playlists", "create", "Sunday", rig.music).status == 0)
        #expect(await rig.gatefold("playlists", "create", "Sunday").status == 1)
        #expect(await rig.gatefold("playlists", "move", "Sunday", "3", "1").status == 0)
        #expect(await rig.gatefold("playlists", "remove", "Sunday", "2").status == 0)
        #expect(await rig.gatefold("playlists", "show", "Sunday").output.hasPrefix("1\tPluto"))
        #expect(await rig.gatefold("playlists", "rename", "Sunday", "Monday").status == 0)
        #expect(
            await rig.gatefold("playlists").output.split(separator: "\n")
                == ["Favourites", "Monday", "Most Played", "Never Played", "Recently Added"])
        let file = rig.folder["music/m.m3u8"].printable
        #expect(await rig.gatefold("playlists", "export", "Monday", file).status == 0)
        #expect(await rig.gatefold("playlists", "export", "Monday", file).status == 1)
        #expect(await rig.gatefold("playlists", "delete", "Monday").status == 0)
        #expect(await rig.gatefold("playlists", "import", file).status == 0)
        #expect(
            await rig.gatefold("playlists", "show", "m").output.split(separator: "\n").count == 2)
        #expect(await rig.gatefold("play", "--playlist", "Never Played").status == 0)
        try await quit()
    }

    @Test func `notices a file that is copied into a folder`() async throws {
        _ = await rig.gatefold("library", "scan")
        try await write("Bachelorette", number: 4, seconds: 1)
        try await eventually("the new song is found") {
            await titles("search", "bachelor") == ["Bachelorette"]
        }
        try await quit()
    }

    @Test func `opens no database where there is none`() async throws {
        _ = await rig.gatefold("play", rig.music)
        _ = await rig.gatefold("playlists")
        try await quit()
        #expect(access(rig.folder["data/gatefold/library.sqlite"].printable, F_OK) != 0)
    }
}
