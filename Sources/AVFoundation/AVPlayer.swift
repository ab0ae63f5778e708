// SPDX-License-Identifier: MPL-2.0

public import CoreMedia
public import Foundation
internal import GatefoldModel
internal import Synchronization

/// Plays one item: a file or a stream.
///
/// Every member may be used from any thread. It is on no bus: what shows it on the desktop is the
/// program's own now-playing information.
///
/// `@unchecked Sendable`: what changes is behind a mutex, or on the players' thread.
open class AVPlayer: NSObject, @unchecked Sendable {
    /// Whether a player can play.
    public enum Status: Int, Hashable, Sendable {
        /// It has not tried.
        case unknown = 0
        /// It can.
        case readyToPlay = 1
        /// It cannot any more.
        case failed = 2
    }

    /// Whether sound is heard.
    public enum TimeControlStatus: Int, Hashable, Sendable {
        /// It is not wanted.
        case paused = 0
        /// It is wanted, and not there yet.
        case waitingToPlayAtSpecifiedRate = 1
        /// It is heard.
        case playing = 2
    }

    /// What happens when an item has ended.
    public enum ActionAtItemEnd: Int, Hashable, Sendable {
        /// The next one begins, in an `AVQueuePlayer`.
        case advance = 0
        /// It is paused.
        case pause = 1
        /// Nothing.
        case none = 2
    }

    /// Why a player that is wanted to play is not heard.
    public struct WaitingReason: RawRepresentable, Hashable, Sendable {
        /// Its name.
        public let rawValue: String

        /// A reason by its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// It waits until it can be heard without a gap.
        public static let toMinimizeStalls = WaitingReason(
            rawValue: "AVPlayerWaitingToMinimizeStallsReason")
        /// It finds out whether it can.
        public static let evaluatingBufferingRate = WaitingReason(
            rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
        /// It has no item.
        public static let noItemToPlay = WaitingReason(
            rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
    }

    let deck = PlayerDeck()
    let changes = PropertyChanges()
    let toldRate = Mutex<Float>(0)

    /// A player without an item.
    public override init() {
        super.init()
        follow()
    }

    /// A player of what is at a URL.
    public init(url: URL) {
        super.init()
        follow()
        replaceCurrentItem(with: AVPlayerItem(url: url))
    }

    /// A player of an item.
    public init(playerItem item: AVPlayerItem?) {
        super.init()
        follow()
        replaceCurrentItem(with: item)
    }

    private func follow() {
        deck.attach { [weak self] in
            self?.changes.send()
            self?.tellRate()
        }
    }

    deinit { deck.close() }

    // MARK: Items

    /// What is played.
    open var currentItem: AVPlayerItem? { deck.picture.item }

    /// Plays something else, in the same state.
    open func replaceCurrentItem(with item: AVPlayerItem?) {
        deck.picture.item?.enter(nil)
        item?.enter(self)
        deck.replace(by: item)
    }

    // MARK: Playing

    /// Plays, from where it is.
    open func play() {
        deck.play()
    }

    /// Pauses.
    open func pause() {
        deck.send([.pause])
    }

    /// How fast it plays: 1 is as recorded, 0 is paused.
    ///
    /// What is too slow or too fast becomes the nearest possible rate, from 0.25 to 4; backward is
    /// 0.
    open var rate: Float {
        get { deck.picture.rate }
        set {
            guard newValue > 0 else { return pause() }
            deck.send([.setRate(Double(newValue))])
            play()
        }
    }

    /// How fast `play()` plays.
    public var defaultRate: Float {
        get { deck.picture.defaultRate }
        set { if newValue > 0 { deck.send([.setRate(Double(newValue))]) } }
    }

    /// Plays at a rate, without waiting for data first.
    open func playImmediately(atRate rate: Float) {
        self.rate = rate
    }

    /// Whether it can play.
    open var status: Status {
        switch currentItem?.status {
        case .failed: .failed
        case .readyToPlay: .readyToPlay
        case .unknown, nil: .unknown
        }
    }

    /// Why it cannot.
    open var error: (any Error)? { currentItem?.error }

    /// Whether sound is heard.
    open var timeControlStatus: TimeControlStatus { deck.picture.timeControlStatus }

    /// Why it is wanted to play and not heard; nil where it is heard, or not wanted.
    public var reasonForWaitingToPlay: WaitingReason? {
        let picture = deck.picture
        guard picture.timeControlStatus == .waitingToPlayAtSpecifiedRate else { return nil }
        return picture.isStalled ? .toMinimizeStalls : .evaluatingBufferingRate
    }

    /// Whether it may wait for enough data before it begins.
    ///
    /// On Apple platforms it begins at once where this is false. Here a stream always waits until it
    /// can be heard without a gap.
    public var automaticallyWaitsToMinimizeStalling: Bool {
        get { deck.picture.mayWait }
        set { deck.edit { $0.mayWait = newValue } }
    }

    /// What happens when an item has ended.
    public var actionAtItemEnd: ActionAtItemEnd {
        get { deck.picture.actionAtItemEnd }
        set { deck.setActionAtItemEnd(newValue) }
    }

    /// How loud it is, from silence (0) to as recorded (1).
    open var volume: Float {
        get { deck.picture.volume }
        // The model's scale is the ear's, which is cubic.
        set { deck.send([.setVolume(cbrt(Double(max(0, newValue))))]) }
    }

    /// Whether it is silent, whatever the volume.
    open var isMuted: Bool {
        get { deck.picture.isMuted }
        set { deck.send([.setMuted(newValue)]) }
    }

    /// Whether another device may show what it plays; kept, and no such device is looked for.
    public var allowsExternalPlayback: Bool {
        get { deck.picture.allowsExternalPlayback }
        set { deck.edit { $0.allowsExternalPlayback = newValue } }
    }

    /// Whether another device shows what it plays: never.
    public var isExternalPlaybackActive: Bool { false }

    // MARK: Places

    /// Where it is in the item.
    open func currentTime() -> CMTime { deck.picture.time }

    /// Goes to a place in the item.
    public func seek(to time: CMTime) {
        _ = deck.seek(to: time)
    }

    /// Goes to a place in the item; every place is found exactly.
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
        seek(to: time)
    }

