// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// An artist.
public struct Artist: MusicItem, MusicPropertyContainer, Codable, Hashable, Identifiable, Sendable,
    CustomStringConvertible, Resource
{
    /// What identifies it in its source.
    public let id: MusicItemID
    var attributes: Attributes
    var relations: Relations

    static let resourceType = "artists"

    /// The artist's name.
    public var name: String { attributes.name }

    /// A picture for it.
    public var artwork: Artwork? { attributes.artwork }

    /// What editors wrote about it.
    public var editorialNotes: EditorialNotes? { attributes.editorialNotes }

    /// The names of the artist's genres.
    public var genreNames: [String]? { attributes.genreNames }

    /// When it came into the library.
    public var libraryAddedDate: Date? { DateText.date(attributes.dateAdded) }

    /// Its page on the web.
    public var url: URL? { attributes.url }

    /// The artist's albums.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var albums: MusicItemCollection<Album>? { relations.albums }

    /// The artist's genres.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var genres: MusicItemCollection<Genre>? { relations.genres }

    /// The artist's videos.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var musicVideos: MusicItemCollection<MusicVideo>? { relations.musicVideos }

    /// Playlists with the artist.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var playlists: MusicItemCollection<Playlist>? { relations.playlists }

    /// A station about the artist.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var station: Station? { relations.station?.first }

    /// Others' albums with the artist.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var appearsOnAlbums: MusicItemCollection<Album>? { relations.appearsOnAlbums }

    /// Compilations with the artist.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var compilationAlbums: MusicItemCollection<Album>? { relations.compilationAlbums }

    /// Albums that editors chose.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var featuredAlbums: MusicItemCollection<Album>? { relations.featuredAlbums }

    /// Playlists that editors chose.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var featuredPlaylists: MusicItemCollection<Playlist>? { relations.featuredPlaylists }

    /// Albums that are neither singles nor compilations.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var fullAlbums: MusicItemCollection<Album>? { relations.fullAlbums }

    /// The newest album.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var latestRelease: Album? { relations.latestRelease?.first }

    /// Albums from concerts.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var liveAlbums: MusicItemCollection<Album>? { relations.liveAlbums }

    /// Artists like this one.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var similarArtists: MusicItemCollection<Artist>? { relations.similarArtists }

    /// The artist's singles.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var singles: MusicItemCollection<Album>? { relations.singles }

    /// The videos that are seen most.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var topMusicVideos: MusicItemCollection<MusicVideo>? { relations.topMusicVideos }

    /// The songs that are heard most.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var topSongs: MusicItemCollection<Song>? { relations.topSongs }

    /// Reads what the Apple Music API writes.
    public init(from decoder: any Decoder) throws {
        self = try Self.read(decoder)
    }

    init(id: MusicItemID, attributes: Attributes, relations: Relations) {
        self.id = id
        self.attributes = attributes
        self.relations = relations
    }

    /// Writes what the Apple Music API writes.
    public func encode(to encoder: any Encoder) throws {
        try write(encoder)
    }

    /// By the identifier.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }

    /// The type, the identifier and the name.
    public var description: String { "Artist(id: \"\(id)\", name: \"\(name)\")" }
}

extension Artist {
    struct Attributes: Codable, Hashable, Sendable {
        var name: String
        var artwork: Artwork?
        var editorialNotes: EditorialNotes?
        var genreNames: [String]?
        var dateAdded: String?
        var albumCount: Int?
        var url: URL?
    }

    struct Relations: Codable, Hashable, Sendable, EmptyInitializable {
        var albums: MusicItemCollection<Album>?
        var genres: MusicItemCollection<Genre>?
        var musicVideos: MusicItemCollection<MusicVideo>?
        var playlists: MusicItemCollection<Playlist>?
        var station: MusicItemCollection<Station>?
        var appearsOnAlbums: MusicItemCollection<Album>?
        var compilationAlbums: MusicItemCollection<Album>?
        var featuredAlbums: MusicItemCollection<Album>?
        var featuredPlaylists: MusicItemCollection<Playlist>?
        var fullAlbums: MusicItemCollection<Album>?
        var latestRelease: MusicItemCollection<Album>?
        var liveAlbums: MusicItemCollection<Album>?
        var similarArtists: MusicItemCollection<Artist>?
        var singles: MusicItemCollection<Album>?
        var topMusicVideos: MusicItemCollection<MusicVideo>?
        var topSongs: MusicItemCollection<Song>?

