// SPDX-License-Identifier: MPL-2.0

extension PlayerState {
    /// The only place that decides.
    ///
    /// - Returns: what the edges are to do, in order.
    package mutating func apply(_ input: PlayerInput, at now: MonotonicTime) -> [PlayerEffect] {
        let before = (status, queue.current, discontinuities, rate)
        let isNext = isNext(input, at: now)
        listening = listening?.continued(in: self, until: now)
        var effects: [PlayerEffect] =
            switch input {
            case .command(let command):
                refusal(of: command, at: now) == nil ? perform(command, at: now) : []
            case .engine(let report): receive(report, at: now)
            case .described(let descriptions): take(descriptions)
            case .fetched(let url, let artwork): show(artwork, from: url)
            case .restore(let saved): restore(saved, at: now)
            }
        effects += prepareSuccessor()
        let neighbours = neighbours()
        effects += describe(neighbours)
        effects += fetchArtwork(of: neighbours)
        if before != (status, queue.current, discontinuities, rate) {
            witness = PositionClock(
                base: position(at: now), since: now, rate: rate, isRunning: status == .playing)
            effects += remember(byNext: isNext, at: now)
        }
        effects += rememberBeginning()
        return effects
    }

    // MARK: Between entries

    /// Plays the current entry from `start`, or readies it in the present status.
    mutating func startCurrent(
        from start: MediaTime = .zero, at now: MonotonicTime
    )
        -> [PlayerEffect]
    {
        guard let entry = queue.current, let track = queue[entry] else { return halt(at: now) }
        clock = PositionClock(base: start, since: now, rate: rate, isRunning: false)
        isStalled = false
        prepared = nil
        guard status == .playing else {
            // What is not heard needs no pipeline: Play will load it.
            return unload()
        }
        var load = newLoad(of: entry)
        load.startsLater = start > .zero
        loaded = load
        let item = EngineItem(generation: load.generation, url: track.url, start: start)
        return [.engine(.load(item, playing: true))]
    }

    /// Stopped, with the position at 0 (MPRIS, Stop).
    mutating func halt(at now: MonotonicTime) -> [PlayerEffect] {
        status = .stopped
        isStalled = false
        failed = []
        clock = PositionClock(base: .zero, since: now, rate: rate, isRunning: false)
        return unload()
    }

    /// The end of the queue: Stopped, and ready to be played from its first entry.
    mutating func finish(at now: MonotonicTime) -> [PlayerEffect] {
        queue.rewind()
        return halt(at: now)
    }

    /// Moves on from an entry that ended or failed, past those that cannot be played.
    mutating func moveOn(at now: MonotonicTime) -> [PlayerEffect] {
        guard failed.count < queue.count else {
            return [.report(.nothingPlayable)] + finish(at: now)
        }
        let origin = queue.current
        guard let next = nextPlayable() else { return finish(at: now) }
        // The same entry again, and only the position can tell.
        if next == origin { discontinuities += 1 }
        return startCurrent(at: now)
    }

    /// Moves to the nearest entry that did not fail.
    ///
    /// There is one in the queue, so that even a wrap comes to an end.
    private mutating func nextPlayable() -> EntryID? {
        let wrapping = loop == .playlist
        while isGoingBack, let previous = queue.retreat(wrapping: wrapping) {
            if !failed.contains(previous) { return previous }
        }
        isGoingBack = false
        while let next = queue.advance(wrapping: wrapping) {
            if !failed.contains(next) { return next }
        }
        return nil
    }

    /// What is heard after the current entry, if nobody intervenes.
    mutating func follower() -> EntryID? {
        loop == .track ? queue.current : queue.successor(wrapping: loop == .playlist)
    }

    mutating func newLoad(of entry: EntryID) -> Load {
        lastGeneration += 1
        return Load(entry: entry, generation: Generation(rawValue: lastGeneration))
    }

    private mutating func unload() -> [PlayerEffect] {
        prepared = nil
        guard loaded != nil else { return [] }
        loaded = nil
        return [.engine(.unload)]
    }

