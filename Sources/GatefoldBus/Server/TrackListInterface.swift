// SPDX-License-Identifier: MPL-2.0

package import GatefoldDBus
package import GatefoldGLib
internal import GatefoldMPRIS
package import GatefoldModel
package import GatefoldPlayer

/// `org.mpris.MediaPlayer2.TrackList` on the queue.
///
/// Its signals wait a moment for more of them, unlike those of the Player interface: KDE's widgets
/// read everything again for each invalidation of `Tracks`, and hear nothing meanwhile. Who asks
/// before is told first, so that nobody reads a list that does not follow from its signals.
@PlayerActor
package final class TrackListInterface: StatePublisher {
    /// How long signals wait: an album is found, and its tags are read, in less.
    private static let delay = Duration.milliseconds(100)

    private let registration: DBusRegistration
    private let session: PlayerSession
    private let intake: any SourceIntake
    private var announcer: TrackListAnnouncer
    private var timer: EventSource?

    package init(
        _ registration: DBusRegistration, _ session: PlayerSession, _ intake: any SourceIntake
    ) {
        self.registration = registration
        self.session = session
        self.intake = intake
        announcer = TrackListAnnouncer(session.state)
    }

    /// Begins to announce, from what the list is now.
    package func start() {
        announcer = TrackListAnnouncer(session.state)
        session.add(self)
    }

    package func publish(_ state: PlayerState, at now: MonotonicTime) {
        guard timer == nil, announcer.isOutdated(by: state) else { return }
        timer = EventSource.timeout(after: Self.delay) { [weak self] in self?.announce() }
    }

    private func announce() {
        timer = nil
        let signals = announcer.signals(for: session.state)
        for signal in signals { emit(signal) }
        guard signals.contains(where: \.isEdit) else { return }
        registration.emitPropertiesChanged(
            MPRIS.trackListInterface, at: .mpris, changed: [], invalidated: ["Tracks"])
    }

    private func emit(_ signal: TrackListSignal) {
        let (name, arguments): (String, [DBusValue]) =
            switch signal {
            case .replaced(let ids, let current):
                ("TrackListReplaced", [.trackIDs(ids), .trackID(current)])
            case .added(_, let metadata, let previous):
                ("TrackAdded", [metadata.dbusValue, .trackID(previous)])
            case .removed(let id):
                ("TrackRemoved", [.trackID(id)])
            case .metadataChanged(let id, let metadata):
                ("TrackMetadataChanged", [.trackID(id), metadata.dbusValue])
            }
        registration.emit(MPRIS.trackListInterface, name, at: .mpris, arguments)
    }
}

// The members of MPRIS 2.2, with its types and annotations.
extension TrackListInterface {
    package var interface: DBusInterface {
        DBusInterface(
            name: MPRIS.trackListInterface, methods: methods,
            properties: [
                DBusProperty(name: "Tracks", signature: "ao", emitsChanged: .invalidates) {
                    [self] in
                    announce()
                    return .trackIDs(announcer.ids)
                },
                DBusProperty(name: "CanEditTracks", signature: "b") { .boolean(true) },
            ], signals: signals)
    }

    private var methods: [DBusMethod] {
        let track = [DBusArgument(name: "TrackId", signature: "o")]
        return [
            DBusMethod(
                name: "GetTracksMetadata",
                arguments: [DBusArgument(name: "TrackIds", signature: "ao")],
                results: [DBusArgument(name: "Metadata", signature: "aa{sv}")]
            ) { [self] invocation in
                .values([metadata(of: invocation.arguments[0].entries)])
            },
            DBusMethod(
                name: "AddTrack",
                arguments: [
                    DBusArgument(name: "Uri", signature: "s"),
                    DBusArgument(name: "AfterTrack", signature: "o"),
                    DBusArgument(name: "SetAsCurrent", signature: "b"),
                ]
            ) { [self] (invocation) throws(DBusError) in
                try intake.take(
                    invocation.arguments[0].stringValue ?? "", place(invocation.arguments[1]),
                    play: invocation.arguments[2].boolValue ?? false, answering: invocation)
            },
            DBusMethod(name: "RemoveTrack", arguments: track) { [self] invocation in
                attempt(on: invocation) { .remove([$0]) }
            },
            DBusMethod(name: "GoTo", arguments: track) { [self] invocation in
                attempt(on: invocation) { .jump($0) }
            },
        ]
    }

    private var signals: [DBusSignal] {
        let id = DBusArgument(name: "TrackId", signature: "o")
        let metadata = DBusArgument(name: "Metadata", signature: "a{sv}")
        return [
            DBusSignal(
                name: "TrackListReplaced",
                arguments: [
                    DBusArgument(name: "Tracks", signature: "ao"),
                    DBusArgument(name: "CurrentTrack", signature: "o"),
                ]),
            DBusSignal(
                name: "TrackAdded",
                arguments: [metadata, DBusArgument(name: "AfterTrack", signature: "o")]),
            DBusSignal(name: "TrackRemoved", arguments: [id]),
            DBusSignal(name: "TrackMetadataChanged", arguments: [id, metadata]),
        ]
    }

    /// What is known of entries, each once, unknown ones left out.
    ///
    /// Also of those that went out of sight a moment ago, but never of more than are in sight at
    /// once: no question makes an answer that the bus refuses.
    private func metadata(of ids: [EntryID]) -> DBusValue {
        announce()
        let state = session.state
        var seen: Set<EntryID> = []
        var maps: [DBusValue] = []
        for id in ids where maps.count < TrackListWindow.limit && seen.insert(id).inserted {
            if let metadata = TrackListAnnouncer.metadata(of: id, in: state) {
                maps.append(metadata.dbusValue)
            }
        }
        return .array(of: "a{sv}", maps)
    }

    /// An entry that is gone stands for the end: the track is wanted, wherever.
    private func place(_ after: DBusValue) -> QueuePlace {
        guard let path = after.objectPathValue?.rawValue, path != MPRIS.noTrack else {
            return .start
        }
        return EntryID(objectPath: path).map(QueuePlace.behind) ?? .end
    }

    /// MPRIS wants no effect, and no error, for an entry that is not there; one that only went out
    /// of sight is what the user pointed at.
    private func attempt(
        on invocation: DBusInvocation, _ command: (EntryID) -> PlayerCommand
    ) -> DBusReply {
        // The refusal says that the entry is gone.
        if let entry = invocation.arguments[0].entry { try? session.command(command(entry)) }
        return .values([])
    }
}

extension DBusValue {
    fileprivate static func trackID(_ id: EntryID?) -> DBusValue {
        // What the model makes of a number is a path; nothing else would be said of no track.
        .objectPath(ObjectPath(rawValue: id?.objectPath ?? MPRIS.noTrack) ?? "/")
    }

    fileprivate static func trackIDs(_ ids: [EntryID]) -> DBusValue {
        .array(of: "o", ids.map(trackID))
    }

    /// Nil for the path of no entry.
    fileprivate var entry: EntryID? {
        objectPathValue.flatMap { EntryID(objectPath: $0.rawValue) }
    }

    fileprivate var entries: [EntryID] { arrayValue?.compactMap(\.entry) ?? [] }
}
