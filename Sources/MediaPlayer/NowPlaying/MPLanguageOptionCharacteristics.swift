// SPDX-License-Identifier: MPL-2.0

// What a language option is good for: elements of `languageOptionCharacteristics`.

/// The main content, as its makers mean it.
public let MPLanguageOptionCharacteristicIsMainProgramContent: String =
    "MPLanguageOptionCharacteristicIsMainProgramContent"

/// Content beside the main one.
public let MPLanguageOptionCharacteristicIsAuxiliaryContent: String =
    "MPLanguageOptionCharacteristicIsAuxiliaryContent"

/// Subtitles only where they cannot be done without.
public let MPLanguageOptionCharacteristicContainsOnlyForcedSubtitles: String =
    "MPLanguageOptionCharacteristicContainsOnlyForcedSubtitles"

/// The spoken words, written down.
public let MPLanguageOptionCharacteristicTranscribesSpokenDialog: String =
    "MPLanguageOptionCharacteristicTranscribesSpokenDialog"

/// Music and sounds, described.
public let MPLanguageOptionCharacteristicDescribesMusicAndSound: String =
    "MPLanguageOptionCharacteristicDescribesMusicAndSound"

/// Written so that it is easy to read.
public let MPLanguageOptionCharacteristicEasyToRead: String =
    "MPLanguageOptionCharacteristicEasyToRead"

/// What is seen, described.
public let MPLanguageOptionCharacteristicDescribesVideo: String =
    "MPLanguageOptionCharacteristicDescribesVideo"

/// A translation of the content.
public let MPLanguageOptionCharacteristicLanguageTranslation: String =
    "MPLanguageOptionCharacteristicLanguageTranslation"

/// A translation spoken in place of the original voices.
public let MPLanguageOptionCharacteristicDubbedTranslation: String =
    "MPLanguageOptionCharacteristicDubbedTranslation"

/// A translation spoken over the original voices.
public let MPLanguageOptionCharacteristicVoiceOverTranslation: String =
    "MPLanguageOptionCharacteristicVoiceOverTranslation"
