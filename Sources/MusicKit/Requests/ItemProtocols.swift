// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// An item that a catalog can be asked for by one of its properties.
public protocol FilterableMusicItem: MusicItem {
    /// The properties: an existential type, whose key paths name them.
    associatedtype FilterType
}

/// An item that a catalog can be searched for.
public protocol MusicCatalogSearchable: MusicItem {}

/// An item that has charts.
public protocol MusicCatalogChartRequestable: MusicItem {}

/// An item of which a catalog can list the uppermost.
public protocol MusicCatalogTopLevelResourceRequesting: MusicItem {}

/// An item that a library can be asked for.
public protocol MusicLibraryRequestable: MusicItem {
    /// The properties to filter by: an existential type, whose key paths name them.
    associatedtype LibraryFilter
    /// The properties to sort by: an existential type, whose key paths name them.
    associatedtype LibrarySortProperties
}

/// An item by which a library can be divided.
public protocol MusicLibrarySectionRequestable: MusicLibraryRequestable {}

/// An item that a library can be searched for.
public protocol MusicLibrarySearchable: MusicItem {}

/// An item that can be added to a library.
public protocol MusicLibraryAddable: MusicItem {}

/// An item that can be added to a playlist.
public protocol MusicPlaylistAddable: MusicItem {}

/// An item that can be asked for by when it was heard.
public protocol MusicRecentlyPlayedRequestable: MusicItem {}

/// An item that can be recommended.
public protocol MusicPersonalRecommendationItem: MusicItem {}

// MARK: Filters of a catalog

/// What a song can be found by.
public protocol SongFilter {
    /// What identifies it.
    var id: MusicItemID { get }
    /// Its International Standard Recording Code.
    var isrc: String? { get }
}

/// What an album can be found by.
public protocol AlbumFilter {
    /// What identifies it.
    var id: MusicItemID { get }
    /// Its Universal Product Code.
    var upc: String? { get }
}

/// What a music video can be found by.
public protocol MusicVideoFilter {
    /// What identifies it.
    var id: MusicItemID { get }
    /// Its International Standard Recording Code.
    var isrc: String? { get }
}

/// What an artist can be found by.
public protocol ArtistFilter {
    /// What identifies the artist.
    var id: MusicItemID { get }
}

/// What a playlist can be found by.
public protocol PlaylistFilter {
    /// What identifies it.
    var id: MusicItemID { get }
}

/// What a genre can be found by.
public protocol GenreFilter {
    /// What identifies it.
    var id: MusicItemID { get }
}

/// What a station can be found by.
public protocol StationFilter {
    /// What identifies it.
    var id: MusicItemID { get }
}

/// What a curator can be found by.
public protocol CuratorFilter {
    /// What identifies the curator.
    var id: MusicItemID { get }
}

/// What a programme can be found by.
public protocol RadioShowFilter {
    /// What identifies it.
    var id: MusicItemID { get }
}

/// What a label can be found by.
public protocol RecordLabelFilter {
    /// What identifies it.
    var id: MusicItemID { get }
}

// MARK: Filters and orders of a library

/// What a library's songs can be filtered by.
public protocol LibrarySongFilter {
    /// What identifies it.
    var id: MusicItemID { get }
    /// The title.
    var title: String { get }
    /// The album's title.
    var albumTitle: String? { get }
    /// The artist's name.
    var artistName: String { get }
    /// The composer's name.
    var composerName: String? { get }
    /// The albums it is on.
    var albums: MusicItemCollection<Album>? { get }
    /// Who performs it.
    var artists: MusicItemCollection<Artist>? { get }
    /// Its genres.
    var genres: MusicItemCollection<Genre>? { get }
}

/// What a library's songs can be sorted by.
public protocol LibrarySongSortProperties {
    /// The title.
    var title: String { get }
    /// The artist's name.
    var artistName: String { get }
    /// The album's title.
    var albumTitle: String? { get }
    /// The composer's name.
    var composerName: String? { get }
    /// How long it is, in seconds.
    var duration: TimeInterval? { get }
    /// On which disc of the album it is.
    var discNumber: Int? { get }
    /// Where on the album it is.
    var trackNumber: Int? { get }
    /// How often it was heard to its end.
    var playCount: Int? { get }
    /// When it was last heard.
    var lastPlayedDate: Date? { get }
    /// When it came into the library.
    var libraryAddedDate: Date? { get }
}

/// What a library's albums can be filtered by.
public protocol LibraryAlbumFilter {
    /// What identifies it.
    var id: MusicItemID { get }
    /// The title.
    var title: String { get }
    /// The artist's name.
    var artistName: String { get }
    /// Whether it has songs of several artists.
    var isCompilation: Bool? { get }
    /// Who performs it.
    var artists: MusicItemCollection<Artist>? { get }
    /// Its genres.
    var genres: MusicItemCollection<Genre>? { get }
}

/// What a library's albums can be sorted by.
public protocol LibraryAlbumSortProperties {
    /// The title.
    var title: String { get }
    /// The artist's name.
    var artistName: String { get }
    /// When it was published.
    var releaseDate: Date? { get }
    /// How many tracks it has.
    var trackCount: Int { get }
    /// When it was last heard.
    var lastPlayedDate: Date? { get }
    /// When it came into the library.
    var libraryAddedDate: Date? { get }
}

/// What a library's artists can be filtered by.
public protocol LibraryArtistFilter {
    /// What identifies the artist.
    var id: MusicItemID { get }
    /// The artist's name.
    var name: String { get }
    /// The artist's genres.
    var genres: MusicItemCollection<Genre>? { get }
    /// Playlists with the artist.
    var playlists: MusicItemCollection<Playlist>? { get }
}

/// What a library's artists can be sorted by.
public protocol LibraryArtistSortProperties {
    /// The artist's name.
    var name: String { get }
    /// How many albums there are.
    var albumCount: Int { get }
    /// When the artist came into the library.
    var libraryAddedDate: Date? { get }
}

/// What a library's playlists can be filtered by.
public protocol LibraryPlaylistFilter {
    /// What identifies it.
    var id: MusicItemID { get }
    /// The playlist's name.
    var name: String { get }
}

/// What a library's playlists can be sorted by.
public protocol LibraryPlaylistSortProperties {
    /// The playlist's name.
    var name: String { get }
    /// When it was last heard.
    var lastPlayedDate: Date? { get }
    /// When it came into the library.
    var libraryAddedDate: Date? { get }
    /// When it was last changed.
    ///
    /// Not on Apple platforms.
    var lastModifiedDate: Date? { get }
}

/// What a library's genres can be filtered by.
public protocol LibraryGenreFilter {
    /// What identifies it.
    var id: MusicItemID { get }
    /// The genre's name.
    var name: String { get }
}

/// What a library's genres can be sorted by.
public protocol LibraryGenreSortProperties {
    /// The genre's name.
    var name: String { get }
    /// When it came into the library.
    var libraryAddedDate: Date? { get }
}

/// What a library's music videos can be filtered by.
public protocol LibraryMusicVideoFilter {
    /// What identifies it.
    var id: MusicItemID { get }
    /// The title.
    var title: String { get }
    /// The artist's name.
    var artistName: String { get }
}

/// What a library's music videos can be sorted by.
public protocol LibraryMusicVideoSortProperties {
    /// The title.
    var title: String { get }
    /// The artist's name.
    var artistName: String { get }
    /// How long it is, in seconds.
    var duration: TimeInterval? { get }
    /// When it came into the library.
    var libraryAddedDate: Date? { get }
}
