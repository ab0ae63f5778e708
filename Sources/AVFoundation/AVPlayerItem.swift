// SPDX-License-Identifier: MPL-2.0

public import CoreMedia
public import Foundation
internal import GatefoldModel
internal import Synchronization

/// Something in a player.
///
/// `@unchecked Sendable`: what changes is behind a mutex.
open class AVPlayerItem: NSObject, @unchecked Sendable {
    /// Whether an item can be played.
    public enum Status: Int, Hashable, Sendable {
        /// It was not looked into yet.
        case unknown = 0
        /// It can.
        case readyToPlay = 1
        /// It cannot; `error` says why.
        case failed = 2
    }

    /// What is played.
    public let asset: AVAsset
    let id = UUID()
    let facts = Mutex(Facts())
    let changes = PropertyChanges()

    struct Facts: Sendable {
        var status = Status.unknown
        var error: AVPlayerError?
        var duration: CMTime?
        var buffer = Buffer()
        var pitch = AVAudioTimePitchAlgorithm.timeDomain
        var forwardBuffer: TimeInterval = 0
        var outputs: [AVPlayerItemOutput] = []
        var song: Song?
        var player: WeakPlayer?
    }

    /// `@unchecked Sendable`: a weak reference to something `Sendable`, behind the item's mutex.
    struct WeakPlayer: @unchecked Sendable {
        weak var player: AVPlayer?
    }

    /// An item of what is at a URL.
    public convenience init(url: URL) {
        self.init(asset: AVURLAsset(url: url))
    }

    /// An item of an asset.
    public convenience init(asset: AVAsset) {
        self.init(asset: asset, automaticallyLoadedAssetKeys: nil)
    }

    /// An item of an asset.
    ///
    /// - Parameter keys: of what is loaded before it is ready; here nothing has to be.
    public init(asset: AVAsset, automaticallyLoadedAssetKeys keys: [String]?) {
        self.asset = asset
    }

    var url: URL { asset.place }

    /// Whether it can be played.
    open var status: Status { facts.withLock { $0.status } }

    /// Why it cannot.
    open var error: (any Error)? { facts.withLock { $0.error } }

    /// How long it is; indefinite until that is known, and for streams.
    open var duration: CMTime { facts.withLock { $0.duration } ?? .indefinite }

    /// Where its player is in it.
    open func currentTime() -> CMTime {
        guard let player, player.currentItem === self else { return .zero }
        return player.currentTime()
    }

    /// Goes to a place in it.
    @discardableResult
    public func seek(to time: CMTime) async -> Bool {
        guard let player, player.currentItem === self else { return false }
        return await player.seek(to: time)
    }

    /// Goes to a place in it, and then calls a closure.
    open func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)?) {
        guard let player, player.currentItem === self else {
            completionHandler?(false)
            return
        }
        player.seek(to: time) { completionHandler?($0) }
    }

    /// Has the seeks end that were not done yet: there are none, as each is done at once.
    open func cancelPendingSeeks() {}

    var player: AVPlayer? { facts.withLock { $0.player?.player } }

    func leavePlayer() { enter(nil) }

    func enter(_ player: AVPlayer?) {
        facts.withLock { $0.player = player.map { WeakPlayer(player: $0) } }
    }

    func update(_ change: (inout Facts) -> Void) {
        facts.withLock { change(&$0) }
        changes.send()
    }
}

/// Why an item is not played.
public struct AVPlayerError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for the user.
    public let description: String

    /// A sentence for the user.
    public var errorDescription: String? { description }
}

extension AVPlayerItem {
    /// An item was heard to its end.
    public class var didPlayToEndTimeNotification: Notification.Name {
        .AVPlayerItemDidPlayToEndTime
    }

    /// An item could not be played to its end.
    public class var failedToPlayToEndTimeNotification: Notification.Name {
        .AVPlayerItemFailedToPlayToEndTime
    }
}

extension Notification.Name {
    /// An item was heard to its end.
    public static let AVPlayerItemDidPlayToEndTime = Notification.Name(
        "AVPlayerItemDidPlayToEndTimeNotification")
    /// An item could not be played to its end.
    public static let AVPlayerItemFailedToPlayToEndTime = Notification.Name(
        "AVPlayerItemFailedToPlayToEndTimeNotification")
    /// An item's place jumped.
    public static let AVPlayerItemTimeJumped = Notification.Name(
        "AVPlayerItemTimeJumpedNotification")
    /// A stream waits for data.
    public static let AVPlayerItemPlaybackStalled = Notification.Name(
        "AVPlayerItemPlaybackStalledNotification")
}

/// In `AVPlayerItemFailedToPlayToEndTime`: the error.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

extension CMTime {
    init(_ time: MediaTime) {
        self.init(value: time.nanoseconds, timescale: 1_000_000_000)
    }

    var mediaTime: MediaTime { MediaTime(seconds: seconds) }
}
