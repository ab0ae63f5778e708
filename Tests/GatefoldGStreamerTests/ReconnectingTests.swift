// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldGStreamer
import GatefoldModel
import GatefoldTestSupport
import Testing

/// Impatient, so that a test is short.
private let impatient = Reconnection(
    firstDelay: .milliseconds(50), longestDelay: .milliseconds(200),
    patience: MediaTime(seconds: 3), settling: MediaTime(seconds: 60))

private func music(_ seconds: Double) async throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try await Tone(seconds: seconds).write("tone", as: .mp3, in: folder)
    return readFile(folder["tone"])
}

extension EngineRig {
    /// Where the item stood still after it was heard.
    fileprivate func stalls(_ generation: Int) -> [MediaTime] {
        events(generation).compactMap { event in
            if case .stalled(let position) = event, position > .zero { position } else { nil }
        }
    }
}

/// A server of a file that breaks off in the middle, and answers again some requests later.
private func faltering(_ bytes: [UInt8], absentFor count: Int) throws -> LocalServer {
    let middle = bytes.count / 2
    return try LocalServer { request in
        let length = bytes.count - (request.rangeStart ?? 0)
        let common = [
            "Accept-Ranges: bytes", "Content-Type: audio/mpeg", "Content-Length: \(length)",
        ]
        guard let start = request.rangeStart else {
            return .init(head: ["200 OK"] + common, body: [Array(bytes[..<middle])])
        }
        guard request.number > count else { return .init(head: [], end: .reset) }
        let range = "Content-Range: bytes \(start)-\(bytes.count - 1)/\(bytes.count)"
        return .init(head: ["206 Partial Content", range] + common, body: [Array(bytes[start...])])
    }
}

@Suite(.serialized) struct `A server that breaks off` {
    @Test func `is asked for the rest, and the item goes on where it was`() async throws {
        let server = try faltering(try await music(4), absentFor: 3)
        try await withEngine(reconnection: impatient) { rig in
            rig.load(server.url("/"), 1)
            try await rig.untilEnded(1)
            rig.finish()
            #expect(rig.failures(1).isEmpty)
            let place = try #require(rig.stalls(1).first)
            #expect(rig.stalls(1).count == 1)
            #expect(place > MediaTime(seconds: 1) && place < MediaTime(seconds: 3))
            let again = try #require(rig.plays(1).last)
            #expect(rig.plays(1).count == 2)
            #expect(again.distance(to: place) < MediaTime(milliseconds: 200))
            #expect(rig.heard.count > Tone.sampleRate * 7 / 2)
            #expect(rig.heard.count < Tone.sampleRate * 5)
        }
    }

    @Test func `for good is given up after a while, with one failure`() async throws {
        let server = try faltering(try await music(4), absentFor: 1000)
        try await withEngine(sink: "none", reconnection: impatient) { rig in
            rig.load(server.url("/"), 1)
            let failure = try await rig.untilFailed(1)
            #expect(failure == PlaybackFailure(.network, "connection to the server was lost"))
            #expect(rig.failures(1).count == 1)
            #expect(rig.stalls(1).count == 1)
            // The first, the one that GStreamer makes itself, and some of ours.
            #expect(server.requestHeads.count > 4)
        }
    }

    @Test func `is not asked while nobody listens`() async throws {
        let server = try faltering(try await music(4), absentFor: 3)
        try await withEngine(sink: "none", reconnection: impatient) { rig in
            rig.load(server.url("/"), 1)
            try await eventually("it is lost") { !rig.stalls(1).isEmpty }
            rig.engine.perform(.setPlaying(false))
            let other = try LocalServer([:])
            rig.load(other.url("/"), 2, playing: false)
            _ = try await rig.untilFailed(2)
            let count = server.requestHeads.count
            rig.load(other.url("/"), 3)
            _ = try await rig.untilFailed(3)
            #expect(server.requestHeads.count == count)
        }
    }

    @Test func `gives way to what is played instead`() async throws {
        let server = try faltering(try await music(4), absentFor: 1000)
        try await withEngine(reconnection: impatient) { rig in
            _ = try await rig.writeSweep("1.flac")
            rig.load(server.url("/"), 1)
            try await eventually("it is lost") { !rig.stalls(1).isEmpty }
            rig.load("1.flac", 2)
            try await rig.untilEnded(2)
            #expect(rig.failures(1).isEmpty && rig.failures(2).isEmpty)
        }
    }
}

@Suite(.serialized) struct `A station` {
    /// What it sends, with a title in each piece of the music.
    private func onAir(_ bytes: [UInt8], _ titles: [String]) -> [UInt8] {
        let interval = 8000
        var body: [UInt8] = []
        for (index, title) in titles.enumerated() {
            let text =
                title.isEmpty ? "" : "StreamTitle='\(title)';StreamUrl='http://h/\(title).png';"
            let blocks = (text.utf8.count + 15) / 16
            body += bytes[(index * interval)..<((index + 1) * interval)]
            body += [UInt8(blocks)] + Array(text.utf8)
            body += [UInt8](repeating: 0, count: blocks * 16 - text.utf8.count)
        }
        return body
    }

