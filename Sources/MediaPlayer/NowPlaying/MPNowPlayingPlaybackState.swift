// SPDX-License-Identifier: MPL-2.0

/// What an app says of its playback.
public enum MPNowPlayingPlaybackState: UInt, Sendable {
    /// The playback rate in the now-playing information decides; the state at the start.
    case unknown = 0
    /// MPRIS's `Playing`, unless the playback rate is 0.
    case playing = 1
    /// MPRIS's `Paused`.
    case paused = 2
    /// MPRIS's `Stopped`.
    case stopped = 3
    /// MPRIS's `Paused`: another sound came in between.
    case interrupted = 4
}

/// The kind of what is playing, for `MPNowPlayingInfoPropertyMediaType`.
///
/// MPRIS has no place for it.
public enum MPNowPlayingInfoMediaType: UInt, Sendable {
    /// Neither audio nor video.
    case none = 0
    /// Sound alone.
    case audio = 1
    /// Moving pictures.
    case video = 2
}
