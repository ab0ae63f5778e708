// SPDX-License-Identifier: MPL-2.0

internal import Synchronization

extension MusicPlayer {
    /// What a player plays, in which order.
    ///
    /// A queue belongs to nobody until it is given to a player; from then on it shows what the
    /// player plays, until another queue takes its place. Who subscribed to it hears of the
    /// player's changes for good.
    ///
    /// `@unchecked Sendable`: what changes is behind a mutex; the registrar is thread-safe.
    public class Queue: ObservableObject, Observable, Hashable, ExpressibleByArrayLiteral,
        PlayerObservable, @unchecked Sendable
    {
        /// What an array of items is made of.
        public typealias ArrayLiteralElement = any PlayableMusicItem

        let registrar = ObservationRegistrar()
        private let contents: Mutex<Contents>
        private let changes = PassthroughSubject<Void, Never>()

        private struct Contents: Sendable {
            var entries: [Entry]
            var current: Entry.ID?
            /// The player that has the queue, or had it last.
            var core: (any PlayerCore)?
            var isReplaced = false
        }

        // MARK: Making

        /// A queue of items.
        ///
        /// - Parameter startPlayableItem: what is played first; nil is the first one.
        public required init<S: Sequence, PlayableMusicItemType: PlayableMusicItem>(
            for playableItems: S, startingAt startPlayableItem: S.Element? = nil
        ) where S.Element == PlayableMusicItemType {
            let pairs = playableItems.map { ($0.id, Entry($0)) }
            let start = startPlayableItem.flatMap { start in pairs.first { $0.0 == start.id } }
            contents = Mutex(
                Contents(entries: pairs.map(\.1), current: (start ?? pairs.first)?.1.id))
        }

        /// A queue of entries.
        ///
        /// - Parameter startEntry: what is played first; nil is the first one.
        public required init<S: Sequence>(
            _ entries: S, startingAt startEntry: S.Element? = nil
        ) where S.Element == Entry {
            let entries = Array(entries)
            contents = Mutex(
                Contents(entries: entries, current: startEntry?.id ?? entries.first?.id))
        }

        /// A queue of an album's tracks.
        ///
        /// On Apple platforms `startTrack` has to be given.
        public required init(album: Album, startingAt startTrack: Track? = nil) {
            let pairs = (album.tracks.map(Array.init) ?? []).map { ($0.id, Entry($0)) }
            let start = startTrack.flatMap { start in pairs.first { $0.0 == start.id } }
            let entries = album.tracks == nil ? [Entry(album)] : pairs.map(\.1)
            contents = Mutex(Contents(entries: entries, current: (start?.1 ?? entries.first)?.id))
        }

        /// A queue of a playlist's entries.
        ///
        /// On Apple platforms `startEntry` has to be given.
        public required init(playlist: Playlist, startingAt startEntry: Playlist.Entry? = nil) {
            let pairs = (playlist.playableEntries ?? []).map { ($0.id, Entry($0)) }
            let start = startEntry.flatMap { start in pairs.first { $0.0 == start.id } }
            let entries = playlist.playableEntries == nil ? [Entry(playlist)] : pairs.map(\.1)
            contents = Mutex(Contents(entries: entries, current: (start?.1 ?? entries.first)?.id))
        }

        /// A queue of items.
        public required convenience init(arrayLiteral elements: any PlayableMusicItem...) {
            self.init(elements.map { Entry($0) }, startingAt: nil)
        }

        // MARK: Observing

        /// Sends when the queue or its current entry has changed.
        ///
        /// On Apple platforms: before it changes, on the main thread. Here: after it has changed,
        /// on a thread of the library's own.
        public var objectWillChange: AnyPublisher<Void, Never> {
            // Who subscribed keeps the queue alive, so that it is still told when it was replaced.
            changes.handleEvents(receiveCancel: { withExtendedLifetime(self) {} })
                .eraseToAnyPublisher()
        }

        // MARK: Entries

        /// The entry that is heard, or would be; setting it goes there.
        ///
        /// What is not in the queue cannot be set.
        public var currentEntry: Entry? {
            get {
                registrar.access(self, keyPath: \.currentEntry)
                if let core = liveCore { return core.picture.current }
                return contents.withLock { contents in
                    contents.entries.first { $0.id == contents.current }
                }
            }
            set {
                guard let id = newValue?.id else { return }
                if let core = liveCore { return core.steer(.designate(id)) }
                change { contents in
                    if contents.entries.contains(where: { $0.id == id }) { contents.current = id }
                }
            }
        }

        /// Puts an item into the queue.
        ///
        /// - Throws: `MusicSourceError` where the item says nowhere where its sound is.
        public func insert<PlayableMusicItemType: PlayableMusicItem>(
            _ playableItem: PlayableMusicItemType, position: EntryInsertionPosition
        ) async throws {
            try await insert([Entry(playableItem)], position: position)
        }

        /// Puts items into the queue.
        ///
        /// - Throws: `MusicSourceError` where an item says nowhere where its sound is.
        public func insert<S: Sequence, PlayableMusicItemType: PlayableMusicItem>(
            _ playableItems: S, position: EntryInsertionPosition
        ) async throws where S.Element == PlayableMusicItemType {
            try await insert(playableItems.map { Entry($0) }, position: position)
        }

        /// Puts an entry into the queue.
        ///
        /// - Throws: `MusicSourceError` where the entry says nowhere where its sound is.
        public func insert(_ entry: Entry, position: EntryInsertionPosition) async throws {
            try await insert([entry], position: position)
        }

        /// Puts entries into the queue.
        ///
        /// - Throws: `MusicSourceError` where an entry says nowhere where its sound is.
        public func insert<S: Sequence>(
            _ entries: S, position: EntryInsertionPosition
        ) async throws where S.Element == Entry {
            let entries = Array(entries)
            if let core = liveCore { return try await core.ask(.insert(entries, position)) }
            change { contents in
                let current = contents.entries.firstIndex { $0.id == contents.current }
                let place = position == .tail ? nil : current.map { $0 + 1 }
                contents.entries.insert(contentsOf: entries, at: place ?? contents.entries.count)
                contents.current = contents.current ?? entries.first?.id
            }
        }

        func tell(_ change: PlayerObservers.Change) {
            guard change.contains(.queue) else { return }
            registrar.withMutation(of: self, keyPath: \.currentEntry) {}
            changes.send()
        }

        /// Whether both are the same object.
        public static func == (left: Queue, right: Queue) -> Bool { left === right }

        /// By identity.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(self))
        }
    }
}