    /// Goes to a place in the item, and then calls a closure.
    public func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
        let isDone = deck.seek(to: time)
        DispatchQueue.global().async { completionHandler(isDone) }
    }

    /// Goes to a place in the item, and then calls a closure; every place is found exactly.
    public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        seek(to: time, completionHandler: completionHandler)
    }

    /// Goes to a place in the item; false where it cannot.
    @discardableResult
    public func seek(to time: CMTime) async -> Bool { deck.seek(to: time) }

    /// Goes to a place in the item; every place is found exactly.
    @discardableResult
    public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime
    ) async -> Bool {
        deck.seek(to: time)
    }

    // MARK: Observing

    /// Calls a closure again and again while it plays, and when the time jumps or it pauses.
    ///
    /// - Parameter queue: where; nil is the main queue.
    /// - Returns: what ends it, by `removeTimeObserver(_:)`.
    open func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?,
        using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        deck.observe(
            TimeObserver(queue ?? .main, tellsJumps: true, block) { position in
                let step = max(interval.mediaTime.nanoseconds, 1_000_000)
                return MediaTime(nanoseconds: (position.nanoseconds / step + 1) * step)
            })
    }

    /// Calls a closure when it comes past certain times.
    ///
    /// On Apple platforms the times are always wrapped in `NSValue`.
    ///
    /// - Parameter queue: where; nil is the main queue.
    /// - Returns: what ends it, by `removeTimeObserver(_:)`.
    public func addBoundaryTimeObserver(
        forTimes times: [CMTime], queue: DispatchQueue?,
        using block: @escaping @Sendable () -> Void
    ) -> Any {
        let places = times.filter(\.isNumeric).map(\.mediaTime).sorted()
        return deck.observe(
            TimeObserver(queue ?? .main, tellsJumps: false) { _ in
                block()
            } next: { position in
                places.first { $0 > position }
            })
    }

    /// Calls a closure when it comes past certain times.
    ///
    /// - Parameters:
    ///   - times: each from `NSValue(time:)`; other values are ignored.
    ///   - queue: where; nil is the main queue.
    /// - Returns: what ends it, by `removeTimeObserver(_:)`.
    public func addBoundaryTimeObserver(
        forTimes times: [NSValue], queue: DispatchQueue?,
        using block: @escaping @Sendable () -> Void
    ) -> Any {
        let times = times.map(\.timeValue)
        return addBoundaryTimeObserver(forTimes: times, queue: queue, using: block)
    }

    /// Ends an observation.
    open func removeTimeObserver(_ observer: Any) {
        if let observer = observer as? TimeObserver { deck.remove(observer) }
    }
}
