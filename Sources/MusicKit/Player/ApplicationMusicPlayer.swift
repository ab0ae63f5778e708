// SPDX-License-Identifier: MPL-2.0

internal import Synchronization

/// Plays music in this program, and shows it on the desktop.
///
/// What it plays appears in the desktop's media controls by itself, under the program's name, and
/// media keys, headsets and `playerctl` steer it.
///
/// `@unchecked Sendable`: what changes is behind mutexes.
public final class ApplicationMusicPlayer: MusicPlayer, @unchecked Sendable {
    /// The player of this program.
    public static let shared = ApplicationMusicPlayer()

    private let current = Mutex<Queue>([])
    private let chosenTransition = Mutex(Transition.none)

    private init() {
        let core = ApplicationCore()
        super.init(core: core)
        current.withLock { $0.adopt(by: core) }
    }

    /// What is played; another queue stops what plays.
    public var queue: Queue {
        get { current.withLock { $0 } }
        set {
            let old = current.withLock { current in
                defer { current = newValue }
                return current
            }
            if old !== newValue { old.detach() }
            newValue.attach(to: core)
        }
    }

    /// How one entry goes over into the next.
    ///
    /// On Apple platforms entries can be faded into each other. Here they follow without a gap,
    /// whichever is chosen.
    public var transition: Transition {
        get { chosenTransition.withLock { $0 } }
        set { chosenTransition.withLock { $0 = newValue } }
    }
}

extension ApplicationMusicPlayer {
    /// What the player of this program plays, in which order.
    ///
    /// `@unchecked Sendable`: it has no state of its own.
    public final class Queue: MusicPlayer.Queue, @unchecked Sendable {
        /// All entries, as listed; setting them changes the queue.
        ///
        /// What plays goes on if it is still among them.
        public var entries: Entries {
            get {
                registrar.access(self, keyPath: \.entries)
                return Entries(listedEntries)
            }
            set { listedEntries = Array(newValue) }
        }

        override func tell(_ change: PlayerObservers.Change) {
            if change.contains(.queue) { registrar.withMutation(of: self, keyPath: \.entries) {} }
            super.tell(change)
        }
    }
}

extension ApplicationMusicPlayer.Queue {
    /// The entries of a queue.
    public struct Entries: RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
        ExpressibleByArrayLiteral, Hashable, Sendable, CustomStringConvertible
    {
        /// An entry.
        public typealias Element = MusicPlayer.Queue.Entry
        /// A whole number.
        public typealias Index = Int

        private var list: [Element]

        init(_ list: [Element]) {
            self.list = list
        }

        /// No entries.
        public init() {
            list = []
        }

        /// These entries.
        public init(arrayLiteral elements: Element...) {
            list = elements
        }

        /// The first index.
        public var startIndex: Int { list.startIndex }

        /// Behind the last index.
        public var endIndex: Int { list.endIndex }

        /// The entry at an index.
        public subscript(position: Int) -> Element {
            get { list[position] }
            set { list[position] = newValue }
        }

        /// Puts entries in the place of others.
        public mutating func replaceSubrange<C: Collection>(
            _ subrange: Range<Int>, with newElements: C
        ) where C.Element == Element {
            list.replaceSubrange(subrange, with: newElements)
        }

        /// The entries, as an array's description.
        public var description: String { list.description }
    }
}
