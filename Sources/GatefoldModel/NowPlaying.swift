// SPDX-License-Identifier: MPL-2.0

/// What an app shows of its own playback, and which commands it takes.
///
/// The app makes the sound; this is what it wrote, and what follows from it. Time is an anchor: an
/// app writes the position when it jumps, and nothing has to be written while it runs.
package struct NowPlaying: Sendable {
    package private(set) var info: NowPlayingInfo?
    /// The item, as long as what is written tells of the same one.
    package private(set) var item: EntryID?
    package private(set) var declaredStatus = DeclaredStatus.unknown
    package private(set) var clock: PositionClock
    /// Counts jumps of the position, as `PlayerState` does.
    package private(set) var discontinuities: UInt64 = 0
    package var commands = RemoteCommands()
    /// The app has registered handlers, enabled or not: it wants to be seen.
    package var hasHandlers = false
    /// Linear, 0…1; nil where the app has no volume of its own.
    package var volume: Double?

    /// Where a client believes the position to be, who counts on from what it was last told.
    private var witness: PositionClock
    private var itemCount: UInt64 = 0
    private let firstItem: UInt64

    /// How far a written position may be from the expected one: apps cut to whole seconds.
    static let tolerance = MediaTime(milliseconds: 1_000)

    /// - Parameter firstItem: keeps the items of several sources of one process apart.
    package init(firstItem: UInt64 = 1 << 32) {
        self.firstItem = firstItem
        clock = PositionClock(
            base: .zero, since: MonotonicTime(nanoseconds: 0), rate: 1, isRunning: false)
        witness = clock
    }

    // MARK: What is shown

    /// Without an item nothing is played; a rate of 0 is a pause, whatever else is declared.
    package var status: PlaybackStatus {
        guard let info else { return .stopped }
        switch declaredStatus {
        case .stopped: return .stopped
        case .paused, .interrupted: return .paused
        case .playing, .unknown: return info.rate == 0 ? .paused : .playing
        }
    }

    /// The speed while it plays: never 0 (MPRIS, property Rate).
    package var rate: Double { clock.rate }

    package var length: MediaTime? { info?.length }

    /// Between 0 and the length.
    package func position(at now: MonotonicTime) -> MediaTime {
        guard info != nil else { return .zero }
        let position = max(.zero, clock.position(at: now))
        return length.map { min(position, $0) } ?? position
    }

    // MARK: What an app writes

    /// Takes a whole dictionary, in place of the one before; nil is the end of it.
    ///
    /// `Artwork.unread` keeps the picture that is known of the item.
    package mutating func write(_ next: NowPlayingInfo?, at now: MonotonicTime) {
        let before = (status, rate)
        let earlier = info
        info = next
        guard var next else {
            item = nil
            anchor(.zero, at: now)
            witness = clock
            return
        }
        guard let earlier, item != nil, earlier.isContinued(by: next) else {
            return begin(next, at: now)
        }
        if next.tags.artwork == .unread { next.tags.artwork = earlier.tags.artwork }
        info = next
        let place = next.isAnchor(after: earlier) ? next.elapsed : nil
        anchor(place ?? clock.position(at: now), at: now, rate: next.speed(after: rate))
        settle(expecting: before, at: now)
    }

    package mutating func declare(_ status: DeclaredStatus, at now: MonotonicTime) {
        guard status != declaredStatus else { return }
        let before = (self.status, rate)
        let place = clock.position(at: now)
        declaredStatus = status
        anchor(place, at: now)
        settle(expecting: before, at: now)
    }

    /// The picture of the item has become a file, or turned out to be none.
    package mutating func illustrate(_ artwork: Artwork) {
        info?.tags.artwork = artwork
    }

    private mutating func begin(_ info: NowPlayingInfo, at now: MonotonicTime) {
        item = EntryID(rawValue: firstItem + itemCount)
        itemCount += 1
        anchor(info.elapsed ?? .zero, at: now, rate: info.speed(after: 1))
        // Of a new track clients expect that it begins.
        witness = PositionClock(
            base: .zero, since: now, rate: clock.rate, isRunning: clock.isRunning)
        noteJump(at: now)
    }

    private mutating func anchor(
        _ place: MediaTime, at now: MonotonicTime, rate: Double? = nil
    ) {
        clock = PositionClock(
            base: place, since: now, rate: rate ?? clock.rate, isRunning: status == .playing)
    }

    /// Clients ask for the position again when the status or the rate has changed.
    private mutating func settle(
        expecting before: (status: PlaybackStatus, rate: Double), at now: MonotonicTime
    ) {
        noteJump(at: now)
        if before != (status, rate) { witness = clock }
    }

    private mutating func noteJump(at now: MonotonicTime) {
        guard
            witness.position(at: now).distance(to: clock.position(at: now)) > Self.tolerance
        else { return }
        discontinuities += 1
        witness = clock
    }
}

extension NowPlayingInfo {
    /// Whether the position was written anew after `earlier`, which tells of the same item.
    ///
    /// Apps read the dictionary, add a picture or set the rate to 0, and write it back with the
    /// position of long ago in it. Written back without any change it is meant: the item was begun
    /// again.
    fileprivate func isAnchor(after earlier: NowPlayingInfo) -> Bool {
        elapsed != earlier.elapsed || self == earlier
    }

    /// The speed when it plays; a pause keeps the one before.
    fileprivate func speed(after earlier: Double) -> Double {
        if let rate, rate != 0 { return rate }
        guard rate == nil, let defaultRate, defaultRate != 0 else { return earlier }
        return defaultRate
    }
}
