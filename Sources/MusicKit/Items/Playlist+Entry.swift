// SPDX-License-Identifier: MPL-2.0

public import Foundation

extension Playlist {
    /// One place in a playlist.
    public struct Entry: MusicItem, PlayableMusicItem, Codable, Hashable, Identifiable, Sendable,
        MusicPropertyContainer, CustomStringConvertible
    {
        /// What is at a place in a playlist.
        @frozen public enum Item: Codable, Hashable, Sendable {
            /// A song.
            case song(Song)
            /// A music video.
            case musicVideo(MusicVideo)
        }

        /// What identifies the place.
        public let id: MusicItemID
        /// Where it is, from 0.
        public let position: Int
        private let track: Track

        /// A place with a track.
        ///
        /// Not on Apple platforms, where entries come from a source.
        public init(_ track: Track, position: Int) {
            id = MusicItemID("\(position):\(track.id)")
            self.position = position
            self.track = track
        }

        /// Reads a track, as the Apple Music API writes one.
        public init(from decoder: any Decoder) throws {
            self.init(try Track(from: decoder), position: decoder.codingPath.last?.intValue ?? 0)
        }

        /// Writes a track, as the Apple Music API does.
        public func encode(to encoder: any Encoder) throws {
            try track.encode(to: encoder)
        }

        /// What is at this place.
        public var item: Item? {
            switch track {
            case .song(let song): .song(song)
            case .musicVideo(let video): .musicVideo(video)
            }
        }

        /// The title.
        public var title: String { track.title }

        /// The artist's name.
        public var artistName: String { track.artistName }

        /// The album's title.
        public var albumTitle: String? { track.albumTitle }

        /// A picture for it.
        public var artwork: Artwork? { track.artwork }

        /// How long it is, in seconds.
        public var duration: TimeInterval? { track.duration }

        /// Pieces of it that everybody may hear.
        public var previewAssets: [PreviewAsset]? { track.previewAssets }

        /// Who may hear it.
        public var contentRating: ContentRating? { track.contentRating }

        /// The names of its genres.
        public var genreNames: [String] { track.genreNames }

        /// Its International Standard Recording Code.
        public var isrc: String? { track.isrc }

        /// What a player needs to play it; nil where it cannot be played.
        public var playParameters: PlayParameters? { track.playParameters }

        /// When it was published.
        public var releaseDate: Date? { track.releaseDate }

        /// Where on the album it is.
        public var trackNumber: Int? { track.trackNumber }

        /// On which disc of the album it is; nil for a video.
        public var discNumber: Int? { track.discNumber }

        /// Its page on the web.
        public var url: URL? { track.url }

        /// When it was last heard.
        public var lastPlayedDate: Date? { track.lastPlayedDate }

        /// When it came into the library.
        public var libraryAddedDate: Date? { track.libraryAddedDate }

        /// How often it was heard to its end.
        public var playCount: Int? { track.playCount }

        /// The place and the track.
        public var description: String { "Playlist.Entry(position: \(position), \(track))" }

        var asTrack: Track { track }
    }
}
