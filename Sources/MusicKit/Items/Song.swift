// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// A song.
public struct Song: PlayableMusicItem, MusicPropertyContainer, Codable, Hashable, Identifiable,
    Sendable, CustomStringConvertible, Resource
{
    /// What identifies it in its source.
    public let id: MusicItemID
    var attributes: Attributes
    var relations: Relations

    static let resourceType = "songs"

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

    /// Who performs, for classical music.
    public var attribution: String? { attributes.attribution }

    /// The composer's name.
    public var composerName: String? { attributes.composerName }

    /// Who may hear it.
    public var contentRating: ContentRating? { attributes.contentRating }

    /// On which disc of the album it is.
    public var discNumber: Int? { attributes.discNumber }

    /// What editors wrote about it.
    public var editorialNotes: EditorialNotes? { attributes.editorialNotes }

    /// The names of its genres.
    public var genreNames: [String] { attributes.genreNames ?? [] }

    /// Whether the source has its words.
    public var hasLyrics: Bool { attributes.hasLyrics ?? false }

    /// Whether Apple made it from the best source.
    public var isAppleDigitalMaster: Bool? { attributes.isAppleDigitalMaster }

    /// Its International Standard Recording Code.
    public var isrc: String? { attributes.isrc }

    /// How many movements the work has, for classical music.
    public var movementCount: Int? { attributes.movementCount }

    /// The movement's name, for classical music.
    public var movementName: String? { attributes.movementName }

    /// Which movement of the work it is, for classical music.
    public var movementNumber: Int? { attributes.movementNumber }

    /// The work's name, for classical music.
    public var workName: String? { attributes.workName }

    /// What a player needs to play it; nil where it cannot be played.
    public var playParameters: PlayParameters? { attributes.playParams }

    /// When it was published.
    public var releaseDate: Date? { DateText.date(attributes.releaseDate) }

    /// Where on the album it is.
    public var trackNumber: Int? { attributes.trackNumber }

    /// Its page on the web.
    public var url: URL? { attributes.url }

    /// When it was last heard.
    public var lastPlayedDate: Date? { DateText.date(attributes.lastPlayedDate) }

    /// When it came into the library.
    public var libraryAddedDate: Date? { DateText.date(attributes.dateAdded) }

    /// How often it was heard to its end.
    public var playCount: Int? { attributes.playCount }

    /// The artist's page on the web.
    public var artistURL: URL? { attributes.artistUrl }

    /// How its sound was made.
    public var audioVariants: [AudioVariant]? { attributes.audioVariants }

    /// The albums it is on.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var albums: MusicItemCollection<Album>? { relations.albums }

    /// Who performs it.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var artists: MusicItemCollection<Artist>? { relations.artists }

    /// Who wrote it.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var composers: MusicItemCollection<Artist>? { relations.composers }

    /// Its genres.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var genres: MusicItemCollection<Genre>? { relations.genres }

    /// Videos of it.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var musicVideos: MusicItemCollection<MusicVideo>? { relations.musicVideos }

    /// A station that begins with it.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var station: Station? { relations.station?.first }

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
        "Song(id: \"\(id)\", title: \"\(title)\", artistName: \"\(artistName)\")"
    }
}

extension Song {
    struct Attributes: Codable, Hashable, Sendable {
        var name: String
        var artistName: String
        var albumName: String?
        var artwork: Artwork?
        var durationInMillis: Int?
        var previews: [PreviewAsset]?
        var attribution: String?
        var composerName: String?
        var contentRating: ContentRating?
        var discNumber: Int?
        var editorialNotes: EditorialNotes?
        var genreNames: [String]?
        var hasLyrics: Bool?
        var isAppleDigitalMaster: Bool?
        var isrc: String?
        var movementCount: Int?
        var movementName: String?
        var movementNumber: Int?
        var workName: String?
        var playParams: PlayParameters?
        var releaseDate: String?
        var trackNumber: Int?
        var url: URL?
        var lastPlayedDate: String?
        var dateAdded: String?
        var playCount: Int?
        var artistUrl: URL?
        var audioVariants: [AudioVariant]?
    }

    struct Relations: Codable, Hashable, Sendable, EmptyInitializable {
        var albums: MusicItemCollection<Album>?
        var artists: MusicItemCollection<Artist>?
        var composers: MusicItemCollection<Artist>?
        var genres: MusicItemCollection<Genre>?
        var musicVideos: MusicItemCollection<MusicVideo>?
        var station: MusicItemCollection<Station>?

        private enum CodingKeys: String, CodingKey {
            case albums
            case artists
            case composers
            case genres
            case musicVideos = "music-videos"
            case station
        }

        init() {}
    }
}

extension PartialMusicProperty where Root == Song {
    /// The albums it is on.
    public static var albums: MusicRelationshipProperty<Song, Album> {
        MusicRelationshipProperty("albums") { $0.relations.albums != nil }
    }

    /// Who performs it.
    public static var artists: MusicRelationshipProperty<Song, Artist> {
        MusicRelationshipProperty("artists") { $0.relations.artists != nil }
    }

    /// Who wrote it.
    public static var composers: MusicRelationshipProperty<Song, Artist> {
        MusicRelationshipProperty("composers") { $0.relations.composers != nil }
    }

    /// Its genres.
    public static var genres: MusicRelationshipProperty<Song, Genre> {
        MusicRelationshipProperty("genres") { $0.relations.genres != nil }
    }

    /// Videos of it.
    public static var musicVideos: MusicRelationshipProperty<Song, MusicVideo> {
        MusicRelationshipProperty("musicVideos") { $0.relations.musicVideos != nil }
    }

    /// A station that begins with it.
    public static var station: MusicRelationshipProperty<Song, Station> {
        MusicRelationshipProperty("station") { $0.relations.station != nil }
    }

    /// The artist's page on the web.
    public static var artistURL: MusicExtendedAttributeProperty<Song, URL> {
        MusicExtendedAttributeProperty("artistURL") { $0.artistURL != nil }
    }

    /// How its sound was made.
    public static var audioVariants: MusicExtendedAttributeProperty<Song, [AudioVariant]> {
        MusicExtendedAttributeProperty("audioVariants") { $0.audioVariants != nil }
    }
}
