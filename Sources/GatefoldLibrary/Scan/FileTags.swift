// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// What the library keeps of a file's tags, cut down to what makes sense.
///
/// A tag may hold a megabyte, a hundred genres, or track 2,000,000,000.
struct FileTags: Sendable, Hashable {
    /// There is always a title: that of the tags or the file's name.
    var tags: TrackTags
    /// Whether the tags themselves have one.
    var hasTitle: Bool
    var titleSort: String?
    var artistSort: String?
    var albumSort: String?
    var originalDate: String?
    var isCompilation = false
    var replayGain = ReplayGainTags()
    var recordingID: String?
    var releaseID: String?
    var isrc: String?
    var upc: String?

    static let properties: Set = [
        "ARTISTS", "TITLESORT", "ARTISTSORT", "ALBUMSORT", "ORIGINALDATE", "ORIGINALYEAR",
        "COMPILATION", "MUSICBRAINZ_TRACKID", "MUSICBRAINZ_ALBUMID", "R128_TRACK_GAIN",
        "R128_ALBUM_GAIN", "REPLAYGAIN_TRACK_GAIN", "REPLAYGAIN_TRACK_PEAK",
        "REPLAYGAIN_ALBUM_GAIN", "REPLAYGAIN_ALBUM_PEAK", "ISRC", "BARCODE", "UPC",
    ]

    /// A file without tags, or of a kind whose tags cannot be read.
    init(untagged path: FilePath) {
        tags = TrackTags().named(after: path).limited
        hasTitle = false
    }

    init(_ raw: RawTags, _ path: FilePath) {
        var tags = TrackTags(raw)
        hasTitle = tags.title != nil
        // Where one text names several artists together, this lists them.
        if raw["ARTISTS"].count > tags.artists.count { tags.artists = raw["ARTISTS"] }
        self.tags = tags.named(after: path).limited
        titleSort = raw.first("TITLESORT").map(Self.cut)
        artistSort = raw.first("ARTISTSORT").map(Self.cut)
        albumSort = raw.first("ALBUMSORT").map(Self.cut)
        originalDate =
            raw.first("ORIGINALDATE").flatMap(calendarDate)
            ?? raw.first("ORIGINALYEAR").flatMap(calendarDate)
        isCompilation = raw.first("COMPILATION") == "1"
        recordingID = raw.first("MUSICBRAINZ_TRACKID").flatMap(Self.identifier)
        releaseID = raw.first("MUSICBRAINZ_ALBUMID").flatMap(Self.identifier)
        isrc = raw.first("ISRC").flatMap(IndustryCode.isrc)
        upc = (raw.first("BARCODE") ?? raw.first("UPC")).flatMap(IndustryCode.upc)
        replayGain = ReplayGainTags(raw)
    }

    // MARK: Limits

    private static let textLimit = 1024
    private static let listLimit = 32
    private static let trackNumberLimit: Int32 = 9999
    private static let lengthLimit = MediaTime(seconds: 7 * 24 * 3600)

    /// At most so many bytes, and no half of a character.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > textLimit else { return text }
        var end = text.utf8.index(text.utf8.startIndex, offsetBy: textLimit)
        while end.samePosition(in: text.unicodeScalars) == nil { text.utf8.formIndex(before: &end) }
        return String(text[..<end])
    }

    /// Without what is said twice; `A; B` are two, as ID3v2.3 has no other way to say it.
    static func list(_ texts: [String]) -> [String] {
        if texts.count <= 1, !(texts.first?.utf8.contains(UInt8(ascii: ";")) ?? false) {
            return texts.map(cut)
        }
        var seen: Set<String> = []
        var result: [String] = []
        for text in texts {
            for part in text.split(separator: ";") where result.count < listLimit {
                let name = cut(part.trimmingBlanks)
                if !name.isEmpty, seen.insert(SearchText.fold(name)).inserted {
                    result.append(name)
                }
            }
        }
        return result
    }

    static func number(_ number: Int32?) -> Int32? {
        number.flatMap { (1...trackNumberLimit).contains($0) ? $0 : nil }
    }

    fileprivate static func length(_ length: MediaTime?) -> MediaTime? {
        length.flatMap { $0 <= lengthLimit ? $0 : nil }
    }

    /// A UUID, as MusicBrainz uses them.
    private static func identifier(_ text: String) -> String? {
        let isUUID =
            text.utf8.count == 36
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20) || byte == 0x2D
            }
        return isUUID ? text.lowercased() : nil
    }
}

extension TrackTags {
    /// As the library keeps them.
    fileprivate var limited: TrackTags {
        var tags = self
        tags.title = title.map(FileTags.cut)
        tags.artists = FileTags.list(artists)
        tags.album = album.map(FileTags.cut)
        tags.albumArtists = FileTags.list(albumArtists)
        tags.genres = FileTags.list(genres)
        tags.composers = FileTags.list(composers)
        tags.trackNumber = FileTags.number(trackNumber)
        tags.discNumber = FileTags.number(discNumber)
        tags.audioBPM = FileTags.number(audioBPM)
        tags.length = FileTags.length(length)
        return tags
    }
}

extension ReplayGainTags {
    fileprivate init(_ raw: RawTags) {
        self.init()
        trackGain =
            Self.gain(raw.first("REPLAYGAIN_TRACK_GAIN"))
            ?? Self.loudness(raw.first("R128_TRACK_GAIN"))
        albumGain =
            Self.gain(raw.first("REPLAYGAIN_ALBUM_GAIN"))
            ?? Self.loudness(raw.first("R128_ALBUM_GAIN"))
        trackPeak = Self.peak(raw.first("REPLAYGAIN_TRACK_PEAK"))
        albumPeak = Self.peak(raw.first("REPLAYGAIN_ALBUM_PEAK"))
    }

    /// `-7.03 dB`.
    static func gain(_ text: String?) -> Double? {
        number(text).flatMap { abs($0) <= 60 ? $0 : nil }
    }

    static func peak(_ text: String?) -> Double? {
        number(text).flatMap { $0 > 0 && $0 <= 100 ? $0 : nil }
    }

    /// RFC 7845, section 5.2.1: 256ths of a decibel to -23 LUFS; ReplayGain's reference is 5 dB
    /// louder.
    static func loudness(_ text: String?) -> Double? {
        guard let value = text.flatMap({ Int($0) }), (-32768...32767).contains(value) else {
            return nil
        }
        return Double(value) / 256 + 5
    }

    private static func number(_ text: String?) -> Double? {
        let number = text?.prefix { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
        return number.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }
}
