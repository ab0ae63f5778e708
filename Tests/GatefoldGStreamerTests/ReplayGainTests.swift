// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldTestSupport
import Testing

@testable import GatefoldGStreamer

@Suite struct `What samples are multiplied by` {
    private let both = ReplayGain(trackGain: -6, trackPeak: 0.5, albumGain: -12, albumPeak: 0.9)

    @Test func `follows the mode`() {
        #expect(both.factor(.off) == 1)
        #expect(abs(both.factor(.track) - 0.5012) < 0.0001)
        #expect(abs(both.factor(.album) - 0.2512) < 0.0001)
    }

    @Test func `is that of the other mode where a file has only that`() {
        let track = ReplayGain(trackGain: -6)
        let album = ReplayGain(albumGain: -6)
        #expect(track.factor(.album) == track.factor(.track))
        #expect(album.factor(.track) == album.factor(.album))
        #expect(track.factor(.album) != 1)
    }

    @Test func `is exactly 1 without a gain, whatever the peak`() {
        for mode in ReplayGainMode.allCases {
            #expect(ReplayGain().factor(mode) == 1)
            #expect(ReplayGain(trackPeak: 2, albumPeak: 2).factor(mode) == 1)
            #expect(ReplayGain(trackGain: 0, albumGain: 0).factor(mode) == 1)
        }
    }

    @Test func `never clips the peak of its own mode`() {
        let loud = ReplayGain(trackGain: 12, trackPeak: 0.5, albumGain: 12, albumPeak: 0.8)
        #expect(loud.factor(.track) == 2)
        #expect(loud.factor(.album) == 1.25)
        let hot = ReplayGain(trackGain: -1, trackPeak: 1.6)
        #expect(hot.factor(.track) == 1 / 1.6)
        #expect(ReplayGain(trackGain: 6, trackPeak: 0.3).factor(.track) > 1.99)
    }

    @Test func `is 1 for gains that are damage, and a damaged peak limits nothing`() {
        for gain in [Double.nan, .infinity, -.infinity, 60, -100] {
            #expect(ReplayGain(trackGain: gain).factor(.track) == 1)
        }
        for peak in [Double.nan, .infinity, -1, 0] {
            #expect(ReplayGain(trackGain: 6, trackPeak: peak).factor(.track) > 1.99)
        }
    }

    @Test func `takes R128 tags for what they are`() {
        #expect(ReplayGain.gain(r128: "0") == 5)
        #expect(ReplayGain.gain(r128: "-2560") == -5)
        #expect(ReplayGain.gain(r128: "40000") == nil)
        #expect(ReplayGain.gain(r128: "loud") == nil)
    }
}

@Suite(.serialized) struct `Playing with ReplayGain` {
    private static let quieter = "replaygain-track-gain=-6.0206,replaygain-track-peak=0.4"

    @Test(arguments: [Tone.Format.flac, .ogg])
    func `makes the samples quieter by the gain`(format: Tone.Format) async throws {
        try await withEngine { rig in
            let tone = Tone(seconds: 1)
            try await tone.write("1", as: format, tags: Self.quieter, in: rig.folder)
            rig.load("1", 1)
            try await rig.untilEnded(1)
            rig.finish()
            #expect(abs(loudness(rig.heard) / loudness(tone.samples) - 0.5) < 0.02)
        }
    }

    @Test func `reads the text frames of an MP3 file`() async throws {
        try await withEngine { rig in
            let tone = Tone(seconds: 1)
            try await tone.write("1.mp3", as: .mp3, in: rig.folder)
            let script = """
                import sys
                from mutagen.id3 import ID3, TXXX
                tags = ID3()
                tags.add(TXXX(encoding=3, desc="replaygain_track_gain", text=["-6.02 dB"]))
                tags.save(sys.argv[1])
                """
            let result = await ChildProcess.run([
                "/usr/bin/python3", "-c", script, rig.folder["1.mp3"].printable,
            ])
            try #require(result.status == 0, "\(result.error)")
            rig.load("1.mp3", 1)
            try await rig.untilEnded(1)
            rig.finish()
            // The encoder's own delay is silence at the beginning.
            #expect(abs(loudness(rig.heard) / loudness(tone.samples) - 0.5) < 0.05)
        }
    }