// MARK: Being a player's

extension MusicPlayer.Queue {
    var listedEntries: [Entry] {
        get { liveCore?.picture.entries ?? contents.withLock { $0.entries } }
        set {
            if let core = liveCore { return core.steer(.edit(newValue)) }
            change { contents in
                contents.entries = newValue
                if !newValue.contains(where: { $0.id == contents.current }) {
                    contents.current = newValue.first?.id
                }
            }
        }
    }

    /// Gives the queue to a player, with what is in it.
    func attach(to core: any PlayerCore) {
        let live = liveCore?.picture
        let (entries, current) = contents.withLock { contents in
            contents.core = core
            contents.isReplaced = false
            return (live?.entries ?? contents.entries, live?.current?.id ?? contents.current)
        }
        core.observers.add(self)
        core.steer(.replace(entries, startingAt: current))
    }

    /// Gives the queue to a player that has played before: it shows what that plays.
    func adopt(by core: any PlayerCore) {
        contents.withLock { $0.core = core }
        core.observers.add(self)
    }

    /// Another queue takes the place: this one keeps what it had.
    func detach() {
        guard let picture = liveCore?.picture else { return }
        contents.withLock { contents in
            contents.entries = picture.entries
            contents.current = picture.current?.id
            contents.isReplaced = true
        }
    }

    private var liveCore: (any PlayerCore)? {
        contents.withLock { $0.isReplaced ? nil : $0.core }
    }

    private func change(_ body: (inout Contents) -> Void) {
        contents.withLock { body(&$0) }
        tell(.queue)
    }
}

extension MusicPlayer.Queue {
    /// Where entries are put.
    public enum EntryInsertionPosition: Hashable, Sendable, CaseIterable {
        /// They are heard next; the current entry is heard to its end.
        case afterCurrentEntry
        /// They are heard last.
        case tail
    }
}
