// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldTestSupport
import Glibc
import Testing

extension Rig {
    /// Adds a music server as a user does: the password comes by standard input.
    func addSource(_ url: String, user: String, password: String) async -> ChildProcess.Result {
        await ChildProcess.run(
            [
                "sh", "-c", "printenv PASSWORD | \"$0\" \"$@\"", Rig.programs + "/gatefold",
                "source", "add", "subsonic", url, "--user", user, "--name", "home",
            ], environment: environment.merging(["PASSWORD": password]) { $1 })
    }

    /// The bytes of an MP3.
    func song(seconds: Double) async throws -> [UInt8] {
        try await Tone(seconds: seconds).write("tone.mp3", as: .mp3, in: folder)
        return try readFile(path: folder["tone.mp3"].bytes, limit: 1 << 24)
    }

    /// The number of the process that has a name on the bus.
    func process(_ name: String) async -> Int32? {
        let result = await ChildProcess.run(
            [
                "gdbus", "call", "--session", "-d", "org.freedesktop.DBus", "-o",
                "/org/freedesktop/DBus", "-m",
                "org.freedesktop.DBus.GetConnectionUnixProcessID", name,
            ], environment: environment)
        // "(uint32 4711,)"
        return Int32(result.line.drop { $0 != " " }.dropFirst().prefix { $0.isNumber })
    }

    func quit() async throws {
        _ = await gatefold("quit")
        try await eventually("gatefoldd has left") {
            await owner("org.gatefold.Gatefold") == nil
        }
    }

    /// Everything that files below the folder hold, and their names.
    func everything(below folder: FilePath) throws -> String {
        var text = ""
        for item in try folderItems(path: folder.bytes) {
            let path = folder.appending(item.name)
            text += path.printable + "\n"
            text +=
                item.type == Int32(DT_DIR)
                ? try everything(below: path)
                : String(decoding: try readFile(path: path.bytes, limit: 1 << 26), as: UTF8.self)
        }
        return text
    }
}

/// The command lines of all processes at one moment.
func commandLines() -> String {
    let processes = (try? folderItems(path: Array("/proc".utf8))) ?? []
    return processes.map { process in
        let name = String(decoding: process.name, as: UTF8.self)
        return text(ofKernelFile: "/proc/\(name)/cmdline")
    }.joined(separator: "\n")
}

/// What the kernel says: such a file has no size, and is read as it comes.
private func text(ofKernelFile path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
}

@Suite(.serialized) struct `A music server` {
    private let rig: Rig

    init() throws {
        rig = try Rig()
    }

    private func server(songSeconds: Double = 60) async throws -> FakeSubsonic {
        let server = try FakeSubsonic(song: try await rig.song(seconds: songSeconds))
        let added = await rig.addSource(
            server.url, user: FakeSubsonic.user, password: FakeSubsonic.password)
        try #require(added.status == 0, "\(added.error)")
        return server
    }

    private func title() async -> String { await rig.playerctl("metadata", "title").line }