    private let head = [
        "200 OK", "Content-Type: audio/mpeg", "icy-name: Radio Test", "icy-genre: Jazz",
        "icy-metaint: 8000",
    ]

    @Test func `that breaks off is heard again, and nothing that follows it`() async throws {
        let bytes = try await music(10)
        let first = onAir(bytes, ["One", "", "", "Two", "", ""])
        let second = onAir(bytes, ["Three", "", "", "", "", "", "", "", "", ""])
        let head = head
        let server = try LocalServer { request in
            .init(
                head: head, body: [request.number == 0 ? first : second],
                end: request.number == 0 ? .closed : .hanging)
        }
        try await withEngine(sink: "none", reconnection: impatient) { rig in
            _ = try await rig.writeSweep("1.flac")
            rig.load(server.url("/"), 1)
            rig.prepare("1.flac", 2)
            try await eventually("it is heard again") { rig.plays(1).count >= 2 }
            let titles = rig.events(1).compactMap { event in
                if case .streamTags(let tags) = event { tags.title } else { nil }
            }
            #expect(titles.first == "One" && titles.contains("Two"))
            try await eventually("it tells what it plays") {
                rig.events(1).contains { event in
                    if case .streamTags(let tags) = event { tags.title == "Three" } else { false }
                }
            }
            #expect(rig.stalls(1).count >= 1)
            #expect(rig.failures(1).isEmpty)
            #expect(!rig.events(1).contains(.ended))
            #expect(rig.events(2).isEmpty)
        }
    }

    /// One song of a chained Ogg stream.
    private func ogg(_ title: String, by artist: String?) async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let tags = "title=\(title)" + (artist.map { ",artist=\($0)" } ?? "")
        _ = await ChildProcess.run([
            "gst-launch-1.0", "-q", "audiotestsrc", "num-buffers=90", "!", "taginject",
            "tags=\(tags)", "!", "vorbisenc", "bitrate=160000", "!", "oggmux", "!", "filesink",
            "location=\(folder["song"].printable)",
        ])
        return readFile(folder["song"])
    }

    @Test func `of chained Ogg tells each song with its artist, and none without`() async throws {
        let songs = [
            try await ogg("One", by: "A"), try await ogg("Two", by: nil),
            try await ogg("Three", by: "B"),
        ]
        let server = try LocalServer([
            "/": .init(
                head: ["200 OK", "Content-Type: application/ogg", "icy-name: Radio Test"],
                body: [Array(songs.joined())], end: .closed)
        ])
        try await withEngine(sink: "none") { rig in
            rig.load(server.url("/"), 1)
            var tags: [StreamTags] = []
            try await eventually("the last song is told") {
                tags = rig.events(1).compactMap { event in
                    if case .streamTags(let tags) = event, tags.title != nil { tags } else { nil }
                }
                return tags.last?.title == "Three"
            }
            #expect(tags.map(\.title) == ["One", "Two", "Three"])
            #expect(tags.map(\.artist) == ["A", nil, "B"])
            #expect(rig.events(1).contains(.length(nil)))
            #expect(rig.failures(1).isEmpty)
        }
    }

    @Test func `tells each song once, with its picture`() async throws {
        let bytes = try await music(6)
        let songs = onAir(bytes, ["One", "One", "", "Two", "Two", "Two"])
        let server = try LocalServer(["/": .init(head: head, body: [songs], end: .hanging)])
        try await withEngine(sink: "none") { rig in
            rig.load(server.url("/"), 1)
            var tags: [StreamTags] = []
            try await eventually("the second song is told") {
                tags = rig.events(1).compactMap { event in
                    if case .streamTags(let tags) = event { tags } else { nil }
                }
                return tags.last?.title == "Two"
            }
            #expect(tags.compactMap(\.title) == ["One", "Two"])
            #expect(tags.compactMap(\.artworkURL) == ["http://h/One.png", "http://h/Two.png"])
            #expect(tags.allSatisfy { $0.station == "Radio Test" && $0.genre == "Jazz" })
        }
    }
}

@Suite(.serialized) struct `Whether an item on a server can be seeked` {
    @Test(arguments: [
        ("Accept-Ranges: bytes", true), ("Accept-Ranges: none", false), ("X-A: 1", false),
    ])
    func `is what the server says`(header: String, isSeekable: Bool) async throws {
        var answer = LocalServer.Answer.file(try await music(3))
        answer.head.append(header)
        let server = try LocalServer(["/": answer])
        try await withEngine(sink: "none") { rig in
            rig.load(server.url("/"), 1)
            try await rig.untilPlaying(1)
            #expect(rig.events(1).contains(.seekable(isSeekable)))
            #expect(!rig.events(1).contains(.seekable(!isSeekable)))
        }
    }
}
