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
            follow(next, at: now)
            return heard(position, at: now)
        case .failed(let failure):
            prepared = nil
            failed.insert(next.entry)
            return [unplayable(next.entry, failure)]
        case .length(let length): prepared?.length = length
        case .seekable(let seekable): prepared?.isSeekable = seekable
        case .stalled, .ended, .streamTags: break
        }
        return []
    }

    private mutating func receive(
        _ event: EngineReport.Event, at now: MonotonicTime
    )
        -> [PlayerEffect]
    {
        switch event {
        case .playing(let position): return heard(position, at: now)
        case .stalled(let position):
            isStalled = true
            clock = PositionClock(base: position, since: now, rate: rate, isRunning: false)
        case .ended: return ended(at: now)
        case .failed(let failure): return failedToPlay(failure, at: now)
        case .length(let length): loaded?.length = length
        case .seekable(let seekable): loaded?.isSeekable = seekable
        case .streamTags(let tags): describeStream(tags)
        }
        return []
    }

    /// The next entry is heard without a gap: now it is the current one.
    private mutating func follow(_ next: Load, at now: MonotonicTime) {
        if next.entry == queue.current {
            // One entry repeats: its trackid stays, so only the position can tell.
            discontinuities += 1
        } else if queue.successor(wrapping: loop == .playlist) == next.entry {
            _ = queue.advance(wrapping: loop == .playlist)
        } else {
            queue.jump(to: next.entry)
        }
        loaded = next
        prepared = nil
        witness = PositionClock(base: .zero, since: now, rate: rate, isRunning: true)
    }

    private mutating func heard(_ position: MediaTime, at now: MonotonicTime) -> [PlayerEffect] {
        isStalled = false
        failed = []
        let startedLater = loaded?.startsLater == true && loaded?.isHeard == false
        loaded?.isHeard = true
        guard status == .playing else { return [] }
        clock = PositionClock(base: position, since: now, rate: rate, isRunning: true)
        let isOff = witness.position(at: now).distance(to: position) > Self.tolerance
        if startedLater || isOff { discontinuities += 1 }
        return []
    }

    private mutating func ended(at now: MonotonicTime) -> [PlayerEffect] {
        guard loop == .track else { return advanceAutomatically(at: now) }
        discontinuities += 1
        return startCurrent(at: now)
    }

    private mutating func failedToPlay(
        _ failure: PlaybackFailure, at now: MonotonicTime
    )
        -> [PlayerEffect]
    {
        guard let entry = loaded?.entry else { return [] }
        if failure.code == .output {
            // Not the entry's fault: wait here until there is a device again.
            status = .paused
            clock.hold(at: now)
            loaded = nil
            prepared = nil
            return [.engine(.unload), .report(.output(failure))]
        }
        failed.insert(entry)
        let report = unplayable(entry, failure)
        if failed.count >= queue.count {
            return [report, .report(.nothingPlayable)] + finish(at: now)
        }
        return [report] + advanceAutomatically(at: now)
    }

    private func unplayable(_ entry: EntryID, _ failure: PlaybackFailure) -> PlayerEffect {
        .report(.unplayable(entry, queue[entry] ?? Track(url: ""), failure))
    }

    /// A stream's title of the moment goes where a file's tags would be.
    private mutating func describeStream(_ stream: StreamTags) {
        guard let entry = queue.current else { return }
        var tags = queue[entry]?.tags ?? TrackTags()
        if let title = stream.title { tags.title = title }
        if let artist = stream.artist { tags.artists = [artist] }
        if let station = stream.station { tags.album = station }
        if let genre = stream.genre { tags.genres = [genre] }
        queue.describe(entry, tags)
    }
}
