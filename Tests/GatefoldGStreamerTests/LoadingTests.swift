// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldGStreamer
import GatefoldModel
import GatefoldTestSupport
import Glibc
import Testing

@Suite(.serialized) struct `Loading an item` {
    @Test(arguments: Tone.Format.allCases)
    func `tells its length and that it can be sought`(format: Tone.Format) async throws {
        try await withEngine(sink: "none") { rig in
            try await Tone(seconds: 1).write("tone", as: format, in: rig.folder)
            rig.load("tone", 1, playing: false)
            try await eventually("the item is known") { rig.events(1).count >= 2 }
            #expect(rig.events(1).contains(.seekable(true)))
            let length = try #require(
                rig.events(1).compactMap { event in
                    if case .length(let length) = event { length } else { nil }
                }.last)
            #expect(length.distance(to: MediaTime(seconds: 1)) < MediaTime(milliseconds: 100))
        }
    }

    @Test(arguments: Tone.Format.allCases)
    func `plays every format to its end`(format: Tone.Format) async throws {
        try await withEngine { rig in
            try await Tone(seconds: 0.5).write("tone", as: format, in: rig.folder)
            rig.load("tone", 1)
            try await rig.untilEnded(1)
            rig.finish()
            #expect(rig.heard.count >= Tone.sampleRate / 2 - 10)
            #expect(rig.heard.contains { $0 > 8000 })
        }
    }

    @Test func `plays a file whose name is no UTF-8`() async throws {
        try await withEngine { rig in
            let path = rig.folder.path.appending(Array("caf".utf8) + [0xE9] + Array(".wav".utf8))
            try rig.folder.write(Tone(seconds: 0.5).wav, to: path)
            let item = EngineItem(
                generation: Generation(rawValue: 1), url: FileURI.encode(path))
            rig.engine.perform(.load(item, playing: true))
            try await rig.untilEnded(1)
            rig.finish()
            #expect(rig.heard.contains { $0 > 8000 })
        }
    }

    @Test func `stays silent while paused`() async throws {
        try await withEngine { rig in
            let whole = try await rig.writeSweep("1.flac")
            rig.load("1.flac", 1, playing: false)
            try await eventually("the item is known") { rig.events(1).count >= 2 }
            #expect(rig.heard.isEmpty)
            #expect(rig.plays(1).isEmpty)
            rig.engine.perform(.setPlaying(true))
            try await rig.untilEnded(1)
            rig.finish()
            #expect(Sound(rig.heard) == Sound(whole))
        }
    }

    @Test func `replaces the one before, which is not heard of again`() async throws {
        try await withEngine { rig in
            _ = try await rig.writeSweep("1.flac", "2.flac", "3.flac")
            rig.load("1.flac", 1)
            rig.prepare("3.flac", 2)
            try await rig.untilPlaying(1)
            rig.load("2.flac", 3)
            let before = rig.reports.count
            try await rig.untilEnded(3)
            #expect(rig.reports[before...].allSatisfy { $0.generation == .of(3) })
        }
    }

    @Test func `skips those that a burst replaces`() async throws {
        try await withEngine { rig in
            let whole = try await rig.writeSweep("1.flac")
            for generation in 1...30 { rig.load("1.flac", generation) }
            try await rig.untilEnded(30)
            rig.finish()
            #expect(rig.heard.count < whole.count * 3)
            #expect(rig.reports.allSatisfy { $0.generation == .of(30) })
        }
    }

    @Test func `begins again after it was unloaded`() async throws {
        try await withEngine { rig in
            _ = try await rig.writeSweep("1.flac")
            rig.load("1.flac", 1)
            try await rig.untilPlaying(1)
            rig.engine.perform(.unload)
            rig.load("1.flac", 2)
            try await rig.untilEnded(2)
            #expect(!rig.events(1).contains(.ended))
        }
    }

    @Test func `answers a pause that was taken back with the position`() async throws {
        try await withEngine(sink: "none") { rig in
            try await Tone(seconds: 5).write("tone", as: .flac, in: rig.folder)
            rig.load("tone", 1)
            try await rig.untilPlaying(1)
            let count = rig.plays(1).count
            rig.engine.perform(.setPlaying(false))
            rig.engine.perform(.setPlaying(true))
            try await eventually("it says that it plays") { rig.plays(1).count > count }
        }
    }

    @Test func `says that sound goes nowhere where no device is`() async throws {
        try await withEngine(sink: "none") { rig in
            _ = try await rig.writeSweep("1.flac")
            let engine = GStreamerEngine(audioSink: nil, devices: ["nosuchsink"])
            var outputs: [OutputState] = []
            engine.onOutput = { outputs.append($0) }
            var hasEnded = false
            engine.onReports = { hasEnded = hasEnded || $0.contains { $0.event == .ended } }
            let url = "file://" + rig.folder["1.flac"].printable
            engine.perform(
                .load(EngineItem(generation: .of(1), url: url), playing: true))
            try await eventually("it plays to its end") { hasEnded }
            engine.shutDown()
            #expect(outputs.count == 1)
            guard case .silent = outputs.first else {
                Issue.record("not silent")
                return
            }
        }
    }
}

