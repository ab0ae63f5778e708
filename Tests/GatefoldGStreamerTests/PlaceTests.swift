// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldGStreamer
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

@Suite(.serialized) struct `The place in an item` {
    @Test(arguments: [Tone.Format.flac, .wav])
    func `is the sample asked for when a load starts in the middle`(
        format: Tone.Format
    ) async throws {
        try await withEngine { rig in
            let samples = Tone(seconds: 1).samples
            try await Tone(seconds: 1).write("tone", as: format, in: rig.folder)
            rig.load("tone", 1, start: MediaTime(milliseconds: 600))
            try await rig.untilEnded(1)
            rig.finish()
            #expect(Sound(rig.heard) == Sound(Array(samples[(Tone.sampleRate * 6 / 10)...])))
        }
    }

    @Test func `is the sample asked for after a seek`() async throws {
        try await withEngine { rig in
            let samples = Tone(seconds: 2).samples
            try await Tone(seconds: 2).write("tone", as: .flac, in: rig.folder)
            rig.load("tone", 1)
            try await rig.untilPlaying(1)
            rig.engine.perform(.seek(MediaTime(milliseconds: 1500), .of(1)))
            try await eventually("it plays on") { rig.plays(1).count > 1 }
            try await rig.untilEnded(1)
            rig.finish()
            let tail = Array(samples[(Tone.sampleRate * 3 / 2)...])
            #expect(Sound(rig.heard.suffix(tail.count)) == Sound(tail))
            #expect(rig.heard.count < samples.count)
            let landed = try #require(rig.plays(1).last)
            #expect(landed >= MediaTime(milliseconds: 1500))
        }
    }

    @Test func `is that of the newest of a burst of seeks`() async throws {
        try await withEngine { rig in
            let samples = Tone(seconds: 2).samples
            try await Tone(seconds: 2).write("tone", as: .flac, in: rig.folder)
            rig.load("tone", 1)
            for step in 1...50 {
                rig.engine.perform(.seek(MediaTime(milliseconds: Int64(step * 30)), .of(1)))
            }
            try await rig.untilEnded(1)
            rig.finish()
            let tail = Array(samples[(Tone.sampleRate * 3 / 2)...])
            #expect(Sound(rig.heard.suffix(tail.count)) == Sound(tail))
            #expect(rig.plays(1).allSatisfy { $0 >= MediaTime(milliseconds: 1500) })
        }
    }

    @Test func `can be sought while paused, and nothing is said until it plays`() async throws {
        try await withEngine { rig in
            let samples = Tone(seconds: 1).samples
            try await Tone(seconds: 1).write("tone", as: .flac, in: rig.folder)
            rig.load("tone", 1, playing: false)
            try await eventually("the length is known") { !rig.events(1).isEmpty }
            rig.engine.perform(.seek(MediaTime(milliseconds: 700), .of(1)))
            #expect(rig.plays(1).isEmpty)
            rig.engine.perform(.setPlaying(true))
            try await rig.untilEnded(1)
            rig.finish()
            #expect(Sound(rig.heard) == Sound(Array(samples[(Tone.sampleRate * 7 / 10)...])))
        }
    }

    @Test func `goes back into an item whose data were all sent to the output`() async throws {
        try await withEngine { rig in
            let first = try await rig.writeSweep("1.flac", "2.flac")
            rig.load("1.flac", 1)
            rig.prepare("2.flac", 2)
            try await rig.untilPlaying(2)
            rig.engine.perform(.seek(.zero, .of(2)))
            try await rig.untilEnded(2)
            rig.finish()
            let second = Array(first.suffix(first.count / 2))
            #expect(Sound(rig.heard.suffix(second.count)) == Sound(second))
        }
    }

    @Test func `acts as the end when sought behind it`() async throws {
        try await withEngine { rig in
            _ = try await rig.writeSweep("1.flac")
            rig.load("1.flac", 1)
            try await rig.untilPlaying(1)
            rig.engine.perform(.seek(MediaTime(seconds: 60), .of(1)))
            try await rig.untilEnded(1)
        }
    }

    @Test func `of another generation is not sought`() async throws {
        try await withEngine { rig in
            let whole = try await rig.writeSweep("1.flac")
            rig.load("1.flac", 1)
            rig.engine.perform(.seek(MediaTime(milliseconds: 300), .of(7)))
            try await rig.untilEnded(1)
            rig.finish()
            #expect(Sound(rig.heard) == Sound(whole))
        }
    }

    @Test func `is stored in the mark while playing`() async throws {
        let folder = try TemporaryFolder()
        let path = folder["mark"].printable
        #expect(PositionMark.read(path: path) == nil)
        let mark = try PositionMark(path: path)
        #expect(PositionMark.read(path: path) == nil)
        try await withEngine(mark: mark) { rig in
            _ = try await rig.writeSweep("1.flac")
            rig.load("1.flac", 5)
            try await rig.untilEnded(5)
        }
        let stored = try #require(PositionMark.read(path: path))
        #expect(stored.generation == 5)
        #expect(stored.position > MediaTime(milliseconds: 850))
        #expect(stored.position < MediaTime(milliseconds: 1000))
    }
}

@Suite(.serialized) struct `The rate` {
    @Test(arguments: [0.5, 2.0])
    func `changes how long an item is heard`(rate: Double) async throws {
        try await withEngine { rig in
            let samples = try await rig.writeSweep("1.flac")
            rig.engine.perform(.setRate(rate))
            rig.load("1.flac", 1)
            try await rig.untilEnded(1)
            rig.finish()
            let expected = Double(samples.count) / rate
            #expect(abs(Double(rig.heard.count) - expected) < expected / 10)
        }
    }

    @Test func `changes while playing, and returns to the file's own samples`() async throws {
        try await withEngine { rig in
            let samples = Tone(seconds: 5).samples
            try await Tone(seconds: 5).write("tone", as: .flac, in: rig.folder)
            rig.load("tone", 1)
            try await rig.untilPlaying(1)
            rig.engine.perform(.setRate(4))
            try await eventually("it plays at four times") { rig.plays(1).count == 2 }
            rig.engine.perform(.setRate(1))
            try await eventually("it plays at its own rate") { rig.plays(1).count == 3 }
            rig.engine.perform(.seek(MediaTime(milliseconds: 4500), .of(1)))
            try await rig.untilEnded(1)
            rig.finish()
            let tail = Array(samples[(Tone.sampleRate * 9 / 2)...])
            #expect(Sound(rig.heard.suffix(tail.count)) == Sound(tail))
        }
    }
}

@Suite(.serialized) struct `The volume` {
    @Test func `is cubic, and holds from the first sample of every load`() async throws {
        try await withEngine { rig in
            let samples = try await rig.writeSweep("1.flac")
            rig.engine.perform(.setVolume(0.5))
            rig.load("1.flac", 1)
            try await rig.untilEnded(1)
            rig.finish()
            #expect(rig.heard.count == samples.count)
            let errors = zip(rig.heard, samples).map { abs(Double($0) - Double($1) / 8) }
            #expect(errors.max() ?? 99 <= 1)
        }
    }

    @Test func `is nothing while muted`() async throws {
        try await withEngine { rig in
            let samples = try await rig.writeSweep("1.flac")
            rig.engine.perform(.setMuted(true))
            rig.load("1.flac", 1)
            try await rig.untilEnded(1)
            rig.finish()
            #expect(Sound(rig.heard) == Sound([Int16](repeating: 0, count: samples.count)))
        }
    }
}
