// SPDX-License-Identifier: MPL-2.0

/// The player's value: everything that is shown and everything that is decided.
///
/// `apply(_:at:)` is the only way to change it.
package struct PlayerState: Sendable {
    package internal(set) var queue: Queue
    package internal(set) var status = PlaybackStatus.stopped
    package internal(set) var loop = LoopStatus.none
    package internal(set) var rate = 1.0
    /// Linear, 0…1.
    package internal(set) var volume = 1.0
    package internal(set) var isMuted = false
    package internal(set) var replayGain = ReplayGainMode.album
    /// Counts jumps of the position: a publisher that sees it changed announces Seeked.
    package internal(set) var discontinuities: UInt64 = 0
    /// The playlist that the queue was made of; nil once something else replaces it.
    ///
    /// Edits leave it: it was these entries that were asked for.
    package internal(set) var playlist: PlaylistID?
    /// A network stream waits for data.
    package internal(set) var isStalled = false
    package internal(set) var clock: PositionClock

    /// The current entry was reached by Previous: if it cannot be played, the way leads further back.
    var isGoingBack = false
    /// What the engine holds for the current entry; nil until it is first played.
    var loaded: Load?
    /// What the engine was told to play next without a gap.
    var prepared: Load?
    var lastGeneration: UInt64 = 0
    /// Entries that could not be played since something last could.
    var failed: Set<EntryID> = []
    /// Entries whose description was asked for and has not come.
    var describing: Set<EntryID> = []
    /// The URLs of pictures that were asked for last.
    var fetching: [String] = []
    /// The hearing that is under way, for the history.
    var listening: Listening?
    /// Where a client believes the position to be, who counts on from what it was last told.
    var witness: PositionClock

    /// An item in the engine.
    package struct Load: Sendable, Hashable {
        package let entry: EntryID
        package let generation: Generation
        /// Nil until the engine has said.
        package var isSeekable: Bool?
        /// The length as the engine knows it, if it does.
        package private(set) var length: MediaTime?
        /// How often the engine said another length than it had said before.
        private var lengthChanges = 0
        /// Sound was heard from it.
        package var isHeard = false
        /// It was loaded, sought or stalled, and where it plays on is for the engine to say.
        package var awaitsPosition = true
        /// It was asked to begin somewhere else than at 0.
        package var startsLater = false
        /// What was prepared to follow it, and cannot be played.
        package var failedFollower: EntryID?

        package init(entry: EntryID, generation: Generation) {
            self.entry = entry
            self.generation = generation
        }

        /// Takes a length from the engine.
        ///
        /// One that changes again and again grows with its stream, or is guessed from the bit rate so
        /// far: then it is unknown, or clients were told another one every few seconds.
        mutating func measure(_ length: MediaTime?) {
            guard lengthChanges <= 2 else { return }
            guard let known = self.length else { return self.length = length }
            if let length, known.distance(to: length) <= PlayerState.lengthTolerance { return }
            lengthChanges += 1
            self.length = lengthChanges > 2 ? nil : length
        }
    }

    /// - Parameter seed: makes shuffles repeatable.
    package init(seed: UInt64 = 1) {
        queue = Queue(seed: seed)
        clock = PositionClock(
            base: .zero, since: MonotonicTime(nanoseconds: 0), rate: 1, isRunning: false)
        witness = clock
    }

    /// What a long queue held when it was replaced: nothing the player does needs it any more.
    package mutating func takeDiscarded() -> DiscardedTracks? { queue.takeDiscarded() }

    package static let rates = 0.25...4.0

    /// The generation of what is loaded for the current entry.
    package var loadedGeneration: Generation? { loaded?.generation }

    /// Sound comes out just now.
    package var isHeard: Bool { clock.isRunning }

    // MARK: What is enabled

    /// CanPlay and CanPause do not depend on the status (MPRIS, property CanPause).
    package var canPlay: Bool { queue.current != nil }
    package var canPause: Bool { queue.current != nil }
    package var canGoNext: Bool { queue.hasSuccessor(wrapping: loop == .playlist) }
    package var canGoPrevious: Bool { queue.hasPredecessor(wrapping: loop == .playlist) }

    package var canSeek: Bool {
        guard status != .stopped, let track = queue.currentTrack else { return false }
        return loaded?.isSeekable ?? (track.isLocal || track.length != nil)
    }

    // MARK: Time

    /// The length of the current track: what its tags say, unless the demuxer knows better.
    package var length: MediaTime? {
        // Broken headers claim a length of 0.
        let tagged = queue.currentTrack?.length.flatMap { $0 > .zero ? $0 : nil }
        guard let measured = loaded?.length, measured > .zero else { return tagged }
        guard let tagged else { return measured }
        return tagged.distance(to: measured) > Self.lengthTolerance ? measured : tagged
    }

    /// Headers round; a new length for a few milliseconds would be a signal for nothing.
    private static var lengthTolerance: MediaTime { MediaTime(milliseconds: 1000) }

    /// Between 0 and the length (MPRIS, property Position); constant unless sound is heard.
    package func position(at now: MonotonicTime) -> MediaTime {
        let position = max(.zero, clock.position(at: now))
        return length.map { min(position, $0) } ?? position
    }

    // MARK: Refusals

    /// Why a command would have no effect; nil if it has one.
    ///
    /// The reducer's own guard.
    package func refusal(of command: PlayerCommand, at now: MonotonicTime) -> PlayerRefusal? {
        switch command {
        case .play, .pause, .playPause, .skipToNext, .skipToPrevious:
            canPlay ? nil : .nothingQueued
        case .next:
            canGoNext ? nil : .noNext
        case .previous:
            canGoPrevious ? nil : .noPrevious
        case .seek(let offset):
            seekRefusal ?? (seekTarget(offset, at: now) == nil && !canGoNext ? .noNext : nil)
        case .restart:
            seekRefusal
        case .setPosition(let entry, let position):
            seekRefusal ?? positionRefusal(entry, position)
        case .setRate(let rate):
            rate >= 0 && rate.isFinite ? nil : .notANumber
        case .setVolume(let volume):
            volume.isNaN ? .notANumber : nil
        case .move(let entry, to: _), .jump(let entry), .designate(let entry):
            queue.contains(entry) ? nil : .unknownEntry
        case .remove(let entries):
            entries.allSatisfy(queue.contains) ? nil : .unknownEntry
        case .stop, .setLoop, .setShuffle, .setMuted, .setReplayGain, .insert, .arrange, .clear:
            nil
        }
    }

    private var seekRefusal: PlayerRefusal? {
        guard queue.current != nil else { return .nothingQueued }
        guard status != .stopped else { return .stopped }
        return canSeek ? nil : .notSeekable
    }

    private func positionRefusal(_ entry: EntryID, _ position: MediaTime) -> PlayerRefusal? {
        // A stale id: the user may have been dragging the slider when the track changed.
        guard entry == queue.current else { return .notCurrent }
        guard position >= .zero else { return .outOfRange }
        return length.map { position > $0 } ?? false ? .outOfRange : nil
    }

    /// Where a relative seek leads; nil beyond the end.
    func seekTarget(_ offset: MediaTime, at now: MonotonicTime) -> MediaTime? {
        let target = max(.zero, position(at: now) + offset)
        return length.map { target > $0 } ?? false ? nil : target
    }
}
