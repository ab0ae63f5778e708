// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// An album.
public struct Album: PlayableMusicItem, MusicPropertyContainer, Codable, Hashable, Identifiable,
    Sendable, CustomStringConvertible, Resource
{
    /// What identifies it in its source.
    public let id: MusicItemID
    var attributes: Attributes
    var relations: Relations

    static let resourceType = "albums"

    /// The title.
    public var title: String { attributes.name }

    /// The artist's name.
    public var artistName: String { attributes.artistName }

    /// A picture for it.
    public var artwork: Artwork? { attributes.artwork }

    /// Who may hear it.
    public var contentRating: ContentRating? { attributes.contentRating }

    /// Who holds the rights.
    public var copyright: String? { attributes.copyright }

    /// What editors wrote about it.
    public var editorialNotes: EditorialNotes? { attributes.editorialNotes }

    /// The names of its genres.
    public var genreNames: [String] { attributes.genreNames ?? [] }

    /// Whether Apple made it from the best source.
    public var isAppleDigitalMaster: Bool? { attributes.isAppleDigitalMaster }

    /// Whether it has songs of several artists.
    public var isCompilation: Bool? { attributes.isCompilation }

    /// Whether all its songs can be played.
    public var isComplete: Bool? { attributes.isComplete }

    /// Whether it is a single.
    public var isSingle: Bool? { attributes.isSingle }

    /// When it was last heard.
    public var lastPlayedDate: Date? { DateText.date(attributes.lastPlayedDate) }

    /// When it came into the library.
    public var libraryAddedDate: Date? { DateText.date(attributes.dateAdded) }

    /// What a player needs to play it; nil where it cannot be played.
    public var playParameters: PlayParameters? { attributes.playParams }

    /// The label's name.
    public var recordLabelName: String? { attributes.recordLabel }

    /// When it was published.
    public var releaseDate: Date? { DateText.date(attributes.releaseDate) }

    /// How many tracks it has.
    public var trackCount: Int { attributes.trackCount ?? tracks?.count ?? 0 }

    /// Its Universal Product Code.
    public var upc: String? { attributes.upc }

    /// Its page on the web.
    public var url: URL? { attributes.url }

    /// The artist's page on the web.
    public var artistURL: URL? { attributes.artistUrl }

    /// How its sound was made.
    public var audioVariants: [AudioVariant]? { attributes.audioVariants }

    /// What is on it, in order.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var tracks: MusicItemCollection<Track>? { relations.tracks }

    /// Who performs it.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var artists: MusicItemCollection<Artist>? { relations.artists }

    /// Its genres.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var genres: MusicItemCollection<Genre>? { relations.genres }

    /// Who published it.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var recordLabels: MusicItemCollection<RecordLabel>? { relations.recordLabels }

    /// Playlists with songs of it.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var appearsOn: MusicItemCollection<Playlist>? { relations.appearsOn }

    /// Other versions of it.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var otherVersions: MusicItemCollection<Album>? { relations.otherVersions }

    /// Albums like it.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var relatedAlbums: MusicItemCollection<Album>? { relations.relatedAlbums }

    /// Videos of its songs.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var relatedVideos: MusicItemCollection<MusicVideo>? { relations.relatedVideos }

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
    public var description: String {
        "Album(id: \"\(id)\", title: \"\(title)\", artistName: \"\(artistName)\")"
    }
}

extension Album {
    struct Attributes: Codable, Hashable, Sendable {
        var name: String
        var artistName: String
        var artwork: Artwork?
        var contentRating: ContentRating?
        var copyright: String?
        var editorialNotes: EditorialNotes?
        var genreNames: [String]?
        var isAppleDigitalMaster: Bool?
        var isCompilation: Bool?
        var isComplete: Bool?
        var isSingle: Bool?
        var lastPlayedDate: String?
        var dateAdded: String?
        var playParams: PlayParameters?
        var recordLabel: String?
        var releaseDate: String?
        var trackCount: Int?
        var upc: String?
        var url: URL?
        var artistUrl: URL?
        var audioVariants: [AudioVariant]?
    }

    struct Relations: Codable, Hashable, Sendable, EmptyInitializable {
        var tracks: MusicItemCollection<Track>?
        var artists: MusicItemCollection<Artist>?
        var genres: MusicItemCollection<Genre>?
        var recordLabels: MusicItemCollection<RecordLabel>?
        var appearsOn: MusicItemCollection<Playlist>?
        var otherVersions: MusicItemCollection<Album>?
        var relatedAlbums: MusicItemCollection<Album>?
        var relatedVideos: MusicItemCollection<MusicVideo>?

        private enum CodingKeys: String, CodingKey {
            case tracks
            case artists
            case genres
            case recordLabels = "record-labels"
            case appearsOn = "appears-on"
            case otherVersions = "other-versions"
            case relatedAlbums = "related-albums"
            case relatedVideos = "related-videos"
        }

        init() {}
    }
}

extension PartialMusicProperty where Root == Album {
    /// What is on it, in order.
    public static var tracks: MusicRelationshipProperty<Album, Track> {
        MusicRelationshipProperty("tracks") { $0.relations.tracks != nil }
    }

    /// Who performs it.
    public static var artists: MusicRelationshipProperty<Album, Artist> {
        MusicRelationshipProperty("artists") { $0.relations.artists != nil }
    }

    /// Its genres.
    public static var genres: MusicRelationshipProperty<Album, Genre> {
        MusicRelationshipProperty("genres") { $0.relations.genres != nil }
    }

    /// Who published it.
    public static var recordLabels: MusicRelationshipProperty<Album, RecordLabel> {
        MusicRelationshipProperty("recordLabels") { $0.relations.recordLabels != nil }
    }

    /// Playlists with songs of it.
    public static var appearsOn: MusicRelationshipProperty<Album, Playlist> {
        MusicRelationshipProperty("appearsOn") { $0.relations.appearsOn != nil }
    }

    /// Other versions of it.
    public static var otherVersions: MusicRelationshipProperty<Album, Album> {
        MusicRelationshipProperty("otherVersions") { $0.relations.otherVersions != nil }
    }

    /// Albums like it.
    public static var relatedAlbums: MusicRelationshipProperty<Album, Album> {
        MusicRelationshipProperty("relatedAlbums") { $0.relations.relatedAlbums != nil }
    }

    /// Videos of its songs.
    public static var relatedVideos: MusicRelationshipProperty<Album, MusicVideo> {
        MusicRelationshipProperty("relatedVideos") { $0.relations.relatedVideos != nil }
    }

    /// The artist's page on the web.
    public static var artistURL: MusicExtendedAttributeProperty<Album, URL> {
        MusicExtendedAttributeProperty("artistURL") { $0.artistURL != nil }
    }

    /// How its sound was made.
    public static var audioVariants: MusicExtendedAttributeProperty<Album, [AudioVariant]> {
        MusicExtendedAttributeProperty("audioVariants") { $0.audioVariants != nil }
    }
}
