// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// Whether a language option is heard or read.
public enum MPNowPlayingInfoLanguageOptionType: UInt, Sendable {
    /// A sound track.
    case audible = 0
    /// Subtitles.
    case legible = 1
}

/// A language in which an item can be heard or read.
public final class MPNowPlayingInfoLanguageOption: NSObject, Sendable {
    /// Whether it is heard or read.
    public let languageOptionType: MPNowPlayingInfoLanguageOptionType
    /// The language (BCP 47), such as `de-CH`.
    public let languageTag: String?
    /// Strings from the `MPLanguageOptionCharacteristic` constants.
    public let languageOptionCharacteristics: [String]?
    /// The name for people.
    public let displayName: String?
    /// The app's name of the option.
    public let identifier: String?

    /// An option with everything that is known of it.
    public init(
        type languageOptionType: MPNowPlayingInfoLanguageOptionType, languageTag: String,
        characteristics languageOptionCharacteristics: [String]?, displayName: String,
        identifier: String
    ) {
        self.languageOptionType = languageOptionType
        self.languageTag = languageTag
        self.languageOptionCharacteristics = languageOptionCharacteristics
        self.displayName = displayName
        self.identifier = identifier
    }

    /// Whether it stands for subtitles that are chosen automatically.
    public func isAutomaticLegibleLanguageOption() -> Bool {
        languageOptionType == .legible && isAutomatic
    }

    /// Whether it stands for a sound track that is chosen automatically.
    public func isAutomaticAudibleLanguageOption() -> Bool {
        languageOptionType == .audible && isAutomatic
    }

    /// An option that names no language leaves the choice to the player.
    private var isAutomatic: Bool { languageTag?.isEmpty ?? true }
}

/// Language options of which one at most is chosen.
public final class MPNowPlayingInfoLanguageOptionGroup: NSObject, Sendable {
    /// What there is to choose from.
    public let languageOptions: [MPNowPlayingInfoLanguageOption]
    /// What is chosen at first.
    public let defaultLanguageOption: MPNowPlayingInfoLanguageOption?
    /// Whether none may be chosen.
    public let allowEmptySelection: Bool

    /// A group of options.
    public init(
        languageOptions: [MPNowPlayingInfoLanguageOption],
        defaultLanguageOption: MPNowPlayingInfoLanguageOption?, allowEmptySelection: Bool
    ) {
        self.languageOptions = languageOptions
        self.defaultLanguageOption = defaultLanguageOption
        self.allowEmptySelection = allowEmptySelection
    }
}