    @Test func `is searched and played: seek, skip, and its pictures`() async throws {
        let server = try await server()
        let found = await rig.gatefold("search", "--source", "home", "--json", "a").output
        #expect(found.contains(#""uri":"gatefold:at/home/song/1""#))
        let play = await rig.gatefold("play", "--source", "home", "--album", "homogenic")
        #expect(play.output == "Playing Hunter — Björk\n")
        #expect(play.error == "")
        try await eventually("it has its picture") {
            await rig.playerctl("metadata", "mpris:artUrl").line.hasPrefix("file:///")
        }
        let art = try #require(
            FileURI.decode(await rig.playerctl("metadata", "mpris:artUrl").line))
        #expect(try readFile(path: art.bytes, limit: 1000) == TestImage.png(1))
        #expect(await rig.playerctl("metadata", "xesam:url").line == "gatefold:at/home/song/0")
        #expect(await rig.playerctl("metadata", "mpris:length").line == "60000000")
        #expect(await rig.gatefold("seek", "0:30").status == 0)
        try await eventually("it plays from there") { await rig.position() > 30.2 }
        #expect(server.heads.contains { $0.contains("stream.view") && $0.contains("Range:") })
        #expect(await rig.gatefold("next").status == 0)
        #expect(await title() == "Jóga")
        try await eventually("the server is told") {
            server.heads.contains { $0.contains("scrobble.view") && $0.contains("id=1") }
        }
        try await rig.quit()
    }

    @Test func `that sends a refusal in place of sound is told in its words`() async throws {
        let server = try await server()
        server.refuseStreams()
        let play = await rig.gatefold("play", "gatefold:at/home/album/al")
        #expect(play.status == 1)
        #expect(play.error.contains("Skipped “Hunter”: “home” does not have this.\n"))
        #expect(!play.error.contains("is not audio"))
        try await rig.quit()
    }

    @Test func `is heard song after song`() async throws {
        let server = try await server(songSeconds: 3)
        #expect(await rig.gatefold("play", "gatefold:at/home/album/al").status == 0)
        try await eventually("the second song is heard") { await title() == "Jóga" }
        #expect(await rig.property("PlaybackStatus") == "<'Playing'>")
        let streams = server.heads.filter { $0.contains("stream.view") }
        #expect(streams.contains { $0.contains("id=1") })
        // Before the player quits, which waits a moment for the server, but not for as slow a one.
        try await eventually("what was heard is told") {
            server.heads.contains {
                $0.contains("scrobble.view") && $0.contains("id=0")
                    && $0.contains("submission=true")
            }
        }
        try await rig.quit()
    }

    @Test func `leaves the player asleep when nothing is to be done`() async throws {
        let server = try await server()
        let daemon = try #require(await rig.process("org.gatefold.Gatefold"))
        _ = await rig.gatefold("search", "--source", "home", "a")
        #expect(await rig.gatefold("play", "gatefold:at/home/album/al").status == 0)
        try await eventually("it has its picture") {
            await rig.playerctl("metadata", "mpris:artUrl").line.hasPrefix("file:///")
        }
        // Once libdispatch has a thread, its timer wakes the process once a second for ever.
        let threads = try folderItems(path: Array("/proc/\(daemon)/task".utf8)).map { thread in
            let name = String(decoding: thread.name, as: UTF8.self)
            return text(ofKernelFile: "/proc/\(daemon)/task/\(name)/comm")
        }
        #expect(threads.contains("gatefoldd\n"))
        #expect(!threads.contains { $0.contains("qos") })
        #expect(server.heads.contains { $0.contains("stream.view") })
        try await rig.quit()
    }

    @Test func `is restored with the queue, and plays again`() async throws {
        let server = try await server()
        #expect(await rig.gatefold("play", "gatefold:at/home/album/al").status == 0)
        try await rig.quit()
        let count = server.heads.count { $0.contains("stream.view") }
        #expect(await rig.gatefold("play").status == 0)
        try await eventually("it plays again") {
            server.heads.count { $0.contains("stream.view") } > count
        }
        #expect(await title() == "Hunter")
        try await rig.quit()
    }

    @Test func `that does not accept the password is not added`() async throws {
        let server = try FakeSubsonic(song: [])
        let added = await rig.addSource(server.url, user: "me", password: "wrong")
        #expect(added.status == 1)
        #expect(added.error.contains("does not accept the user name or password"))
        #expect(await rig.gatefold("source", "list").output.contains("no online sources"))
        try await rig.quit()
    }

    @Test
    func `that goes away is told of, and what can play plays; it works again when it is back`()
        async throws
    {
        let server = try await server()
        try await Tone(seconds: 60).write("local.wav", in: rig.folder)
        let local = rig.folder["local.wav"].printable
        server.breakStreamsOff()
        let songs = ["gatefold:at/home/song/0", "gatefold:at/home/song/1", local]
        let play = await ChildProcess.run(
            [Rig.programs + "/gatefold", "play"] + songs, environment: rig.environment)
        #expect(play.output == "Playing Hunter — Björk\n")
        server.leave()
        try await eventually("what came before is heard") { await rig.position() > 2 }
        #expect(await rig.property("PlaybackStatus") == "<'Playing'>")
        let follower = RunningProgram(
            ["dbus-monitor", "--session", "interface='org.gatefold.Player1'"],
            environment: rig.environment, output: rig.folder["signals"].printable)
        try await eventually("the monitor listens") {
            (try? rig.folder.read("signals"))?.isEmpty == false
        }
        #expect(await rig.gatefold("next").status == 0)
        try await eventually("the file plays") { await title() == "local" }
        try await eventually("the reason is told") {
            try rig.folder.read("signals").contains("Skipped “Jóga”: ")
        }
        #expect(await rig.gatefold("source", "test", "home").status == 1)
        server.comeBack()
        #expect(await rig.gatefold("source", "test", "home").status == 0)
        #expect(await rig.gatefold("queue", "jump", "2").status == 0)
        try await eventually("the server's song plays") { await rig.position() > 0.3 }
        #expect(await title() == "Jóga")
        _ = follower
        try await rig.quit()
    }

    @Test func `that dies in the middle of a song is waited for, and then what can play plays`()
        async throws
    {
        let daemon = try await rig.daemon()
        let server = try await server()
        try await Tone(seconds: 60).write("local.wav", in: rig.folder)
        server.breakStreamsOff()
        let play = await rig.gatefold(
            "play", "gatefold:at/home/song/0", rig.folder["local.wav"].printable)
        #expect(play.output == "Playing Hunter — Björk\n")
        server.leave()
        // A quarter of the song has come; then the server is asked again for a minute.
        try await eventually("what came is heard", within: .seconds(60)) {
            await rig.position() > 12
        }
        #expect(await title() == "Hunter")
        try await eventually("the file plays", within: .seconds(150)) { await title() == "local" }
        #expect(await rig.property("PlaybackStatus") == "<'Playing'>")
        let log = try rig.folder.read("daemon.log")
        #expect(log.contains("Skipped “Hunter”: "), "\(log)")
        server.comeBack()
        #expect(await rig.gatefold("previous").status == 0)
        try await eventually("the server's song plays") {
            let (title, position) = (await title(), await rig.position())
            return title == "Hunter" && position > 0.3
        }
        try await rig.quit()
        try await eventually("gatefoldd has left") { daemon.exitStatus != nil }
    }

    @Test func `shows its password nowhere but to its server`() async throws {
        let traffic = rig.folder["traffic"].printable
        let monitor = RunningProgram(
            ["dbus-monitor", "--session"], environment: rig.environment, output: traffic)
        try await eventually("the monitor listens") {
            (try? readFile(path: Array(traffic.utf8), limit: 1 << 24))?.isEmpty == false
        }
        let log = rig.folder["log"].printable
        let daemon = RunningProgram(
            [Rig.programs + "/gatefoldd", "--log-level", "debug"], environment: rig.environment,
            output: log)
        try await eventually("gatefoldd is on the bus") {
            await rig.owner("org.mpris.MediaPlayer2.gatefold") != nil
        }
        let server = try await server()
        var said = ""
        for words in [
            ["source", "list"], ["search", "--source", "all", "x"],
            ["play", "gatefold:at/home/album/al", "gatefold:at/home/song/9"],
            ["status", "--json"], ["queue"], ["charts"],
        ] {
            let result = await ChildProcess.run(
                [Rig.programs + "/gatefold"] + words, environment: rig.environment)
            said += result.output + result.error
        }
        try await eventually("it has its picture") {
            await rig.playerctl("metadata", "mpris:artUrl").line.hasPrefix("file:///")
        }
        said += commandLines()
        said += await rig.playerctl("metadata").output
        server.leave()
        _ = await rig.gatefold("next")
        said += await rig.gatefold("source", "test").error
        said += await rig.gatefold("search", "--source", "home", "x").error
        _ = await rig.gatefold("quit")
        try await eventually("gatefoldd has left") { daemon.exitStatus != nil }
        said += try [traffic, log].map { path in
            String(decoding: try readFile(path: Array(path.utf8), limit: 1 << 26), as: UTF8.self)
        }.joined()
        for place in ["cache", "state", "config"] {
            said += try rig.everything(below: rig.folder[place])
        }
        #expect(said.contains("gatefold:at/home/song/0"), "the rest is shown")
        #expect(!said.contains(FakeSubsonic.password))
        #expect(!server.tokens.isEmpty)
        for token in server.tokens { #expect(!said.contains(token)) }
        var status = stat()
        #expect(stat(rig.folder["data/gatefold/secrets.ini"].printable, &status) == 0)
        #expect(status.st_mode & 0o077 == 0)
        _ = monitor
    }

    @Test(.enabled(if: sanitizer == nil, "Swift's report of a crash hangs under a sanitizer."))
    func `crashes without telling its password`() async throws {
        let log = rig.folder["log"].printable
        var environment = rig.environment
        environment["SWIFT_BACKTRACE"] = "enable=yes,interactive=no,color=no,threads=all"
        let daemon = RunningProgram(
            [Rig.programs + "/gatefoldd", "--log-level", "debug"], environment: environment,
            output: log)
        try await eventually("gatefoldd is on the bus") {
            await rig.owner("org.mpris.MediaPlayer2.gatefold") != nil
        }
        let server = try await server()
        #expect(await rig.gatefold("play", "gatefold:at/home/album/al").status == 0)
        try await eventually("it is heard") { await rig.position() > 0.3 }
        daemon.send(SIGSEGV)
        var told = ""
        try await eventually("it has told of the crash") {
            told = String(
                decoding: try readFile(path: Array(log.utf8), limit: 1 << 26), as: UTF8.self)
            return told.contains("Backtrace took")
        }
        #expect(!told.contains(FakeSubsonic.password))
        #expect(!server.tokens.isEmpty)
        for token in server.tokens { #expect(!told.contains(token)) }
    }
}
