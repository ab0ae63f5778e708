// SPDX-License-Identifier: MPL-2.0

/// Anything the reducer takes.
package enum PlayerInput: Sendable {
    case command(PlayerCommand)
    case engine(EngineReport)
    /// What was read of entries: tags, and artwork where it was asked for.
    case described([EntryDescription])
    /// The picture at a URL that was asked for, as the `file://` URI of a finished file.
    case fetched(url: String, artwork: String)
    /// The queue and place of an earlier run; only into an empty queue.
    case restore(SavedSession)
}

/// A request from outside: D-Bus, the command line, a headset, an Apple-API call.
package enum PlayerCommand: Sendable, Hashable {
    case play
    case pause
    case playPause
    case stop
    case next
    case previous
    /// As Next, and behind the last entry playback ends (MusicKit, `skipToNextEntry`).
    case skipToNext
    /// As Previous, and before the first entry playback ends (MusicKit, `skipToPreviousEntry`).
    case skipToPrevious
    /// To the beginning of the current entry.
    case restart
    /// Relative; below the start is 0, beyond the end acts as Next (MPRIS, Seek).
    case seek(MediaTime)
    /// Absolute; ignored for another entry than the current one, and out of range (MPRIS,
    /// SetPosition).
    case setPosition(EntryID, MediaTime)
    case setLoop(LoopStatus)
    case setShuffle(Bool)
    /// 0 acts as Pause; outside the range the nearest usable rate (MPRIS, Rate).
    case setRate(Double)
    /// Linear 0…1; clamped.
    case setVolume(Double)
    case setMuted(Bool)
    case setReplayGain(ReplayGainMode)
    case insert([Track], QueuePlace, play: Bool)
    case move(EntryID, to: Int)
    /// The list in this order; entries that are not named follow in their own.
    case arrange([EntryID])
    case remove([EntryID])
    /// Makes an entry current and plays it.
    case jump(EntryID)
    /// Makes an entry current; what plays goes on playing, there.
    case designate(EntryID)
    case clear
}

/// Where new entries go.
package enum QueuePlace: Sendable, Hashable {
    /// Instead of the whole queue.
    case replacing
    /// Instead of the whole queue, which is this playlist from now on.
    case playlist(PlaylistID)
    /// Before all others, also in the order of play.
    case start
    case afterCurrent
    /// Right behind this entry, also in the order of play; at the end if it is gone.
    case behind(EntryID)
    /// Behind this entry, or at the end if it is gone: the rest of what came in pieces.
    case after(EntryID)
    case end

    /// Whether nothing of the queue stays.
    package var isReplacing: Bool {
        switch self {
        case .replacing, .playlist: true
        case .start, .afterCurrent, .behind, .after, .end: false
        }
    }
}

/// What was read of one entry's track.
package struct EntryDescription: Sendable, Hashable {
    package let id: EntryID
    /// `Artwork.unread` keeps what is known of the artwork.
    package let tags: TrackTags

    package init(_ id: EntryID, _ tags: TrackTags) {
        self.id = id
        self.tags = tags
    }
}

/// MPRIS's `PlaybackStatus`.
package enum PlaybackStatus: String, Sendable, Codable, CaseIterable {
    case playing = "Playing"
    case paused = "Paused"
    case stopped = "Stopped"
}

/// MPRIS's `LoopStatus`.
package enum LoopStatus: String, Sendable, Codable, CaseIterable {
    case none = "None"
    /// The current entry repeats when it ends; Next still moves on.
    case track = "Track"
    case playlist = "Playlist"
}

/// What survives the process.
package struct SavedSession: Sendable {
    package var entries: [(EntryID, Track)]
    package var current: EntryID?
    package var status: PlaybackStatus
    package var position: MediaTime
    package var loop: LoopStatus
    package var isShuffled: Bool
    package var rate: Double
    package var volume: Double
    package var isMuted: Bool
    package var replayGain: ReplayGainMode
    package var playlist: PlaylistID?

    package init(
        entries: [(EntryID, Track)], current: EntryID?, status: PlaybackStatus,
        position: MediaTime, loop: LoopStatus, isShuffled: Bool, rate: Double, volume: Double,
        isMuted: Bool, replayGain: ReplayGainMode = .album, playlist: PlaylistID? = nil
    ) {
        self.entries = entries
        self.current = current
        self.status = status
        self.position = position
        self.loop = loop
        self.isShuffled = isShuffled
        self.rate = rate
        self.volume = volume
        self.isMuted = isMuted
        self.replayGain = replayGain
        self.playlist = playlist
    }
}

/// Why a command has no effect, in words for a user.
package enum PlayerRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    case nothingQueued
    case noNext
    case noPrevious
    case stopped
    case notSeekable
    case notCurrent
    case outOfRange
    case unknownEntry
    case notANumber
    /// This player has no such command.
    case notSupported

    package var description: String {
        switch self {
        case .nothingQueued: "The queue is empty."
        case .noNext: "There is no next entry."
        case .noPrevious: "There is no previous entry."
        case .stopped: "Playback is stopped."
        case .notSeekable: "The current track cannot be seeked."
        case .notCurrent: "That entry is not the current one any more."
        case .outOfRange: "That is outside the track."
        case .unknownEntry: "There is no such entry in the queue."
        case .notANumber: "That is not a usable number."
        case .notSupported: "This player cannot do that."
        }
    }
}
