// SPDX-License-Identifier: MPL-2.0

private import Glibc

/// Sound files that we write ourselves: a tone, 8 kHz, mono, 16 bit, with tags.
struct SampleTrack {
    let number: Int
    let seconds: Int

    /// RIFF, WAVE: format, tags (LIST INFO), samples.
    var bytes: [UInt8] {
        let body =
            Array("WAVE".utf8) + chunk("fmt ", format) + chunk("LIST", tags)
            + chunk("data", samples)
        return chunk("RIFF", body)
    }

    private static let rate = 8000

    private var format: [UInt8] {
        let rate = Self.rate
        return little(1, 2) + little(1, 2) + little(rate, 4) + little(rate * 2, 4) + little(2, 2)
            + little(16, 2)
    }

    private var tags: [UInt8] {
        let fields = [
            ("INAM", "Tone \(number)"), ("IART", "Sine & Sons"), ("IPRD", "Measured Music"),
            ("IGNR", "Test"), ("IPRT", "\(number)"),
        ]
        return fields.reduce(Array("INFO".utf8)) { bytes, field in
            bytes + chunk(field.0, Array(field.1.utf8) + [0])
        }
    }

    private var samples: [UInt8] {
        let step = 2 * Double.pi * Double(220 + 10 * number) / Double(Self.rate)
        return (0..<seconds * Self.rate).flatMap { index in
            little(Int(4000 * sin(step * Double(index))), 2)
        }
    }

    /// A RIFF chunk, padded to an even length.
    private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let padding: [UInt8] = content.count % 2 == 0 ? [] : [0]
        return Array(name.utf8) + little(content.count, 4) + content + padding
    }

    private func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
