// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Testing

@Suite(.serialized) struct `A real music server` {
    @Test(arguments: MusicServer.Kind.allCases)
    func `is added, searched and played`(_ kind: MusicServer.Kind) async throws {
        let server = try await MusicServer(kind)
        let rig = try Rig()
        let added = await rig.addSource(
            server.url, user: MusicServer.user, password: MusicServer.password)
        #expect(added.status == 0, "\(added.error)")
        let test = await rig.gatefold("source", "test", "home")
        #expect(test.output.hasPrefix("home answers: songs can be played, favourites and "))
        let found = await rig.gatefold("search", "--source", "all", "--type", "song", "lanterns")
        #expect(found.output.hasPrefix("home\tPaper Lanterns\tGatefold\tDemo Sleeve\t"))
        let albums = await rig.gatefold("source", "show", "home", "--type", "album")
        #expect(albums.output.hasPrefix("home\tDemo Sleeve\tGatefold\t"))
        let play = await rig.gatefold("play", "--source", "home", "--album", "demo sleeve")
        #expect(play.output == "Playing Needle Drop — Gatefold\n")
        #expect(await rig.gatefold("queue").output.split(separator: "\n").count == 5)
        #expect(await rig.gatefold("next").status == 0)
        #expect(await rig.playerctl("metadata", "title").line == "First Light")
        #expect(await rig.gatefold("seek", "0:10").status == 0)
        try await eventually("it plays from there") { await rig.position() > 10.1 }
        try await eventually("it has its picture") {
            await rig.playerctl("metadata", "mpris:artUrl").line.hasPrefix("file:///")
        }
        #expect(await rig.gatefold("queue", "save", "Server").status == 0)
        #expect(await rig.gatefold("play", "--playlist", "Server").status == 0)
        #expect(await rig.playerctl("metadata", "title").line == "Needle Drop")
        try await rig.quit()
        let state = try rig.everything(below: rig.folder["state"])
        #expect(state.contains("gatefold:at/home/song/"))
        #expect(!state.contains("enc:") && !state.contains(MusicServer.password))
    }
}

@Suite(.serialized) struct `Playlists of a real music server` {
    private func titles(_ rig: Rig, _ name: String) async -> [Substring] {
        await rig.gatefold("playlists", "show", name, "--source", "home").output
            .split(separator: "\n").map { $0.split(separator: "\t")[1] }
    }

    @Test(arguments: MusicServer.Kind.allCases)
    func `are changed by name`(_ kind: MusicServer.Kind) async throws {
        let server = try await MusicServer(kind)
        let rig = try Rig()
        _ = await rig.addSource(
            server.url, user: MusicServer.user, password: MusicServer.password)
        func playlists(_ words: String...) async -> ChildProcess.Result {
            await ChildProcess.run(
                [Rig.programs + "/gatefold", "playlists"] + words + ["--source", "home"],
                environment: rig.environment)
        }
        let json = await rig.gatefold("source", "show", "home", "--type", "album", "--json").output
        let album = try #require(
            json.split(separator: "\"").first { $0.hasPrefix("gatefold:at/home/album/") })
        #expect(await playlists("create", "Sunday").status == 0)
        #expect(await playlists("add", "Sunday", String(album)).status == 0)
        #expect(await titles(rig, "Sunday").count == 5)
        #expect(await playlists("remove", "sunday", "2-4").status == 0)
        #expect(await playlists("move", "Sunday", "2", "1").status == 0)
        #expect(await titles(rig, "Sunday") == ["Run-out Groove", "Needle Drop"])
        #expect(await playlists("rename", "Sunday", "Monday").status == 0)
        let list = await rig.gatefold("source", "show", "home").output
        #expect(list.hasPrefix("home\tMonday\t"))
        let play = await rig.gatefold("play", "--source", "home", "--search", "groove")
        #expect(play.output == "Playing Run-out Groove — Gatefold\n")
        #expect(await playlists("delete", "Monday").status == 0)
        #expect(await rig.gatefold("source", "show", "home").status == 1)
        let gone = await playlists("show", "Monday")
        #expect(gone.error == "gatefold: There is no playlist “Monday” in home.\n")
        try await rig.quit()
    }
}

@Suite(.serialized) struct `A real log of what is heard` {
    @Test func `is told, also of what was heard while it was away`() async throws {
        let server = try await Maloja()
        let rig = try Rig()
        let added = await rig.gatefold(
            input: Maloja.token, "source", "add", "listenbrainz", server.url, "--name", "log")
        #expect(added.output == "log accepts the token: it is told what is heard.\n")
        for title in ["One", "Two", "Three"] {
            try await Tone(seconds: title == "Three" ? 60 : 4).write(
                "music/\(title).flac", as: .flac, tags: "title=\(title),artist=Ferries",
                in: rig.folder)
        }
        let songs = ["One", "Two", "Three"].map { rig.folder["music/\($0).flac"].printable }
        #expect(await rig.gatefold("play", songs[0]).status == 0)
        try await eventually("it has the first") { try await server.listens().count == 1 }
        server.leave()
        #expect(await rig.gatefold("play", songs[1], songs[2]).status == 0)
        try await eventually("the second was heard") {
            await rig.playerctl("metadata", "title").line == "Three"
        }
        try await server.comeBack()
        #expect(await rig.gatefold("play", songs[2]).status == 0)
        try await eventually("it has the second") { try await server.listens().count == 2 }
        let titles = try await server.listens().map { $0.drop { $0 != " " } }
        #expect(titles == [" One — Ferries", " Two — Ferries"])
        try await rig.quit()
    }
}
