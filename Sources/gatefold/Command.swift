// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// What the user asked for.
enum Command: Hashable, Sendable {
    /// Replaces the queue; without paths resumes.
    case play([Argument])
    /// Replaces the queue by what is saved under this name.
    case playPlaylist(String)
    /// Replaces the queue by something of the library, or of a source by its name.
    case playFound(LibraryWish, from: String? = nil)
    case pause
    case resume
    case toggle
    case stop
    case next
    case previous
    case restart
    case seek(SeekTarget)
    /// Nil prints it, as for the next four.
    case volume(VolumeChange?)
    case rate(Double?)
    case shuffle(Bool?)
    case repeating(RepeatMode?)
    case replayGain(ReplayGainMode?)
    case queue(QueueCommand)
    case playlists
    /// Of an online source, or of the library.
    case playlist(PlaylistCommand, source: String? = nil)
    case search(SearchWish)
    case library(LibraryCommand)
    case source(SourceCommand)
    case charts(ChartWish)
    /// Nil prints it, as for the next one.
    case favourite(Bool?)
    /// 0…5; 0 takes the rating away.
    case stars(Int?)
    case status(json: Bool, follow: Bool)
    case quit
    /// The path of command names to explain; empty is the overview.
    case help([String])
    case version
}

/// What can be done to the queue; positions count from 1, as listed.
enum QueueCommand: Hashable, Sendable {
    case list(all: Bool)
    case add([Argument])
    case next([Argument])
    case move(from: Int, to: Int)
    case remove([ClosedRange<Int>])
    case jump(Int)
    case clear
    case save(String, force: Bool)
}

/// What is to be found in the library.
struct SearchWish: Hashable, Sendable {
    var text: String
    /// None is all.
    var kinds: [SourceItem.Kind] = []
    /// Of each kind.
    var limit = 10
    var json = false
    /// The name of a source, or `all`; nil is the library.
    var source: String?
}

/// What is to be listed of what is heard most.
struct ChartWish: Hashable, Sendable {
    /// The name of a source, or `all`.
    var source = SourceSettings.all
    var kind = SourceItem.Kind.song
    var genre: String?
    var limit = 10
    var json = false
}

/// What can be done to online sources.
enum SourceCommand: Hashable, Sendable {
    case list(json: Bool)
    /// What one source has, or what the user has there.
    case show(String, SourceItem.Kind, limit: Int, json: Bool)
    /// With the file of a developer's key, for a kind that takes one.
    case add(SourceSettings, key: KeyWish? = nil)
    case remove([String])
    /// None is all.
    case test([String])
}

/// Which key of Apple's is to be taken in.
struct KeyWish: Hashable, Sendable {
    var file: String
    /// Whether the token of a user is asked for, too.
    var withUser = false
}

/// What of the library is to be played.
enum LibraryWish: Hashable, Sendable {
    /// The one of this name.
    case named(SourceItem.Kind, String)
    /// All songs that are found.
    case found(String)
}

/// What can be done to the library.
enum LibraryCommand: Hashable, Sendable {
    case status
    case add([Argument], background: Bool)
    case remove([Argument])
    case scan(background: Bool)
    case cancel
    case stats(json: Bool)
    case list(LibraryList, limit: Int, json: Bool)
}

/// What can be done to a playlist; positions count from 1, as listed.
enum PlaylistCommand: Hashable, Sendable {
    case show(String)
    case create(String, [Argument])
    case rename(String, to: String)
    case add(String, [Argument])
    case remove(String, [ClosedRange<Int>])
    case move(String, from: Int, to: Int)
    case delete(String)
    case importing([Argument])
    case exporting(String, Argument, force: Bool)
}

/// Where to go in the current entry.
enum SeekTarget: Hashable, Sendable {
    case time(MediaTime)
    /// Forwards, or backwards where it is negative.
    case distance(MediaTime)
    /// Of the length, 0…1.
    case fraction(Double)
}

/// How loud; 1 is 100 %.
enum VolumeChange: Hashable, Sendable {
    case level(Double)
    case step(Double)
    case mute
    case unmute
    case toggle
}

/// MPRIS's `LoopStatus` in the user's words.
enum RepeatMode: String, CaseIterable, Hashable, Sendable {
    case off, one, all
}
