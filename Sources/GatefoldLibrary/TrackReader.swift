// SPDX-License-Identifier: MPL-2.0

private import CGatefoldTagLib
package import GatefoldModel

/// Reads tags, length and picture of a file through TagLib.
///
/// A file that is missing, damaged or no audio at all has a title made of its name and nothing
/// else: whether it can be played is for the audio engine to say.
package enum TrackReader {
    /// A picture beyond this is passed over before it is copied.
    private static let pictureLimit = 32 << 20

    package static func tags(ofFileAt path: FilePath) -> TrackTags {
        contents(ofFileAt: path, withPicture: false).tags.named(after: path)
    }

    /// The bytes of the front cover, else of the first picture in the tags.
    package static func picture(ofFileAt path: FilePath) -> [UInt8]? {
        contents(ofFileAt: path, withPicture: true).picture
    }

    /// All that the library keeps of an open file; nil where TagLib finds no file of a kind that it
    /// knows.
    static func fileTags(of descriptor: Int32, _ path: FilePath) -> FileTags? {
        let file = path.withCString { gatefold_tags_read_open(descriptor, $0, 0, pictureLimit) }
        guard let file else { return nil }
        defer { gatefold_tags_free(file) }
        return FileTags(RawTags(file, RawTags.libraryProperties), path)
    }

    /// Both at the price of one; the title is nil where the tags have none.
    package static func contents(
        ofFileAt path: FilePath, withPicture: Bool
    ) -> (tags: TrackTags, picture: [UInt8]?) {
        let file = path.withCString { gatefold_tags_read($0, withPicture ? 1 : 0, pictureLimit) }
        guard let file else { return (TrackTags(), nil) }
        defer { gatefold_tags_free(file) }
        var size = 0
        let bytes = gatefold_tags_picture(file, &size)
        let picture = bytes.map { Array(UnsafeBufferPointer(start: $0, count: size)) }
        return (TrackTags(RawTags(file, RawTags.properties)), picture)
    }
}

/// The properties of a file in TagLib's names, their encoding settled.
struct RawTags {
    private var values: [String: [String]] = [:]
    let length: MediaTime?

    fileprivate static let properties: Set = [
        "TITLE", "ARTIST", "ALBUM", "ALBUMARTIST", "GENRE", "COMPOSER", "LYRICIST", "COMMENT",
        "TRACKNUMBER", "DISCNUMBER", "BPM", "DATE",
    ]

    /// What is shown of a track when it is played is read when it is played.
    fileprivate static let libraryProperties =
        properties.subtracting(["LYRICIST", "COMMENT"]).union(FileTags.properties)

    fileprivate init(_ file: OpaquePointer, _ wanted: Set<String>) {
        let milliseconds = gatefold_tags_length_milliseconds(file)
        length = milliseconds > 0 ? MediaTime(milliseconds: milliseconds) : nil
        var raw: [(property: String, text: String)] = []
        for index in 0..<gatefold_tags_count(file) {
            // Both live as long as the file.
            guard let name = gatefold_tags_property(file, index),
                let value = gatefold_tags_value(file, index)
            else { continue }
            let property = String(cString: name)
            if wanted.contains(property) { raw.append((property, String(cString: value))) }
        }
        let undeclared = raw.compactMap { Self.undeclaredBytes(of: $0.text) }
        let encoding = undeclared.isEmpty ? nil : LegacyEncoding(guessedFrom: undeclared)
        for (property, text) in raw {
            let decoded = encoding.flatMap { Self.undeclaredBytes(of: text).map($0.decode) }
            let trimmed = (decoded ?? text).trimmingBlanks
            if !trimmed.isEmpty { values[property, default: []].append(trimmed) }
        }
    }

    subscript(property: String) -> [String] { values[property] ?? [] }

    func first(_ property: String) -> String? { self[property].first }

    /// The number at the start: `3` of `3/12`; nil for zero, which taggers write for "unknown".
    func number(_ property: String) -> Int32? {
        let digits = first(property)?.prefix { $0.isASCII && $0.isNumber }
        return digits.flatMap { Int32($0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// The bytes of a text that only claims to be Latin-1; nil if its characters are known.
    private static func undeclaredBytes(of text: String) -> [UInt8]? {
        let first = UInt32(GATEFOLD_UNDECLARED_FIRST)
        let range = first..<(first + 0x80)
        // The first byte of each of them in UTF-8; most texts need no closer look.
        guard text.utf8.contains(0xEE) else { return nil }
        guard text.unicodeScalars.contains(where: { range.contains($0.value) }) else { return nil }
        return text.unicodeScalars.map { scalar in
            let isUndeclared = range.contains(scalar.value)
            return UInt8(
                truncatingIfNeeded: isUndeclared ? scalar.value - first + 0x80 : scalar.value)
        }
    }
}

extension TrackTags {
    init(_ raw: RawTags) {
        self.init()
        title = raw.first("TITLE")
        artists = raw["ARTIST"]
        album = raw.first("ALBUM")
        albumArtists = raw["ALBUMARTIST"]
        genres = raw["GENRE"]
        composers = raw["COMPOSER"]
        lyricists = raw["LYRICIST"]
        comments = raw["COMMENT"]
        trackNumber = raw.number("TRACKNUMBER")
        discNumber = raw.number("DISCNUMBER")
        audioBPM = raw.number("BPM")
        contentCreated = raw.first("DATE").flatMap(calendarDate)
        length = raw.length
    }

    /// With what the file's name says, where the tags have no title.
    func named(after path: FilePath) -> TrackTags {
        guard title == nil else { return self }
        var tags = self
        let name = FileNameTitle(of: path)
        tags.title = name.title
        tags.trackNumber = trackNumber ?? name.trackNumber
        return tags
    }
}
