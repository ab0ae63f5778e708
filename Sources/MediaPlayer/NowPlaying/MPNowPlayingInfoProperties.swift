// SPDX-License-Identifier: MPL-2.0

// The names of what an app tells of its playback, and what becomes of their values on the bus.

/// `Position`; a number of seconds.
///
/// It runs on by itself with the rate: write it at every jump, and not periodically.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime: String =
    "MPNowPlayingInfoPropertyElapsedPlaybackTime"

/// `Rate`, and `Paused` where it is 0; a number.
///
/// 1 unless written.
public let MPNowPlayingInfoPropertyPlaybackRate: String = "MPNowPlayingInfoPropertyPlaybackRate"

/// `Rate` while it is paused; a number.
public let MPNowPlayingInfoPropertyDefaultPlaybackRate: String =
    "MPNowPlayingInfoPropertyDefaultPlaybackRate"

/// Tells items apart; a number from 0.
public let MPNowPlayingInfoPropertyPlaybackQueueIndex: String =
    "MPNowPlayingInfoPropertyPlaybackQueueIndex"

/// A number.
///
/// MPRIS has no place for it.
public let MPNowPlayingInfoPropertyPlaybackQueueCount: String =
    "MPNowPlayingInfoPropertyPlaybackQueueCount"

/// `gatefold:chapterNumber`; a number from 0.
public let MPNowPlayingInfoPropertyChapterNumber: String = "MPNowPlayingInfoPropertyChapterNumber"

/// `gatefold:chapterCount`; a number.
public let MPNowPlayingInfoPropertyChapterCount: String = "MPNowPlayingInfoPropertyChapterCount"

/// `gatefold:isLive`, and no length and no seeking where it is true; a `Bool`.
public let MPNowPlayingInfoPropertyIsLiveStream: String = "MPNowPlayingInfoPropertyIsLiveStream"

/// The raw value of an `MPNowPlayingInfoMediaType`.
///
/// MPRIS has no place for it.
public let MPNowPlayingInfoPropertyMediaType: String = "MPNowPlayingInfoPropertyMediaType"

/// A number 0…1.
///
/// MPRIS has no place for it: the position says it.
public let MPNowPlayingInfoPropertyPlaybackProgress: String =
    "MPNowPlayingInfoPropertyPlaybackProgress"

/// `xesam:url`, and tells items apart; a `URL`.
public let MPNowPlayingInfoPropertyAssetURL: String = "MPNowPlayingInfoPropertyAssetURL"

/// An array of `MPNowPlayingInfoLanguageOptionGroup`.
///
/// MPRIS has no place for it.
public let MPNowPlayingInfoPropertyAvailableLanguageOptions: String =
    "MPNowPlayingInfoPropertyAvailableLanguageOptions"

/// An array of `MPNowPlayingInfoLanguageOption`.
///
/// MPRIS has no place for it.
public let MPNowPlayingInfoPropertyCurrentLanguageOptions: String =
    "MPNowPlayingInfoPropertyCurrentLanguageOptions"

/// A `Date`.
///
/// MPRIS has no place for it.
public let MPNowPlayingInfoPropertyCurrentPlaybackDate: String =
    "MPNowPlayingInfoPropertyCurrentPlaybackDate"

/// Tells items apart; a `String`.
public let MPNowPlayingInfoPropertyExternalContentIdentifier: String =
    "MPNowPlayingInfoPropertyExternalContentIdentifier"

/// A `String`.
///
/// MPRIS has no place for it.
public let MPNowPlayingInfoPropertyExternalUserProfileIdentifier: String =
    "MPNowPlayingInfoPropertyExternalUserProfileIdentifier"

/// A `String`.
///
/// MPRIS has no place for it.
public let MPNowPlayingInfoPropertyServiceIdentifier: String =
    "MPNowPlayingInfoPropertyServiceIdentifier"

/// A `Bool`.
///
/// MPRIS has no place for it.
public let MPNowPlayingInfoPropertyExcludeFromSuggestions: String =
    "MPNowPlayingInfoPropertyExcludeFromSuggestions"

/// A `String`.
///
/// MPRIS has no place for it.
public let MPNowPlayingInfoPropertyInternationalStandardRecordingCode: String =
    "MPNowPlayingInfoPropertyInternationalStandardRecordingCode"

/// An array of `MPAdTimeRange`.
///
/// MPRIS has no place for it.
public let MPNowPlayingInfoPropertyAdTimeRanges: String = "MPNowPlayingInfoPropertyAdTimeRanges"

/// A number of seconds.
///
/// MPRIS has no place for it.
public let MPNowPlayingInfoPropertyCreditsStartTime: String =
    "MPNowPlayingInfoPropertyCreditsStartTime"

/// Square moving artwork.
///
/// The desktop shows still pictures: see `MPNowPlayingInfoCenter.supportedAnimatedArtworkKeys`.
public let MPNowPlayingInfoProperty1x1AnimatedArtwork: String =
    "MPNowPlayingInfoProperty1x1AnimatedArtwork"

/// Upright moving artwork.
///
/// The desktop shows still pictures: see `MPNowPlayingInfoCenter.supportedAnimatedArtworkKeys`.
public let MPNowPlayingInfoProperty3x4AnimatedArtwork: String =
    "MPNowPlayingInfoProperty3x4AnimatedArtwork"

/// The album, playlist or podcast that is played; a `String`.
///
/// MPRIS has no place for it.
public let MPNowPlayingInfoCollectionIdentifier: String = "MPNowPlayingInfoCollectionIdentifier"
