// SPDX-License-Identifier: MPL-2.0

package import GatefoldDBus
package import GatefoldGLib
package import GatefoldMPRIS
package import GatefoldModel
package import GatefoldPlayer

/// A player at `/org/mpris/MediaPlayer2`: exported with its state before its name is requested.
///
/// A process may have several, as sessions with a registration each.
/// It shows what it is given by `present`, and hands commands to whoever gave it.
@PlayerActor
package final class MPRISService {
    /// Is told whether what it was given to open plays, or why it does not.
    package typealias OpenCompletion = @PlayerActor (Result<Void, SourceProblem>) -> Void

    /// What the root interface says, beside `onQuit` and `onRaise`.
    package var identity: PlayerIdentity { didSet { updateRoot() } }
    /// Asked by `Quit`, in a turn of its own after the reply; CanQuit is whether there is one.
    package var onQuit: (@PlayerActor @Sendable () -> Void)? { didSet { updateRoot() } }
    /// Asked by `Raise`; CanRaise is whether there is one.
    package var onRaise: (@PlayerActor @Sendable () -> Void)? { didSet { updateRoot() } }
    /// Takes URIs of the schemes that the identity names.
    package var onOpen: (@PlayerActor (_ uri: String, @escaping OpenCompletion) -> Void)?
    /// Interfaces of MPRIS beside the two that every player has; shown from `start` on.
    package var furtherInterfaces: [DBusInterface] = []

    private(set) weak var handler: (any CommandHandler)?
    private(set) var root: RootProperties
    private let registration: DBusRegistration
    private var name: DBusName?
    private var announcer: Announcer
    private var isShown = false

    /// - Parameter handler: gets the commands; not retained.
    package init(
        _ registration: DBusRegistration, _ identity: PlayerIdentity,
        showing properties: PlayerProperties = PlayerProperties(), discontinuities: UInt64 = 0,
        handledBy handler: (any CommandHandler)? = nil
    ) {
        self.registration = registration
        self.identity = identity
        self.handler = handler
        root = RootProperties(identity, canQuit: false, canRaise: false)
        announcer = Announcer(properties, discontinuities: discontinuities)
    }

    /// Exports the object, then claims a name: the first that is free and that the bus grants.
    ///
    /// Which of them it is, is decided anew on every connection to the bus, and only then: clients
    /// know a player by its name, and for those who look for "gatefold" the instances are as good.
    ///
    /// - Parameter session: counts the sessions of this process, each on a connection of its own.
    package func start(processID: Int32, session: Int = 1) {
        isShown = true
        registration.export([rootInterface, playerInterface] + furtherInterfaces, at: .mpris)
        name = registration.claim(identity.busNames(ofInstance: processID, session: session)) {
            if let name = $0 { Log.info("on the bus", name) }
        }
    }

    /// The name that clients see; nil while there is none.
    package var busName: String? { name?.owned }

    /// What `Get` answers: what was announced last.
    var properties: PlayerProperties { announcer.properties }
}

// What is shown.
extension MPRISService {
    /// Shows what the player is now, which announces what changed.
    ///
    /// - Parameter discontinuities: another number than last time says that the position jumped.
    package func present(
        _ properties: PlayerProperties, position: MediaTime, discontinuities: UInt64 = 0
    ) {
        announce(
            announcer.announcement(
                of: properties, position: position, discontinuities: discontinuities))
    }

    /// Shows another player in place of the one that was shown, in one announcement; commands go to
    /// its handler from now on.
    package func present(
        _ properties: PlayerProperties, position: MediaTime, discontinuities: UInt64 = 0,
        handledBy handler: any CommandHandler
    ) {
        guard handler !== self.handler else {
            return present(properties, position: position, discontinuities: discontinuities)
        }
        self.handler = handler
        announce(
            announcer.announcement(
                ofOther: properties, position: position, discontinuities: discontinuities))
    }

    /// Begins with a state: what clients read first is not a change.
    func begin(with state: PlayerState) {
        announcer = Announcer(state)
    }

    /// The short way for a player of ours, which makes metadata only for a new track.
    func announce(_ state: PlayerState, at now: MonotonicTime) {
        announce(announcer.announcement(of: state, at: now))
    }

    private func announce(_ announcement: Announcement) {
        guard isShown else { return }
        if !announcement.changed.isEmpty { announce(announcement.changed) }
        if let position = announcement.seeked {
            registration.emit(
                MPRIS.playerInterface, "Seeked", at: .mpris, [.int64(position.microseconds)])
        }
    }

    private func announce(_ changes: [PlayerProperty]) {
        var changed: [(String, DBusValue)] = []
        var withdrawn: [String] = []
        for property in changes {
            if let value = value(of: property) {
                changed.append((property.rawValue, value))
            } else {
                withdrawn.append(property.rawValue)
            }
        }
        registration.emitPropertiesChanged(
            MPRIS.playerInterface, at: .mpris, changed: changed, invalidated: withdrawn)
    }

    private func updateRoot() {
        let earlier = root
        root = RootProperties(identity, canQuit: onQuit != nil, canRaise: onRaise != nil)
        guard isShown else { return }
        let changes = root.changes(from: earlier)
        guard !changes.isEmpty else { return }
        registration.emitPropertiesChanged(
            MPRIS.rootInterface, at: .mpris,
            changed: changes.compactMap { property in
                value(of: property).map { (property.rawValue, $0) }
            },
            invalidated: changes.filter { value(of: $0) == nil }.map(\.rawValue))
    }
}

// Values with their exact D-Bus types; nil for an optional property that this player has not.
extension MPRISService {
    func value(of property: PlayerProperty) -> DBusValue? {
        switch property {
        case .playbackStatus: .string(properties.playbackStatus.rawValue)
        case .loopStatus: properties.loopStatus.map { .string($0.rawValue) }
        case .rate: .double(properties.rate)
        case .shuffle: properties.shuffle.map { .boolean($0) }
        case .metadata: properties.metadata.dbusValue
        case .volume: .double(properties.volume)
        case .canGoNext: .boolean(properties.canGoNext)
        case .canGoPrevious: .boolean(properties.canGoPrevious)
        case .canPlay: .boolean(properties.canPlay)
        case .canPause: .boolean(properties.canPause)
        case .canSeek: .boolean(properties.canSeek)
        case .minimumRate: .double(properties.rates.lowerBound)
        case .maximumRate: .double(properties.rates.upperBound)
        }
    }

    func value(of property: RootProperty) -> DBusValue? {
        switch property {
        case .canQuit: .boolean(root.canQuit)
        case .fullscreen, .canSetFullscreen: .boolean(false)
        case .canRaise: .boolean(root.canRaise)
        case .hasTrackList: .boolean(root.identity.hasTrackList)
        case .identity: .string(root.identity.identity)
        case .desktopEntry: root.identity.desktopEntry.map { .string($0) }
        case .supportedURISchemes: .strings(root.identity.supportedURISchemes)
        case .supportedMIMETypes: .strings(root.identity.supportedMIMETypes)
        }
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
                case .double(let number): (field.key, .double(number))
                case .boolean(let truth): (field.key, .boolean(truth))
                }
            })
    }
}
