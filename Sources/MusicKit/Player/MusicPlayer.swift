// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// Plays music: the common part of `ApplicationMusicPlayer` and `SystemMusicPlayer`.
///
/// Every member may be used from any thread. What reads answers at once from what was last known;
/// what changes something has happened when it returns.
public class MusicPlayer: @unchecked Sendable {
    /// Never replaced, and itself safe to use from any thread: hence `@unchecked`, which a class
    /// with subclasses needs.
    let core: any PlayerCore

    /// Whether it plays, how fast, and in which modes.
    public final let state: State

    init(core: any PlayerCore) {
        self.core = core
        state = State(core: core)
    }

    // MARK: Playing

    /// Plays the current entry, and returns when it is heard.
    ///
    /// - Throws: `MusicPlayerError` where nothing can be played, `MusicSourceError` where nothing
    ///   in the queue says where its sound is.
    public func play() async throws {
        try await core.ask(.play)
    }

    /// Loads the current entry, so that `play()` is heard at once; until then it is paused.
    ///
    /// - Throws: why it cannot be played.
    public func prepareToPlay() async throws {
        try await core.ask(.prepare)
    }

    /// Whether the queue was prepared, by `prepareToPlay()` or `play()`.
    public var isPreparedToPlay: Bool { core.picture.isPrepared }

    /// Pauses; `play()` goes on from there.
    public func pause() {
        core.steer(.pause)
    }

    /// Stops; `play()` begins the current entry anew.
    public func stop() {
        core.steer(.stop)
    }

    /// Begins the current entry anew.
    public func restartCurrentEntry() {
        core.steer(.restart)
    }

    /// Goes on with the next entry; behind the last one playback ends.
    ///
    /// When nothing plays, the entry is only made the current one.
    public func skipToNextEntry() async throws {
        try await core.ask(.skipToNext)
    }

    /// Goes back to the entry before; before the first one playback ends.
    ///
    /// When nothing plays, the entry is only made the current one.
    public func skipToPreviousEntry() async throws {
        try await core.ask(.skipToPrevious)
    }

    // MARK: Places

    /// Where the current entry is, in seconds; setting it seeks.
    ///
    /// While stopped it is 0 and cannot be set. What is set beyond the entry's end is its end.
    public var playbackTime: TimeInterval {
        get { core.picture.playbackTime }
        set { core.steer(.seek(newValue)) }
    }

    /// Moves forward quickly until `endSeeking()`.
    ///
    /// On Apple platforms: the sound goes on, faster. Here it jumps.
    public func beginSeekingForward() {
        core.steer(.scan(.forward))
    }

    /// Moves backward quickly until `endSeeking()`.
    ///
    /// On Apple platforms: the sound goes on, backward. Here it jumps.
    public func beginSeekingBackward() {
        core.steer(.scan(.backward))
    }

    /// Goes on playing where it is.
    public func endSeeking() {
        core.steer(.scan(nil))
    }
}

extension MusicPlayer {
    /// Whether something plays.
    public enum PlaybackStatus: Hashable, Sendable, CaseIterable {
        /// Nothing plays, and the next `play()` begins anew.
        case stopped
        /// Something plays.
        case playing
        /// It goes on with the next `play()`.
        case paused
        /// As paused, because the sound device went away.
        case interrupted
        /// It moves forward quickly.
        case seekingForward
        /// It moves backward quickly.
        case seekingBackward
    }

    /// What is played again.
    public enum RepeatMode: Hashable, Sendable, CaseIterable {
        /// Nothing.
        case none
        /// The current entry.
        case one
        /// The queue.
        case all
    }

    /// In which order the queue is played.
    public enum ShuffleMode: Hashable, Sendable, CaseIterable {
        /// As it is listed.
        case off
        /// By chance.
        case songs
    }

    /// How one entry goes over into the next.
    ///
    /// On Apple platforms entries can be faded into each other. Here they follow without a gap,
    /// whichever is chosen.
    public enum Transition: Hashable, Sendable {
        /// Without a gap.
        case none
        /// Faded into each other.
        case crossfade(options: CrossfadeOptions)

        /// Faded into each other, for as long as the player likes.
        public static let crossfade = Transition.crossfade(options: CrossfadeOptions())

        /// Faded into each other.
        ///
        /// - Parameter duration: in seconds; nil is what the player likes.
        public static func crossfade(duration: TimeInterval?) -> Transition {
            .crossfade(options: CrossfadeOptions(duration: duration))
        }

        /// How entries are faded into each other.
        public struct CrossfadeOptions: Hashable, Sendable {
            /// In seconds; nil is what the player likes.
            public var duration: TimeInterval?

            /// As the player likes, unless a duration in seconds is given.
            public init(duration: TimeInterval? = nil) {
                self.duration = duration
            }
        }
    }
}

/// Why a player does not play.
///
/// On Apple platforms the error has no type of its own.
public enum MusicPlayerError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// There is nothing in the queue.
    case queueIsEmpty
    /// The current entry, or all of them, cannot be played; the sentence says why.
    case cannotPlay(String)
    /// There is no player that could be steered; the sentence says why.
    case noPlayer(String)

    /// A sentence for the user.
    public var description: String {
        switch self {
        case .queueIsEmpty: "The queue is empty."
        case .cannotPlay(let reason), .noPlayer(let reason): reason
        }
    }

    /// A sentence for the user.
    public var errorDescription: String? { description }
}
