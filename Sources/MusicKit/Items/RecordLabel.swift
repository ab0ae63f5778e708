// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// A record label.
public struct RecordLabel: MusicItem, MusicPropertyContainer, Codable, Hashable, Identifiable,
    Sendable, CustomStringConvertible, Resource
{
    /// What identifies it in its source.
    public let id: MusicItemID
    var attributes: Attributes
    var relations: Relations

    static let resourceType = "record-labels"

    /// The label's name.
    public var name: String { attributes.name }

    /// A picture for it.
    public var artwork: Artwork? { attributes.artwork }

    /// What editors wrote about it.
    public var editorialNotes: EditorialNotes? { attributes.editorialNotes }

    /// Its page on the web.
    public var url: URL? { attributes.url }

    /// Its newest albums.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var latestReleases: MusicItemCollection<Album>? { relations.latestReleases }

    /// Its albums that are heard most.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var topReleases: MusicItemCollection<Album>? { relations.topReleases }

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
    public var description: String { "RecordLabel(id: \"\(id)\", name: \"\(name)\")" }
}

extension RecordLabel {
    struct Attributes: Codable, Hashable, Sendable {
        var name: String
        var artwork: Artwork?
        var editorialNotes: EditorialNotes?
        var url: URL?
    }

    struct Relations: Codable, Hashable, Sendable, EmptyInitializable {
        var latestReleases: MusicItemCollection<Album>?
        var topReleases: MusicItemCollection<Album>?

        private enum CodingKeys: String, CodingKey {
            case latestReleases = "latest-releases"
            case topReleases = "top-releases"
        }

        init() {}
    }
}

extension PartialMusicProperty where Root == RecordLabel {
    /// Its newest albums.
    public static var latestReleases: MusicRelationshipProperty<RecordLabel, Album> {
        MusicRelationshipProperty("latestReleases") { $0.relations.latestReleases != nil }
    }

    /// Its albums that are heard most.
    public static var topReleases: MusicRelationshipProperty<RecordLabel, Album> {
        MusicRelationshipProperty("topReleases") { $0.relations.topReleases != nil }
    }
}
