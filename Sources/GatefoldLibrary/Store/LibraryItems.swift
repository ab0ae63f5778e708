// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// Names an item of the library for good: numbers are not given twice.
package struct LibraryID<Item>: RawRepresentable, Sendable, Hashable, Comparable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A track of the library.
package struct LibraryTrack: Sendable, Hashable {
    package typealias ID = LibraryID<LibraryTrack>

    package let id: ID
    /// As it goes into the queue: its artwork is `.unread`.
    package var track: Track
    package var album: LibraryAlbum.ID?
    /// ISO 8601, as far as it is known: when the recording came out first.
    package var originalDate: String?
    package var isCompilation = false
    package var replayGain = ReplayGainTags()
    /// Of the recording.
    package var musicBrainzID: String?
    /// International Standard Recording Code, without hyphens.
    package var isrc: String?
    /// In nanoseconds since 1970.
    package var added: Int64 = 0
    package var history = TrackHistory()
    /// The file is not where it was: a disk that is not plugged in, or it is gone.
    package var isMissing = false

    package var tags: TrackTags { track.tags ?? TrackTags() }
}

/// What ReplayGain's tags say, in decibels and as factors; nil where they do not.
///
/// R128 tags of Opus are converted: their reference is 5 dB lower.
package struct ReplayGainTags: Sendable, Hashable {
    package var trackGain: Double?
    package var trackPeak: Double?
    package var albumGain: Double?
    package var albumPeak: Double?

    package init() {}
}

/// What the user did with a track.
package struct TrackHistory: Sendable, Hashable {
    package var plays = 0
    /// When it was last played, in nanoseconds since 1970; 0 for never.
    package var played: Int64 = 0
    package var skips = 0
    package var isFavourite = false
    /// 0…1; nil where none was given.
    package var rating: Double?

    package init() {}
}

/// An album: the tracks of one title, album artist and folder.
package struct LibraryAlbum: Sendable, Hashable {
    package typealias ID = LibraryID<LibraryAlbum>

    package let id: ID
    package var title: String
    /// The album artist of the tags, that of all tracks, or "Various Artists".
    package var artist: String
    /// ISO 8601: when this edition came out.
    package var released: String?
    /// ISO 8601: when it came out first.
    package var original: String?
    package var isCompilation: Bool
    /// When its first track was added, in nanoseconds since 1970.
    package var added: Int64
    package var trackCount: Int
    package var length: MediaTime
}

/// An artist of tracks, albums or both.
package struct LibraryArtist: Sendable, Hashable {
    package typealias ID = LibraryID<LibraryArtist>

    package let id: ID
    package var name: String
    package var trackCount: Int
}

/// A genre as tags name it.
package struct LibraryGenre: Sendable, Hashable {
    package typealias ID = LibraryID<LibraryGenre>

    package let id: ID
    package var name: String
    package var trackCount: Int
}

/// A playlist that was made here.
package struct LibraryPlaylist: Sendable, Hashable {
    package typealias ID = LibraryID<LibraryPlaylist>

    package let id: ID
    package var name: String
    package var trackCount: Int
    /// In nanoseconds since 1970.
    package var created: Int64
    /// When its name or its entries last changed, in nanoseconds since 1970.
    package var modified: Int64
    /// When it was last chosen, in nanoseconds since 1970; 0 for never.
    package var played: Int64
}

/// One place in a playlist: the same track twice is two entries.
package struct LibraryPlaylistEntry: Sendable, Hashable {
    package typealias ID = LibraryID<LibraryPlaylistEntry>

    package let id: ID
    package var track: Track
    /// Nil for what is not of the library, such as a stream.
    package var libraryTrack: LibraryTrack.ID?
}

/// A list that makes itself.
package enum SmartList: String, Sendable, Hashable, CaseIterable {
    /// The latest first.
    case recentlyAdded
    /// The most played first.
    case mostPlayed
    /// The latest favourites first.
    case favourites
    /// By artist, album and number.
    case neverPlayed
}

/// A folder that the user added.
package struct LibraryFolder: Sendable, Hashable {
    package typealias ID = LibraryID<LibraryFolder>

    package let id: ID
    package var path: FilePath
    /// When it was last scanned to the end, in nanoseconds since 1970; 0 for never.
    package var scanned: Int64
    package var isAvailable: Bool
    package var trackCount: Int
}

/// Sizes of the library; what is missing does not count, except as such.
package struct LibraryStatistics: Sendable, Hashable {
    package var tracks = 0
    package var albums = 0
    package var artists = 0
    package var genres = 0
    package var playlists = 0
    package var missing = 0
    package var length = MediaTime.zero
    /// In bytes.
    package var size: Int64 = 0
    package var plays = 0
    /// The time of all tracks, each as often as it was played.
    package var playedLength = MediaTime.zero
    package var favourites = 0

    package init() {}
}
