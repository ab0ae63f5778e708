// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPresence
private import Synchronization

/// The commands that an app takes from the desktop.
///
/// A command without a handler is not offered, and the app appears on the desktop with the first
/// handler or the first now-playing information.
public final class MPRemoteCommandCenter: NSObject, Sendable {
    /// The centre of the process.
    public class func shared() -> MPRemoteCommandCenter { Centers.shared.commands }

    /// Starts or resumes: MPRIS's `Play`.
    public let playCommand: MPRemoteCommand
    /// Pauses: MPRIS's `Pause`.
    public let pauseCommand: MPRemoteCommand
    /// Pauses or resumes: MPRIS's `PlayPause`, and `Play` and `Pause` where those have no handler.
    public let togglePlayPauseCommand: MPRemoteCommand
    /// Stops: MPRIS's `Stop`.
    public let stopCommand: MPRemoteCommand
    /// Moves on: MPRIS's `Next`.
    public let nextTrackCommand: MPRemoteCommand
    /// Moves back: MPRIS's `Previous`.
    public let previousTrackCommand: MPRemoteCommand
    /// Winds on while a button is held.
    public let seekForwardCommand: MPRemoteCommand
    /// Winds back while a button is held.
    public let seekBackwardCommand: MPRemoteCommand
    /// Skips some seconds on: MPRIS's `Seek`, where there is no handler for positions.
    public let skipForwardCommand: MPSkipIntervalCommand
    /// Skips some seconds back: MPRIS's `Seek`, where there is no handler for positions.
    public let skipBackwardCommand: MPSkipIntervalCommand
    /// Moves to a position: MPRIS's `SetPosition` and `Seek`.
    public let changePlaybackPositionCommand: MPChangePlaybackPositionCommand
    /// Changes the speed: a write of MPRIS's `Rate`.
    public let changePlaybackRateCommand: MPChangePlaybackRateCommand
    /// Changes what is repeated: a write of MPRIS's `LoopStatus`.
    public let changeRepeatModeCommand: MPChangeRepeatModeCommand
    /// Changes what is shuffled: a write of MPRIS's `Shuffle`.
    public let changeShuffleModeCommand: MPChangeShuffleModeCommand
    /// Rates the current item.
    public let ratingCommand: MPRatingCommand
    /// Says that the listener likes the item.
    public let likeCommand: MPFeedbackCommand
    /// Says that the listener dislikes the item.
    public let dislikeCommand: MPFeedbackCommand
    /// Remembers the place.
    public let bookmarkCommand: MPFeedbackCommand
    /// Chooses a language.
    public let enableLanguageOptionCommand: MPRemoteCommand
    /// Gives up a language.
    public let disableLanguageOptionCommand: MPRemoteCommand

    private let source: NowPlayingSource
    private let waiting = Atomic(0)

    /// An app whose main thread hangs is not told everything later.
    private static let mostWaiting = 64

    init(_ source: NowPlayingSource) {
        self.source = source
        let relay = Relay()
        let onChange: @Sendable () -> Void = { relay.call() }
        playCommand = MPRemoteCommand(.play, onChange: onChange)
        pauseCommand = MPRemoteCommand(.pause, onChange: onChange)
        togglePlayPauseCommand = MPRemoteCommand(.togglePlayPause, onChange: onChange)
        stopCommand = MPRemoteCommand(.stop, onChange: onChange)
        nextTrackCommand = MPRemoteCommand(.nextTrack, onChange: onChange)
        previousTrackCommand = MPRemoteCommand(.previousTrack, onChange: onChange)
        seekForwardCommand = MPRemoteCommand(.seekForward, onChange: onChange)
        seekBackwardCommand = MPRemoteCommand(.seekBackward, onChange: onChange)
        skipForwardCommand = MPSkipIntervalCommand(.skipForward, onChange: onChange)
        skipBackwardCommand = MPSkipIntervalCommand(.skipBackward, onChange: onChange)
        changePlaybackPositionCommand = MPChangePlaybackPositionCommand(
            .changePlaybackPosition, onChange: onChange)
        changePlaybackRateCommand = MPChangePlaybackRateCommand(
            .changePlaybackRate, onChange: onChange)
        changeRepeatModeCommand = MPChangeRepeatModeCommand(.changeRepeatMode, onChange: onChange)
        changeShuffleModeCommand = MPChangeShuffleModeCommand(
            .changeShuffleMode, onChange: onChange)
        ratingCommand = MPRatingCommand(.rating, onChange: onChange)
        likeCommand = MPFeedbackCommand(.like, onChange: onChange)
        dislikeCommand = MPFeedbackCommand(.dislike, onChange: onChange)
        bookmarkCommand = MPFeedbackCommand(.bookmark, onChange: onChange)
        enableLanguageOptionCommand = MPRemoteCommand(.enableLanguageOption, onChange: onChange)
        disableLanguageOptionCommand = MPRemoteCommand(.disableLanguageOption, onChange: onChange)
        super.init()
        relay.set { [weak self] in self?.publish() }
    }

