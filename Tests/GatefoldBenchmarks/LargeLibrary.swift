// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib

/// Files with tags of which a large library is made: FLAC without sound, two hundred bytes each.
struct LargeLibrary {
    let count: Int

    private static let words = [
        "night", "river", "glass", "ember", "hollow", "signal", "paper", "winter", "copper",
        "drift",
        "lantern", "marble", "north", "orchid", "prism", "quiet", "rust", "silver", "thunder",
        "velvet", "willow", "amber", "breath", "canyon", "dust", "echo", "fable", "garden",
        "harbor",
        "island", "jasmine", "kite",
    ]
    private static let genres = ["Jazz", "Rock", "Folk", "Ambient", "Techno", "Soul", "Classical"]

    /// Ten tracks are an album, five albums an artist.
    func write(to folder: String) throws(BenchmarkFailure) {
        do throws(FileError) {
            for album in 0..<(count + 9) / 10 {
                let path = "\(folder)/\(album / 5)/\(album)"
                try makeDirectories(path: path)
                for track in 1...10 where album * 10 + track <= count {
                    try writeAtomically(
                        path: "\(path)/\(track).flac", bytes: Self.file(album, track))
                }
            }
        } catch {
            throw BenchmarkFailure(reason: "\(error)")
        }
    }

    /// What somebody types who looks for one of them.
    static func search(_ number: Int) -> String {
        let word = word(number * 7)
        let beginning = String(word.prefix(1 + number % 5))
        return number % 3 == 0 ? "\(self.word(number * 3)) \(beginning)" : beginning
    }

    private static func word(_ number: Int) -> String { words[number % words.count] }

    private static func file(_ album: Int, _ track: Int) -> [UInt8] {
        let number = album * 10 + track
        let artist = album / 5
        let comments = [
            "TITLE=\(word(number)) \(word(number / 32 + track)) \(number)",
            "ARTIST=\(word(artist)) \(word(artist / 32 + 5)) \(artist)",
            "ALBUM=\(word(album)) \(word(album / 32 + 9)) \(album)",
            "TRACKNUMBER=\(track)", "DATE=\(1960 + album % 60)",
            "GENRE=\(genres[artist % genres.count])",
        ]
        var body: [UInt8] = []
        append("gatefold", to: &body)
        append(UInt32(comments.count), to: &body)
        for comment in comments { append(comment, to: &body) }
        let size = [UInt8(body.count >> 16 & 0xFF), UInt8(body.count >> 8 & 0xFF)]
        return Array("fLaC".utf8) + [0, 0, 0, 34] + streamInformation
            + [0x84] + size + [UInt8(body.count & 0xFF)] + body
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        append(UInt32(text.utf8.count), to: &bytes)
        bytes += text.utf8
    }

    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    /// 200 seconds of 44,100 samples in two channels of 16 bits (FLAC, METADATA_BLOCK_STREAMINFO).
    private static let streamInformation: [UInt8] = {
        let samples: UInt64 = 200 * 44_100
        let packed: UInt64 = 44_100 << 44 | 1 << 41 | 15 << 36 | samples
        var bytes: [UInt8] = [0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0]
        withUnsafeBytes(of: packed.bigEndian) { bytes += $0 }
        return bytes + [UInt8](repeating: 0, count: 16)
    }()
}
