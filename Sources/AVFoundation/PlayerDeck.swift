// SPDX-License-Identifier: MPL-2.0

internal import CoreMedia
internal import Foundation
internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPlayer
internal import GatefoldRuntime
internal import Synchronization

/// What an `AVPlayer` is made of: a picture for who asks, and a player on the players' thread.
///
/// `@unchecked Sendable`: the picture is behind a mutex, the rest on the players' thread.
final class PlayerDeck: @unchecked Sendable {
    /// What is known of the player at one moment.
    struct Picture: Sendable {
        var item: AVPlayerItem?
        /// What follows it, in an `AVQueuePlayer`.
        var upcoming: [AVPlayerItem] = []
        /// It is an `AVQueuePlayer`'s.
        var isQueue = false
        var rate: Float = 0
        var defaultRate: Float = 1
        var volume: Float = 1
        var isMuted = false
        var mayWait = true
        var allowsExternalPlayback = true
        /// It waits for data.
        var isStalled = false
        var actionAtItemEnd = AVPlayer.ActionAtItemEnd.pause
        var timeControlStatus = AVPlayer.TimeControlStatus.paused
        var clock = PositionClock(
            base: .zero, since: MonotonicTime(nanoseconds: 0), rate: 1, isRunning: false)
        var length: MediaTime?
        /// It was heard to its end, and stands there.
        var hasEnded = false

        var position: MediaTime {
            if hasEnded, let length { return length }
            let now = MonotonicTime(nanoseconds: monotonicNanoseconds())
            let position = max(.zero, clock.position(at: now))
            return length.map { min($0, position) } ?? position
        }

        var time: CMTime { item == nil ? .zero : CMTime(position) }
    }

    let published = Mutex(Picture())
    private let onChange = Mutex<(@Sendable () -> Void)?>(nil)
    private let tellers = Worker(threads: 1)
    /// What is in the session's queue: the current item, and what is to follow without a gap.
    @PlayerActor var entries: [EntryID: AVPlayerItem] = [:]
    @PlayerActor private var player: LocalPlayer?
    @PlayerActor private var observers: [TimeObserver] = []
    @PlayerActor private var discontinuities: UInt64 = 0
    @PlayerActor private var wasPlaying = false

    var picture: Picture { published.withLock { $0 } }

    /// Has a closure called after every change, in order, on a thread of the library's own.
    func attach(_ action: @escaping @Sendable () -> Void) {
        onChange.withLock { $0 = action }
    }

    func edit(_ change: (inout Picture) -> Void) {
        published.withLock { change(&$0) }
        tell()
    }

    /// The player ends with who has it.
    func close() {
        onChange.withLock { $0 = nil }
        PlayerActor.post { [self] in
            observers = []
            player?.onChange = nil
            player?.shutDown()
            player = nil
        }
    }

    // MARK: Requests

    /// Loads an item, silent unless the one before was heard.
    func replace(by item: AVPlayerItem?) {
        published.withLock { picture in
            picture.item = item
            picture.length = nil
            picture.hasEnded = false
        }
        PlayerActor.performAndWait { [self] in
            let session = local.session
            guard let item else {
                entries = [:]
                return session.handle([.command(.clear)])
            }
            load(item, playing: session.state.status == .playing)
        }
    }

    /// Loads an item; where it is not to be heard, it is ready to be.
    @PlayerActor
    func load(_ item: AVPlayerItem, playing goesOn: Bool) {
        let session = local.session
        let insert = PlayerInput.command(
            .insert([Track(url: item.url.absoluteString)], .replacing, play: goesOn))
        entries = [:]
        session.handle([insert])
        if let entry = session.state.queue.current { entries[entry] = item }
        // Loaded, and at once silent: ready to be heard or sought.
        if !goesOn { session.handle([.command(.play), .command(.pause)]) }
        enqueueUpcoming()
    }

    func play() {
        PlayerActor.performAndWait { [self] in
            // Who plays on at the end of an item hears nothing, until it is sought back.
            guard !picture.hasEnded else { return }
            local.session.handle([.command(.play)])
        }
    }

    func send(_ commands: [PlayerCommand]) {
        PlayerActor.performAndWait { [self] in
            local.session.handle(commands.map(PlayerInput.command))
        }
    }

    /// - Returns: whether it could be sought.
    func seek(to time: CMTime) -> Bool {
        guard time.isNumeric else { return false }
        let isDone = Atomic(false)
        PlayerActor.performAndWait { [self] in
            isDone.store(seek(to: max(.zero, time.mediaTime)), ordering: .relaxed)
        }
        return isDone.load(ordering: .relaxed)
    }

    @PlayerActor
    private func seek(to place: MediaTime) -> Bool {
        let session = local.session
        guard let entry = session.state.queue.current else { return false }
        if picture.hasEnded {
            published.withLock { $0.hasEnded = false }
            session.handle([.command(.play), .command(.pause)])
        }
        let target = session.state.length.map { min($0, place) } ?? place
        do throws(PlayerRefusal) {
            try session.command(.setPosition(entry, target))
            return true
        } catch {
            Log.info("A player could not be sought.", error.description)
            return false
        }
    }

