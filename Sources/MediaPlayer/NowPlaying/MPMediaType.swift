// SPDX-License-Identifier: MPL-2.0

/// The kinds of media items, for `MPMediaItemPropertyMediaType`.
public struct MPMediaType: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// A set with these bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// A piece of music.
    public static let music = MPMediaType(rawValue: 1)
    /// An episode of a podcast.
    public static let podcast = MPMediaType(rawValue: 1 << 1)
    /// A part of an audiobook.
    public static let audioBook = MPMediaType(rawValue: 1 << 2)
    /// Sound from a course.
    public static let audioITunesU = MPMediaType(rawValue: 1 << 3)
    /// Any sound.
    public static let anyAudio = MPMediaType(rawValue: 0xFF)
    /// A film.
    public static let movie = MPMediaType(rawValue: 1 << 8)
    /// An episode of a television series.
    public static let tvShow = MPMediaType(rawValue: 1 << 9)
    /// An episode of a podcast with pictures.
    public static let videoPodcast = MPMediaType(rawValue: 1 << 10)
    /// A music video.
    public static let musicVideo = MPMediaType(rawValue: 1 << 11)
    /// Video from a course.
    public static let videoITunesU = MPMediaType(rawValue: 1 << 12)
    /// A film of one's own.
    public static let homeVideo = MPMediaType(rawValue: 1 << 13)
    /// Any video.
    public static let anyVideo = MPMediaType(rawValue: 0xFF00)
    /// Anything.
    public static let any = MPMediaType(rawValue: ~0)
}
