// SPDX-License-Identifier: MPL-2.0

/// What a part of the library is called that can be listed.
package enum LibraryList: String, Sendable, Hashable, CaseIterable {
    /// By title.
    case songs
    /// By artist and date.
    case albums
    /// The rest by name.
    case artists, genres, playlists
    /// The latest first.
    case recentlyAdded, recentlyPlayed
    case mostPlayed, favourites, neverPlayed
}

/// Sizes of the library.
package enum LibraryFigure: String, Sendable, Hashable, CaseIterable {
    case tracks, albums, artists, genres, playlists, favourites
    /// Tracks whose files are not where they were.
    case missing
    case plays
    /// In microseconds; the second one counts each track as often as it was played.
    case length, playedLength
    /// In bytes.
    case size
}

/// A folder whose music is in the library.
package struct LibraryFolderListing: Sendable, Hashable {
    package var uri: String
    package var trackCount: Int
    /// It is there, and can be read.
    package var isAvailable: Bool
    /// When it was last scanned to the end, in nanoseconds since 1970; 0 for never.
    package var scanned: Int64

    package init(uri: String, trackCount: Int, isAvailable: Bool, scanned: Int64) {
        self.uri = uri
        self.trackCount = trackCount
        self.isAvailable = isAvailable
        self.scanned = scanned
    }
}

/// What a scan of the library tells.
package enum ScanNews: Sendable, Hashable {
    case stage(ScanStage)
    /// Something that could not be read.
    case problem(SourceProblem)
    case finished(ScanResult)
}

/// How far a scan of the library is.
package struct ScanStage: Sendable, Hashable {
    /// Files of music that were found so far.
    package var found = 0
    /// Those that have to be read, new ones and such as changed; nil until all were found.
    package var unread: Int?
    /// Those of them that were read.
    package var read = 0

    package init() {}
}

/// What a scan of the library has changed, in numbers of files.
package struct ScanResult: Sendable, Hashable {
    package var found = 0
    package var added = 0
    package var changed = 0
    package var moved = 0
    /// Those that are gone, or whose disk is not there.
    package var lost = 0
    package var problems = 0
    /// Why it did not come to its end; nil if it did.
    package var failure: String?

    package init() {}
}

/// A change to the library that somebody asks for.
///
/// Folders, files and songs are `file://` URIs; what else is named is named by its `LibraryURI`.
package enum LibraryEdit: Sendable, Hashable {
    case addFolder(String)
    case removeFolder(String)
    case setFavourite(String, Bool)
    /// 0…1; nil takes it away.
    case setRating(String, Double?)
    case createPlaylist(name: String, sources: [String])
    case renamePlaylist(String, name: String)
    case deletePlaylist(String)
    /// At an index that counts from 0; nil is the end.
    case addToPlaylist(String, sources: [String], index: Int?)
    case removeFromPlaylist(String, entries: [Int64])
    case movePlaylistEntry(String, entry: Int64, index: Int)
    /// A file as a playlist of the library.
    case importPlaylist(file: String)
    /// Into a file, which is M3U8 or XSPF by its name; one that is there only if it may be replaced.
    case exportPlaylist(String, file: String, replaces: Bool)
}
