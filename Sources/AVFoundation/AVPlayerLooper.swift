// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import Synchronization

/// Plays one item again and again, without a gap.
///
/// The player's queue is the looper's as long as it loops: nobody else may change it.
///
/// `@unchecked Sendable`: what changes is behind a mutex.
open class AVPlayerLooper: NSObject, @unchecked Sendable {
    /// Whether it loops.
    public enum Status: Int, Hashable, Sendable {
        /// It has not tried.
        case unknown = 0
        /// It does.
        case ready = 1
        /// The item cannot be played.
        case failed = 2
        /// It was told not to any more.
        case cancelled = 3
    }

    /// `@unchecked Sendable`: the tokens are nothing but handed back.
    private struct Loop: @unchecked Sendable {
        var count = 0
        var isCancelled = false
        var tokens: [any NSObjectProtocol] = []
    }

    private let player: AVQueuePlayer
    private let loop = Mutex(Loop())

    /// The copies of the item that follow each other.
    public let loopingPlayerItems: [AVPlayerItem]

    /// Has a player play copies of an item instead of what it has, in the same state.
    public init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem) {
        self.player = player
        // One is heard, one follows without a gap, and one is on its way back.
        loopingPlayerItems = (0..<3).map { _ in AVPlayerItem(asset: itemToLoop.asset) }
        super.init()
        for item in player.items().dropFirst() { player.remove(item) }
        player.replaceCurrentItem(with: loopingPlayerItems.first)
        for item in loopingPlayerItems.dropFirst() { player.insert(item, after: nil) }
        let tokens = loopingPlayerItems.map { item in
            NotificationCenter.default.addObserver(
                forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
            ) { [weak self, weak item] _ in item.map { self?.ended($0) } }
        }
        nonisolated(unsafe) let kept = tokens  // see Loop
        loop.withLock { $0.tokens = kept }
    }

    deinit {
        for token in loop.withLock({ $0.tokens }) {
            NotificationCenter.default.removeObserver(token)
        }
    }

    /// How often the item was heard to its end.
    open var loopCount: Int { loop.withLock { $0.count } }

    /// Whether it loops.
    open var status: Status {
        if loop.withLock({ $0.isCancelled }) { return .cancelled }
        return error == nil ? .ready : .failed
    }

    /// Why it does not.
    open var error: (any Error)? { loopingPlayerItems.lazy.compactMap(\.error).first }

    /// Loops no more: the item is heard to its end.
    open func disableLooping() {
        loop.withLock { $0.isCancelled = true }
        for item in player.items().dropFirst() { player.remove(item) }
    }

    private func ended(_ item: AVPlayerItem) {
        let goesOn = loop.withLock { loop in
            loop.count += 1
            return !loop.isCancelled
        }
        if goesOn { player.insert(item, after: nil) }
    }
}
