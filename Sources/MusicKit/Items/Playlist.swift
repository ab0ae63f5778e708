// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// A playlist.
public struct Playlist: PlayableMusicItem, MusicPropertyContainer, Codable, Hashable, Identifiable,
    Sendable, CustomStringConvertible, Resource
{
    /// What identifies it in its source.
    public let id: MusicItemID
    var attributes: Attributes
    var relations: Relations

    static let resourceType = "playlists"

    /// What sort of playlist it is.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// Made by editors.
        case editorial
        /// Made by somebody else.
        case external
        /// Made for this user.
        case personalMix = "personal-mix"
        /// What this user heard most.
        case replay
        /// Made by a user.
        case userShared = "user-shared"
    }

    /// The playlist's name.
    public var name: String { attributes.name }

    /// A picture for it.
    public var artwork: Artwork? { attributes.artwork }

    /// Who made it.
    public var curatorName: String? { attributes.curatorName }

    /// What sort of playlist it is.
    public var kind: Kind? { attributes.playlistType }

    /// What it is about, for a list.
    public var shortDescription: String? { attributes.description?.short }

    /// When it was last heard.
    public var lastPlayedDate: Date? { DateText.date(attributes.lastPlayedDate) }

    /// When it came into the library.
    public var libraryAddedDate: Date? { DateText.date(attributes.dateAdded) }

    /// When it was last changed.
    public var lastModifiedDate: Date? { DateText.date(attributes.lastModifiedDate) }

    /// Whether it is a chart.
    public var isChart: Bool? { attributes.isChart }

    /// What a player needs to play it; nil where it cannot be played.
    public var playParameters: PlayParameters? { attributes.playParams }

    /// Its page on the web.
    public var url: URL? { attributes.url }

    /// What it is about, for a page.
    public var standardDescription: String? { attributes.description?.standard }

    /// What is in it, in order.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var tracks: MusicItemCollection<Track>? { relations.tracks }

    /// The places in it, in order.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var entries: MusicItemCollection<Playlist.Entry>? { relations.entries }

    /// Who made it.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var curator: Curator? { relations.curator?.first }

    /// The programme it belongs to.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var radioShow: RadioShow? { relations.radioShow?.first }

    /// Artists that are in it.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var featuredArtists: MusicItemCollection<Artist>? { relations.featuredArtists }

    /// Other playlists of its curator.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var moreByCurator: MusicItemCollection<Playlist>? { relations.moreByCurator }

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
    public var description: String { "Playlist(id: \"\(id)\", name: \"\(name)\")" }
}

extension Playlist {
    struct Attributes: Codable, Hashable, Sendable {
        var name: String
        var artwork: Artwork?
        var curatorName: String?
        var playlistType: Kind?
        var description: EditorialNotes?
        var lastPlayedDate: String?
        var dateAdded: String?
        var lastModifiedDate: String?
        var isChart: Bool?
        var playParams: PlayParameters?
        var url: URL?
    }

    struct Relations: Codable, Hashable, Sendable, EmptyInitializable {
        var tracks: MusicItemCollection<Track>?
        var entries: MusicItemCollection<Playlist.Entry>?
        var curator: MusicItemCollection<Curator>?
        var radioShow: MusicItemCollection<RadioShow>?
        var featuredArtists: MusicItemCollection<Artist>?
        var moreByCurator: MusicItemCollection<Playlist>?

        private enum CodingKeys: String, CodingKey {
            case tracks
            case entries
            case curator
            case radioShow = "radio-show"
            case featuredArtists = "featured-artists"
            case moreByCurator = "more-by-curator"
        }

        init() {}
    }
}

extension PartialMusicProperty where Root == Playlist {
    /// What is in it, in order.
    public static var tracks: MusicRelationshipProperty<Playlist, Track> {
        MusicRelationshipProperty("tracks") { $0.relations.tracks != nil }
    }

    /// The places in it, in order.
    public static var entries: MusicRelationshipProperty<Playlist, Playlist.Entry> {
        MusicRelationshipProperty("entries") { $0.relations.entries != nil }
    }

    /// Who made it.
    public static var curator: MusicRelationshipProperty<Playlist, Curator> {
        MusicRelationshipProperty("curator") { $0.relations.curator != nil }
    }

    /// The programme it belongs to.
    public static var radioShow: MusicRelationshipProperty<Playlist, RadioShow> {
        MusicRelationshipProperty("radioShow") { $0.relations.radioShow != nil }
    }

    /// Artists that are in it.
    public static var featuredArtists: MusicRelationshipProperty<Playlist, Artist> {
        MusicRelationshipProperty("featuredArtists") { $0.relations.featuredArtists != nil }
    }

    /// Other playlists of its curator.
    public static var moreByCurator: MusicRelationshipProperty<Playlist, Playlist> {
        MusicRelationshipProperty("moreByCurator") { $0.relations.moreByCurator != nil }
    }
}
