// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// A music video.
public struct MusicVideo: PlayableMusicItem, MusicPropertyContainer, Codable, Hashable,
    Identifiable, Sendable, CustomStringConvertible, Resource
{
    /// What identifies it in its source.
    public let id: MusicItemID
    var attributes: Attributes
    var relations: Relations

    static let resourceType = "music-videos"

    /// The title.
    public var title: String { attributes.name }

    /// The artist's name.
    public var artistName: String { attributes.artistName }

    /// The album's title.
    public var albumTitle: String? { attributes.albumName }

    /// A picture for it.
    public var artwork: Artwork? { attributes.artwork }

    /// How long it is, in seconds.
    public var duration: TimeInterval? {
        attributes.durationInMillis.map { TimeInterval($0) / 1000 }
    }

    /// Pieces of it that everybody may hear.
    public var previewAssets: [PreviewAsset]? { attributes.previews }

    /// Who may hear it.
    public var contentRating: ContentRating? { attributes.contentRating }

    /// What editors wrote about it.
    public var editorialNotes: EditorialNotes? { attributes.editorialNotes }

    /// The names of its genres.
    public var genreNames: [String] { attributes.genreNames ?? [] }

    /// Whether its picture is of 4K quality.
    public var has4K: Bool { attributes.has4K ?? false }

    /// Whether its picture has a high dynamic range.
    public var hasHDR: Bool { attributes.hasHDR ?? false }

    /// Its International Standard Recording Code.
    public var isrc: String? { attributes.isrc }

    /// What a player needs to play it; nil where it cannot be played.
    public var playParameters: PlayParameters? { attributes.playParams }

    /// When it was published.
    public var releaseDate: Date? { DateText.date(attributes.releaseDate) }

    /// Where on the album it is.
    public var trackNumber: Int? { attributes.trackNumber }

    /// Its page on the web.
    public var url: URL? { attributes.url }

    /// The work's name, for classical music.
    public var workName: String? { attributes.workName }

    /// When it was last heard.
    public var lastPlayedDate: Date? { DateText.date(attributes.lastPlayedDate) }

    /// When it came into the library.
    public var libraryAddedDate: Date? { DateText.date(attributes.dateAdded) }

    /// How often it was heard to its end.
    public var playCount: Int? { attributes.playCount }

    /// The artist's page on the web.
    public var artistURL: URL? { attributes.artistUrl }

    /// The albums it is on.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var albums: MusicItemCollection<Album>? { relations.albums }

    /// Who performs it.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var artists: MusicItemCollection<Artist>? { relations.artists }

    /// Its genres.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var genres: MusicItemCollection<Genre>? { relations.genres }

    /// The songs in it.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var songs: MusicItemCollection<Song>? { relations.songs }

    /// The artist's other videos.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var moreByArtist: MusicItemCollection<MusicVideo>? { relations.moreByArtist }

    /// The genre's other videos.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var moreInGenre: MusicItemCollection<MusicVideo>? { relations.moreInGenre }

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
        "MusicVideo(id: \"\(id)\", title: \"\(title)\", artistName: \"\(artistName)\")"
    }
}

extension MusicVideo {
    struct Attributes: Codable, Hashable, Sendable {
        var name: String
        var artistName: String
        var albumName: String?
        var artwork: Artwork?
        var durationInMillis: Int?
        var previews: [PreviewAsset]?
        var contentRating: ContentRating?
        var editorialNotes: EditorialNotes?
        var genreNames: [String]?
        var has4K: Bool?
        var hasHDR: Bool?
        var isrc: String?
        var playParams: PlayParameters?
        var releaseDate: String?
        var trackNumber: Int?
        var url: URL?
        var workName: String?
        var lastPlayedDate: String?
        var dateAdded: String?
        var playCount: Int?
        var artistUrl: URL?
    }

    struct Relations: Codable, Hashable, Sendable, EmptyInitializable {
        var albums: MusicItemCollection<Album>?
        var artists: MusicItemCollection<Artist>?
        var genres: MusicItemCollection<Genre>?
        var songs: MusicItemCollection<Song>?
        var moreByArtist: MusicItemCollection<MusicVideo>?
        var moreInGenre: MusicItemCollection<MusicVideo>?

        private enum CodingKeys: String, CodingKey {
            case albums
            case artists
            case genres
            case songs
            case moreByArtist = "more-by-artist"
            case moreInGenre = "more-in-genre"
        }

        init() {}
    }
}

extension PartialMusicProperty where Root == MusicVideo {
    /// The albums it is on.
    public static var albums: MusicRelationshipProperty<MusicVideo, Album> {
        MusicRelationshipProperty("albums") { $0.relations.albums != nil }
    }

    /// Who performs it.
    public static var artists: MusicRelationshipProperty<MusicVideo, Artist> {
        MusicRelationshipProperty("artists") { $0.relations.artists != nil }
    }

    /// Its genres.
    public static var genres: MusicRelationshipProperty<MusicVideo, Genre> {
        MusicRelationshipProperty("genres") { $0.relations.genres != nil }
    }

    /// The songs in it.
    public static var songs: MusicRelationshipProperty<MusicVideo, Song> {
        MusicRelationshipProperty("songs") { $0.relations.songs != nil }
    }

    /// The artist's other videos.
    public static var moreByArtist: MusicRelationshipProperty<MusicVideo, MusicVideo> {
        MusicRelationshipProperty("moreByArtist") { $0.relations.moreByArtist != nil }
    }

    /// The genre's other videos.
    public static var moreInGenre: MusicRelationshipProperty<MusicVideo, MusicVideo> {
        MusicRelationshipProperty("moreInGenre") { $0.relations.moreInGenre != nil }
    }

    /// The artist's page on the web.
    public static var artistURL: MusicExtendedAttributeProperty<MusicVideo, URL> {
        MusicExtendedAttributeProperty("artistURL") { $0.artistURL != nil }
    }
}
