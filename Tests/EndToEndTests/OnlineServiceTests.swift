// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldTestSupport
import Glibc
import Testing

extension Rig {
    /// Runs `gatefold` with a text as its standard input, which no list of processes shows.
    func gatefold(input: String, _ arguments: String...) async -> ChildProcess.Result {
        await ChildProcess.run(
            ["sh", "-c", "printenv INPUT | \"$0\" \"$@\"", Rig.programs + "/gatefold"] + arguments,
            environment: environment.merging(["INPUT": input]) { $1 })
    }

    /// A private key as Apple gives them to developers.
    func developerKey() async throws -> String {
        _ = await ChildProcess.run([
            "openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:prime256v1",
            "-out", folder["AuthKey.p8"].printable,
        ])
        return try folder.read("AuthKey.p8")
    }

    func addAppleMusic(
        _ address: String, input: String = "", _ further: String...
    ) async -> ChildProcess.Result {
        let words = [
            "source", "add", "apple-music", address, "--key-file",
            folder["AuthKey.p8"].printable, "--key-id", "ABC123DEFG", "--team-id", "DEF456GHIJ",
            "--storefront", "de", "--name", "apple",
        ]
        return await ChildProcess.run(
            ["sh", "-c", "printenv INPUT | \"$0\" \"$@\"", Rig.programs + "/gatefold"] + words
                + further, environment: environment.merging(["INPUT": input]) { $1 })
    }
}

@Suite(.serialized) struct `Songs of Apple's` {
    private let rig: Rig
    private static let page = "https://music.example.invalid/album/92?i=93"

    init() throws {
        rig = try Rig()
    }

    private func server() async throws -> FakeApple {
        try FakeApple(preview: try await rig.song(seconds: 30))
    }

    /// What plays is a preview, and everybody is told so.
    private func checkPreview(_ said: String, uri: String) async throws {
        #expect(
            said == """
                Playing Lantern Street (Preview) — The Slow Ferries
                This is a preview of thirty seconds: the whole is at \(Self.page)

                """)
        try await eventually("it is heard") { await rig.position() > 0.3 }
        #expect(await rig.playerctl("metadata", "title").line == "Lantern Street (Preview)")
        #expect(await rig.playerctl("metadata", "xesam:url").line == uri)
        let comment = await rig.playerctl("metadata", "xesam:comment").line
        #expect(comment == "Preview of \(Self.page)")
        let json = await rig.gatefold("status", "--json").output
        #expect(json.contains(#""preview":true"#) && json.contains(Self.page))
        try await eventually("its own length is known") {
            await rig.playerctl("metadata", "mpris:length").line.hasPrefix("30")
        }
        try await eventually("it has its picture") {
            await rig.playerctl("metadata", "mpris:artUrl").line.hasPrefix("file:///")
        }
    }

    @Test func `are found in the iTunes Store, and heard as previews that say so`() async throws {
        let server = try await server()
        #expect(await rig.gatefold("source", "add", "itunes", server.url).status == 0)
        let found = await rig.gatefold("search", "--source", "itunes", "--type", "song", "lantern")
        let columns = found.output.split(separator: "\t").prefix(4)
        #expect(columns == ["itunes", "Lantern Street (Preview)", "The Slow Ferries", "Tidewater"])
        let charts = await rig.gatefold("charts", "--source", "itunes")
        #expect(charts.output.contains("Lantern Street"))
        let play = await rig.gatefold("play", "--source", "itunes", "--search", "lantern")
        try await checkPreview(play.output, uri: "gatefold:at/itunes/song/93")
        try await rig.quit()
    }

    @Test func `are found with a key of the user's, and heard as previews`() async throws {
        let server = try await server()
        _ = try await rig.developerKey()
        let added = await rig.addAppleMusic(server.url)
        #expect(added.output == "apple answers: previews can be heard.\n")
        #expect(added.error == "")
        #expect(await rig.gatefold("source", "test", "apple").status == 0)
        let found = await rig.gatefold("search", "--source", "apple", "lantern")
        #expect(found.output.contains("Lantern Street") && found.output.contains("Tidewater"))
        for words in [["charts"], ["charts", "--genre", "20"]] {
            let charts = await ChildProcess.run(
                [Rig.programs + "/gatefold"] + words + ["--source", "apple"],
                environment: rig.environment)
            #expect(charts.output.contains("Lantern Street"))
        }
        let play = await rig.gatefold("play", "--source", "apple", "--album", "tidewater")
        try await checkPreview(play.output, uri: "gatefold:at/apple/song/93")
        try await rig.quit()
    }

    @Test func `are in the user's playlists, where there is a token`() async throws {
        let server = try await server()
        _ = try await rig.developerKey()
        let wrong = await rig.addAppleMusic(server.url, input: "wrong", "--user-token")
        #expect(wrong.status == 1)
        #expect(wrong.error.contains("does not accept the user's token"))
        #expect(wrong.error.hasSuffix("gatefold: Nothing was added.\n"))
        let added = await rig.addAppleMusic(
            server.url, input: FakeApple.userToken, "--user-token")
        #expect(added.status == 0, "\(added.error)")
        let found = await rig.gatefold("search", "--source", "apple", "--type=playlist", "rain")
        #expect(found.output.contains("Rain"))
        let own = await rig.gatefold("source", "show", "apple")
        #expect(own.output.hasPrefix("apple\tRain\t"))
        let addition = await rig.gatefold(
            "playlists", "add", "Rain", "gatefold:at/apple/song/93", "--source", "apple")
        #expect(addition.status == 0, "\(addition.error)")
        #expect(
            server.requests.contains {
                $0.head.hasPrefix("POST /v1/me/library/playlists/p.1/tracks ")
                    && $0.body == #"{"data":[{"id":"93","type":"songs"}]}"#
            })
        let deleted = await rig.gatefold("playlists", "delete", "Rain", "--source", "apple")
        #expect(deleted.error == "gatefold: “apple” has no way to change this.\n")
        let play = await rig.gatefold("play", "gatefold:at/apple/playlist/p.1")
        #expect(play.output.hasPrefix("Playing Lantern Street (Preview)"))
        try await rig.quit()
    }

    @Test func `are nothing without a key that Apple accepts`() async throws {
        let server = try LocalServer { _ in
            .init(head: ["401 Unauthorized", "Content-Length: 0"])
        }
        _ = try await rig.developerKey()
        let added = await rig.addAppleMusic(server.url(""))
        #expect(added.status == 1)
        #expect(added.error.contains("Apple does not accept the developer token"))
        #expect(await rig.gatefold("source", "list").output.contains("no online sources"))
        try await rig.quit()
    }

    @Test func `show neither key nor token but to their server`() async throws {
        let spy = try await Spy(rig)
        let server = try await server()
        let key = try await rig.developerKey()
        let added = await rig.addAppleMusic(
            server.url, input: FakeApple.userToken, "--user-token")
        try #require(added.status == 0, "\(added.error)")
        await spy.hear(
            ["source", "list"], ["source", "list", "--json"], ["source", "test"],
            ["search", "--source", "all", "lantern"], ["charts", "--source", "apple"],
            ["play", "--source", "apple", "--album", "tidewater"], ["status", "--json"], ["queue"],
            ["play", "gatefold:at/apple/song/93", "gatefold:at/apple/playlist/p.1"])
        let said = try await spy.everything()
        #expect(said.contains("gatefold:at/apple/song/93"), "the rest is shown")
        #expect(!server.tokens.isEmpty)
        let lines = key.split(separator: "\n").filter { !$0.hasPrefix("-----") }
        #expect(lines.count >= 2)
        for secret in lines.map(String.init) + [FakeApple.userToken] + server.tokens {
            #expect(!said.contains(secret))
        }
    }
}