    @Test func `takes an Opus file's own tags`() async throws {
        try await withEngine { rig in
            let tone = Tone(seconds: 1)
            // 1/256 dB, and 5 dB below ReplayGain's aim: -6.02 dB.
            try await tone.write(
                "1", as: .opus, tags: "extended-comment=\"R128_TRACK_GAIN=-2821\"",
                in: rig.folder)
            rig.load("1", 1)
            try await rig.untilEnded(1)
            rig.finish()
            #expect(abs(loudness(rig.heard) / loudness(tone.samples) - 0.5) < 0.02)
        }
    }

    @Test func `never makes them louder than the peak allows`() async throws {
        try await withEngine { rig in
            let tone = Tone(seconds: 1)
            try await tone.write(
                "1", as: .flac, tags: "replaygain-track-gain=18.0,replaygain-track-peak=0.5",
                in: rig.folder)
            rig.load("1", 1)
            try await rig.untilEnded(1)
            rig.finish()
            #expect(abs(loudness(rig.heard) / loudness(tone.samples) - 2) < 0.02)
        }
    }

    @Test func `leaves them as they are when it is off`() async throws {
        try await withEngine { rig in
            let tone = Tone(seconds: 1)
            try await tone.write("1", as: .flac, tags: Self.quieter, in: rig.folder)
            rig.engine.perform(.setReplayGain(.off))
            rig.load("1", 1)
            try await rig.untilEnded(1)
            rig.finish()
            #expect(Sound(rig.heard) == Sound(tone.samples))
        }
    }

    @Test func `changes the gain between two samples, where the items join`() async throws {
        try await withEngine { rig in
            let parts = (0..<3).map { Tone(seconds: 1, offset: $0 * Tone.sampleRate) }
            try await parts[0].write("1.flac", as: .flac, in: rig.folder)
            try await parts[1].write("2.flac", as: .flac, tags: Self.quieter, in: rig.folder)
            try await parts[2].write("3.flac", as: .flac, in: rig.folder)
            rig.play(["1.flac", "2.flac", "3.flac"])
            try await rig.untilEnded(3)
            rig.finish()
            let heard = rig.heard
            let (first, second) = (Tone.sampleRate, 2 * Tone.sampleRate)
            try #require(heard.count == 3 * Tone.sampleRate)
            #expect(Sound(heard[..<first]) == Sound(parts[0].samples))
            #expect(Sound(heard[second...]) == Sound(parts[2].samples))
            let halved = zip(heard[first..<second], parts[1].samples).allSatisfy { heard, sample in
                abs(Int(heard) - Int(sample) / 2) <= 2
            }
            #expect(halved)
        }
    }

    @Test func `keeps the gain after a seek, and multiplies it with the volume`() async throws {
        try await withEngine { rig in
            let tone = Tone(seconds: 2)
            try await tone.write("1.flac", as: .flac, tags: Self.quieter, in: rig.folder)
            // Half of the samples: the ear is cubic.
            rig.engine.perform(.setVolume(0.7937))
            rig.load("1.flac", 1, start: MediaTime(milliseconds: 500), playing: false)
            rig.engine.perform(.seek(MediaTime(milliseconds: 1000), .of(1)))
            rig.engine.perform(.setPlaying(true))
            try await rig.untilEnded(1)
            rig.finish()
            let rest = Array(tone.samples[Tone.sampleRate...])
            #expect(abs(loudness(rig.heard) / loudness(rest) - 0.25) < 0.02)
        }
    }
}

/// The mean of the samples' distances from silence.
private func loudness(_ samples: [Int16]) -> Double {
    guard !samples.isEmpty else { return 0 }
    return samples.reduce(0.0) { $0 + abs(Double($1)) } / Double(samples.count)
}
