// SPDX-License-Identifier: MPL-2.0

// The names of an item's properties, and what becomes of their values on the bus. What the strings say
// is nobody's business; code uses the constants.

/// `xesam:title`; a `String`.
public let MPMediaItemPropertyTitle: String = "title"

/// `xesam:album`; a `String`.
public let MPMediaItemPropertyAlbumTitle: String = "albumTitle"

/// `xesam:artist`, one element however many names are in it; a `String`.
public let MPMediaItemPropertyArtist: String = "artist"

/// `xesam:albumArtist`; a `String`.
public let MPMediaItemPropertyAlbumArtist: String = "albumArtist"

/// `xesam:genre`; a `String`.
public let MPMediaItemPropertyGenre: String = "genre"

/// `xesam:composer`; a `String`.
public let MPMediaItemPropertyComposer: String = "composer"

/// `xesam:comment`; a `String`.
public let MPMediaItemPropertyComments: String = "comments"

/// `xesam:asText`; a `String`.
public let MPMediaItemPropertyLyrics: String = "lyrics"

/// A `String`.
///
/// MPRIS has no place for it.
public let MPMediaItemPropertyUserGrouping: String = "userGrouping"

/// `xesam:album`, unless there is an album title; a `String`.
public let MPMediaItemPropertyPodcastTitle: String = "podcastTitle"

/// Tells items apart; a `String`.
public let MPMediaItemPropertyPlaybackStoreID: String = "playbackStoreID"

/// `mpris:length`; a number of seconds.
public let MPMediaItemPropertyPlaybackDuration: String = "playbackDuration"

/// A number of seconds.
///
/// MPRIS has no place for it.
public let MPMediaItemPropertyBookmarkTime: String = "bookmarkTime"

/// `xesam:trackNumber`; a number.
public let MPMediaItemPropertyAlbumTrackNumber: String = "albumTrackNumber"

/// A number.
///
/// MPRIS has no place for it.
public let MPMediaItemPropertyAlbumTrackCount: String = "albumTrackCount"

/// `xesam:discNumber`; a number.
public let MPMediaItemPropertyDiscNumber: String = "discNumber"

/// A number.
///
/// MPRIS has no place for it.
public let MPMediaItemPropertyDiscCount: String = "discCount"

/// `xesam:audioBPM`; a number.
public let MPMediaItemPropertyBeatsPerMinute: String = "beatsPerMinute"

/// `xesam:useCount`; a number.
public let MPMediaItemPropertyPlayCount: String = "playCount"

/// A number.
///
/// MPRIS has no place for it.
public let MPMediaItemPropertySkipCount: String = "skipCount"

/// `xesam:userRating`; a number of stars, 0…5.
public let MPMediaItemPropertyRating: String = "rating"

/// Tells items apart; a number.
public let MPMediaItemPropertyPersistentID: String = "persistentID"

/// A number.
///
/// MPRIS has no place for it.
public let MPMediaItemPropertyAlbumPersistentID: String = "albumPID"

/// A number.
///
/// MPRIS has no place for it.
public let MPMediaItemPropertyArtistPersistentID: String = "artistPID"

/// A number.
///
/// MPRIS has no place for it.
public let MPMediaItemPropertyAlbumArtistPersistentID: String = "albumArtistPID"

/// A number.
///
/// MPRIS has no place for it.
public let MPMediaItemPropertyComposerPersistentID: String = "composerPID"

/// A number.
///
/// MPRIS has no place for it.
public let MPMediaItemPropertyGenrePersistentID: String = "genrePID"

/// A number.
///
/// MPRIS has no place for it.
public let MPMediaItemPropertyPodcastPersistentID: String = "podcastPID"

/// A `Bool`.
///
/// MPRIS has no place for it.
public let MPMediaItemPropertyIsCompilation: String = "isCompilation"

/// `gatefold:explicit`; a `Bool`.
public let MPMediaItemPropertyIsExplicit: String = "isExplicit"

/// A `Bool`.
///
/// MPRIS has no place for it.
public let MPMediaItemPropertyIsCloudItem: String = "isCloudItem"

/// A `Bool`.
///
/// MPRIS has no place for it.
public let MPMediaItemPropertyIsPreorder: String = "isPreorder"

/// A `Bool`.
///
/// MPRIS has no place for it.
public let MPMediaItemPropertyHasProtectedAsset: String = "protectedAsset"

/// `xesam:contentCreated`; a `Date`.
public let MPMediaItemPropertyReleaseDate: String = "releaseDate"

/// `xesam:lastUsed`; a `Date`.
public let MPMediaItemPropertyLastPlayedDate: String = "lastPlayedDate"

/// A `Date`.
///
/// MPRIS has no place for it.
public let MPMediaItemPropertyDateAdded: String = "dateAdded"

/// `xesam:url`, and tells items apart; a `URL`.
public let MPMediaItemPropertyAssetURL: String = "assetURL"

/// `mpris:artUrl`; an `MPMediaItemArtwork`.
public let MPMediaItemPropertyArtwork: String = "artwork"

/// The raw value of an `MPMediaType`.
///
/// MPRIS has no place for it.
public let MPMediaItemPropertyMediaType: String = "mediaType"

/// Tells items apart; the same property as `MPMediaItemPropertyPersistentID`.
public let MPMediaEntityPropertyPersistentID: String = MPMediaItemPropertyPersistentID
