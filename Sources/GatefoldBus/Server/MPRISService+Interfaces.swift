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
                DBusMethod(name: "Raise") { (_) throws(DBusError) in
                    throw .notSupported("There is no window to raise.")
                },
                DBusMethod(name: "Quit") { [self] _ in
                    if let onQuit { PlayerActor.post(onQuit) }
                    return .values([])
                },
            ],
            properties: [
                constant("CanQuit", .boolean(RootProperties.canQuit)),
                DBusProperty(name: "Fullscreen", signature: "b", get: { .boolean(false) }) {
                    (_) throws(DBusError) in
                    throw .notSupported("There is no window to show in full screen.")
                },
                constant("CanSetFullscreen", .boolean(RootProperties.canSetFullscreen)),
                constant("CanRaise", .boolean(RootProperties.canRaise)),
                constant("HasTrackList", .boolean(hasTrackList)),
                constant("Identity", .string(RootProperties.identity)),
                constant("DesktopEntry", .string(RootProperties.desktopEntry)),
                constant("SupportedUriSchemes", .strings(RootProperties.supportedURISchemes)),
                constant("SupportedMimeTypes", .strings(AudioFormats.mimeTypes)),
            ], emitsChanged: .true)
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

    private func constant(_ name: String, _ value: DBusValue) -> DBusProperty {
        DBusProperty(name: name, signature: value.signature, get: { value })
    }

    private var transportMethods: [DBusMethod] {
        let commands: [(String, PlayerCommand)] = [
            ("Next", .next), ("Previous", .previous), ("Pause", .pause), ("Stop", .stop),
            ("Play", .play),
        ]
        let plain = commands.map { name, command in
            DBusMethod(name: name) { [self] _ in
                attempt(command)
                return .values([])
            }
        }
        // The one method for which MPRIS asks for an error: CanPause is false.
        let playPause = DBusMethod(name: "PlayPause") { [self] (_) throws(DBusError) in
            do throws(PlayerRefusal) {
                try session.command(.playPause)
            } catch {
                throw .notSupported(error.description)
            }
            return .values([])
        }
        return plain + [playPause]
    }

    private var argumentMethods: [DBusMethod] {
        [
            DBusMethod(name: "Seek", arguments: [DBusArgument(name: "Offset", signature: "x")]) {
                [self] invocation in
                let offset = invocation.arguments[0].int64Value ?? 0
                attempt(.seek(MediaTime(microseconds: offset)))
                return .values([])
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
                if let entry = EntryID(objectPath: path) {
                    attempt(.setPosition(entry, MediaTime(microseconds: position)))
                }
                return .values([])
            },
            DBusMethod(name: "OpenUri", arguments: [DBusArgument(name: "Uri", signature: "s")]) {
                [self] (invocation) throws(DBusError) in
                try open(invocation)
            },
        ]
    }

    /// Answers when the track is in the queue, or with the reason why it is not.
    private func open(_ invocation: DBusInvocation) throws(DBusError) -> DBusReply {
        let uri = invocation.arguments[0].stringValue ?? ""
        let scheme = uri.prefix { $0 != ":" }.lowercased()
        guard scheme.count < uri.count, RootProperties.supportedURISchemes.contains(scheme) else {
            throw .notSupported("Gatefold opens file, http and https URIs.")
        }
        intake.take([uri], .afterCurrent, play: true) { result in
            switch result {
            case .success: invocation.reply()
            case .failure(let problem): invocation.fail(.failed(problem.description))
            }
        }
        return .later
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
                .int64(session.position.microseconds)
            },
            constant("MinimumRate", .double(PlayerState.rates.lowerBound)),
            constant("MaximumRate", .double(PlayerState.rates.upperBound)),
            DBusProperty(name: "CanControl", signature: "b", emitsChanged: .false) {
                .boolean(true)
            },
        ]
    }

    private func signature(of property: PlayerProperty) -> DBusSignature {
        switch property {
        case .playbackStatus, .loopStatus: "s"
        case .rate, .volume: "d"
        case .metadata: "a{sv}"
        case .shuffle, .canGoNext, .canGoPrevious, .canPlay, .canPause, .canSeek: "b"
        }
    }

    private func setter(
        of property: PlayerProperty
    )
        -> (@PlayerActor (DBusValue) throws(DBusError) -> Void)?
    {
        switch property {
        case .loopStatus, .rate, .shuffle, .volume:
            { [self] (value) throws(DBusError) in
                guard let command = command(setting: property, to: value) else {
                    throw .invalidArgs("Not a usable \(property.rawValue).")
                }
                do throws(PlayerRefusal) {
                    try session.command(command)
                } catch {
                    throw .invalidArgs(error.description)
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
