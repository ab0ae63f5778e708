// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
internal import GatefoldMPRIS
internal import GatefoldModel
internal import GatefoldPlayer

/// The members of MPRIS 2.2, with its types and annotations.
extension MPRISService {
    var rootInterface: DBusInterface {
        DBusInterface(
            name: MPRIS.rootInterface,
            methods: [
                DBusMethod(name: "Raise") { [self] (_) throws(DBusError) in
                    guard let onRaise else { throw .notSupported("There is no window to raise.") }
                    PlayerActor.post(onRaise)
                    return .values([])
                },
                DBusMethod(name: "Quit") { [self] (_) throws(DBusError) in
                    guard let onQuit else { throw .notSupported("It ends by itself.") }
                    PlayerActor.post(onQuit)
                    return .values([])
                },
            ],
            properties: RootProperty.allCases.map { property in
                DBusProperty(
                    name: property.rawValue, signature: signature(of: property),
                    get: { [self] in value(of: property) },
                    set: property == .fullscreen ? Self.refuseFullscreen : nil)
            }, emitsChanged: .true)
    }

    private static let refuseFullscreen: DBusProperty.Setter = { (_) throws(DBusError) in
        throw .notSupported("There is no window to show in full screen.")
    }

    private func signature(of property: RootProperty) -> DBusSignature {
        switch property {
        case .canQuit, .fullscreen, .canSetFullscreen, .canRaise, .hasTrackList: "b"
        case .identity, .desktopEntry: "s"
        case .supportedURISchemes, .supportedMIMETypes: "as"
        }
    }

    var playerInterface: DBusInterface {
        DBusInterface(
            name: MPRIS.playerInterface, methods: transportMethods + argumentMethods,
            properties: playerProperties,
            signals: [
                DBusSignal(
                    name: "Seeked", arguments: [DBusArgument(name: "Position", signature: "x")])
            ])
    }

    private var transportMethods: [DBusMethod] {
        let commands: [(String, PlayerCommand)] = [
            ("Next", .next), ("Previous", .previous), ("Pause", .pause), ("Play", .play),
        ]
        let plain = commands.map { name, command in
            DBusMethod(name: name) { [self] invocation in
                attempt(command, for: invocation)
            }
        }
        // The two methods for which MPRIS asks for an error: PlayPause where CanPause is false, and
        // Stop where CanControl is.
        let playPause = DBusMethod(name: "PlayPause") { [self] (invocation) throws(DBusError) in
            do throws(PlayerRefusal) {
                return try command(.playPause, for: invocation)
            } catch {
                throw .notSupported(error.description)
            }
        }
        let stop = DBusMethod(name: "Stop") { [self] (invocation) throws(DBusError) in
            guard properties.canControl else { throw .notControllable }
            return attempt(.stop, for: invocation)
        }
        return plain + [playPause, stop]
    }

    private var argumentMethods: [DBusMethod] {
        [
            DBusMethod(name: "Seek", arguments: [DBusArgument(name: "Offset", signature: "x")]) {
                [self] invocation in
                let offset = invocation.arguments[0].int64Value ?? 0
                return attempt(.seek(MediaTime(microseconds: offset)), for: invocation)
            },
            DBusMethod(
                name: "SetPosition",
                arguments: [
                    DBusArgument(name: "TrackId", signature: "o"),
                    DBusArgument(name: "Position", signature: "x"),
                ]
            ) { [self] invocation in
                let path = invocation.arguments[0].objectPathValue?.rawValue ?? ""
                let position = invocation.arguments[1].int64Value ?? 0
                guard let entry = EntryID(objectPath: path) else { return .values([]) }
                return attempt(
                    .setPosition(entry, MediaTime(microseconds: position)), for: invocation)
            },
            DBusMethod(name: "OpenUri", arguments: [DBusArgument(name: "Uri", signature: "s")]) {
                [self] (invocation) throws(DBusError) in
                try open(invocation)
            },
        ]
    }

