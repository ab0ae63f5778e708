// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldSamples
private import Glibc

/// Files with tags of which a large library is made: FLAC without sound, a few hundred bytes each.
struct LibraryFiles {
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
                    try write(Self.file(album, track), to: "\(path)/\(track).flac")
                }
            }
        } catch {
            throw BenchmarkFailure(reason: "\(error)")
        }
    }

    /// Not by way of a temporary file that is synced: a hundred thousand times that takes minutes.
    private func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw FileError("writing a sample", code: errno) }
        defer { close(file) }
        guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw FileError("writing a sample", code: errno)
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
        return silentFLAC(comments, seconds: 200)
    }
}
