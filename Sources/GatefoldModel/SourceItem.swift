// SPDX-License-Identifier: MPL-2.0

/// One thing that a source has, as a list shows it; what is unknown, or has no meaning, is nil.
package struct SourceItem: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case song, album, artist, genre, playlist, station
    }

    package var kind: Kind
    /// What names it for good, and what the queue takes.
    ///
    /// A `file://` URI for a song of the library, else a `LibraryURI`, a `SourceURI`, or the
    /// address of a stream. Carries no secret.
    package var uri: String
    /// The title, or the name.
    package var title: String
    /// Of a song all artists, as one text; of a playlist who made it.
    package var artist: String?
    package var album: String?
    package var length: MediaTime?
    /// How many songs are in it.
    package var trackCount: Int?
    package var plays: Int?
    package var skips: Int?
    /// In nanoseconds since 1970.
    package var played: Int64?
    /// In nanoseconds since 1970.
    package var added: Int64?
    /// When it was last changed, in nanoseconds since 1970.
    package var modified: Int64?
    package var isFavourite: Bool?
    /// 0…1.
    package var rating: Double?
    /// Of one place in a playlist: the same song twice is two.
    package var entry: Int64?

    /// What only some ask for; shared, so that lists of items stay small.
    package var details: SourceItemDetails {
        get { storage?.details ?? SourceItemDetails() }
        set { storage = Storage(newValue) }
    }

    private var storage: Storage?

    private final class Storage: Sendable, Hashable {
        let details: SourceItemDetails
        init(_ details: SourceItemDetails) { self.details = details }

        static func == (left: Storage, right: Storage) -> Bool {
            left === right || left.details == right.details
        }

        func hash(into hasher: inout Hasher) { hasher.combine(details) }
    }

    package init(_ kind: Kind, uri: String, title: String) {
        self.kind = kind
        self.uri = uri
        self.title = title
    }
}

/// What else a source tells of a thing that it has.
package struct SourceItemDetails: Sendable, Hashable {
    /// Of a song or an album: whoever performs it, each by name.
    package var artists: [String] = []
    package var albumArtist: String?
    package var composers: [String] = []
    package var genres: [String] = []
    package var trackNumber: Int?
    package var discNumber: Int?
    /// ISO 8601, as far as it is known.
    package var released: String?
    package var isCompilation: Bool?
    package var isExplicit: Bool?
    /// International Standard Recording Code.
    package var isrc: String?
    /// Universal Product Code.
    package var upc: String?
    package var text: String?
    /// Of a picture: `file://`, a `SourceURI`, or `http(s)://`, where `{w}` and `{h}` stand for a
    /// size in pixels.
    ///
    /// A file of music stands for the picture that is in it or beside it.
    package var artworkURL: String?
    /// The page about it on the web.
    package var page: String?
    /// A piece of it that everybody may hear; `http(s)://`.
    package var previewURL: String?
    /// Whether the whole of it can be played.
    package var isPlayable = true
    /// The URIs of its album and of its artists, where the source knows them.
    package var albumURI: String?
    package var artistURIs: [String] = []
    /// Of an artist.
    package var albumCount: Int?

    package init() {}
}
