// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// A station: a stream without an end.
public struct Station: PlayableMusicItem, MusicPropertyContainer, Codable, Hashable, Identifiable,
    Sendable, CustomStringConvertible, Resource
{
    /// What identifies it in its source.
    public let id: MusicItemID
    var attributes: Attributes
    var relations: Relations

    static let resourceType = "stations"

    /// The station's name.
    public var name: String { attributes.name }

    /// A picture for it.
    public var artwork: Artwork? { attributes.artwork }

    /// Who may hear it.
    public var contentRating: ContentRating? { attributes.contentRating }

    /// How long it is, in seconds.
    public var duration: TimeInterval? {
        attributes.durationInMillis.map { TimeInterval($0) / 1000 }
    }

    /// What editors wrote about it.
    public var editorialNotes: EditorialNotes? { attributes.editorialNotes }

    /// The episode's number, for a programme.
    public var episodeNumber: String? { attributes.episodeNumber }

    /// Whether what is heard happens now.
    public var isLive: Bool { attributes.isLive ?? false }

    /// Who makes it.
    public var stationProviderName: String? { attributes.stationProviderName }

    /// What a player needs to play it; nil where it cannot be played.
    public var playParameters: PlayParameters? { attributes.playParams }

    /// Its page on the web.
    public var url: URL? { attributes.url }

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
    public var description: String { "Station(id: \"\(id)\", name: \"\(name)\")" }
}

extension Station {
    struct Attributes: Codable, Hashable, Sendable {
        var name: String
        var artwork: Artwork?
        var contentRating: ContentRating?
        var durationInMillis: Int?
        var editorialNotes: EditorialNotes?
        var episodeNumber: String?
        var isLive: Bool?
        var stationProviderName: String?
        var playParams: PlayParameters?
        var url: URL?
    }

    typealias Relations = NoRelations
}
