// SPDX-License-Identifier: MPL-2.0

extension PlayerState {
    /// How far a client may be off before it is told.
    ///
    /// A pipeline takes some tens of milliseconds to start; a signal for that would be noise.
    private static var tolerance: MediaTime { MediaTime(milliseconds: 250) }

    /// Takes what the engine says of what is loaded or prepared; older news are ignored.
    mutating func receive(_ report: EngineReport, at now: MonotonicTime) -> [PlayerEffect] {
        if report.generation == loaded?.generation {
            return receive(report.event, at: now)
        }
        guard let next = prepared, report.generation == next.generation else { return [] }
        switch report.event {
        case .playing(let position):
            follow(next, from: position, at: now)
            heard(position, at: now)
        case .failed(let failure) where failure.code == .output:
            return waitForOutput(failure, at: now)
        case .failed(let failure):
            return drop(next, failure)
        case .needsAddress:
            return drop(next, .noAddress)
        case .length(let length): prepared?.measure(length)
        case .seekable(let seekable): prepared?.isSeekable = seekable
        case .streamTags(let tags): describeStream(tags, of: next.entry)
        case .stalled, .ended: break
        }
        return []
    }

    /// What was to follow cannot.
    private mutating func drop(_ next: Load, _ failure: PlaybackFailure) -> [PlayerEffect] {
        prepared = nil
        loaded?.failedFollower = next.entry
        failed.insert(next.entry)
        return [unplayable(next.entry, failure)]
    }

    private mutating func receive(
        _ event: EngineReport.Event, at now: MonotonicTime
    )
        -> [PlayerEffect]
    {
        switch event {
        case .playing(let position): heard(position, at: now)
        case .stalled(let position): stalled(position, at: now)
        case .ended: return ended(at: now)
        case .failed(let failure): return failedToPlay(failure, at: now)
        case .needsAddress: return failedToPlay(.noAddress, at: now)
        case .length(let length): loaded?.measure(length)
        case .seekable(let seekable): loaded?.isSeekable = seekable
        case .streamTags(let tags):
            if let entry = loaded?.entry { describeStream(tags, of: entry) }
        }
        return []
    }

    /// The next entry is heard without a gap: now it is the current one.
    private mutating func follow(
        _ next: Load, from position: MediaTime, at now: MonotonicTime
    ) {
        if next.entry == queue.current {
            // One entry repeats: its trackid stays, so only the position can tell.
            discontinuities += 1
        } else {
            _ = queue.advance(wrapping: loop == .playlist)
        }
        loaded = next
        prepared = nil
        clock = PositionClock(base: position, since: now, rate: rate, isRunning: false)
        witness = PositionClock(base: .zero, since: now, rate: rate, isRunning: true)
    }

    private mutating func heard(_ position: MediaTime, at now: MonotonicTime) {
        isStalled = false
        if loaded?.isHeard == false {
            loaded?.isHeard = true
            isGoingBack = false
            // What was prepared meanwhile and failed would only fail, and be reported, again.
            failed = failed.filter { $0 == loaded?.failedFollower }
        }
        // While paused this is news of a moment ago; the position stands.
        guard status == .playing else { return }
        let place = settledPlace(position, at: now)
        clock = PositionClock(base: place, since: now, rate: rate, isRunning: true)
        let isOff = witness.position(at: now).distance(to: place) > Self.tolerance
        if isOff || loaded?.startsLater == true { discontinuities += 1 }
        loaded?.startsLater = false
        loaded?.awaitsPosition = false
    }

    /// Where the item plays on: where the engine says, unless it only resumes.
    ///
    /// A device may be seconds behind what it was given (PulseAudio's null sink is) and then tells
    /// a place long past. A pause moves nothing, so such news do not move the position either.
    private func settledPlace(_ told: MediaTime, at now: MonotonicTime) -> MediaTime {
        let held = clock.position(at: now)
        let isResumed = loaded?.awaitsPosition == false && !clock.isRunning
        return isResumed && held.distance(to: told) > Self.tolerance ? held : told
    }

    private mutating func stalled(_ position: MediaTime, at now: MonotonicTime) {
        isStalled = true
        loaded?.awaitsPosition = true
        guard status == .playing else { return }
        clock = PositionClock(base: position, since: now, rate: rate, isRunning: false)
    }

    private mutating func ended(at now: MonotonicTime) -> [PlayerEffect] {
        guard let load = loaded else { return [] }
        guard load.isHeard || clock.base > .zero else {
            // Nothing else would keep a queue of such entries from going round without rest.
            return failedToPlay(PlaybackFailure(.damaged, "it contains no sound"), at: now)
        }
        guard loop == .track, !failed.contains(load.entry) else { return moveOn(at: now) }
        discontinuities += 1
        return startCurrent(at: now)
    }

    private mutating func failedToPlay(
        _ failure: PlaybackFailure, at now: MonotonicTime
    )
        -> [PlayerEffect]
    {
        guard failure.code != .output else { return waitForOutput(failure, at: now) }
        guard let entry = loaded?.entry else { return [] }
        failed.insert(entry)
        return [unplayable(entry, failure)] + moveOn(at: now)
    }

    /// Not the entry's fault: wait here until there is a device again.
    private mutating func waitForOutput(
        _ failure: PlaybackFailure, at now: MonotonicTime
    )
        -> [PlayerEffect]
    {
        status = .paused
        isStalled = false
        clock.hold(at: now)
        loaded = nil
        prepared = nil
        return [.engine(.unload), .report(.output(failure))]
    }

    private func unplayable(_ entry: EntryID, _ failure: PlaybackFailure) -> PlayerEffect {
        .report(.unplayable(entry, queue[entry] ?? Track(url: ""), failure))
    }

    /// A stream's title of the moment goes where a file's tags would be.
    private mutating func describeStream(_ stream: StreamTags, of entry: EntryID) {
        // A file was read as a whole, and better.
        guard let track = queue[entry], !track.isLocal, !track.isDescribedBySource else { return }
        var tags = track.tags ?? TrackTags()
        let song = stream.song
        if let title = song.title, title != tags.title {
            tags.title = title
            // Who sang the last song is not known to sing this one.
            tags.artists = []
        }
        if let artist = song.artist { tags.artists = [artist] }
        if let station = stream.station { tags.album = station }
        if let genre = stream.genre { tags.genres = [genre] }
        if let url = stream.artworkURL, url != tags.artworkURL {
            tags.artworkURL = url
            tags.artwork = .unread
        }
        queue.describe(entry, tags)
    }
}
