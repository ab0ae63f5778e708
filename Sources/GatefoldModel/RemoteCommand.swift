// SPDX-License-Identifier: MPL-2.0

/// The commands that an app can take: Apple's remote commands.
///
/// The raw values are bit numbers of the C library's masks.
package enum RemoteCommand: Int, CaseIterable, Sendable {
    case play, pause, togglePlayPause, stop, nextTrack, previousTrack
    case seekForward, seekBackward, skipForward, skipBackward
    case changePlaybackPosition, changePlaybackRate, changeRepeatMode, changeShuffleMode
    case rating, like, dislike, bookmark, enableLanguageOption, disableLanguageOption
}

/// Which commands an app takes now, and what belongs to them.
package struct RemoteCommands: Sendable, Hashable {
    /// Those that are enabled and have a handler.
    package var offered: Set<RemoteCommand>
    /// Of `changePlaybackRate`; empty takes any.
    package var rates: [Double] = []
    package var loop = LoopStatus.none
    package var isShuffled = false
    /// What the app suggests, in seconds.
    package var skipForwardIntervals: [Double] = []
    package var skipBackwardIntervals: [Double] = []
    package var ratings: ClosedRange<Double> = 0...5
    /// What `like`, `dislike` and `bookmark` are called, where the app says.
    package var titles: [RemoteCommand: String] = [:]
    /// Those of `like`, `dislike` and `bookmark` that were given.
    package var active: Set<RemoteCommand> = []

    package init(_ offered: Set<RemoteCommand> = []) {
        self.offered = offered
    }

    /// The nearest of `rates`.
    func usableRate(_ rate: Double) -> Double {
        rates.min { abs($0 - rate) < abs($1 - rate) } ?? rate
    }
}

/// One use of a command, as its handlers are told of it.
package enum RemoteEvent: Sendable, Hashable {
    /// A command that says everything by itself.
    case plain(RemoteCommand)
    /// `skipForward` or `skipBackward`, by this much.
    case skip(RemoteCommand, MediaTime)
    case position(MediaTime)
    case rate(Double)
    case loop(LoopStatus)
    case shuffle(Bool)
    /// `seekForward` or `seekBackward`, whose button is pressed or released.
    case seeking(RemoteCommand, begins: Bool)
    case rating(Double)
    /// `like`, `dislike` or `bookmark`, given or taken back.
    case feedback(RemoteCommand, isNegative: Bool)
    /// `enableLanguageOption` or `disableLanguageOption`, for the option with this identifier.
    case language(RemoteCommand, String)
    /// Of the app as a whole: Apple has no command for it.
    case volume(Double)

    /// Whose handlers are called; nil for the volume.
    package var command: RemoteCommand? {
        switch self {
        case .plain(let command), .skip(let command, _), .seeking(let command, _),
            .feedback(let command, _), .language(let command, _):
            command
        case .rating: .rating
        case .position: .changePlaybackPosition
        case .rate: .changePlaybackRate
        case .loop: .changeRepeatMode
        case .shuffle: .changeShuffleMode
        case .volume: nil
        }
    }
}
