// SPDX-License-Identifier: MPL-2.0

package import GatefoldDBus
package import GatefoldGLib
internal import GatefoldMPRIS
package import GatefoldModel
package import GatefoldPlayer

/// The player at `/org/mpris/MediaPlayer2`: exported with its state before its name is requested.
@PlayerActor
package final class MPRISService: StatePublisher {
    /// Asked by `Quit`; in a turn of its own, after the reply.
    package var onQuit: (@PlayerActor @Sendable () -> Void)?

    /// Interfaces of MPRIS beside the two that every player has; shown from `start` on.
    package var furtherInterfaces: [DBusInterface] = []

    let session: PlayerSession
    let intake: any SourceIntake
    private let connection: DBusConnection
    private var announcer: Announcer

    package init(_ connection: DBusConnection, _ session: PlayerSession, _ intake: any SourceIntake)
    {
        self.connection = connection
        self.session = session
        self.intake = intake
        announcer = Announcer(session.state)
    }

    /// Exports the object, then takes the name: the plain one, or that of a further instance.
    ///
    /// The object stays until the connection closes.
    ///
    /// - Returns: the name that clients see.
    @discardableResult
    package func start(processID: Int32) throws(DBusError) -> String {
        // What clients read first is not a change.
        announcer = Announcer(session.state)
        session.add(self)
        connection.export([rootInterface, playerInterface] + furtherInterfaces, at: .mpris)
        if try connection.requestName(MPRIS.busName) { return MPRIS.busName }
        let instance = MPRIS.busName(ofInstance: processID)
        guard try connection.requestName(instance) else {
            throw .failed("The name \(instance) is taken.")
        }
        return instance
    }

    var hasTrackList: Bool {
        furtherInterfaces.contains { $0.name == MPRIS.trackListInterface }
    }

    /// What `Get` answers: what was announced last.
    var properties: PlayerProperties { announcer.properties }

    package func publish(_ state: PlayerState, at now: MonotonicTime) {
        let announcement = announcer.announcement(of: state, at: now)
        if !announcement.changed.isEmpty {
            connection.emitPropertiesChanged(
                MPRIS.playerInterface, at: .mpris,
                changed: announcement.changed.map { ($0.rawValue, value(of: $0)) })
        }
        if let position = announcement.seeked {
            connection.emit(
                MPRIS.playerInterface, "Seeked", at: .mpris, [.int64(position.microseconds)])
        }
    }

    /// The value of a property with its exact D-Bus type.
    func value(of property: PlayerProperty) -> DBusValue {
        switch property {
        case .playbackStatus: .string(properties.playbackStatus.rawValue)
        case .loopStatus: .string(properties.loopStatus.rawValue)
        case .rate: .double(properties.rate)
        case .shuffle: .boolean(properties.shuffle)
        case .metadata: properties.metadata.dbusValue
        case .volume: .double(properties.volume)
        case .canGoNext: .boolean(properties.canGoNext)
        case .canGoPrevious: .boolean(properties.canGoPrevious)
        case .canPlay: .boolean(properties.canPlay)
        case .canPause: .boolean(properties.canPause)
        case .canSeek: .boolean(properties.canSeek)
        }
    }

    /// Sends a command on; MPRIS wants no error where a command is not enabled.
    func attempt(_ command: PlayerCommand) {
        // The refusal is what CanGoNext and its like say, and they were announced.
        try? session.command(command)
    }
}

extension ObjectPath {
    static let mpris: ObjectPath = "/org/mpris/MediaPlayer2"
}

extension Metadata {
    /// `a{sv}`, also when empty.
    var dbusValue: DBusValue {
        .vardict(
            fields.map { field in
                switch field.value {
                case .objectPath(let path):
                    (field.key, ObjectPath(rawValue: path).map { .objectPath($0) } ?? .string(path))
                case .string(let text): (field.key, .string(text))
                case .strings(let texts): (field.key, .strings(texts))
                case .int32(let number): (field.key, .int32(number))
                case .int64(let number): (field.key, .int64(number))
                }
            })
    }
}
