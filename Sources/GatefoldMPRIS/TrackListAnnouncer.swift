// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// A signal of `org.mpris.MediaPlayer2.TrackList`.
package enum TrackListSignal: Sendable, Hashable {
    case replaced([EntryID], current: EntryID?)
    /// After nil is at the start.
    case added(EntryID, Metadata, after: EntryID?)
    case removed(EntryID)
    case metadataChanged(EntryID, Metadata)

    /// Whether it changes `Tracks`.
    package var isEdit: Bool {
        if case .metadataChanged = self { false } else { true }
    }
}

/// Remembers the track list as it was announced last, and says which signals lead to the new one.
///
/// Who applies them in order to the list announced before has the new list.
package struct TrackListAnnouncer: Sendable {
    /// More entries that come and go at once are one TrackListReplaced: an album is one signal and
    /// one reading for a widget, not twenty.
    private static let fewEdits = 2

    private var window = TrackListWindow()
    private var entries: [EntryID: Entry] = [:]
    private var outline: Outline?

    /// What an entry's metadata are made of.
    fileprivate struct Entry: Sendable, Hashable {
        let track: Track
        let length: MediaTime?
    }

    /// What shows, at one glance in a queue of any length, that there may be something new.
    private struct Outline: Sendable, Hashable {
        let revision: UInt64
        let descriptions: UInt64
        let isShuffled: Bool
        let current: EntryID?
        let index: Int?
        let length: MediaTime?

        init(_ state: PlayerState) {
            revision = state.queue.revision
            descriptions = state.queue.descriptions
            isShuffled = state.queue.isShuffled
            current = state.queue.current
            index = state.queue.orderIndex
            length = state.length
        }

        /// Whether at most the current entry, or its length, is another.
        func isSameList(as other: Outline) -> Bool {
            revision == other.revision && descriptions == other.descriptions
                && isShuffled == other.isShuffled
        }
    }

    package init(_ state: PlayerState) {
        _ = signals(for: state)
    }

    /// `Tracks`, as announced last.
    package var ids: [EntryID] { window.ids }

    /// Whether there may be something to announce.
    package func isOutdated(by state: PlayerState) -> Bool { outline != Outline(state) }

    /// What leads from the list announced last to that of `state`, which counts as announced now.
    package mutating func signals(for state: PlayerState) -> [TrackListSignal] {
        let (earlier, now) = (outline, Outline(state))
        guard earlier != now else { return [] }
        outline = now
        let oldIDs = window.ids
        window.follow(state.queue)
        if let earlier, earlier.isSameList(as: now), ids == oldIDs {
            return step(from: earlier.current, to: now.current, in: state)
        }
        let oldEntries = entries
        let found = ids.compactMap { id in Self.entry(id, in: state).map { (id, $0) } }
        entries = Dictionary(found, uniquingKeysWith: { first, _ in first })
        return edits(from: oldIDs, current: state.queue.current) + descriptions(since: oldEntries)
    }

    /// Another entry is the current one, or its length is another: nothing else has to be looked at.
    private mutating func step(
        from earlier: EntryID?, to current: EntryID?, in state: PlayerState
    ) -> [TrackListSignal] {
        let touched = earlier == current ? [current] : [earlier, current]
        let steps = touched.compactMap(\.self).compactMap { id in entries[id].map { (id, $0) } }
        for (id, _) in steps { entries[id] = Self.entry(id, in: state) }
        return steps.compactMap { description(of: $0, since: $1) }
    }

    /// The metadata of an entry of the queue, in sight or not.
    package static func metadata(of id: EntryID, in state: PlayerState) -> Metadata? {
        entry(id, in: state).map { Metadata(id, $0) }
    }

    private static func entry(_ id: EntryID, in state: PlayerState) -> Entry? {
        state.queue[id].map { track in
            // The same that Metadata of the Player interface says.
            let isCurrent = id == state.queue.current
            return Entry(track: track, length: isCurrent ? state.length : track.length)
        }
    }

    private func edits(from old: [EntryID], current: EntryID?) -> [TrackListSignal] {
        guard ids != old else { return [] }
        let (oldSet, newSet) = (Set(old), Set(ids))
        let removed = old.filter { !newSet.contains($0) }
        let added = ids.indices.filter { !oldSet.contains(ids[$0]) }
        // A move has no signal of its own.
        let isSameOrder = old.filter(newSet.contains) == ids.filter(oldSet.contains)
        guard isSameOrder, removed.count + added.count <= Self.fewEdits else {
            return [.replaced(ids, current: current)]
        }
        return removed.map(TrackListSignal.removed)
            + added.compactMap { index in
                let id = ids[index]
                let previous = index > 0 ? ids[index - 1] : nil
                return entries[id].map { .added(id, Metadata(id, $0), after: previous) }
            }
    }

    /// Only of what was in sight before: who learns of an entry now reads its metadata with it.
    private func descriptions(since old: [EntryID: Entry]) -> [TrackListSignal] {
        ids.compactMap { id in old[id].flatMap { description(of: id, since: $0) } }
    }

    private func description(of id: EntryID, since earlier: Entry) -> TrackListSignal? {
        guard let entry = entries[id], entry != earlier else { return nil }
        let metadata = Metadata(id, entry)
        return metadata == Metadata(id, earlier) ? nil : .metadataChanged(id, metadata)
    }
}

extension Metadata {
    fileprivate init(_ id: EntryID, _ entry: TrackListAnnouncer.Entry) {
        self.init(id, entry.track, length: entry.length)
    }
}

extension MPRIS {
    package static let trackListInterface = "org.mpris.MediaPlayer2.TrackList"
    /// The track id that names none.
    package static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
}