    /// The command with this name in the model.
    subscript(_ kind: RemoteCommand) -> MPRemoteCommand {
        switch kind {
        case .play: playCommand
        case .pause: pauseCommand
        case .togglePlayPause: togglePlayPauseCommand
        case .stop: stopCommand
        case .nextTrack: nextTrackCommand
        case .previousTrack: previousTrackCommand
        case .seekForward: seekForwardCommand
        case .seekBackward: seekBackwardCommand
        case .skipForward: skipForwardCommand
        case .skipBackward: skipBackwardCommand
        case .changePlaybackPosition: changePlaybackPositionCommand
        case .changePlaybackRate: changePlaybackRateCommand
        case .changeRepeatMode: changeRepeatModeCommand
        case .changeShuffleMode: changeShuffleModeCommand
        case .rating: ratingCommand
        case .like: likeCommand
        case .dislike: dislikeCommand
        case .bookmark: bookmarkCommand
        case .enableLanguageOption: enableLanguageOptionCommand
        case .disableLanguageOption: disableLanguageOptionCommand
        }
    }

    /// Tells the desktop which commands there are.
    private func publish() {
        let kinds = RemoteCommand.allCases
        source.update { [self] nowPlaying, _ in
            // Read inside the source's lock, so that of two threads the later one is right.
            nowPlaying.hasHandlers = kinds.contains { self[$0].hasTargets }
            nowPlaying.commands.offered = Set(kinds.filter { self[$0].isOffered })
            nowPlaying.commands.rates = changePlaybackRateCommand.usableRates
            nowPlaying.commands.loop = changeRepeatModeCommand.currentRepeatType.loopStatus
            nowPlaying.commands.isShuffled = changeShuffleModeCommand.currentShuffleType != .off
            nowPlaying.commands.skipForwardIntervals = skipForwardCommand.usableIntervals
            nowPlaying.commands.skipBackwardIntervals = skipBackwardCommand.usableIntervals
            nowPlaying.commands.ratings = ratingCommand.range
            let feedback = [likeCommand, dislikeCommand, bookmarkCommand]
            nowPlaying.commands.titles = Dictionary(
                uniqueKeysWithValues: feedback.map { ($0.kind, $0.localizedTitle) }
            ).filter { !$0.value.isEmpty }
            nowPlaying.commands.active = Set(feedback.filter(\.isActive).map(\.kind))
        }
    }
}

// Events from the desktop.
extension MPRemoteCommandCenter {
    /// Calls the handlers of the event's command on the main thread, and then `completion`.
    ///
    /// - Parameter option: finds the app's language option with an identifier.
    func deliver(
        _ event: RemoteEvent,
        option: @escaping @Sendable (String) -> MPNowPlayingInfoLanguageOption?,
        then completion: @escaping @Sendable () -> Void
    ) {
        guard waiting.add(1, ordering: .relaxed).newValue <= Self.mostWaiting else {
            waiting.subtract(1, ordering: .relaxed)
            Log.warning("a remote command that is dropped: the app takes none")
            return completion()
        }
        MainQueue.shared.perform { [self] in
            defer { completion() }
            waiting.subtract(1, ordering: .relaxed)
            if case .volume(let volume) = event { MPRISController.shared.changeVolume(volume) }
            guard let kind = event.command,
                let commandEvent = commandEvent(event, self[kind], option)
            else { return }
            let status = self[kind].call(commandEvent)
            if status != .success {
                Log.warning("a remote command without success", "\(kind): \(status)")
            }
        }
    }

    /// Nil for a language option that the app does not have.
    private func commandEvent(
        _ event: RemoteEvent, _ command: MPRemoteCommand,
        _ option: (String) -> MPNowPlayingInfoLanguageOption?
    ) -> MPRemoteCommandEvent? {
        switch event {
        case .plain, .volume: MPRemoteCommandEvent(command)
        case .skip(_, let distance): MPSkipIntervalCommandEvent(command, distance.seconds)
        case .position(let place): MPChangePlaybackPositionCommandEvent(command, place.seconds)
        case .rate(let rate): MPChangePlaybackRateCommandEvent(command, Float(rate))
        case .loop(let loop): MPChangeRepeatModeCommandEvent(command, MPRepeatType(loop))
        case .shuffle(let isOn): MPChangeShuffleModeCommandEvent(command, isOn ? .items : .off)
        case .seeking(_, let begins):
            MPSeekCommandEvent(command, begins ? .beginSeeking : .endSeeking)
        case .rating(let rating): MPRatingCommandEvent(command, Float(rating))
        case .feedback(_, let isNegative): MPFeedbackCommandEvent(command, isNegative)
        case .language(_, let identifier):
            option(identifier).map { MPChangeLanguageOptionCommandEvent(command, $0) }
        }
    }
}

/// A closure that is known later than those who call it.
private final class Relay: Sendable {
    private let action = Mutex<(@Sendable () -> Void)?>(nil)

    func set(_ action: @escaping @Sendable () -> Void) {
        self.action.withLock { $0 = action }
    }

    func call() {
        action.withLock { $0 }?()
    }
}
