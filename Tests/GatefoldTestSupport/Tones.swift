// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel
internal import Glibc

/// Sound for tests: 16-bit mono at 44,100 samples a second.
///
/// A sine whose pitch rises all the time, so that no two places of it are the same: a sample that
/// is missing, repeated or out of place shows.
package struct Tone: Sendable, Hashable {
    package static let sampleRate = 44_100
    package let samples: [Int16]

    /// - Parameter offset: how many samples of the same sweep come before it.
    package init(seconds: Double, offset: Int = 0) {
        let count = Int(seconds * Double(Self.sampleRate))
        samples = (offset..<offset + count).map { index in
            let time = Double(index) / Double(Self.sampleRate)
            let phase = 2 * Double.pi * (220 * time + 40 * time * time)
            return Int16(12_000 * sin(phase))
        }
    }

    package enum Format: String, Sendable, CaseIterable {
        case wav, flac, ogg, opus, mp3

        /// What makes it of a WAV stream, as `gst-launch-1.0` writes it.
        fileprivate var encoder: [String] {
            switch self {
            case .wav: ["wavenc"]
            case .flac: ["flacenc"]
            case .ogg: ["audioconvert", "!", "vorbisenc", "!", "oggmux"]
            case .opus: ["audioconvert", "!", "audioresample", "!", "opusenc", "!", "oggmux"]
            case .mp3: ["lamemp3enc", "target=bitrate", "cbr=true", "!", "xingmux"]
            }
        }
    }

    /// Writes a file; GStreamer's own encoders make all but WAV.
    ///
    /// - Parameter tags: as its `taginject` takes them.
    package func write(
        _ name: String, as format: Format = .wav, tags: String? = nil, in folder: TemporaryFolder
    ) async throws {
        guard format != .wav else {
            try folder.write(wav, to: name)
            return
        }
        let source = try folder.write(wav, to: name + ".wav")
        let arguments =
            [
                "gst-launch-1.0", "-q", "filesrc", "location=\(source.printable)", "!", "wavparse",
                "!",
            ]
            + (tags.map { ["taginject", "tags=\($0)", "!"] } ?? []) + format.encoder + [
                "!", "filesink", "location=\(folder[name].printable)",
            ]
        let result = await ChildProcess.run(arguments)
        guard result.status == 0 else { throw ToneError(text: result.error) }
    }

    package var wav: [UInt8] {
        var bytes = Array("RIFF".utf8)
        let size = UInt32(samples.count * 2)
        func append(_ value: UInt32) { withUnsafeBytes(of: value.littleEndian) { bytes += $0 } }
        func append(_ value: UInt16) { withUnsafeBytes(of: value.littleEndian) { bytes += $0 } }
        append(size + 36)
        bytes += Array("WAVEfmt ".utf8)
        append(UInt32(16))
        append(UInt16(1))
        append(UInt16(1))
        append(UInt32(Self.sampleRate))
        append(UInt32(Self.sampleRate * 2))
        append(UInt16(2))
        append(UInt16(16))
        bytes += Array("data".utf8)
        append(size)
        for sample in samples { append(UInt16(bitPattern: sample)) }
        return bytes
    }
}

/// A test's sound cannot be made.
package struct ToneError: Error {
    package let text: String
}