    // MARK: News

    /// Made when something is first asked of it.
    @PlayerActor
    var local: LocalPlayer {
        if let player { return player }
        let made = LocalPlayer()
        player = made
        made.onProblem = { [weak self] problem in self?.take(problem) }
        made.onChange = { [weak self] state, now in self?.publish(state, at: now) }
        return made
    }

    @PlayerActor
    private func take(_ problem: PlayerProblem) {
        switch problem {
        case .unplayable(let entry, _, let failure):
            fail(entries[entry] ?? picture.item, AVPlayerError(description: "\(failure)."))
        case .output:
            AVAudioSession.post(.oldDeviceUnavailable)
        case .nothingPlayable: break  // said of the one item already
        }
    }

    @PlayerActor
    private func fail(_ item: AVPlayerItem?, _ error: AVPlayerError) {
        guard let item else { return }
        published.withLock { $0.hasEnded = false }
        item.update { facts in
            facts.status = .failed
            facts.error = error
        }
        notify(.AVPlayerItemFailedToPlayToEndTime, item, error)
        tell()
    }

    @PlayerActor
    private func publish(_ state: PlayerState, at now: MonotonicTime) {
        follow(state)
        let isPlaying = state.status == .playing
        let isEnd = wasPlaying && state.status == .stopped && !state.queue.isEmpty
        wasPlaying = isPlaying
        let hasJumped = state.discontinuities != discontinuities
        discontinuities = state.discontinuities
        published.withLock { $0.show(state, isEnd: isEnd) }
        describe(state)
        for observer in observers { observer.schedule(picture) }
        if hasJumped || isEnd { for observer in observers { observer.jump(picture.time) } }
        tell()
        if isEnd, let item = picture.item { finish(item) }
    }

    /// In a turn of its own: where it ended because it failed, that is said in this one.
    @PlayerActor
    func finish(_ item: AVPlayerItem) {
        PlayerActor.post { [self] in
            if item.status != .failed { notify(.AVPlayerItemDidPlayToEndTime, item) }
            if picture.item === item, picture.hasEnded { leaveLast() }
        }
    }

    @PlayerActor
    private func describe(_ state: PlayerState) {
        guard let item = picture.item, item.status != .failed else { return }
        if let tags = state.queue.currentTrack?.tags { item.take(tags, at: picture.time) }
        let length = state.length.map { CMTime($0) }
        let isReady = state.isHeard || length != nil
        let buffer = AVPlayerItem.Buffer(
            isReady: isReady || item.status == .readyToPlay, isStalled: state.isStalled,
            isSeekable: state.canSeek)
        let isNews =
            item.status == .unknown && isReady || length != nil && item.duration != length
            || item.buffer != buffer
        guard isNews else { return }
        item.update { facts in
            if isReady { facts.status = .readyToPlay }
            facts.duration = length ?? facts.duration
            facts.buffer = buffer
        }
    }

    private func notify(
        _ name: Notification.Name, _ item: AVPlayerItem, _ error: AVPlayerError? = nil
    ) {
        tellers.perform {
            let info = error.map { [AVPlayerItemFailedToPlayToEndTimeErrorKey: $0] }
            NotificationCenter.default.post(name: name, object: item, userInfo: info)
        }
    }

    private func tell() {
        tellers.perform { [weak self] in self?.onChange.withLock { $0 }?() }
    }

    // MARK: Time observers

    func observe(_ observer: TimeObserver) -> TimeObserver {
        PlayerActor.post { [self] in
            observers.append(observer)
            observer.schedule(picture)
        }
        return observer
    }

    func remove(_ observer: TimeObserver) {
        observer.end()
        PlayerActor.post { [self] in observers.removeAll { $0 === observer } }
    }
}

extension PlayerDeck.Picture {
    fileprivate mutating func show(_ state: PlayerState, isEnd: Bool) {
        let isPlaying = state.status == .playing
        defaultRate = Float(state.rate)
        rate = isPlaying ? defaultRate : 0
        volume = Float(state.volume * state.volume * state.volume)
        isMuted = state.isMuted
        isStalled = state.isStalled
        timeControlStatus =
            isPlaying ? (state.isHeard ? .playing : .waitingToPlayAtSpecifiedRate) : .paused
        clock = state.clock
        if let measured = state.length { length = measured }
        if isEnd {
            hasEnded = true
        } else if isPlaying {
            hasEnded = false
        }
    }
}

extension AVAudioSession {
    /// Tells that sound goes another way.
    static func post(_ reason: RouteChangeReason) {
        DispatchQueue.global().async {
            let session = sharedInstance()
            var info: [String: Any] = [AVAudioSessionRouteChangeReasonKey: reason.rawValue]
            info[AVAudioSessionRouteChangePreviousRouteKey] = session.settings.withLock(\.lastRoute)
            NotificationCenter.default.post(
                name: routeChangeNotification, object: session, userInfo: info)
        }
    }
}
