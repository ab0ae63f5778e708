// SPDX-License-Identifier: MPL-2.0

extension MusicPlayer {
    /// Whether a player plays, how fast, and in which modes.
    ///
    /// It can be observed in every way that Swift has: by `objectWillChange`, by
    /// `withObservationTracking`, and by `Observations`.
    ///
    /// `@unchecked Sendable`: it has no state of its own; the registrar is thread-safe.
    public final class State: ObservableObject, Observable, Hashable, @unchecked Sendable {
        private let core: any PlayerCore
        private let registrar = ObservationRegistrar()
        private let changes = PassthroughSubject<Void, Never>()

        init(core: any PlayerCore) {
            self.core = core
            core.observers.add(self)
        }

        /// Sends when a property has changed.
        ///
        /// On Apple platforms: before it changes, on the main thread. Here: after it has changed,
        /// on a thread of the library's own.
        public var objectWillChange: AnyPublisher<Void, Never> {
            changes.eraseToAnyPublisher()
        }

        /// Whether something plays.
        public var playbackStatus: PlaybackStatus { read(\.playbackStatus, \.status) }

        /// How fast it plays: 1 is as recorded, 0 is not at all.
        ///
        /// What is set while nothing plays counts when something does. 0 pauses; what is too slow
        /// or too fast becomes the nearest possible rate, from 0.25 to 4.
        public var playbackRate: Float {
            get { read(\.playbackRate, \.rate) }
            set { core.steer(.setRate(newValue)) }
        }

        /// What is played again; nil until somebody chose.
        public var repeatMode: RepeatMode? {
            get { read(\.repeatMode, \.repeatMode) }
            set { core.steer(.setRepeatMode(newValue)) }
        }

        /// In which order the queue is played; nil until somebody chose.
        public var shuffleMode: ShuffleMode? {
            get { read(\.shuffleMode, \.shuffleMode) }
            set { core.steer(.setShuffleMode(newValue)) }
        }

        /// How the sound that plays was made; nil where that is not known.
        public var audioVariant: AudioVariant? { read(\.audioVariant, \.audioVariant) }

        private func read<Value>(
            _ property: KeyPath<State, Value>, _ source: KeyPath<PlayerPicture, Value>
        ) -> Value {
            registrar.access(self, keyPath: property)
            return core.picture[keyPath: source]
        }

        /// Whether both are the same object.
        public static func == (left: State, right: State) -> Bool { left === right }

        /// By identity.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(self))
        }
    }
}

extension MusicPlayer.State: PlayerObservable {
    /// One change may be of any property, and who observes reads them all again.
    func tell(_ change: PlayerObservers.Change) {
        guard change.contains(.state) else { return }
        registrar.withMutation(of: self, keyPath: \.playbackStatus) {}
        registrar.withMutation(of: self, keyPath: \.playbackRate) {}
        registrar.withMutation(of: self, keyPath: \.repeatMode) {}
        registrar.withMutation(of: self, keyPath: \.shuffleMode) {}
        registrar.withMutation(of: self, keyPath: \.audioVariant) {}
        changes.send()
    }
}