    /// Answers when the track plays, or with the reason why it does not.
    private func open(_ invocation: DBusInvocation) throws(DBusError) -> DBusReply {
        let uri = invocation.arguments[0].stringValue ?? ""
        let schemes = identity.supportedURISchemes
        guard let onOpen, !schemes.isEmpty else { throw .notSupported("It opens no URIs.") }
        guard let scheme = uri.uriScheme, schemes.contains(scheme) else {
            throw .notSupported("It opens URIs of \(schemes.joined(separator: ", ")).")
        }
        onOpen(uri) { result in
            switch result {
            case .success: invocation.reply()
            case .failure(let problem): invocation.fail(.failed(problem.description))
            }
        }
        return .later
    }

    private func command(_ command: PlayerCommand) throws(PlayerRefusal) {
        guard let handler, properties.canControl else { throw .notSupported }
        try handler.command(command)
    }

    /// Sends a command on, and answers when its effect was announced.
    private func command(
        _ command: PlayerCommand, for invocation: DBusInvocation
    ) throws(PlayerRefusal) -> DBusReply {
        guard let handler, properties.canControl else { throw .notSupported }
        let answer = PendingAnswer(to: invocation)
        try handler.command(command) { answer.give() }
        return answer.isGiven ? .values([]) : answer.later()
    }

    /// Sends a command on; MPRIS wants no error where a command is not enabled.
    private func attempt(_ command: PlayerCommand, for invocation: DBusInvocation) -> DBusReply {
        // The refusal is what CanGoNext and its like say, and they were announced.
        (try? self.command(command, for: invocation)) ?? .values([])
    }

    // MARK: Properties of the Player interface

    private var playerProperties: [DBusProperty] {
        let announced = PlayerProperty.allCases.map { property in
            DBusProperty(
                name: property.rawValue, signature: signature(of: property),
                get: { [self] in value(of: property) },
                set: setter(of: property))
        }
        // Behind Metadata: BlueZ takes the two in the order of the dictionary, and Metadata sets
        // its position to 0.
        return announced + [
            DBusProperty(name: "Position", signature: "x", emitsChanged: .false) { [self] in
                .int64(handler?.position.microseconds ?? 0)
            },
            DBusProperty(name: "CanControl", signature: "b", emitsChanged: .false) { [self] in
                .boolean(properties.canControl)
            },
        ]
    }

    private func signature(of property: PlayerProperty) -> DBusSignature {
        switch property {
        case .playbackStatus, .loopStatus: "s"
        case .rate, .volume, .minimumRate, .maximumRate: "d"
        case .metadata: "a{sv}"
        case .shuffle, .canGoNext, .canGoPrevious, .canPlay, .canPause, .canSeek: "b"
        }
    }

    private func setter(of property: PlayerProperty) -> DBusProperty.Setter? {
        switch property {
        case .loopStatus, .rate, .shuffle, .volume:
            { [self] (value) throws(DBusError) in
                guard properties.canControl else { throw .notControllable }
                guard let command = command(setting: property, to: value) else {
                    throw .invalidArgs("Not a usable \(property.rawValue).")
                }
                do throws(PlayerRefusal) {
                    try self.command(command)
                } catch {
                    throw error == .notSupported
                        ? .notSupported(error.description) : .invalidArgs(error.description)
                }
            }
        default: nil
        }
    }

    private func command(setting property: PlayerProperty, to value: DBusValue) -> PlayerCommand? {
        switch property {
        case .loopStatus: value.stringValue.flatMap(LoopStatus.init).map(PlayerCommand.setLoop)
        case .rate: value.doubleValue.map(PlayerCommand.setRate)
        case .shuffle: value.boolValue.map(PlayerCommand.setShuffle)
        case .volume: value.doubleValue.map(PlayerCommand.setVolume)
        default: nil
        }
    }
}

/// The answer to a command, which comes at once or when an app has done it.
@PlayerActor
private final class PendingAnswer {
    private(set) var isGiven = false
    private var isLate = false
    private let invocation: DBusInvocation

    init(to invocation: DBusInvocation) {
        self.invocation = invocation
    }

    func give() {
        guard !isGiven else { return }
        isGiven = true
        if isLate { invocation.reply() }
    }

    func later() -> DBusReply {
        isLate = true
        return .later
    }
}

extension DBusError {
    fileprivate static let notControllable = DBusError.notSupported("It cannot be controlled.")
}
