// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// What the user asked for.
enum Command: Hashable, Sendable {
    /// Replaces the queue; without paths resumes.
    case play([Argument])
    /// Replaces the queue by what is saved under this name.
    case playPlaylist(String)
    case pause
    case resume
    case toggle
    case stop
    case next
    case previous
    case restart
    case seek(SeekTarget)
    /// Nil prints it, as for the next three.
    case volume(VolumeChange?)
    case rate(Double?)
    case shuffle(Bool?)
    case repeating(RepeatMode?)
    case queue(QueueCommand)
    case playlists
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
