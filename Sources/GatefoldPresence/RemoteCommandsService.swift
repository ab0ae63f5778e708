// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
internal import GatefoldModel

/// What apps can be asked that MPRIS cannot say: `org.gatefold.RemoteCommands1`.
///
/// At a path of its own, because playerctld aborts on signals of unknown interfaces beside MPRIS's.
@PlayerActor
final class RemoteCommandsService {
    private static let interface = "org.gatefold.RemoteCommands1"
    private static let path: ObjectPath = "/org/gatefold/RemoteCommands1"

    private let registration: DBusRegistration
    private let app: AppHandler
    private var shown = RemoteCommands()

    init(_ registration: DBusRegistration, _ app: AppHandler) {
        self.registration = registration
        self.app = app
        registration.export([description], at: Self.path)
    }

    /// Shows what the app takes now, which announces what changed.
    func present(_ commands: RemoteCommands) {
        guard commands != shown else { return }
        let earlier = shown
        shown = commands
        let changed = Self.properties.filter { $0.value(commands) != $0.value(earlier) }
        guard !changed.isEmpty else { return }
        registration.emitPropertiesChanged(
            Self.interface, at: Self.path, changed: changed.map { ($0.name, $0.value(commands)) })
    }

    // MARK: Properties

    private struct Property: Sendable {
        let name: String
        let documentation: String
        let value: @Sendable (RemoteCommands) -> DBusValue
    }

    private static let properties = [
        Property(name: "Commands", documentation: "What the app takes of what is not in MPRIS.") {
            .strings(
                RemoteCommand.allCases.filter { $0.isOnlyOurs }.filter($0.offered.contains)
                    .map { "\($0)" })
        },
        Property(name: "SkipForwardIntervals", documentation: "Suggestions in seconds.") {
            doubles($0.skipForwardIntervals)
        },
        Property(name: "SkipBackwardIntervals", documentation: "Suggestions in seconds.") {
            doubles($0.skipBackwardIntervals)
        },
        Property(name: "MinimumRating", documentation: "The lowest that Rate takes.") {
            .double($0.ratings.lowerBound)
        },
        Property(name: "MaximumRating", documentation: "The highest that Rate takes.") {
            .double($0.ratings.upperBound)
        },
        Property(name: "Titles", documentation: "What like, dislike and bookmark are called.") {
            .vardict($0.titles.map { ("\($0.key)", .string($0.value)) }.sorted { $0.0 < $1.0 })
        },
        Property(name: "Active", documentation: "Those of them that were given.") {
            .strings($0.active.map { "\($0)" }.sorted())
        },
    ]

    private nonisolated static func doubles(_ numbers: [Double]) -> DBusValue {
        .array(of: "d", numbers.map { .double($0) })
    }

    // MARK: Methods

    private var description: DBusInterface {
        DBusInterface(
            name: Self.interface,
            methods: [
                method("Skip", "d", "seconds", "By so many seconds.") { command, value in
                    guard let seconds = value.doubleValue, seconds.isFinite, seconds > 0,
                        [.skipForward, .skipBackward].contains(command)
                    else { return nil }
                    return .skip(command, MediaTime(seconds: seconds))
                },
                method("Seek", "b", "begins", "While a button is held.") { command, value in
                    guard [.seekForward, .seekBackward].contains(command) else { return nil }
                    return .seeking(command, begins: value.boolValue ?? false)
                },
                method("Rate", "d", "rating", "Rates the current item.") {
                    [self] command, value in
                    guard command == .rating, let rating = value.doubleValue,
                        shown.ratings.contains(rating)
                    else { return nil }
                    return .rating(rating)
                },
                method("GiveFeedback", "b", "negative", "Gives it, or takes it back.") {
                    command, value in
                    guard [.like, .dislike, .bookmark].contains(command) else { return nil }
                    return .feedback(command, isNegative: value.boolValue ?? false)
                },
                method("ChangeLanguageOption", "s", "identifier", "Chooses or gives up one.") {
                    command, value in
                    guard [.enableLanguageOption, .disableLanguageOption].contains(command)
                    else { return nil }
                    return .language(command, value.stringValue ?? "")
                },
            ],
            properties: Self.properties.map { property in
                DBusProperty(
                    name: property.name, signature: property.value(RemoteCommands()).signature,
                    documentation: property.documentation
                ) { [self] in property.value(shown) }
            },
            documentation: "Commands of an app that MPRIS has no method for. The first argument is "
                + "one of Commands.")
    }

    private func method(
        _ name: String, _ signature: DBusSignature, _ argument: String, _ documentation: String,
        _ event: @escaping @PlayerActor (RemoteCommand, DBusValue) -> RemoteEvent?
    ) -> DBusMethod {
        DBusMethod(
            name: name,
            arguments: [
                DBusArgument(name: "command", signature: "s"),
                DBusArgument(name: argument, signature: signature),
            ], documentation: documentation
        ) { [self] (invocation) throws(DBusError) in
            let word = invocation.arguments[0].stringValue ?? ""
            guard let command = RemoteCommand.allCases.first(where: { "\($0)" == word }),
                let event = event(command, invocation.arguments[1])
            else { throw .invalidArgs("\(name) cannot do that.") }
            guard shown.offered.contains(command) else {
                throw .notSupported("The app does not take \(word).")
            }
            app.deliver(event) { invocation.reply() }
            return .later
        }
    }
}

extension RemoteCommand {
    /// MPRIS has no method for it, or none that always comes to it.
    fileprivate var isOnlyOurs: Bool {
        switch self {
        case .seekForward, .seekBackward, .skipForward, .skipBackward, .rating, .like, .dislike,
            .bookmark, .enableLanguageOption, .disableLanguageOption:
            true
        default: false
        }
    }
}
