// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// A programme on the radio.
public struct RadioShow: MusicItem, MusicPropertyContainer, Codable, Hashable, Identifiable,
    Sendable, CustomStringConvertible, Resource
{
    /// What identifies it in its source.
    public let id: MusicItemID
    var attributes: Attributes
    var relations: Relations

    static let resourceType = "apple-curators"

    /// The programme's name.
    public var name: String { attributes.name }

    /// Who presents it.
    public var hostName: String? { attributes.hostName }

    /// A picture for it.
    public var artwork: Artwork? { attributes.artwork }

    /// What editors wrote about it.
    public var editorialNotes: EditorialNotes? { attributes.editorialNotes }

    /// Its page on the web.
    public var url: URL? { attributes.url }

    /// Playlists of its editions.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var playlists: MusicItemCollection<Playlist>? { relations.playlists }

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
    public var description: String { "RadioShow(id: \"\(id)\", name: \"\(name)\")" }
}

extension RadioShow {
    struct Attributes: Codable, Hashable, Sendable {
        var name: String
        var hostName: String?
        var artwork: Artwork?
        var editorialNotes: EditorialNotes?
        var url: URL?
    }

    struct Relations: Codable, Hashable, Sendable, EmptyInitializable {
        var playlists: MusicItemCollection<Playlist>?
    }
}

extension PartialMusicProperty where Root == RadioShow {
    /// Playlists of its editions.
    public static var playlists: MusicRelationshipProperty<RadioShow, Playlist> {
        MusicRelationshipProperty("playlists") { $0.relations.playlists != nil }
    }
}