        private enum CodingKeys: String, CodingKey {
            case albums
            case genres
            case musicVideos = "music-videos"
            case playlists
            case station
            case appearsOnAlbums = "appears-on-albums"
            case compilationAlbums = "compilation-albums"
            case featuredAlbums = "featured-albums"
            case featuredPlaylists = "featured-playlists"
            case fullAlbums = "full-albums"
            case latestRelease = "latest-release"
            case liveAlbums = "live-albums"
            case similarArtists = "similar-artists"
            case singles
            case topMusicVideos = "top-music-videos"
            case topSongs = "top-songs"
        }

        init() {}
    }
}

extension PartialMusicProperty where Root == Artist {
    /// The artist's albums.
    public static var albums: MusicRelationshipProperty<Artist, Album> {
        MusicRelationshipProperty("albums") { $0.relations.albums != nil }
    }

    /// The artist's genres.
    public static var genres: MusicRelationshipProperty<Artist, Genre> {
        MusicRelationshipProperty("genres") { $0.relations.genres != nil }
    }

    /// The artist's videos.
    public static var musicVideos: MusicRelationshipProperty<Artist, MusicVideo> {
        MusicRelationshipProperty("musicVideos") { $0.relations.musicVideos != nil }
    }

    /// Playlists with the artist.
    public static var playlists: MusicRelationshipProperty<Artist, Playlist> {
        MusicRelationshipProperty("playlists") { $0.relations.playlists != nil }
    }

    /// A station about the artist.
    public static var station: MusicRelationshipProperty<Artist, Station> {
        MusicRelationshipProperty("station") { $0.relations.station != nil }
    }

    /// Others' albums with the artist.
    public static var appearsOnAlbums: MusicRelationshipProperty<Artist, Album> {
        MusicRelationshipProperty("appearsOnAlbums") { $0.relations.appearsOnAlbums != nil }
    }

    /// Compilations with the artist.
    public static var compilationAlbums: MusicRelationshipProperty<Artist, Album> {
        MusicRelationshipProperty("compilationAlbums") { $0.relations.compilationAlbums != nil }
    }

    /// Albums that editors chose.
    public static var featuredAlbums: MusicRelationshipProperty<Artist, Album> {
        MusicRelationshipProperty("featuredAlbums") { $0.relations.featuredAlbums != nil }
    }

    /// Playlists that editors chose.
    public static var featuredPlaylists: MusicRelationshipProperty<Artist, Playlist> {
        MusicRelationshipProperty("featuredPlaylists") { $0.relations.featuredPlaylists != nil }
    }

    /// Albums that are neither singles nor compilations.
    public static var fullAlbums: MusicRelationshipProperty<Artist, Album> {
        MusicRelationshipProperty("fullAlbums") { $0.relations.fullAlbums != nil }
    }

    /// The newest album.
    public static var latestRelease: MusicRelationshipProperty<Artist, Album> {
        MusicRelationshipProperty("latestRelease") { $0.relations.latestRelease != nil }
    }

    /// Albums from concerts.
    public static var liveAlbums: MusicRelationshipProperty<Artist, Album> {
        MusicRelationshipProperty("liveAlbums") { $0.relations.liveAlbums != nil }
    }

    /// Artists like this one.
    public static var similarArtists: MusicRelationshipProperty<Artist, Artist> {
        MusicRelationshipProperty("similarArtists") { $0.relations.similarArtists != nil }
    }

    /// The artist's singles.
    public static var singles: MusicRelationshipProperty<Artist, Album> {
        MusicRelationshipProperty("singles") { $0.relations.singles != nil }
    }

    /// The videos that are seen most.
    public static var topMusicVideos: MusicRelationshipProperty<Artist, MusicVideo> {
        MusicRelationshipProperty("topMusicVideos") { $0.relations.topMusicVideos != nil }
    }

    /// The songs that are heard most.
    public static var topSongs: MusicRelationshipProperty<Artist, Song> {
        MusicRelationshipProperty("topSongs") { $0.relations.topSongs != nil }
    }
}
