// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// A genre.
public struct Genre: MusicItem, MusicPropertyContainer, Codable, Hashable, Identifiable, Sendable,
    CustomStringConvertible, Resource
{
    /// What identifies it in its source.
    public let id: MusicItemID
    var attributes: Attributes
    var relations: Relations

    static let resourceType = "genres"

    /// The genre's name.
    public var name: String { attributes.name }

    /// When it came into the library.
    public var libraryAddedDate: Date? { DateText.date(attributes.dateAdded) }

    /// The genre that it belongs to.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var parent: Genre? { relations.parent?.first }

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
    public var description: String { "Genre(id: \"\(id)\", name: \"\(name)\")" }
}

extension Genre {
    struct Attributes: Codable, Hashable, Sendable {
        var name: String
        var dateAdded: String?
    }

    struct Relations: Codable, Hashable, Sendable, EmptyInitializable {
        var parent: MusicItemCollection<Genre>?
    }
}

extension PartialMusicProperty where Root == Genre {
    /// The genre that it belongs to.
    public static var parent: MusicRelationshipProperty<Genre, Genre> {
        MusicRelationshipProperty("parent") { $0.relations.parent != nil }
    }
}
