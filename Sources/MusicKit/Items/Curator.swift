// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// Somebody who makes playlists.
public struct Curator: MusicItem, MusicPropertyContainer, Codable, Hashable, Identifiable, Sendable,
    CustomStringConvertible, Resource
{
    /// What identifies it in its source.
    public let id: MusicItemID
    var attributes: Attributes
    var relations: Relations

    static let resourceType = "curators"

    /// What sort of curator somebody is.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// Of the catalog itself.
        case editorial
        /// Somebody else.
        case external
    }

    /// The curator's name.
    public var name: String { attributes.name }

    /// A picture for it.
    public var artwork: Artwork? { attributes.artwork }

    /// What editors wrote about it.
    public var editorialNotes: EditorialNotes? { attributes.editorialNotes }

    /// What sort of curator it is.
    public var kind: Kind { attributes.kind ?? .external }

    /// Its page on the web.
    public var url: URL? { attributes.url }

    /// The curator's playlists.
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
    public var description: String { "Curator(id: \"\(id)\", name: \"\(name)\")" }
}

extension Curator {
    struct Attributes: Codable, Hashable, Sendable {
        var name: String
        var artwork: Artwork?
        var editorialNotes: EditorialNotes?
        var kind: Kind?
        var url: URL?
    }

    struct Relations: Codable, Hashable, Sendable, EmptyInitializable {
        var playlists: MusicItemCollection<Playlist>?
    }
}

extension PartialMusicProperty where Root == Curator {
    /// The curator's playlists.
    public static var playlists: MusicRelationshipProperty<Curator, Playlist> {
        MusicRelationshipProperty("playlists") { $0.relations.playlists != nil }
    }
}
