// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// One use of a remote command.
open class MPRemoteCommandEvent: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`, here and below: nothing in an event changes.

    /// The command that was given.
    public let command: MPRemoteCommand
    /// When it was given, in seconds since the machine was started.
    public let timestamp: TimeInterval

    init(_ command: MPRemoteCommand) {
        self.command = command
        timestamp = ProcessInfo.processInfo.systemUptime
    }
}

/// How a seek command is used.
public enum MPSeekCommandEventType: UInt, Sendable {
    /// The button is pressed.
    case beginSeeking = 0
    /// The button is released.
    case endSeeking = 1
}

/// One end of a seek.
public final class MPSeekCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// Whether the seek begins or ends.
    public let type: MPSeekCommandEventType

    init(_ command: MPRemoteCommand, _ type: MPSeekCommandEventType) {
        self.type = type
        super.init(command)
    }
}

/// A skip of some seconds.
public final class MPSkipIntervalCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// How far, in seconds.
    public let interval: TimeInterval

    init(_ command: MPRemoteCommand, _ interval: TimeInterval) {
        self.interval = interval
        super.init(command)
    }
}

/// A move to a position.
public final class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// Where to, in seconds from the start.
    public let positionTime: TimeInterval

    init(_ command: MPRemoteCommand, _ positionTime: TimeInterval) {
        self.positionTime = positionTime
        super.init(command)
    }
}

/// A change of the speed.
public final class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// The speed; 1 is as recorded.
    public let playbackRate: Float

    init(_ command: MPRemoteCommand, _ playbackRate: Float) {
        self.playbackRate = playbackRate
        super.init(command)
    }
}

/// A change of what is repeated.
public final class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// What to repeat.
    public let repeatType: MPRepeatType
    /// Whether the mode is to last beyond this session; MPRIS does not say, so it is.
    public let preservesRepeatMode = true

    init(_ command: MPRemoteCommand, _ repeatType: MPRepeatType) {
        self.repeatType = repeatType
        super.init(command)
    }
}

/// A change of what is shuffled.
public final class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// What to shuffle.
    public let shuffleType: MPShuffleType
    /// Whether the mode is to last beyond this session; MPRIS does not say, so it is.
    public let preservesShuffleMode = true

    init(_ command: MPRemoteCommand, _ shuffleType: MPShuffleType) {
        self.shuffleType = shuffleType
        super.init(command)
    }
}

/// A rating of the current item.
public final class MPRatingCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// Between the command's `minimumRating` and `maximumRating`.
    public let rating: Float

    init(_ command: MPRemoteCommand, _ rating: Float) {
        self.rating = rating
        super.init(command)
    }
}

/// What the listener thinks of the current item.
public final class MPFeedbackCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// Whether earlier feedback is taken back.
    public let isNegative: Bool

    init(_ command: MPRemoteCommand, _ isNegative: Bool) {
        self.isNegative = isNegative
        super.init(command)
    }
}

/// How long a language option is to stay.
public enum MPChangeLanguageOptionSetting: Int, Sendable {
    /// Nothing is said.
    case none = 0
    /// For the current item.
    case nowPlayingItemOnly = 1
    /// For good.
    case permanent = 2
}

/// A choice of a language.
public final class MPChangeLanguageOptionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// What was chosen.
    public let languageOption: MPNowPlayingInfoLanguageOption
    /// For how long; nothing is said of it.
    public let setting = MPChangeLanguageOptionSetting.none

    init(_ command: MPRemoteCommand, _ languageOption: MPNowPlayingInfoLanguageOption) {
        self.languageOption = languageOption
        super.init(command)
    }
}
