// SPDX-License-Identifier: MPL-2.0

internal import Foundation
internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPlayer
internal import GatefoldRuntime
internal import Synchronization

/// What follows the current item.
///
/// The items are in the picture. The session's queue holds of them what may follow without a gap.
extension PlayerDeck {
    /// Changes what follows.
    func editUpcoming(_ change: @escaping @Sendable (inout [AVPlayerItem]) -> Void) {
        PlayerActor.performAndWait { [self] in
            published.withLock { change(&$0.upcoming) }
            enqueueUpcoming()
        }
    }

    /// Says what happens when an item has ended.
    func setActionAtItemEnd(_ action: AVPlayer.ActionAtItemEnd) {
        edit { $0.actionAtItemEnd = action }
        if !picture.upcoming.isEmpty { editUpcoming { _ in } }
    }

    /// Goes on to the next item, or to none behind the last.
    ///
    /// - Returns: the item that is left, if there was one.
    func advance() -> AVPlayerItem? {
        let left = picture.item
        PlayerActor.performAndWait { [self] in
            let next: AVPlayerItem? = published.withLock { picture in
                picture.item = picture.upcoming.isEmpty ? nil : picture.upcoming.removeFirst()
                picture.length = nil
                picture.hasEnded = false
                return picture.item
            }
            let session = local.session
            guard let next else {
                entries = [:]
                return session.handle([.command(.clear)])
            }
            load(next, playing: session.state.status == .playing)
        }
        return left
    }

    /// Has the session's queue hold what is to follow by itself.
    @PlayerActor
    func enqueueUpcoming() {
        guard let current = local.session.state.queue.current else { return }
        let picture = picture
        let wanted = picture.actionAtItemEnd == .advance ? picture.upcoming : []
        let session = local.session
        let unwanted = session.state.queue.ids.filter { id in
            id != current && !wanted.contains { $0 === entries[id] }
        }
        if !unwanted.isEmpty { session.handle([.command(.remove(unwanted))]) }
        for id in unwanted { entries[id] = nil }
        var place = current
        for item in wanted {
            place = entries.first { $0.value === item }?.key ?? enqueue(item, behind: place)
        }
        // Some may have been there before, in another order.
        session.handle([.command(.arrange(order(of: wanted, behind: current)))])
    }

    @PlayerActor
    private func enqueue(_ item: AVPlayerItem, behind place: EntryID) -> EntryID {
        let session = local.session
        session.handle([
            .command(
                .insert([Track(url: item.url.absoluteString)], .behind(place), play: false))
        ])
        guard let id = session.state.queue.ids.first(where: { entries[$0] == nil && $0 != place })
        else { return place }
        entries[id] = item
        return id
    }

    @PlayerActor
    private func order(of items: [AVPlayerItem], behind current: EntryID) -> [EntryID] {
        [current]
            + items.compactMap { item in
                entries.first { $0.value === item && $0.key != current }?.key
            }
    }

    /// Takes what the session has come to: another entry, where one followed by itself.
    @PlayerActor
    func follow(_ state: PlayerState) {
        guard let current = state.queue.current, let item = entries[current] else { return }
        guard let left = picture.item, left !== item else { return }
        published.withLock { picture in
            let index = picture.upcoming.firstIndex { $0 === item }
            picture.upcoming.removeFirst(index.map { $0 + 1 } ?? 0)
            picture.item = item
            picture.length = nil
            picture.hasEnded = false
        }
        left.leavePlayer()
        finish(left)
        // In a turn of its own, as the session is in the middle of one.
        PlayerActor.post { [self] in enqueueUpcoming() }
    }

    /// Behind the last item of a queue there is none.
    @PlayerActor
    func leaveLast() {
        guard picture.actionAtItemEnd == .advance, picture.isQueue else { return }
        advance()?.leavePlayer()
    }
}
