// SPDX-License-Identifier: MPL-2.0

/// What is played: where it is, and what its tags say.
///
/// A value with shared storage, so that a queue of 100,000 tracks copies by pointer.
package struct Track: Sendable, Hashable {
    /// The URI, percent-encoded: `file://`, `http://` or `https://`, or a `SourceURI`.
    package let url: String
    private var storage: Storage?

    private final class Storage: Sendable {
        let tags: TrackTags
        init(_ tags: TrackTags) { self.tags = tags }
    }

    package init(url: String, tags: TrackTags? = nil) {
        self.url = url
        storage = tags.map(Storage.init)
    }

    /// What is known; nil until something is.
    ///
    /// The file has been looked into in full once the artwork is not `.unread`; before, tags may
    /// come from a playlist.
    package var tags: TrackTags? {
        get { storage?.tags }
        set { storage = newValue.map(Storage.init) }
    }

    /// As the tags say it; without a copy of all the others, which are many references.
    package var length: MediaTime? { storage?.tags.length }

    /// Likewise; `.unread` where nothing is known.
    package var artwork: Artwork { storage?.tags.artwork ?? .unread }

    /// Where the picture is to be had, if that is on the network and it has not come.
    ///
    /// A file is looked into first: it may have one of its own.
    var missingArtwork: String? {
        guard let url = storage?.tags.artworkURL else { return nil }
        switch artwork {
        case .file: return nil
        case .none: return url
        case .unread: return isLocal ? nil : url
        }
    }

    package var isLocal: Bool { url.hasPrefix("file:") }

    /// Whether its source has told all of it: then what its stream says is no news.
    var isDescribedBySource: Bool {
        url.hasPrefix(SourceURI.prefix) && SourceURI(url)?.kind == .song && storage != nil
    }

    /// The title, the station, or what the name of the file or stream says: what can be seen.
    ///
    /// A piece of something is never taken for the whole.
    package var displayTitle: String {
        storage?.tags.isPreview == true ? "\(wholeTitle) (Preview)" : wholeTitle
    }

    private var wholeTitle: String {
        if let title = tags?.title, isVisible(title) { return title }
        if !isLocal, let station = tags?.album, isVisible(station) { return station }
        let path = withoutCredentials(url).prefix { $0 != "?" && $0 != "#" }
        let encoded = path.split(separator: "/").last ?? path
        let name = stem(of: percentDecoded(encoded))
        return isVisible(name) ? name : String(encoded)
    }

    private func stem(of name: String) -> String {
        guard isLocal, let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }

    package static func == (left: Track, right: Track) -> Bool {
        left.url == right.url && (left.storage === right.storage || left.tags == right.tags)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(url)
    }
}

/// Whether something of a text remains without spaces and control characters.
private func isVisible(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.value > 0x20 && !(0x7F...0xA0).contains($0.value) }
}

/// Tags as MPRIS and xesam name them; what is absent is nil or empty.
///
/// Strings are valid UTF-8 as the reader found them; control characters are removed at the bus.
package struct TrackTags: Sendable, Hashable, Codable {
    package var title: String?
    package var artists: [String] = []
    package var album: String?
    package var albumArtists: [String] = []
    package var genres: [String] = []
    package var composers: [String] = []
    package var lyricists: [String] = []
    package var comments: [String] = []
    package var trackNumber: Int32?
    package var discNumber: Int32?
    package var audioBPM: Int32?
    /// ISO 8601: `2024`, `2024-05`, `2024-05-06` or with a time.
    package var contentCreated: String?
    /// Nil where the length is unknown: streams, broken headers.
    package var length: MediaTime?
    package var artwork: Artwork = .unread
    /// The http or https URL of a picture, or its `SourceURI`, for a track that has none of its own.
    ///
    /// May carry credentials, and is never shown: what is shown is a file made of it.
    package var artworkURL: String?
    /// Only a piece of it is to be heard.
    package var isPreview = false
    /// The page about it on the web, where only a piece is to be heard here.
    package var page: String?

    package init() {}
}

/// Where a track's picture stands.
package enum Artwork: Sendable, Hashable, Codable {
    /// Nobody has looked yet.
    case unread
    /// Looked for, and there is none.
    case none
    /// The `file://` URI of a finished file named by the hash of its content.
    case file(String)
}

/// One place in the queue.
///
/// The same track queued twice is two entries with two ids.
package struct EntryID: Sendable, Hashable, Comparable, Codable, RawRepresentable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: EntryID, right: EntryID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Counts loads; reports of an older load are ignored.
package struct Generation: Sendable, Hashable, Comparable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: Generation, right: Generation) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Decodes `%XX` once (RFC 3986, section 2.1); bytes that are not UTF-8 become U+FFFD.
package func percentDecoded(_ text: some StringProtocol) -> String {
    String(decoding: FileURI.percentDecode(text.utf8), as: UTF8.self)
}
