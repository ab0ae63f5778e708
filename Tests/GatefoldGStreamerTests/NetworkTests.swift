// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldGStreamer
import GatefoldModel
import GatefoldTestSupport
import Testing

@Suite(.serialized) struct `An item on a server` {
    private func music(_ seconds: Double) async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try await Tone(seconds: seconds).write("tone", as: .mp3, in: folder)
        return readFile(folder["tone"])
    }

    @Test func `is played, also behind a redirect`() async throws {
        let server = try LocalServer([
            "/tone.mp3": .file(try await music(0.5)), "/moved": .redirect(to: "/tone.mp3"),
        ])
        try await withEngine { rig in
            rig.load(server.url("/moved"), 1)
            try await rig.untilEnded(1)
            rig.finish()
            #expect(rig.heard.count >= Tone.sampleRate / 2)
            #expect(server.requestHeads.count == 2)
            #expect(
                server.requestHeads.allSatisfy {
                    $0.contains("User-Agent: Gatefold/\(gatefoldVersion)\r\n")
                })
        }
    }

    @Test func `does not lead to a local file`() async throws {
        try await withEngine { rig in
            _ = try await rig.writeSweep("1.flac")
            let file = "file://" + rig.folder["1.flac"].printable
            let server = try LocalServer(["/moved": .redirect(to: file)])
            rig.load(server.url("/moved"), 1)
            let failure = try await rig.untilFailed(1)
            #expect(failure?.code == .network)
            rig.finish()
            #expect(rig.heard.isEmpty)
        }
    }

    @Test func `that is not there fails with the server's words`() async throws {
        let server = try LocalServer([:])
        try await withEngine(sink: "none") { rig in
            rig.load(server.url("/nothing.mp3"), 1)
            let failure = try await rig.untilFailed(1)
            #expect(failure == PlaybackFailure(.network, "server answered 404 Not Found"))
        }
    }

    @Test func `on a server that is not there fails`() async throws {
        try await withEngine(sink: "none") { rig in
            // Port 9 (discard) has no listener.
            rig.load("http://127.0.0.1:9/a.mp3", 1)
            let failure = try await rig.untilFailed(1)
            #expect(failure?.code == .network)
        }
    }

    @Test func `on a server that hangs fails after its time`() async throws {
        let server = try LocalServer(["/hang": .hanging])
        try await withEngine(sink: "none") { rig in
            rig.load(server.url("/hang"), 1)
            let failure = try await rig.untilFailed(1)
            #expect(failure == PlaybackFailure(.network, "server did not answer"))
        }
    }

    @Test func `on a server that hangs gives way to the next load at once`() async throws {
        let server = try LocalServer(["/hang": .hanging])
        try await withEngine(sink: "none") { rig in
            _ = try await rig.writeSweep("1.flac")
            rig.load(server.url("/hang"), 1)
            try await eventually("the server was asked") { !server.requestHeads.isEmpty }
            rig.load("1.flac", 2)
            try await rig.untilEnded(2)
            #expect(rig.events(1).isEmpty)
        }
    }

    @Test func `ends where the server breaks off`() async throws {
        let bytes = try await music(2)
        var answer = LocalServer.Answer.file(bytes)
        answer.head[1] = "Content-Length: \(bytes.count * 2)"
        let server = try LocalServer(["/cut.mp3": answer])
        try await withEngine { rig in
            rig.load(server.url("/cut.mp3"), 1)
            try await rig.untilEnded(1)
            rig.finish()
            #expect(rig.heard.count >= Tone.sampleRate * 2)
        }
    }

    @Test func `says that it waits for data, and that it goes on`() async throws {
        let bytes = try await music(10)
        var answer = LocalServer.Answer.file(bytes)
        answer.body = [Array(bytes[..<65_536]), Array(bytes[65_536...])]
        let server = try LocalServer(["/slow.mp3": answer])
        try await withEngine(sink: "none") { rig in
            rig.load(server.url("/slow.mp3"), 1)
            try await rig.untilPlaying(1)
            try await eventually("it waits") {
                rig.events(1).contains { event in
                    if case .stalled(let position) = event { position > .zero } else { false }
                }
            }
            let count = rig.plays(1).count
            server.release()
            try await eventually("it goes on") { rig.plays(1).count > count }
        }
    }

    @Test func `without a length has none, and begins after what a station sends at once`()
        async throws
    {
        let bytes = try await music(10).prefix(65_536)
        let radio = LocalServer.Answer(
            head: ["200 OK", "Content-Type: audio/mpeg"], body: [Array(bytes), []])
        let server = try LocalServer(["/radio": radio])
        try await withEngine(sink: "none") { rig in
            rig.load(server.url("/radio"), 1)
            try await rig.untilPlaying(1)
            #expect(rig.events(1).contains(.length(nil)))
            #expect(rig.events(1).contains(.seekable(false)))
            // The connection stands: it did not begin because the stream ended.
            #expect(!rig.events(1).contains(.ended))
            server.release()
        }
    }
}