/// Reads and hears all that a player and its command line say while it lives.
final class Spy: Sendable {
    private let rig: Rig
    private let monitor: RunningProgram
    private let daemon: RunningProgram
    private let said = Words()

    private actor Words {
        private(set) var text = ""
        func add(_ more: String) { text += more }
    }

    init(_ rig: Rig) async throws {
        self.rig = rig
        let traffic = rig.folder["traffic"].printable
        monitor = RunningProgram(
            ["dbus-monitor", "--session"], environment: rig.environment, output: traffic)
        try await eventually("the monitor listens") {
            (try? readFile(path: Array(traffic.utf8), limit: 1 << 24))?.isEmpty == false
        }
        daemon = RunningProgram(
            [Rig.programs + "/gatefoldd", "--log-level", "debug"], environment: rig.environment,
            output: rig.folder["log"].printable)
        try await eventually("gatefoldd is on the bus") {
            await rig.owner("org.mpris.MediaPlayer2.gatefold") != nil
        }
    }

    /// Runs commands, and hears what they say and what processes there are meanwhile.
    func hear(_ commands: [String]...) async {
        for words in commands {
            let result = await ChildProcess.run(
                [Rig.programs + "/gatefold"] + words, environment: rig.environment)
            await said.add(result.output + result.error + commandLines())
        }
        await said.add(await rig.playerctl("metadata").output)
    }

    /// All that was said, and all files but those of secrets, once the player has left.
    func everything() async throws -> String {
        try await rig.quit()
        try await eventually("gatefoldd has left") { daemon.exitStatus != nil }
        for name in ["traffic", "log"] {
            let path = rig.folder[name].bytes
            await said.add(
                String(decoding: try readFile(path: path, limit: 1 << 26), as: UTF8.self))
        }
        for place in ["cache", "state", "config"] {
            // Not every run has made all of them.
            await said.add((try? rig.everything(below: rig.folder[place])) ?? "")
        }
        return await said.text
    }
}

