// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Glibc
import Testing

/// Reports about files, pictures and addresses; `Tests/MPRISCases.md` says what the numbers are.
@Suite(.serialized) struct `Real files, case by case` {
    private let rig: Rig
    private let witness: BusWitness

    init() throws {
        rig = try Rig()
        witness = BusWitness(rig.bus)
    }

    private func open(_ uri: String) async -> String {
        await witness.call("OpenUri", "(\(quoted(uri)),)")
    }

    @Test func `C061 C062 C064 C068 C069 C070 shows a picture that is there, by its own address`()
        async throws
    {
        let folders = ["1 a b#c?d%e ü": UInt8(1), "2": 2, "3": 1]
        for (name, seed) in folders {
            try await Tone(seconds: 5).write("art/\(name)/1.wav", in: rig.folder)
            try rig.folder.write(
                TestImage.png(seed, size: 200_000), to: "art/\(name)/cover.png")
        }
        let daemon = try await rig.daemon()
        _ = await witness.signals()
        _ = await open(FileURI.encode(rig.folder["art"]))
        var addresses: [String] = []
        for _ in 1...3 {
            try await eventually("it is there") {
                await witness.metadata("mpris:artUrl") != "None"
            }
            addresses.append(await witness.metadata("mpris:artUrl"))
            _ = await witness.call("Next")
        }
        #expect(addresses.allSatisfy { $0.wholeMatch(of: /file:\/\/\/[^ #?]+/) != nil })
        #expect(addresses[0] == addresses[2] && addresses[0] != addresses[1])
        let unfinished = await witness.ask(
            """
            [u for v in announced('Metadata') for u in [v.get('mpris:artUrl')] if u and \
            os.path.getsize(GLib.filename_from_uri(u)[0]) != 200000]
            """)
        #expect(unfinished == [])
        let size = await witness.ask("dict(get_all(PLAYER))['Metadata'].get_size()")
        #expect(try #require(size.first.flatMap { Int($0) }) < 65_536)
        _ = daemon
    }

    @Test func `C072 C074 C076 lives with tags and names in any encoding`() async throws {
        try await Tone(seconds: 2).write("plain.mp3", as: .mp3, in: rig.folder)
        let sound = try bytes(of: rig.folder["plain.mp3"])
        let titles: [[UInt8]] = [
            [0, 0x63, 0x61, 0x66, 0xE9], [3, 0xFF, 0xC3], [3, 0xED, 0xA0, 0x80],
            [1, 0xFF, 0xFE, 0, 0xD8],
            [3, 1, 2, 0x0A], [9, 0x41],
        ]
        for (number, title) in titles.enumerated() {
            try rig.folder.write(id3(title) + sound, to: "odd/\(number).mp3")
        }
        let folder = rig.folder["odd"]
        for name in [[0x63, 0x61, 0x66, 0xE9], [0xFF, 0xFE], [0x0A, 0x1B, 0x7F]] as [[UInt8]] {
            try rig.folder.write(sound, to: folder.appending(name + Array(".mp3".utf8)))
        }
        let daemon = try await rig.daemon(folder.printable)
        try await eventually("they are all there") {
            await witness.ask("dict(get_all(OWN))['QueueLength'].unpack()") == ["9"]
        }
        _ = await witness.events(ofSetting: "LoopStatus", to: "<'Playlist'>")
        for _ in 1...3 * 9 {
            #expect(await witness.call("Next") == "")
            let title = await witness.metadata("xesam:title")
            #expect(title != "None" && title != "")
        }
        #expect(daemon.exitStatus == nil)
    }

    private func bytes(of path: FilePath) throws -> [UInt8] {
        let file = try #require(path.withCString { fopen($0, "r") })
        defer { fclose(file) }
        var content = [UInt8](repeating: 0, count: 1_000_000)
        let count = fread(&content, 1, content.count, file)
        return Array(content.prefix(count))
    }

    /// A tag with a title, whose first byte names its encoding.
    private func id3(_ title: [UInt8]) -> [UInt8] {
        let frame = Array("TIT2".utf8) + [0, 0, 0, UInt8(title.count), 0, 0] + title
        return Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    }

    @Test(arguments: [
        "a%20b", "q?", "a#b", "ü é", "100%", "a&b=c;d", "-", "caf\u{E9}", "x\u{1}",
    ])
    func `C124 C125 opens what an address names, and what it shows of it`(
        _ name: String
    ) async throws {
        let daemon = try await rig.daemon()
        let path = rig.folder["open"].appending(Array((name + ".wav").utf8))
        try await expectOpening(path, title: name.filter { $0 != "\u{1}" })
        _ = daemon
    }

    @Test func `C124 C125 opens a file whose name is no UTF-8`() async throws {
        let daemon = try await rig.daemon()
        let path = rig.folder["open"].appending([0x63, 0x61, 0x66, 0xE9] + Array(".wav".utf8))
        try await expectOpening(path, title: nil)
        _ = daemon
    }

