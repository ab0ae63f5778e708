// SPDX-License-Identifier: MPL-2.0

extension PlayerState {
    /// Performs a command that was not refused.
    mutating func perform(_ command: PlayerCommand, at now: MonotonicTime) -> [PlayerEffect] {
        switch command {
        case .play: return play(at: now)
        case .pause: return pause(at: now)
        case .playPause: return status == .playing ? pause(at: now) : play(at: now)
        case .stop: return status == .stopped ? [] : halt(at: now)
        case .next: return goToNext(at: now)
        case .previous: return goToPrevious(at: now)
        case .skipToNext: return canGoNext ? goToNext(at: now) : finish(at: now)
        case .skipToPrevious: return canGoPrevious ? goToPrevious(at: now) : finish(at: now)
        case .restart: return seek(to: .zero, at: now)
        case .seek(let offset):
            guard let target = seekTarget(offset, at: now) else { return goToNext(at: now) }
            return seek(to: target, at: now)
        case .setPosition(_, let position): return seek(to: position, at: now)
        case .setLoop(let loop):
            self.loop = loop
            return []
        case .setShuffle(let shuffled):
            queue.setShuffled(shuffled)
            return []
        case .setRate(let rate): return setRate(rate, at: now)
        case .setVolume(let volume):
            self.volume = volume.clamped(to: 0...1)
            return [.engine(.setVolume(self.volume))]
        case .setMuted(let muted):
            isMuted = muted
            return [.engine(.setMuted(muted))]
        case .setReplayGain(let mode):
            replayGain = mode
            return [.engine(.setReplayGain(mode))]
        case .insert(let tracks, let place, let play):
            return insert(tracks, place, play: play, at: now)
        case .move(let entry, let index):
            queue.move(entry, to: index)
            return []
        case .arrange(let entries):
            queue.arrange(entries)
            return []
        case .remove(let entries): return remove(entries, at: now)
        case .jump(let entry):
            return playEntry(entry, from: queue.current, at: now)
        case .designate(let entry):
            let origin = queue.current
            queue.jump(to: entry)
            return go(from: origin, at: now)
        case .clear:
            empty()
            return halt(at: now)
        }
    }

    // MARK: Transport

    private mutating func play(at now: MonotonicTime) -> [PlayerEffect] {
        guard status != .playing else { return [] }
        let start = status == .paused ? position(at: now) : .zero
        status = .playing
        failed = []
        isGoingBack = false
        guard loaded != nil else { return startCurrent(from: start, at: now) }
        return [.engine(.setPlaying(true))]
    }

    private mutating func pause(at now: MonotonicTime) -> [PlayerEffect] {
        guard status == .playing else { return [] }
        status = .paused
        clock.hold(at: now)
        return [.engine(.setPlaying(false))]
    }

    private mutating func goToNext(at now: MonotonicTime) -> [PlayerEffect] {
        let origin = queue.current
        _ = queue.advance(wrapping: loop == .playlist)
        return go(from: origin, at: now)
    }

    private mutating func goToPrevious(at now: MonotonicTime) -> [PlayerEffect] {
        let origin = queue.current
        _ = queue.retreat(wrapping: loop == .playlist)
        return go(from: origin, back: true, at: now)
    }

    /// Begins the entry that a move led to; the status stays (MPRIS, Next).
    private mutating func go(
        from origin: EntryID?, back: Bool = false, at now: MonotonicTime
    )
        -> [PlayerEffect]
    {
        failed = []
        isGoingBack = back
        // The same entry again, and only the position can tell: a queue of one that repeats.
        if queue.current == origin, status != .stopped { discontinuities += 1 }
        return startCurrent(at: now)
    }

    private mutating func playEntry(
        _ entry: EntryID, from origin: EntryID?, at now: MonotonicTime
    )
        -> [PlayerEffect]
    {
        let wasStopped = status == .stopped
        queue.jump(to: entry)
        status = .playing
        return go(from: wasStopped ? nil : origin, at: now)
    }

    /// The position is the target at once, and stands until the engine plays on from there.
    private mutating func seek(to target: MediaTime, at now: MonotonicTime) -> [PlayerEffect] {
        clock = PositionClock(base: target, since: now, rate: rate, isRunning: false)
        discontinuities += 1
        loaded?.awaitsPosition = true
        guard let loaded else { return [] }
        return [.engine(.seek(target, loaded.generation))]
    }

    private mutating func setRate(_ rate: Double, at now: MonotonicTime) -> [PlayerEffect] {
        guard rate > 0 else { return pause(at: now) }
        let usable = rate.clamped(to: Self.rates)
        guard usable != self.rate else { return [] }
        self.rate = usable
        clock.setRate(usable, at: now)
        loaded?.awaitsPosition = true
        return [.engine(.setRate(usable))]
    }

    // MARK: Queue

    private mutating func insert(
        _ tracks: [Track], _ place: QueuePlace, play: Bool, at now: MonotonicTime
    ) -> [PlayerEffect] {
        guard !tracks.isEmpty else { return [] }
        let origin = queue.current
        var effects: [PlayerEffect] = []
        let added: [EntryID]
        switch place {
        case .replacing, .playlist:
            empty()
            if case .playlist(let playlist) = place { self.playlist = playlist }
            added = queue.append(tracks)
            if !play { effects = halt(at: now) }
        case .start: added = queue.insert(tracks, behind: nil)
        case .afterCurrent: added = queue.insertNext(tracks)
        case .behind(let entry): added = queue.insert(tracks, behind: entry)
        case .after(let entry):
            let index = queue.index(of: entry).map { $0 + 1 } ?? queue.count
            added = queue.insert(tracks, at: index)
        case .end: added = queue.append(tracks)
        }
        guard let first = added.first else { return effects }
        if play { return effects + playEntry(first, from: origin, at: now) }
        if origin == nil || place.isReplacing { queue.jump(to: first) }
        return effects
    }

    private mutating func empty() {
        queue.clear()
        describing = []
        playlist = nil
    }

    private mutating func remove(_ entries: [EntryID], at now: MonotonicTime) -> [PlayerEffect] {
        let removed = Set(entries)
        let origin = queue.current
        let isFollowed = leave(removed)
        queue.remove(removed)
        if queue.isEmpty { playlist = nil }
        failed.subtract(removed)
        describing.subtract(removed)
        guard let origin, removed.contains(origin) else { return [] }
        // What follows takes over; behind the last entry playback ends.
        return isFollowed ? startCurrent(at: now) : finish(at: now)
    }

    /// Moves on to an entry that is not removed; false if none follows.
    private mutating func leave(_ removed: Set<EntryID>) -> Bool {
        guard removed.count < queue.count else { return false }
        while let current = queue.current, removed.contains(current) {
            guard queue.advance(wrapping: loop == .playlist) != nil else { return false }
        }
        return true
    }
}