@Suite(.serialized) struct `An item that cannot be played` {
    @Test(arguments: [
        ("text.ogg", PlaybackFailure(.damaged, "is not audio")),
        ("empty.mp3", PlaybackFailure(.damaged, "file is empty")),
        ("missing.flac", PlaybackFailure(.notFound, "file not found")),
        ("folder", PlaybackFailure(.damaged, "is not a regular file")),
        ("pipe", PlaybackFailure(.damaged, "is not a regular file")),
        (
            "ftp://127.0.0.1/a.mp3",
            PlaybackFailure(
                .other, "only files and http or https addresses are played")
        ),
        ("http://", PlaybackFailure(.other, "the address does not name a server")),
        ("https://@/a.mp3", PlaybackFailure(.other, "the address does not name a server")),
        ("http://:80/a.mp3", PlaybackFailure(.other, "the address does not name a server")),
    ])
    func `fails once, in plain words`(name: String, expected: PlaybackFailure) async throws {
        try await withEngine(sink: "none") { rig in
            try rig.folder.write("This is not music.\n".utf8, to: "text.ogg")
            try rig.folder.write([], to: "empty.mp3")
            try rig.folder.write([], to: "folder/file")
            mkfifo(rig.folder["pipe"].printable, 0o600)
            _ = try await rig.writeSweep("1.flac")
            rig.load(name, 1)
            #expect(try await rig.untilFailed(1) == expected)
            // The engine still plays.
            rig.load("1.flac", 2)
            try await rig.untilEnded(2)
            #expect(rig.failures(1) == [expected])
        }
    }

    @Test func `names the package that it lacks`() async throws {
        try await withEngine(sink: "none") { rig in
            let header: [UInt8] =
                Array("MAC ".utf8) + [0x96, 0x0F] + [UInt8](repeating: 0, count: 4096)
            try rig.folder.write(header, to: "a.ape")
            rig.load("a.ape", 1)
            let failure = try #require(try await rig.untilFailed(1))
            #expect(failure.code == .missingPlugin)
            #expect(failure.description.contains("gstreamer1.0-libav"))
        }
    }

    @Test func `plays what is there when it is cut off`() async throws {
        try await withEngine { rig in
            try await Tone(seconds: 2).write("whole.mp3", as: .mp3, in: rig.folder)
            let bytes = rig.bytes("whole.mp3")
            try rig.folder.write(bytes.prefix(bytes.count / 4), to: "cut.mp3")
            rig.load("cut.mp3", 1)
            try await rig.untilEnded(1)
            rig.finish()
            #expect(rig.heard.count > Tone.sampleRate / 4)
            #expect(rig.heard.count < Tone.sampleRate)
        }
    }

    @Test func `says why the output cannot be made`() async throws {
        try await withEngine(sink: "nosuchsink") { rig in
            _ = try await rig.writeSweep("1.flac")
            rig.load("1.flac", 1)
            #expect(try await rig.untilFailed(1)?.code == .output)
        }
    }
}

@Suite(.serialized) struct `A player that rests` {
    @Test func `goes on with the next sample`() async throws {
        try await withEngine(restDelay: .milliseconds(50)) { rig in
            let samples = Tone(seconds: 1).samples
            try await Tone(seconds: 1).write("tone", as: .flac, in: rig.folder)
            rig.load("tone", 1, start: MediaTime(milliseconds: 400), playing: false)
            try await eventually("it rests") {
                rig.events(1).count >= 2 && !rig.holdsOpen("tone")
            }
            rig.engine.perform(.setPlaying(true))
            try await rig.untilEnded(1)
            rig.finish()
            #expect(Sound(rig.heard) == Sound(Array(samples[(Tone.sampleRate * 4 / 10)...])))
            #expect(
                rig.events(1).filter { if case .length = $0 { true } else { false } }.count == 1)
        }
    }

    @Test func `can be sought and followed`() async throws {
        try await withEngine(restDelay: .milliseconds(50)) { rig in
            let whole = try await rig.writeSweep("1.flac", "2.flac")
            rig.load("1.flac", 1, playing: false)
            try await eventually("the item is known") { rig.events(1).count >= 2 }
            rig.prepare("2.flac", 2)
            rig.engine.perform(.seek(MediaTime(milliseconds: 300), .of(1)))
            try await eventually("it rests") { !rig.holdsOpen("1.flac") }
            rig.engine.perform(.setPlaying(true))
            try await rig.untilEnded(2)
            rig.finish()
            #expect(Sound(rig.heard) == Sound(Array(whole[(Tone.sampleRate * 3 / 10)...])))
        }
    }
}
