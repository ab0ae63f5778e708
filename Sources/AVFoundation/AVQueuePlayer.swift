// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// Plays items one after the other, without a gap.
///
/// An item that was heard, or left, is not in the player any more. Behind the last one there is
/// none.
///
/// `@unchecked Sendable`: as `AVPlayer`.
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
    /// A player without items.
    public override init() {
        super.init()
        advances()
    }

    /// A player of what is at a URL.
    public override init(url: URL) {
        super.init(url: url)
        advances()
    }

    /// A player of an item.
    public override init(playerItem item: AVPlayerItem?) {
        super.init(playerItem: item)
        advances()
    }

    /// A player of items.
    public init(items: [AVPlayerItem]) {
        super.init()
        advances()
        for item in items { insert(item, after: nil) }
    }

    private func advances() {
        deck.edit { picture in
            picture.isQueue = true
            picture.actionAtItemEnd = .advance
        }
    }

    /// The items: the current one, and what follows.
    open func items() -> [AVPlayerItem] {
        let picture = deck.picture
        return (picture.item.map { [$0] } ?? []) + picture.upcoming
    }

    /// Whether an item may be put behind another: where it is not in a player, and the other is in
    /// this one.
    open func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
        let items = items()
        return !items.contains { $0 === item }
            && (afterItem == nil || items.contains { $0 === afterItem })
    }

    /// Puts an item behind another, or at the end; nothing happens where it may not be.
    ///
    /// On Apple platforms an item that is there already ends the program.
    open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
        guard canInsert(item, after: afterItem) else { return }
        item.enter(self)
        guard currentItem != nil else { return deck.replace(by: item) }
        let isBehindCurrent = afterItem === currentItem
        deck.editUpcoming { upcoming in
            let index = upcoming.firstIndex { $0 === afterItem }.map { $0 + 1 }
            upcoming.insert(item, at: isBehindCurrent ? 0 : index ?? upcoming.count)
        }
    }

    /// Takes an item out; where it is the current one, the next one follows.
    open func remove(_ item: AVPlayerItem) {
        if currentItem === item { return advanceToNextItem() }
        guard deck.picture.upcoming.contains(where: { $0 === item }) else { return }
        deck.editUpcoming { upcoming in upcoming.removeAll { $0 === item } }
        item.enter(nil)
    }

    /// Takes all items out, which ends playback.
    open func removeAllItems() {
        let upcoming = deck.picture.upcoming
        deck.editUpcoming { $0 = [] }
        for item in upcoming { item.enter(nil) }
        replaceCurrentItem(with: nil)
    }

    /// Goes on to the next item, as it plays or not; behind the last one there is none.
    open func advanceToNextItem() {
        deck.advance()?.enter(nil)
    }

    /// Plays something else instead of the current item; what follows stays.
    open override func replaceCurrentItem(with item: AVPlayerItem?) {
        if let item, deck.picture.upcoming.contains(where: { $0 === item }) {
            deck.editUpcoming { upcoming in upcoming.removeAll { $0 === item } }
        }
        super.replaceCurrentItem(with: item)
    }
}
