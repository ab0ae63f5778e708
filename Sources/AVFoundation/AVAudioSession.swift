// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import Synchronization

/// How a program's sound gets along with that of others.
///
/// On Apple platforms the system acts upon it. Here the sound server mixes all programs, and what is
/// set is only kept: nothing interrupts a program. `routeChangeNotification` is posted when the
/// sound device of a player goes away.
public final class AVAudioSession: NSObject, Sendable {
    struct Settings: Sendable {
        var category = Category.soloAmbient
        var mode = Mode.default
        var policy = RouteSharingPolicy.default
        var options: CategoryOptions = []
        var isActive = false
        /// What was last told, for who is told that it is no more.
        var lastRoute: AVAudioSessionRouteDescription?
    }

    private static let only = AVAudioSession()
    let settings = Mutex(Settings())

    private override init() {
        super.init()
    }

    /// The program's session.
    public class func sharedInstance() -> AVAudioSession { only }

    // MARK: Settings

    /// What the sound is for.
    public var category: Category { settings.withLock { $0.category } }
    /// What it is for in particular.
    public var mode: Mode { settings.withLock { $0.mode } }
    /// How it shares its way.
    public var routeSharingPolicy: RouteSharingPolicy { settings.withLock { $0.policy } }
    /// What may happen to others' sound.
    public var categoryOptions: CategoryOptions { settings.withLock { $0.options } }
    /// What can be chosen.
    public var availableCategories: [Category] { Category.all }
    /// Whether another program plays: not known, and so no.
    public var isOtherAudioPlaying: Bool { false }
    /// Whether others want silence: not known, and so no.
    public var secondaryAudioShouldBeSilencedHint: Bool { false }

    /// Says what the sound is for.
    public func setCategory(_ category: Category) throws {
        try setCategory(category, mode: .default)
    }

    /// Says what the sound is for.
    public func setCategory(_ category: Category, options: CategoryOptions = []) throws {
        try setCategory(category, mode: .default, options: options)
    }

    /// Says what the sound is for.
    public func setCategory(
        _ category: Category, mode: Mode, options: CategoryOptions = []
    ) throws {
        try setCategory(category, mode: mode, policy: .default, options: options)
    }

    /// Says what the sound is for.
    public func setCategory(
        _ category: Category, mode: Mode, policy: RouteSharingPolicy,
        options: CategoryOptions = []
    ) throws {
        settings.withLock { settings in
            settings.category = category
            settings.mode = mode
            settings.policy = policy
            settings.options = options
        }
    }

    /// Says what the sound is for in particular.
    public func setMode(_ mode: Mode) throws {
        settings.withLock { $0.mode = mode }
    }

    /// Whether the program may record: no, as nothing is recorded here.
    public var recordPermission: RecordPermission { .denied }

    /// Asks the user whether the program may record; asks nobody, and says no.
    public func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
        DispatchQueue.global().async { response(false) }
    }

    /// Says that the program is about to play, or has ended to.
    public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
        settings.withLock { $0.isActive = active }
    }
}

extension AVAudioSession {
    /// What a program's sound is for.
    public struct Category: RawRepresentable, Hashable, Sendable {
        /// Its name.
        public let rawValue: String

        /// A category by its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// It may be missed.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// It may be missed, and is heard alone.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// It is what the program is there for.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// It is recorded.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// It is played and recorded.
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// It goes to several devices.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")

        fileprivate static let all: [Category] = [
            .ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute,
        ]
    }

    /// What a program's sound is for in particular.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        /// Its name.
        public let rawValue: String

