// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// A song or video, as albums and playlists have them.
@frozen
public enum Track: PlayableMusicItem, Codable, Hashable, Identifiable, Sendable,
    MusicPropertyContainer, CustomStringConvertible
{
    /// A song.
    case song(Song)
    /// A music video.
    case musicVideo(MusicVideo)

    /// Reads what the Apple Music API writes; the type decides which case it is.
    public init(from decoder: any Decoder) throws {
        let type = try decoder.container(keyedBy: ResourceKeys.self)
            .decodeIfPresent(String.self, forKey: .type)
        self =
            type?.contains("video") == true
            ? .musicVideo(try MusicVideo(from: decoder)) : .song(try Song(from: decoder))
    }

    /// Writes what the Apple Music API writes.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .song(let song): try song.encode(to: encoder)
        case .musicVideo(let video): try video.encode(to: encoder)
        }
    }

    private func pick<Value>(
        _ song: KeyPath<Song, Value>, _ video: KeyPath<MusicVideo, Value>
    ) -> Value {
        switch self {
        case .song(let value): value[keyPath: song]
        case .musicVideo(let value): value[keyPath: video]
        }
    }

    /// What identifies it in its source.
    public var id: MusicItemID { pick(\.id, \.id) }

    /// The title.
    public var title: String { pick(\.title, \.title) }

    /// The artist's name.
    public var artistName: String { pick(\.artistName, \.artistName) }

    /// The album's title.
    public var albumTitle: String? { pick(\.albumTitle, \.albumTitle) }

    /// A picture for it.
    public var artwork: Artwork? { pick(\.artwork, \.artwork) }

    /// How long it is, in seconds.
    public var duration: TimeInterval? { pick(\.duration, \.duration) }

    /// Pieces of it that everybody may hear.
    public var previewAssets: [PreviewAsset]? { pick(\.previewAssets, \.previewAssets) }

    /// Who may hear it.
    public var contentRating: ContentRating? { pick(\.contentRating, \.contentRating) }

    /// What editors wrote about it.
    public var editorialNotes: EditorialNotes? { pick(\.editorialNotes, \.editorialNotes) }

    /// The names of its genres.
    public var genreNames: [String] { pick(\.genreNames, \.genreNames) }

    /// Its International Standard Recording Code.
    public var isrc: String? { pick(\.isrc, \.isrc) }

    /// What a player needs to play it; nil where it cannot be played.
    public var playParameters: PlayParameters? { pick(\.playParameters, \.playParameters) }

    /// When it was published.
    public var releaseDate: Date? { pick(\.releaseDate, \.releaseDate) }

    /// Where on the album it is.
    public var trackNumber: Int? { pick(\.trackNumber, \.trackNumber) }

    /// On which disc of the album it is; nil for a video.
    public var discNumber: Int? {
        if case .song(let song) = self { song.discNumber } else { nil }
    }

    /// Its page on the web.
    public var url: URL? { pick(\.url, \.url) }

    /// The work's name, for classical music.
    public var workName: String? { pick(\.workName, \.workName) }

    /// When it was last heard.
    public var lastPlayedDate: Date? { pick(\.lastPlayedDate, \.lastPlayedDate) }

    /// When it came into the library.
    public var libraryAddedDate: Date? { pick(\.libraryAddedDate, \.libraryAddedDate) }

    /// How often it was heard to its end.
    public var playCount: Int? { pick(\.playCount, \.playCount) }

    /// The artist's page on the web.
    public var artistURL: URL? { pick(\.artistURL, \.artistURL) }

    /// The albums it is on.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var albums: MusicItemCollection<Album>? { pick(\.albums, \.albums) }

    /// Who performs it.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var artists: MusicItemCollection<Artist>? { pick(\.artists, \.artists) }

    /// Its genres.
    ///
    /// Nil until it was asked for, by `with(_:)`.
    public var genres: MusicItemCollection<Genre>? { pick(\.genres, \.genres) }

    /// That of the song or video.
    public var description: String {
        switch self {
        case .song(let song): "Track.song(\(song))"
        case .musicVideo(let video): "Track.musicVideo(\(video))"
        }
    }
}

extension PartialMusicProperty where Root == Track {
    /// The albums it is on.
    public static var albums: MusicRelationshipProperty<Track, Album> {
        MusicRelationshipProperty("albums") { $0.albums != nil }
    }

    /// Who performs it.
    public static var artists: MusicRelationshipProperty<Track, Artist> {
        MusicRelationshipProperty("artists") { $0.artists != nil }
    }

    /// Its genres.
    public static var genres: MusicRelationshipProperty<Track, Genre> {
        MusicRelationshipProperty("genres") { $0.genres != nil }
    }

    /// The artist's page on the web.
    public static var artistURL: MusicExtendedAttributeProperty<Track, URL> {
        MusicExtendedAttributeProperty("artistURL") { $0.artistURL != nil }
    }
}
