// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldTestSupport
import Glibc
import Testing

@Suite(.serialized) struct `Music on a server` {
    private let rig: Rig

    init() throws {
        rig = try Rig()
    }

    private func music() async throws -> [UInt8] {
        let tone = Tone(seconds: 60)
        try await tone.write("tone.mp3", as: .mp3, in: rig.folder)
        return try readFile(path: rig.folder["tone.mp3"].bytes, limit: 1 << 24)
    }

    private func quit() async throws {
        _ = await rig.gatefold("quit")
        try await eventually("gatefoldd has left") {
            await rig.owner("org.gatefold.Gatefold") == nil
        }
    }

    /// Everything that files below the folder hold, and their names.
    private func everything(below folder: FilePath) throws -> String {
        var text = ""
        for item in try folderItems(path: folder.bytes) {
            let path = folder.appending(item.name)
            text += path.printable + "\n"
            if item.type == Int32(DT_DIR) {
                text += try everything(below: path)
            } else {
                text += String(
                    decoding: try readFile(path: path.bytes, limit: 1 << 24), as: UTF8.self)
            }
        }
        return text
    }

    @Test func `is announced at once, and once more with its picture`() async throws {
        let song = try await music()
        let server = try LocalServer([
            "/song": .file(song), "/a.png": .file(TestImage.png(1), type: "image/png"),
        ])
        try rig.folder.write(
            "#EXTM3U\n#EXTINF:60,Song\n#EXTALBUMARTURL:\(server.url("/a.png"))\n\(server.url("/song"))\n"
                .utf8, to: "list.m3u")
        let daemon = try await rig.daemon(rig.folder["list.m3u"].printable)
        try await eventually("it has its picture") {
            await rig.playerctl("metadata", "mpris:artUrl").line.hasPrefix("file:///")
        }
        #expect(await rig.playerctl("metadata", "title").line == "Song")
        let art = await rig.playerctl("metadata", "mpris:artUrl").line
        let path = try #require(FileURI.decode(art))
        #expect(try readFile(path: path.bytes, limit: 1000) == TestImage.png(1))
        _ = daemon
    }

    @Test func `shows its credentials nowhere but to its server`() async throws {
        let secret = "hidden-7c1f"
        let song = try await music()
        let server = try LocalServer { request in
            if request.path.hasPrefix("/song") { return .file(song) }
            if request.path.hasPrefix("/a.png") { return .file(TestImage.png(1)) }
            return .missing
        }
        let query = "?u=me&t=\(secret)&apiKey=\(secret)&id=4"
        try rig.folder.write(
            """
            #EXTM3U
            #EXTALBUMARTURL:\(server.url("/a.png" + query, user: "me:\(secret)@"))
            \(server.url("/song" + query, user: "me:\(secret)@"))
            \(server.url("/gone" + query, user: "me:\(secret)@"))
            ftp://me:\(secret)@127.0.0.1/x
            """.utf8, to: "list.m3u")
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
        var said = ""
        func gatefold(_ arguments: String...) async {
            let result = await ChildProcess.run(
                [Rig.programs + "/gatefold"] + arguments, environment: rig.environment)
            said += result.output + result.error
        }
        try await eventually("gatefoldd is on the bus") {
            await rig.owner("org.mpris.MediaPlayer2.gatefold") != nil
        }
        await gatefold("play", rig.folder["list.m3u"].printable)
        try await eventually("it has its picture") {
            await rig.playerctl("metadata", "mpris:artUrl").line.hasPrefix("file:///")
        }
        await gatefold("status")
        await gatefold("status", "--json")
        await gatefold("queue")
        await gatefold("next")
        try await eventually("the failure is told") {
            let bytes = (try? readFile(path: Array(log.utf8), limit: 1 << 24)) ?? []
            return String(decoding: bytes, as: UTF8.self).contains("404")
        }
        await gatefold("quit")
        try await eventually("gatefoldd has left") { daemon.exitStatus != nil }
        said += try [traffic, log].map { path in
            String(decoding: try readFile(path: Array(path.utf8), limit: 1 << 26), as: UTF8.self)
        }.joined()
        #expect(said.contains("127.0.0.1:\(server.port)/song?id=4"), "the rest is shown")
        #expect(!said.contains(secret))
        #expect(try !everything(below: rig.folder["cache"]).contains(secret))
        #expect(server.requestHeads.contains { $0.hasPrefix("GET /a.png") && $0.contains(secret) })
        #expect(server.requestHeads.contains { $0.hasPrefix("GET /song") && $0.contains(secret) })
        // What plays on after a quit needs the true address, which is for the user's eyes only.
        #expect(try everything(below: rig.folder["state"]).contains(secret))
        for name in try rig.folder.names(in: "state/gatefold") {
            var status = stat()
            #expect(stat(rig.folder["state/gatefold/" + name].printable, &status) == 0)
            #expect(status.st_mode & 0o077 == 0)
        }
        _ = monitor
    }

    @Test func `that does not come is told by play`() async throws {
        let server = try LocalServer(["/hang": .hanging])
        let play = await rig.gatefold("play", server.url("/hang"))
        #expect(play.status == 1)
        #expect(
            play.error == """
                gatefold: Waiting for hang…
                gatefold: Skipped “hang”: server did not answer.
                gatefold: Stopped: nothing in the queue can be played.
                gatefold: Nothing of it could be played.

                """)
        try await quit()
    }
}
