// SPDX-License-Identifier: MPL-2.0

@_exported public import Combine
@_exported public import Foundation
@_exported public import Observation

#if canImport(FoundationNetworking)
    @_exported public import FoundationNetworking
#endif

/// Something that a catalog, a library or a folder has: a song, an album, an artist.
public protocol MusicItem: Sendable {
    /// What identifies it in its source.
    var id: MusicItemID { get }
}

/// A music item that a player can play.
public protocol PlayableMusicItem: MusicItem {
    /// What a player needs to play it; nil where it cannot be played.
    var playParameters: PlayParameters? { get }
}

/// What identifies a music item in its source.
@frozen
public struct MusicItemID: Hashable, Codable, RawRepresentable, Sendable,
    ExpressibleByStringLiteral, CustomStringConvertible
{
    /// The identifier's text.
    public let rawValue: String

    /// An identifier with this text.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// An identifier with this text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An identifier with this text.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// Reads the text alone.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the text alone.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// The identifier's text.
    public var description: String { rawValue }
}

/// What a player needs to play an item.
///
/// Opaque, as on Apple platforms. What comes from a file or stream carries its place.
public struct PlayParameters: Codable, Hashable, Sendable {
    let id: String
    let kind: String
    var isLibrary: Bool?
    /// Where the sound is, for what was not found in a catalog.
    var location: URL?

    init(id: String, kind: String, location: URL?) {
        self.id = id
        self.kind = kind
        self.location = location
    }
}

/// What a catalog says about who may hear something.
public enum ContentRating: String, Codable, Hashable, Sendable, CaseIterable {
    /// For everybody.
    case clean
    /// Not for everybody.
    case explicit
}

/// How sound was made.
public enum AudioVariant: String, Codable, Hashable, Sendable, CaseIterable,
    CustomStringConvertible
{
    /// Dolby Atmos.
    case dolbyAtmos = "dolby-atmos"
    /// Dolby Audio.
    case dolbyAudio = "dolby-audio"
    /// Without loss, such as FLAC.
    case lossless
    /// Without loss, above 48 kHz.
    case highResolutionLossless = "hi-res-lossless"
    /// With loss, such as MP3.
    case lossyStereo = "lossy-stereo"
    /// Spatial audio.
    case spatialAudio = "spatial"

    /// The name of the case.
    public var description: String {
        switch self {
        case .dolbyAtmos: "dolbyAtmos"
        case .dolbyAudio: "dolbyAudio"
        case .lossless: "lossless"
        case .highResolutionLossless: "highResolutionLossless"
        case .lossyStereo: "lossyStereo"
        case .spatialAudio: "spatialAudio"
        }
    }
}

/// What editors wrote about an item.
public struct EditorialNotes: Codable, Hashable, Sendable {
    /// For a list.
    public let short: String?
    /// For a page.
    public let standard: String?
    /// A name in place of the item's.
    public let name: String?
    /// A line under the name.
    public let tagline: String?
}

/// A short piece of a song or video that everybody may hear.
public struct PreviewAsset: Codable, Hashable, Sendable {
    /// Where it is.
    public let url: URL?
    /// Where it is as an HLS stream.
    public let hlsURL: URL?
    /// A picture for it.
    public let artwork: Artwork?

    private enum CodingKeys: String, CodingKey {
        case url, artwork
        case hlsURL = "hlsUrl"
    }
}
