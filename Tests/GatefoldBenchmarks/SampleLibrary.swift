// SPDX-License-Identifier: MPL-2.0

private import CGatefoldBareTagLib
internal import GatefoldGLib
internal import GatefoldLibrary
internal import GatefoldModel
private import GatefoldSamples
internal import Glibc

/// A folder of generated music: albums of twelve tracks by artists of some, with words that are as
/// unequal as those of a language.
///
/// Removed with the last reference to it.
final class SampleLibrary {
    private let folder: String
    private var files: [String] = []
    private var stores = 0

    init(tracks: Int, pictureSize: Int) throws(BenchmarkFailure) {
        var name = Array("/tmp/gatefold-library-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else {
            throw BenchmarkFailure(reason: "No temporary folder: error \(errno).")
        }
        folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do throws(FileError) {
            try write(tracks, pictureSize)
        } catch {
            throw BenchmarkFailure(reason: error.description)
        }
    }

    deinit {
        // The shell's own rm is as fast as ours would be.
        _ = try? run("rm", "-rf", folder)
    }

    var music: String { folder + "/music" }

    private func write(_ tracks: Int, _ pictureSize: Int) throws(FileError) {
        var random = SplitMix64(seed: 11)
        let picture = [UInt8](repeating: 0x55, count: pictureSize)
        var artist = ""
        for album in 0..<(tracks + 11) / 12 {
            if album % 4 == 0 { artist = Self.words(2, &random) }
            let title = Self.words(2, &random)
            let place = "\(music)/\(album / 100)/\(album)"
            try makeDirectories(path: place)
            for number in 1...min(12, tracks - album * 12) {
                let tags = [
                    "TITLE=" + Self.words(1 + number % 4, &random), "ARTIST=\(artist)",
                    "ALBUMARTIST=\(artist)", "ALBUM=\(title)", "TRACKNUMBER=\(number)",
                    "GENRE=\(Self.genres[album % Self.genres.count])", "DATE=\(1960 + album % 60)",
                    "COMPOSER=\(artist)", "REPLAYGAIN_TRACK_GAIN=-7.03 dB",
                ]
                let path = "\(place)/\(number).flac"
                try writeFile(
                    path, silentFLAC(tags, seconds: 180 + Double(number), picture: picture))
                files.append(path)
            }
        }
    }

    private func writeFile(_ path: String, _ bytes: [UInt8]) throws(FileError) {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw FileError("writing a sample", code: errno)
        }
        close(file)
    }

    // MARK: Words

    private static let genres = ["Rock", "Pop", "Jazz", "Folk", "Metal", "Electronic", "Classical"]
    private static let syllables = [
        "ba", "ra", "lo", "mi", "ti", "ka", "so", "na", "du", "vi", "re", "pa", "mo", "li", "ta",
        "se", "ne", "ko", "ru", "la", "be", "fa", "gi", "jo", "zu", "love", "night", "day",
    ]
    private static let vocabulary: [String] = {
        var random = SplitMix64(seed: 3)
        return (0..<20_000).map { _ in
            (0..<Int.random(in: 1...3, using: &random)).map { _ in
                syllables[Int.random(in: 0..<syllables.count, using: &random)]
            }.joined()
        }
    }()

    /// The first words of the vocabulary are by far the most frequent (Zipf's law).
    private static func word(_ random: inout SplitMix64) -> String {
        let place = exp(Double.random(in: 0..<1, using: &random) * log(20_000))
        return vocabulary[min(Int(place), vocabulary.count - 1)]
    }

    /// What somebody types who looks for something in it: from one letter on, alone or after another
    /// word.
    static func search(_ random: inout SplitMix64) -> String {
        let words = (0..<Int.random(in: 1...2, using: &random)).map { _ in word(&random) }
        var text = words.joined(separator: " ")
        text.removeLast(Int.random(in: 0..<words[words.count - 1].count, using: &random))
        return text
    }

    private static func words(_ count: Int, _ random: inout SplitMix64) -> String {
        (0..<count).map { _ in word(&random) }.joined(separator: " ")
    }

    // MARK: Work

    /// In seconds.
    func readBare() -> Double {
        let start = ContinuousClock.now
        var size = 0
        for file in files { size += gatefold_bare_taglib_read(file) }
        precondition(size > files.count, "TagLib has read nothing")
        return (ContinuousClock.now - start) / .seconds(1)
    }

    func newStore() throws(BenchmarkFailure) -> LibraryStore {
        stores += 1
        let store = LibraryStore(path: "\(folder)/data\(stores)/library.sqlite")
        let music = FilePath(music)
        try answer { completion in
            store.write("adding a folder") { (writer) throws(LibraryError) in
                try writer.addFolder(music)
            } completion: {
                completion($0)
            }
        }
        return store
    }

    /// - Parameter sample: called now and then, on one thread at a time.
    func scan(_ store: LibraryStore, _ sample: @escaping () -> Void) throws(BenchmarkFailure) {
        // Progress comes from one thread of the library after the other.
        nonisolated(unsafe) let sample = sample
        try answer { completion in
            store.scan(for: LibraryRequest()) { _ in
                sample()
            } completion: {
                completion($0.map { _ in })
            }
        }
    }

    func findAndStat() throws(BenchmarkFailure) {
        try run("sh", "-c", "find '\(music)' -type f -print0 | xargs -0 stat -c '%s %Y'")
    }

    private func run(_ words: String...) throws(BenchmarkFailure) {
        let program = try ChildProcess(words)
        program.wait()
        guard program.endedWell else { throw BenchmarkFailure(reason: "\(words) has failed.") }
    }
}
