// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// The properties of `org.mpris.MediaPlayer2.Player` that are announced when they change.
///
/// `Position` and `CanControl` are not among them, so nobody can announce them by mistake.
package enum PlayerProperty: String, CaseIterable, Sendable {
    case playbackStatus = "PlaybackStatus"
    case loopStatus = "LoopStatus"
    case rate = "Rate"
    case shuffle = "Shuffle"
    case metadata = "Metadata"
    case volume = "Volume"
    case canGoNext = "CanGoNext"
    case canGoPrevious = "CanGoPrevious"
    case canPlay = "CanPlay"
    case canPause = "CanPause"
    case canSeek = "CanSeek"
    case minimumRate = "MinimumRate"
    case maximumRate = "MaximumRate"
}

/// What `Get` answers and what the next announcement is compared with: one value, so they agree.
package struct PlayerProperties: Sendable, Hashable {
    package let playbackStatus: PlaybackStatus
    /// Nil where the player has no such mode: then it has no such property.
    package let loopStatus: LoopStatus?
    package let rate: Double
    /// As `loopStatus`.
    package let shuffle: Bool?
    package let metadata: Metadata
    package let volume: Double
    package let canGoNext: Bool
    package let canGoPrevious: Bool
    package let canPlay: Bool
    package let canPause: Bool
    package let canSeek: Bool
    /// Around 1; both ends are 1 where the rate is fixed.
    package let rates: ClosedRange<Double>
    /// False refuses every command; not expected to change (MPRIS, property CanControl).
    package let canControl: Bool

    /// The current entry, as its trackid says.
    ///
    /// Two players of one process that are shown in turn have no entry in common.
    package let currentEntry: EntryID?

    /// What `metadata` was made of.
    private let source: Source?

    private struct Source: Sendable, Hashable {
        let id: EntryID
        let track: Track
        let length: MediaTime?
    }

    /// Properties that somebody else than `PlayerState` decides; the defaults are a player that has
    /// nothing and can do nothing.
    package init(
        playbackStatus: PlaybackStatus = .stopped, loopStatus: LoopStatus? = nil,
        rate: Double = 1, shuffle: Bool? = nil, metadata: Metadata = Metadata(),
        currentEntry: EntryID? = nil, volume: Double = 1, canGoNext: Bool = false,
        canGoPrevious: Bool = false, canPlay: Bool = false, canPause: Bool = false,
        canSeek: Bool = false, rates: ClosedRange<Double> = 1...1, canControl: Bool = true
    ) {
        self.playbackStatus = playbackStatus
        self.loopStatus = loopStatus
        self.rate = rate
        self.shuffle = shuffle
        self.metadata = metadata
        self.currentEntry = currentEntry
        self.volume = volume
        self.canGoNext = canGoNext && canControl
        self.canGoPrevious = canGoPrevious && canControl
        self.canPlay = canPlay && canControl
        self.canPause = canPause && canControl
        self.canSeek = canSeek && canControl
        self.rates = min(rates.lowerBound, 1)...max(rates.upperBound, 1)
        self.canControl = canControl
        source = nil
    }

    /// - Parameter earlier: properties whose metadata are used again if the track did not change.
    package init(_ state: PlayerState, earlier: PlayerProperties? = nil) {
        playbackStatus = state.status
        loopStatus = state.loop
        rate = state.rate
        shuffle = state.queue.isShuffled
        volume = state.volume
        canGoNext = state.canGoNext
        canGoPrevious = state.canGoPrevious
        canPlay = state.canPlay
        canPause = state.canPause
        canSeek = state.canSeek
        rates = PlayerState.rates
        canControl = true
        currentEntry = state.queue.current
        source = state.queue.current.flatMap { id in
            state.queue[id].map { Source(id: id, track: $0, length: state.length) }
        }
        if let earlier, earlier.source == source {
            metadata = earlier.metadata
        } else {
            metadata = source.map { Metadata($0.id, $0.track, length: $0.length) } ?? Metadata()
        }
    }

    /// Which properties differ; the order of MPRIS's own list.
    package func changes(from earlier: PlayerProperties) -> [PlayerProperty] {
        PlayerProperty.allCases.filter { differs(from: earlier, in: $0) }
    }

    private func differs(from earlier: PlayerProperties, in property: PlayerProperty) -> Bool {
        switch property {
        case .playbackStatus: playbackStatus != earlier.playbackStatus
        case .loopStatus: loopStatus != earlier.loopStatus
        case .rate: rate != earlier.rate
        case .shuffle: shuffle != earlier.shuffle
        case .metadata: metadata != earlier.metadata
        case .volume: volume != earlier.volume
        case .canGoNext: canGoNext != earlier.canGoNext
        case .canGoPrevious: canGoPrevious != earlier.canGoPrevious
        case .canPlay: canPlay != earlier.canPlay
        case .canPause: canPause != earlier.canPause
        case .canSeek: canSeek != earlier.canSeek
        case .minimumRate: rates.lowerBound != earlier.rates.lowerBound
        case .maximumRate: rates.upperBound != earlier.rates.upperBound
        }
    }
}
