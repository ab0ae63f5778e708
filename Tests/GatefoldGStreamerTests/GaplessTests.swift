// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldGStreamer
import GatefoldModel
import GatefoldTestSupport
import Testing

@Suite(.serialized) struct `Following without a gap` {
    @Test func `joins flac files to the sample`() async throws {
        try await withEngine { rig in
            let whole = try await rig.writeSweep("1.flac", "2.flac", "3.flac")
            rig.play(["1.flac", "2.flac", "3.flac"])
            try await rig.untilEnded(3)
            rig.finish()
            #expect(Sound(rig.heard) == Sound(whole))
            #expect(rig.plays(2) == [.zero])
            #expect(rig.plays(3) == [.zero])
        }
    }

    @Test func `repeats one file to the sample`() async throws {
        try await withEngine { rig in
            let once = try await rig.writeSweep("1.flac")
            rig.play(["1.flac", "1.flac", "1.flac"])
            try await rig.untilEnded(3)
            rig.finish()
            #expect(Sound(rig.heard) == Sound(once + once + once))
        }
    }

    @Test func `follows with what was prepared last`() async throws {
        try await withEngine { rig in
            let whole = try await rig.writeSweep("1.flac", "2.flac", "3.flac")
            rig.load("1.flac", 1)
            rig.prepare("3.flac", 2)
            try await rig.untilPlaying(1)
            rig.prepare("2.flac", 3)
            try await rig.untilEnded(3)
            rig.finish()
            #expect(Sound(rig.heard) == Sound(Array(whole.prefix(whole.count / 3 * 2))))
            #expect(rig.events(2).isEmpty)
        }
    }

    @Test func `ends where the prepared item was withdrawn`() async throws {
        try await withEngine { rig in
            let whole = try await rig.writeSweep("1.flac", "2.flac")
            rig.load("1.flac", 1)
            rig.prepare("2.flac", 2)
            try await rig.untilPlaying(1)
            rig.engine.perform(.prepare(nil))
            try await rig.untilEnded(1)
            rig.finish()
            #expect(Sound(rig.heard) == Sound(Array(whole.prefix(whole.count / 2))))
            #expect(rig.events(2).isEmpty)
        }
    }

    @Test(arguments: ["bad.ogg", "empty.flac", "missing.flac"])
    func `hears the current item to its end when the prepared one fails`(
        bad: String
    ) async throws {
        try await withEngine { rig in
            let whole = try await rig.writeSweep("1.flac", "2.flac")
            try rig.folder.write("This is not music.\n".utf8, to: "bad.ogg")
            try rig.folder.write([], to: "empty.flac")
            rig.load("1.flac", 1)
            rig.prepare(bad, 2)
            #expect(try await rig.untilFailed(2) != nil)
            #expect(!rig.events(1).contains(.ended))
            rig.prepare("2.flac", 3)
            try await rig.untilEnded(3)
            rig.finish()
            #expect(Sound(rig.heard) == Sound(whole))
            #expect(rig.failures(2).count == 1)
        }
    }

    @Test func `ends when the last prepared item fails`() async throws {
        try await withEngine { rig in
            let whole = try await rig.writeSweep("1.flac")
            rig.load("1.flac", 1)
            rig.prepare("missing.flac", 2)
            try await rig.untilEnded(1)
            rig.finish()
            #expect(rig.failures(2).map(\.code) == [.notFound])
            #expect(Sound(rig.heard) == Sound(whole))
        }
    }

    @Test func `joins at another rate than 1 as well`() async throws {
        try await withEngine { rig in
            let whole = try await rig.writeSweep("1.flac", "2.flac")
            rig.engine.perform(.setRate(2))
            rig.load("1.flac", 1)
            rig.prepare("2.flac", 2)
            try await rig.untilEnded(2)
            rig.finish()
            let expected = whole.count / 2
            #expect(abs(rig.heard.count - expected) < Tone.sampleRate / 10)
        }
    }
}

extension EngineRig {
    /// Writes files of a second that make one sweep, and gives its samples.
    func writeSweep(_ files: String..., as format: Tone.Format = .flac) async throws -> [Int16] {
        for (index, file) in files.enumerated() {
            let tone = Tone(seconds: 1, offset: index * Tone.sampleRate)
            try await tone.write(file, as: format, in: folder)
        }
        return Tone(seconds: Double(files.count)).samples
    }
}