@Suite(.serialized) struct `Stations of the user's` {
    @Test func `are found by their names, and heard`() async throws {
        let rig = try Rig()
        let sound = try await rig.song(seconds: 60)
        let server = try LocalServer { _ in
            .init(
                head: ["200 OK", "Content-Type: audio/mpeg", "icy-name: Harbour FM"], body: [sound],
                end: .hanging)
        }
        try rig.folder.write(
            Array("#EXTM3U\n#EXTINF:-1,Harbour FM\n\(server.url("/live"))\n".utf8),
            to: "config/gatefold/stations.m3u")
        #expect(await rig.gatefold("source", "add", "radio").status == 0)
        let found = await rig.gatefold("search", "--source", "radio", "harbour")
        #expect(found.output.hasPrefix("radio\tHarbour FM"))
        let json = await rig.gatefold("search", "--source", "radio", "--json", "harbour").output
        let uri = json.split(separator: "\"").first { $0.hasPrefix("gatefold:at/radio/station/") }
        let play = await rig.gatefold("play", String(try #require(uri)))
        #expect(play.output == "Playing Harbour FM\n")
        try await eventually("it is heard") { await rig.position() > 0.3 }
        #expect(await rig.playerctl("metadata", "title").line == "Harbour FM")
        #expect(await rig.property("CanSeek") == "<false>")
        try await rig.quit()
    }
}

@Suite(.serialized) struct `A log of what is heard` {
    private let rig: Rig
    private let server: FakeListenBrainz

    init() throws {
        rig = try Rig()
        server = try FakeListenBrainz()
    }

    private func add(_ token: String = FakeListenBrainz.token) async -> ChildProcess.Result {
        await rig.gatefold(
            input: token, "source", "add", "listenbrainz", server.url, "--user", "me", "--name",
            "log")
    }

    /// What waits on the disk to be told, whole.
    private var listens: [String] {
        let folder = rig.folder["state/gatefold/listens/log"]
        let items = (try? folderItems(path: folder.bytes)) ?? []
        return items.map { String(decoding: $0.name, as: UTF8.self) }
            .filter { $0.hasSuffix(".json") }
    }

    private func song(_ title: String, seconds: Double) async throws -> String {
        try await Tone(seconds: seconds).write(
            "music/\(title).flac", as: .flac, tags: "title=\(title),artist=Ferries",
            in: rig.folder)
        return rig.folder["music/\(title).flac"].printable
    }

    /// Hears a song that the service cannot be told of.
    private func hearWhileItIsAway() async throws {
        server.leave()
        let song = try await song("One", seconds: 3)
        let next = try await self.song("Two", seconds: 60)
        #expect(await rig.gatefold("play", song, next).status == 0)
        try await eventually("what was heard is on the disk") { listens.count == 1 }
    }

    @Test func `is told what plays, and what was heard to the half`() async throws {
        let added = await add()
        #expect(added.output == "log accepts the token: it is told what is heard.\n")
        #expect(added.error == "")
        let list = await rig.gatefold("source").output
        #expect(list == "log\tlistenbrainz\t\(server.url)\tme\n")
        let songs = [try await song("One", seconds: 4), try await song("Two", seconds: 60)]
        #expect(await rig.gatefold("play", songs[0], songs[1]).status == 0)
        try await eventually("both have begun, and one was heard") {
            server.told.contains("playing_now Two") && server.told.contains("single One")
        }
        #expect(server.told.first == "playing_now One")
        #expect(await rig.gatefold("stop").status == 0)
        try await rig.quit()
        #expect(!server.told.contains("single Two"), "it was not heard to the half")
    }

    @Test func `that does not accept the token is not added`() async throws {
        let added = await add("wrong")
        #expect(added.status == 1)
        #expect(added.error.contains("does not accept the token"))
        #expect(await rig.gatefold("source", "list").output.contains("no online sources"))
        try await rig.quit()
    }

    @Test func `is told later what it could not be told, also after the player was killed`()
        async throws
    {
        #expect(await add().status == 0)
        try await hearWhileItIsAway()
        let daemon = try #require(await rig.process("org.gatefold.Gatefold"))
        kill(daemon, SIGKILL)
        try await eventually("it is gone") { await rig.owner("org.gatefold.Gatefold") == nil }
        #expect(server.told.contains("single One") == false)
        server.comeBack()
        #expect(await rig.gatefold("source", "list").status == 0)
        try await eventually("it is told") { server.told.contains("single One") }
        try await eventually("nothing waits any more") {
            listens.isEmpty
        }
        try await rig.quit()
    }

    @Test func `leaves nothing behind when it is removed`() async throws {
        #expect(await add().status == 0)
        try await hearWhileItIsAway()
        #expect(await rig.gatefold("source", "remove", "log").status == 0)
        #expect(listens.isEmpty)
        #expect(try !rig.folder.read("data/gatefold/secrets.ini").contains(FakeListenBrainz.token))
        try await rig.quit()
    }

    @Test func `shows its token nowhere but to its server`() async throws {
        let spy = try await Spy(rig)
        #expect(await add().status == 0)
        let song = try await song("One", seconds: 3)
        await spy.hear(["source", "list"], ["source", "test"], ["play", song], ["status"])
        try await eventually("it is told") { server.told.contains("playing_now One") }
        server.leave()
        await spy.hear(["source", "test"], ["next"])
        #expect(try await !spy.everything().contains(FakeListenBrainz.token))
    }
}