    private func expectOpening(_ path: FilePath, title: String?) async throws {
        try rig.folder.write(Tone(seconds: 30).wav, to: path)
        let address = FileURI.encode(path)
        #expect(await open(address) == "")
        #expect(await witness.metadata("xesam:url") == address)
        if let title { #expect(await witness.metadata("xesam:title") == title) }
        let id = await witness.metadata("mpris:trackid")
        #expect(await open(witness.metadata("xesam:url")) == "")
        #expect(await witness.metadata("xesam:url") == address)
        #expect(await witness.metadata("mpris:trackid") != id)
    }

    @Test func `C065 C066 names no secret of an address anywhere`() async throws {
        let server = try LocalServer(["/music/stream?token=geheim&id=1": .hanging])
        let daemon = try await rig.daemon()
        _ = await witness.signals()
        #expect(
            await open(server.url("/music/stream?token=geheim&id=1", user: "me:geheim@")) == "")
        try await eventually("the server was asked") { !server.requestHeads.isEmpty }
        #expect(await witness.metadata("xesam:url") == server.url("/music/stream?id=1"))
        let told = await witness.ask(
            """
            ([v.print_(True) for p in (ROOT, PLAYER, OWN) for n, v in get_all(p)] + \
            [describe(m) for m in wire.log] + [call(OWN, 'ListEntries', '(uint32 0, uint32 9)')])
            """)
        #expect(told.count > 20)
        #expect(!told.contains { $0.contains("geheim") })
        daemon.send(SIGTERM)
        try await eventually("it has ended") { daemon.exitStatus != nil }
        #expect(try !rig.folder.read("daemon.log").contains("geheim"))
    }

    @Test func `C001 C086 shows a station after a file, and each of its titles`() async throws {
        let server = try LocalServer(["/": try await station()])
        try await rig.tones(1)
        let daemon = try await rig.daemon(rig.music)
        try await eventually("the file plays") {
            await witness.metadata("xesam:title") == "1"
        }
        let file = await witness.metadata("mpris:trackid")
        _ = await witness.signals()
        #expect(await open(server.url("/")) == "")
        #expect(await witness.metadata("mpris:trackid") != file)
        try await eventually("its last title is there") {
            await witness.metadata("xesam:title") == "Café"
        }
        let titles = await witness.ask(
            "[v['mpris:trackid'][-1] + v.get('xesam:title', '-') for v in announced('Metadata')]")
        #expect(titles.suffix(2) == ["2First", "2Café"])
        _ = daemon
    }

    /// Three seconds whose title changes, to one in the encoding that stations use.
    private func station() async throws -> LocalServer.Answer {
        try await Tone(seconds: 3).write("plain.mp3", as: .mp3, in: rig.folder)
        let sound = try bytes(of: rig.folder["plain.mp3"])
        let interval = 8000
        var body: [UInt8] = []
        for start in stride(from: 0, to: sound.count - interval, by: interval) {
            let name = start < 2 * interval ? Array("First".utf8) : [0x43, 0x61, 0x66, 0xE9]
            let title = Array("StreamTitle='".utf8) + name + Array("';".utf8)
            body += sound[start..<start + interval] + [2] + title
            body += [UInt8](repeating: 0, count: 32 - title.count)
        }
        return LocalServer.Answer(
            head: ["200 OK", "Content-Type: audio/mpeg", "icy-metaint: \(interval)"], body: [body])
    }

    @Test func `C128 C129 C141 answers while a server does not`() async throws {
        let server = try LocalServer(["/": .hanging])
        let daemon = try await rig.daemon()
        let owner = await rig.owner("org.mpris.MediaPlayer2.gatefold")
        #expect(await open(server.url("/")) == "")
        try await eventually("the server was asked") { !server.requestHeads.isEmpty }
        for method in ["Pause", "Play", "Stop", "Play", "Next"] {
            #expect(await witness.call(method) == "")
        }
        #expect(await witness.all().count == 15)
        #expect(await rig.owner("org.mpris.MediaPlayer2.gatefold") == owner)
        _ = daemon
    }

    @Test(.enabled(if: sanitizer == nil, "A sanitizer keeps what was given back."))
    func `C168 needs no more memory after ten thousand steps and questions`() async throws {
        try await rig.tones(3)
        let daemon = try await rig.daemon(rig.music)
        _ = await witness.call("Pause")
        _ = await witness.events(ofSetting: "LoopStatus", to: "<'Playlist'>")
        let steps = "(burst(4, 2000, 'Next'), wire.log.clear(), ping(), wire.log.clear())[0]"
        let questions = """
            [len([wire.reply(s) for s in [wire.send((MPRIS, PROPERTIES), 'Get', \
            variant("('%s', 'Position')" % PLAYER[1])) for _ in range(2000)]])]
            """
        #expect(await witness.ask(steps) == ["2000 replies, 0 errors"])
        #expect(await witness.ask(questions) == ["2000"])
        let warm = try residentKilobytes(of: daemon)
        for _ in 1...5 {
            #expect(await witness.ask(steps) == ["2000 replies, 0 errors"])
            #expect(await witness.ask(questions) == ["2000"])
        }
        #expect(try residentKilobytes(of: daemon) - warm < 5 * 1024)
    }

    private func residentKilobytes(of program: RunningProgram) throws -> Int {
        let status = try bytes(of: FilePath(bytes: Array("/proc/\(program.processID)/statm".utf8)))
        let pages = String(decoding: status, as: UTF8.self).split(separator: " ")
        return try #require(pages.count > 1 ? Int(pages[1]) : nil) * 4
    }
}