    // MARK: After every input

    /// Hands what follows to the engine as soon as it is known, and again when it changes.
    private mutating func prepareSuccessor() -> [PlayerEffect] {
        guard loaded != nil else { return [] }
        let playable = follower().flatMap { failed.contains($0) ? nil : $0 }
        guard playable != prepared?.entry else { return [] }
        prepared = playable.map { newLoad(of: $0) }
        let item = prepared.flatMap { load in
            queue[load.entry].map { EngineItem(generation: load.generation, url: $0.url) }
        }
        return [.engine(.prepare(item))]
    }

    /// The current entry and those one step away.
    private mutating func neighbours() -> [EntryID] {
        let wrapping = loop == .playlist
        let neighbours = [
            queue.current, queue.successor(wrapping: wrapping),
            queue.predecessor(wrapping: wrapping),
        ]
        return neighbours.compactMap(\.self)
    }

    /// Asks for the tags and artwork of what is heard and may be next, so that a step announces
    /// everything at once.
    private mutating func describe(_ neighbours: [EntryID]) -> [PlayerEffect] {
        let missing = neighbours.filter { id in
            guard let track = queue[id], track.isLocal, !describing.contains(id) else {
                return false
            }
            return track.artwork == .unread
        }
        guard !missing.isEmpty else { return [] }
        var wanted: [EntryID] = []
        for id in missing where describing.insert(id).inserted { wanted.append(id) }
        return [.describe(wanted)]
    }

    /// Asks for the pictures on the network that they have, when those are other than asked for.
    ///
    /// One that cannot be had stays wanted: whether and when to ask the server again is for the one
    /// who asks.
    private mutating func fetchArtwork(of neighbours: [EntryID]) -> [PlayerEffect] {
        var wanted: [String] = []
        for id in neighbours {
            guard let url = queue[id]?.missingArtwork, !wanted.contains(url) else { continue }
            wanted.append(url)
        }
        guard wanted != fetching else { return [] }
        fetching = wanted
        return [.fetchArtwork(wanted)]
    }

    /// Who else has the same picture asks for it when its turn comes.
    private mutating func show(_ artwork: String, from url: String) -> [PlayerEffect] {
        for id in neighbours() where queue[id]?.missingArtwork == url {
            guard var tags = queue[id]?.tags else { continue }
            tags.artwork = .file(artwork)
            queue.describe(id, tags)
        }
        return []
    }

    private mutating func take(_ descriptions: [EntryDescription]) -> [PlayerEffect] {
        for description in descriptions {
            var tags = description.tags
            if tags.artwork == .unread {
                // The first reading of a long queue. An artwork that was found stays.
                tags.artwork = queue[description.id]?.artwork ?? .unread
            } else {
                describing.remove(description.id)
            }
            queue.describe(description.id, tags)
        }
        return []
    }

    /// Where the earlier run was, but silent.
    private mutating func restore(_ saved: SavedSession, at now: MonotonicTime) -> [PlayerEffect] {
        guard queue.isEmpty else { return [] }
        queue.restore(saved.entries, current: saved.current)
        queue.setShuffled(saved.isShuffled)
        loop = saved.loop
        rate = Self.rates.contains(saved.rate) ? saved.rate : 1
        volume = saved.volume.isFinite ? saved.volume.clamped(to: 0...1) : 1
        isMuted = saved.isMuted
        replayGain = saved.replayGain
        playlist = queue.isEmpty ? nil : saved.playlist
        let resumes = saved.status != .stopped && queue.current != nil
        status = resumes ? .paused : .stopped
        let position = resumes ? max(.zero, saved.position) : .zero
        clock = PositionClock(base: position, since: now, rate: rate, isRunning: false)
        return [
            .engine(.setVolume(volume)), .engine(.setMuted(isMuted)), .engine(.setRate(rate)),
            .engine(.setReplayGain(replayGain)),
        ]
    }
}

extension Double {
    func clamped(to range: ClosedRange<Double>) -> Double {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
