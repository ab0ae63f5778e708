// SPDX-License-Identifier: MPL-2.0

package import GatefoldDBus
package import GatefoldGLib
internal import GatefoldMPRIS
package import GatefoldModel
package import GatefoldPlayer

/// `org.mpris.MediaPlayer2.Playlists` on a source of playlists.
@PlayerActor
package final class PlaylistsInterface: StatePublisher {
    private let registration: DBusRegistration
    private let session: PlayerSession
    private let intake: any SourceIntake
    private let source: any PlaylistSource
    private var announcer = PlaylistsAnnouncer([], active: nil)
    /// Of the state published last.
    private var active: PlaylistID?

    package init(
        _ registration: DBusRegistration, _ session: PlayerSession, _ intake: any SourceIntake,
        _ source: any PlaylistSource
    ) {
        self.registration = registration
        self.session = session
        self.intake = intake
        self.source = source
    }

    /// Begins to announce, from what there is now.
    package func start() {
        active = session.state.playlist
        announcer = PlaylistsAnnouncer(source.playlists, active: active)
        source.onChange = { [weak self] in self?.announce() }
        session.add(self)
    }

    package func publish(_ state: PlayerState, at now: MonotonicTime) {
        guard state.playlist != active else { return }
        active = state.playlist
        announce()
    }

    private func announce() {
        let news = announcer.announcement(of: source.playlists, active: active)
        var changed: [(String, DBusValue)] = []
        if news.countChanged { changed.append(("PlaylistCount", .uint32(announcer.count))) }
        if news.activeChanged { changed.append(("ActivePlaylist", activePlaylist)) }
        if !changed.isEmpty {
            registration.emitPropertiesChanged(
                MPRIS.playlistsInterface, at: .mpris, changed: changed)
        }
        for playlist in news.renamed {
            registration.emit(
                MPRIS.playlistsInterface, "PlaylistChanged", at: .mpris, [playlist.dbusValue])
        }
    }

    /// `(b(oss))`; the path of none is "/", as MPRIS suggests.
    private var activePlaylist: DBusValue {
        let none = DBusValue.structure([.objectPath("/"), .string(""), .string("")])
        return .structure([
            .boolean(announcer.active != nil), announcer.active?.dbusValue ?? none,
        ])
    }
}

// The members of MPRIS 2.2, with its types and annotations.
extension PlaylistsInterface {
    package var interface: DBusInterface {
        DBusInterface(
            name: MPRIS.playlistsInterface, methods: [activate, list],
            properties: [
                DBusProperty(name: "PlaylistCount", signature: "u") { [self] in
                    .uint32(announcer.count)
                },
                DBusProperty(name: "Orderings", signature: "as") {
                    .strings(PlaylistOrdering.allCases.map(\.rawValue))
                },
                DBusProperty(name: "ActivePlaylist", signature: "(b(oss))") { [self] in
                    activePlaylist
                },
            ],
            signals: [
                DBusSignal(
                    name: "PlaylistChanged",
                    arguments: [DBusArgument(name: "Playlist", signature: "(oss)")])
            ])
    }

    private var activate: DBusMethod {
        DBusMethod(
            name: "ActivatePlaylist",
            arguments: [DBusArgument(name: "PlaylistId", signature: "o")]
        ) { [self] (invocation) throws(DBusError) in
            let path = invocation.arguments[0].objectPathValue?.rawValue ?? ""
            let id = PlaylistID(objectPath: path)
            guard let playlist = source.playlists.first(where: { $0.id == id }) else {
                throw .invalidArgs("There is no such playlist.")
            }
            return try intake.take(
                playlist.url, .playlist(playlist.id), play: true, answering: invocation)
        }
    }

    private var list: DBusMethod {
        DBusMethod(
            name: "GetPlaylists",
            arguments: [
                DBusArgument(name: "Index", signature: "u"),
                DBusArgument(name: "MaxCount", signature: "u"),
                DBusArgument(name: "Order", signature: "s"),
                DBusArgument(name: "ReverseOrder", signature: "b"),
            ], results: [DBusArgument(name: "Playlists", signature: "a(oss)")]
        ) { [self] (invocation) throws(DBusError) in
            let arguments = invocation.arguments
            guard let ordering = PlaylistOrdering(rawValue: arguments[2].stringValue ?? "") else {
                throw .invalidArgs("Orderings lists the orders that there are.")
            }
            let page = source.playlists.page(
                from: arguments[0].uint32Value ?? 0, count: arguments[1].uint32Value ?? 0,
                ordering, reversed: arguments[3].boolValue ?? false)
            return .values([.array(of: "(oss)", page.map(\.dbusValue))])
        }
    }
}

extension NamedPlaylist {
    /// `(oss)`: id, name, and no icon.
    fileprivate var dbusValue: DBusValue {
        .structure([id.dbusValue, .string(printable(name)), .string("")])
    }
}
