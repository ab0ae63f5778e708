// SPDX-License-Identifier: MPL-2.0

/// From what MPRIS can ask to what an app's handlers understand.
extension NowPlaying {
    package func offers(_ command: RemoteCommand) -> Bool { commands.offered.contains(command) }

    // MARK: What is enabled

    /// A toggle serves both ways (MPRIS, properties CanPlay and CanPause).
    package var canPlay: Bool { offers(.play) || offers(.togglePlayPause) }
    package var canPause: Bool { offers(.pause) || offers(.togglePlayPause) }
    package var canGoNext: Bool { info != nil && offers(.nextTrack) }
    package var canGoPrevious: Bool { info != nil && offers(.previousTrack) }

    package var canSeek: Bool {
        guard let info, !info.isLive, status != .stopped else { return false }
        return offers(.changePlaybackPosition) || offers(.skipForward) || offers(.skipBackward)
    }

    /// Around 1 (MPRIS, properties MinimumRate and MaximumRate).
    package var rates: ClosedRange<Double> {
        let offered = offers(.changePlaybackRate) ? commands.rates : []
        let all = offered + [1, rate]
        return (all.min() ?? 1)...(all.max() ?? 1)
    }

    // MARK: Commands

    /// What the app is to be told of a command.
    ///
    /// - Returns: nil where everything is as the command wants it already.
    /// - Throws: why the command has no effect.
    package func event(
        for command: PlayerCommand, at now: MonotonicTime
    ) throws(PlayerRefusal) -> RemoteEvent? {
        switch command {
        case .play: try play()
        case .pause: try pause()
        case .playPause: try playPause()
        case .stop: try stop()
        case .next: try plain(canGoNext ? .nextTrack : nil, .noNext)
        case .previous: try plain(canGoPrevious ? .previousTrack : nil, .noPrevious)
        case .restart: try seek(to: .zero, at: now)
        case .seek(let offset): try seek(by: offset, at: now)
        case .setPosition(let entry, let position): try setPosition(entry, position, at: now)
        case .setRate(let rate): try setRate(rate)
        case .setLoop(let loop):
            try supported(offers(.changeRepeatMode) ? .loop(loop) : nil)
        case .setShuffle(let shuffle):
            try supported(offers(.changeShuffleMode) ? .shuffle(shuffle) : nil)
        case .setVolume(let volume): try setVolume(volume)
        default: throw .notSupported
        }
    }

    private func play() throws(PlayerRefusal) -> RemoteEvent? {
        if offers(.play) { return .plain(.play) }
        guard offers(.togglePlayPause) else { throw .notSupported }
        return status == .playing ? nil : .plain(.togglePlayPause)
    }

    private func pause() throws(PlayerRefusal) -> RemoteEvent? {
        if offers(.pause) { return .plain(.pause) }
        guard offers(.togglePlayPause) else { throw .notSupported }
        return status == .playing ? .plain(.togglePlayPause) : nil
    }

    private func playPause() throws(PlayerRefusal) -> RemoteEvent? {
        if offers(.togglePlayPause) { return .plain(.togglePlayPause) }
        // MPRIS asks for the error where CanPause is false, also when it would start.
        guard offers(.pause) else { throw .notSupported }
        return status == .playing ? .plain(.pause) : try play()
    }

    private func stop() throws(PlayerRefusal) -> RemoteEvent? {
        offers(.stop) ? .plain(.stop) : try pause()
    }

    private func plain(
        _ command: RemoteCommand?, _ refusal: PlayerRefusal
    ) throws(PlayerRefusal) -> RemoteEvent? {
        guard let command else { throw refusal }
        return .plain(command)
    }

    private func supported(_ event: RemoteEvent?) throws(PlayerRefusal) -> RemoteEvent? {
        guard let event else { throw .notSupported }
        return event
    }

    // MARK: Time

    private func seek(
        by offset: MediaTime, at now: MonotonicTime
    ) throws(PlayerRefusal) -> RemoteEvent? {
        let target = max(.zero, position(at: now) + offset)
        // Beyond the end is as Next (MPRIS, method Seek).
        if canSeek, let length, target > length { return try plain(next, .noNext) }
        return try seek(to: target, at: now)
    }

    private var next: RemoteCommand? { canGoNext ? .nextTrack : nil }

    private func setPosition(
        _ entry: EntryID, _ position: MediaTime, at now: MonotonicTime
    ) throws(PlayerRefusal) -> RemoteEvent? {
        guard entry == item else { throw .notCurrent }
        guard position >= .zero, length.map({ position <= $0 }) ?? true else { throw .outOfRange }
        return try seek(to: position, at: now)
    }

    /// An app that only skips is asked to skip by the distance.
    private func seek(
        to target: MediaTime, at now: MonotonicTime
    ) throws(PlayerRefusal) -> RemoteEvent? {
        guard canSeek else { throw info == nil ? .nothingQueued : .notSeekable }
        if offers(.changePlaybackPosition) { return .position(target) }
        let distance = target - position(at: now)
        guard distance != .zero else { return nil }
        let skip = distance > .zero ? RemoteCommand.skipForward : .skipBackward
        guard offers(skip) else { throw .notSeekable }
        return .skip(skip, distance.distance(to: .zero))
    }

    // MARK: Modes

    private func setRate(_ rate: Double) throws(PlayerRefusal) -> RemoteEvent? {
        guard rate.isFinite else { throw .notANumber }
        // 0 is a pause (MPRIS, property Rate).
        if rate == 0 { return try pause() }
        guard offers(.changePlaybackRate) else { throw .notSupported }
        return .rate(commands.usableRate(rate))
    }

    private func setVolume(_ volume: Double) throws(PlayerRefusal) -> RemoteEvent? {
        guard !volume.isNaN else { throw .notANumber }
        guard self.volume != nil else { throw .notSupported }
        return .volume(min(max(volume, 0), 1))
    }
}