        /// A mode by its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Nothing in particular.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        /// Spoken words.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
        /// Films.
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        /// Games.
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
        /// Measuring.
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        /// Calls.
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        /// Calls with a picture.
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        /// Recording a film.
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
        /// Words of the program.
        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
    }

    /// What may happen to others' sound, and where ours may go.
    public struct CategoryOptions: OptionSet, Hashable, Sendable {
        /// The options as a number.
        public let rawValue: UInt

        /// Options by their number.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Both are heard.
        public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
        /// Others are quieter.
        public static let duckOthers = CategoryOptions(rawValue: 0x2)
        /// To a headset.
        public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
        /// To a headset, by its present name.
        public static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
        /// To the loudspeaker.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
        /// Others' words are paused.
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
        /// To headphones by Bluetooth.
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
        /// To devices on the network.
        public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
        /// A muted microphone interrupts nothing.
        public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
    }

    /// What happens besides when a session begins or ends.
    public struct SetActiveOptions: OptionSet, Hashable, Sendable {
        /// The options as a number.
        public let rawValue: UInt

        /// Options by their number.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Others may go on.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }

    /// Whether a program may record.
    public enum RecordPermission: UInt, Hashable, Sendable {
        /// The user was not asked.
        case undetermined = 0x756E_6474
        /// It may not.
        case denied = 0x6465_6E79
        /// It may.
        case granted = 0x6772_6E74
    }

    /// How a program's sound shares its way with others'.
    public enum RouteSharingPolicy: UInt, Hashable, Sendable {
        /// As is usual.
        case `default` = 0
        /// As long sound does.
        case longFormAudio = 1
        /// On its own.
        case independent = 2
        /// As long films do.
        case longFormVideo = 3
    }

    /// Whether an interruption begins or ends.
    public enum InterruptionType: UInt, Hashable, Sendable {
        /// It is over.
        case ended = 0
        /// It begins.
        case began = 1
    }

    /// What is to be done after an interruption.
    public struct InterruptionOptions: OptionSet, Hashable, Sendable {
        /// The options as a number.
        public let rawValue: UInt

        /// Options by their number.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// To go on.
        public static let shouldResume = InterruptionOptions(rawValue: 1)
    }

    /// Why there was an interruption.
    public enum InterruptionReason: UInt, Hashable, Sendable {
        /// Another program plays.
        case `default` = 0
        /// The program was put to sleep.
        case appWasSuspended = 1
        /// The microphone was muted.
        case builtInMicMuted = 2
        /// A device went away.
        case routeDisconnected = 4
    }

    /// Why sound goes another way.
    public enum RouteChangeReason: UInt, Hashable, Sendable {
        /// For a reason that is not known.
        case unknown = 0
        /// There is a new device.
        case newDeviceAvailable = 1
        /// The device went away.
        case oldDeviceUnavailable = 2
        /// The sound is for something else now.
        case categoryChange = 3
        /// The program chose another way.
        case override = 4
        /// A device woke up.
        case wakeFromSleep = 6
        /// There is no device for it.
        case noSuitableRouteForCategory = 7
        /// The device works in another way now.
        case routeConfigurationChange = 8
    }

    /// Others begin to be heard, or are not any more.
    public class var interruptionNotification: Notification.Name {
        Notification.Name("AVAudioSessionInterruptionNotification")
    }

    /// Sound goes another way.
    public class var routeChangeNotification: Notification.Name {
        Notification.Name("AVAudioSessionRouteChangeNotification")
    }

    /// The sound server is gone.
    public class var mediaServicesWereLostNotification: Notification.Name {
        Notification.Name("AVAudioSessionMediaServicesWereLostNotification")
    }

    /// The sound server is there again.
    public class var mediaServicesWereResetNotification: Notification.Name {
        Notification.Name("AVAudioSessionMediaServicesWereResetNotification")
    }

    /// Others want silence, or do not any more.
    public class var silenceSecondaryAudioHintNotification: Notification.Name {
        Notification.Name("AVAudioSessionSilenceSecondaryAudioHintNotification")
    }
}

/// In an interruption: an `AVAudioSession.InterruptionType`, as a number.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// In an interruption: `AVAudioSession.InterruptionOptions`, as a number.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// In an interruption: an `AVAudioSession.InterruptionReason`, as a number.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// In a change of the way: an `AVAudioSession.RouteChangeReason`, as a number.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// In a change of the way: the way before.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
