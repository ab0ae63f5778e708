// SPDX-License-Identifier: MPL-2.0

/// What is played, in which order, and where we are.
///
/// Entries have ids that live as long as they do: an edit elsewhere changes no id. Editing moves
/// one array of 8 bytes per entry; the successor, the predecessor and a move to either cost the same
/// whatever the length. An edit while somebody holds a copy costs little more.
package struct Queue: Sendable {
    /// The entries as listed.
    package private(set) var ids: [EntryID] = []
    /// The order of play while shuffled; nil otherwise.
    package private(set) var shuffleOrder: ShuffleOrder?
    /// The id that the next new entry gets.
    ///
    /// Never used twice in the life of a queue.
    package private(set) var nextID: UInt64
    /// Counts edits of the list: what is saved is written again when this changed.
    package private(set) var revision: UInt64 = 0
    /// Counts descriptions of tracks.
    package private(set) var descriptions: UInt64 = 0

    private var tracks = TrackTable()
    /// Where the current entry is in `ids`; only while not shuffled.
    private var listIndex: Int?
    private var random: SplitMix64
    private var discarded: DiscardedTracks?

    /// So many tracks are gone in a moment.
    private static let few = 1000

    package init(seed: UInt64 = 1, nextID: UInt64 = 1) {
        random = SplitMix64(seed: seed)
        self.nextID = nextID
    }

    package var count: Int { ids.count }
    package var isEmpty: Bool { ids.isEmpty }
    package var isShuffled: Bool { shuffleOrder != nil }

    package subscript(id: EntryID) -> Track? { tracks[id] }

    package func contains(_ id: EntryID) -> Bool { tracks.contains(id) }

    /// The entry that is heard, or would be.
    ///
    /// Nil only in an empty queue.
    package var current: EntryID? {
        if let shuffleOrder { return shuffleOrder.current }
        return listIndex.map { ids[$0] }
    }

    package var currentTrack: Track? { current.flatMap { tracks[$0] } }

    /// Where the current entry stands in the list, from 0.
    ///
    /// A search while shuffled.
    package var currentIndex: Int? {
        isShuffled ? current.flatMap { index(of: $0) } : listIndex
    }

    /// All entries in the order of play: as listed, or this cycle while shuffled.
    package var order: [EntryID] { shuffleOrder?.present ?? ids }

    /// Where the current entry stands in the order of play, from 0.
    package var orderIndex: Int? {
        guard let shuffleOrder else { return listIndex }
        return isEmpty ? nil : shuffleOrder.index
    }

    /// Where an entry stands in the list, from 0: where its id says, else by a search.
    package func index(of id: EntryID) -> Int? {
        guard contains(id), let first = ids.first else { return nil }
        // Ids count up: right in a list that was filled and not edited.
        let likely = id.rawValue &- first.rawValue
        if likely < count, ids[Int(likely)] == id { return Int(likely) }
        return ids.firstIndex(of: id)
    }

    // MARK: Moving

    package func hasSuccessor(wrapping: Bool) -> Bool {
        if let shuffleOrder { return shuffleOrder.hasSuccessor(wrapping: wrapping) }
        guard let listIndex else { return false }
        return listIndex + 1 < count || wrapping
    }

    package func hasPredecessor(wrapping: Bool) -> Bool {
        if let shuffleOrder { return shuffleOrder.hasPredecessor }
        guard let listIndex else { return false }
        return listIndex > 0 || wrapping
    }

    /// What follows the current entry.
    ///
    /// Mutating, since a wrap of a shuffled queue fixes the order of
    /// the next cycle.
    package mutating func successor(wrapping: Bool) -> EntryID? {
        guard hasSuccessor(wrapping: wrapping) else { return nil }
        if shuffleOrder != nil {
            return shuffleOrder?.successor(wrapping: wrapping, using: &random)
        }
        return listIndex.map { ids[($0 + 1) % count] }
    }

    package func predecessor(wrapping: Bool) -> EntryID? {
        guard hasPredecessor(wrapping: wrapping) else { return nil }
        if let shuffleOrder { return shuffleOrder.predecessor }
        return listIndex.map { ids[($0 + count - 1) % count] }
    }

    /// Moves on and returns the new current entry; nil, and nothing moved, at the end.
    package mutating func advance(wrapping: Bool) -> EntryID? {
        guard hasSuccessor(wrapping: wrapping) else { return nil }
        if shuffleOrder != nil {
            return shuffleOrder?.advance(wrapping: wrapping, using: &random)
        }
        listIndex = listIndex.map { ($0 + 1) % count }
        return current
    }

    /// Moves back: to what was played before while shuffled, else up the list.
    package mutating func retreat(wrapping: Bool) -> EntryID? {
        guard hasPredecessor(wrapping: wrapping) else { return nil }
        if shuffleOrder != nil { return shuffleOrder?.retreat() }
        listIndex = listIndex.map { ($0 + count - 1) % count }
        return current
    }

    /// Makes an entry current; unknown ids change nothing.
    package mutating func jump(to id: EntryID) {
        guard contains(id) else { return }
        if shuffleOrder != nil {
            shuffleOrder?.jump(to: id)
        } else {
            listIndex = index(of: id)
        }
    }

    /// Makes the first entry in the order of play current.
    package mutating func rewind() {
        if shuffleOrder != nil {
            shuffleOrder?.rewind()
        } else {
            listIndex = isEmpty ? nil : 0
        }
    }

    package mutating func setShuffled(_ shuffled: Bool) {
        guard shuffled != isShuffled else { return }
        if shuffled {
            shuffleOrder = ShuffleOrder(ids, current: current, using: &random)
            listIndex = nil
        } else {
            listIndex = currentIndex
            shuffleOrder = nil
        }
    }

    // MARK: Editing

    /// Puts tracks at an index of the list, 0…count; beyond is the end.
    ///
    /// While shuffled they are scattered among what was not played yet, or come next if they stand
    /// right after the current entry.
    @discardableResult
    package mutating func insert(_ new: [Track], at index: Int) -> [EntryID] {
        let index = min(max(0, index), count)
        let isNext = currentIndex.map { $0 + 1 == index && index < count } ?? false
        let wasEmpty = isEmpty
        let added = register(new)
        ids.insert(contentsOf: added, at: index)
        if shuffleOrder != nil {
            if wasEmpty {
                shuffleOrder = ShuffleOrder(ids, current: added.first, using: &random)
            } else if isNext {
                shuffleOrder?.insertNext(added)
            } else {
                shuffleOrder?.scatter(added, using: &random)
            }
        } else if let current = listIndex {
            if index <= current { listIndex = current + added.count }
        } else if !isEmpty {
            listIndex = 0
        }
        return added
    }

    @discardableResult
    package mutating func append(_ new: [Track]) -> [EntryID] {
        insert(new, at: count)
    }

    /// Puts tracks right after the current entry, where they are played next also while shuffled.
    @discardableResult
    package mutating func insertNext(_ new: [Track]) -> [EntryID] {
        guard let current = currentIndex else { return append(new) }
        guard shuffleOrder != nil else { return insert(new, at: current + 1) }
        let added = register(new)
        ids.insert(contentsOf: added, at: current + 1)
        shuffleOrder?.insertNext(added)
        return added
    }

    /// Puts tracks right behind an entry in the list and in the order of play; nil is before all.
    ///
    /// An entry that is gone stands for the end.
    @discardableResult
    package mutating func insert(_ new: [Track], behind entry: EntryID?) -> [EntryID] {
        guard !isEmpty, entry.map(contains) ?? true else { return append(new) }
        let index = entry.flatMap { self.index(of: $0) }.map { $0 + 1 } ?? 0
        guard shuffleOrder != nil else { return insert(new, at: index) }
        let added = register(new)
        ids.insert(contentsOf: added, at: index)
        shuffleOrder?.insert(added, behind: entry)
        return added
    }

    /// Moves an entry so that it stands at `index` of the list.
    ///
    /// The order of play while shuffled stays.
    package mutating func move(_ id: EntryID, to index: Int) {
        guard let origin = self.index(of: id) else { return }
        let target = min(max(0, index), count - 1)
        guard target != origin else { return }
        let current = self.current
        ids.remove(at: origin)
        ids.insert(id, at: target)
        revision += 1
        guard let place = listIndex else { return }
        if id == current {
            listIndex = target
        } else if origin < place, target >= place {
            listIndex = place - 1
        } else if origin > place, target <= place {
            listIndex = place + 1
        }
    }

    /// Puts the list into an order; unknown ids change nothing, entries that are not named follow.
    ///
    /// The order of play while shuffled stays.
    package mutating func arrange(_ order: [EntryID]) {
        var seen: Set<EntryID> = []
        let named = order.filter { contains($0) && seen.insert($0).inserted }
        let arranged = named + ids.filter { !seen.contains($0) }
        guard arranged != ids else { return }
        let current = self.current
        ids = arranged
        revision += 1
        if listIndex != nil { listIndex = current.flatMap { index(of: $0) } }
    }

    /// Removes entries; unknown ids change nothing.
    ///
    /// What follows a removed current entry in the order of play becomes current, or the first
    /// entry if nothing follows.
    package mutating func remove(_ removed: some Sequence<EntryID>) {
        let removed = Set(removed).filter(contains)
        guard !removed.isEmpty else { return }
        let before = ids.remove(removed, before: listIndex ?? 0)
        for id in removed { tracks[id] = nil }
        revision += 1
        shuffleOrder?.remove(removed)
        if let place = listIndex {
            let index = place - before
            listIndex = ids.isEmpty ? nil : (index < count ? index : 0)
        }
    }

    package mutating func clear() {
        guard !isEmpty else { return }
        if count > Self.few { discarded = DiscardedTracks(tracks) }
        ids = []
        tracks = TrackTable()
        listIndex = nil
        if isShuffled { shuffleOrder = ShuffleOrder([], current: nil, using: &random) }
        revision += 1
    }

    /// What a long queue held when it was cleared; nil once it was taken.
    mutating func takeDiscarded() -> DiscardedTracks? { discarded.take() }

    /// Puts in what is now known of an entry's track; unknown ids change nothing.
    package mutating func describe(_ id: EntryID, _ tags: TrackTags) {
        tracks.describe(id, tags)
        descriptions += 1
    }

    /// Puts in entries as they were saved, with their ids; only into an empty queue.
    ///
    /// What was saved may be damaged: an id that is there twice, or leaves no room for new ones, is
    /// left out.
    package mutating func restore(_ entries: [(EntryID, Track)], current: EntryID?) {
        guard isEmpty else { return }
        for (id, track) in entries where id.rawValue < UInt64.max / 2 && !contains(id) {
            tracks[id] = track
            ids.append(id)
        }
        nextID = max(nextID, (ids.max()?.rawValue ?? 0) + 1)
        revision += 1
        let place = current.flatMap { index(of: $0) } ?? (isEmpty ? nil : 0)
        if isShuffled {
            let first = place.map { ids[$0] }
            shuffleOrder = ShuffleOrder(ids, current: first, using: &random)
        } else {
            listIndex = place
        }
    }

    private mutating func register(_ new: [Track]) -> [EntryID] {
        let added = (nextID..<(nextID + UInt64(new.count))).map(EntryID.init(rawValue:))
        tracks.put(new, from: nextID)
        nextID += UInt64(new.count)
        if !new.isEmpty { revision += 1 }
        return added
    }
}
