// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
internal import GatefoldMPRIS
internal import GatefoldModel
internal import GatefoldPlayer

/// What MPRIS's Playlists interface cannot say.
extension PlayerService {
    var playlistMethods: [DBusMethod] {
        [
            DBusMethod(
                name: "ListPlaylists",
                results: [DBusArgument(name: "playlists", signature: "a(osb)")],
                documentation: "All playlists in alphabetical order: the id for MPRIS's "
                    + "ActivatePlaylist, the name, and whether the queue was made of it. Waits "
                    + "after the start until the folders were read; MPRIS's GetPlaylists does not."
            ) { [self] (invocation) throws(DBusError) in
                let playlists = try source()
                playlists.whenKnown { [self] in
                    invocation.reply([list(playlists.playlists)])
                }
                return .later
            },
            DBusMethod(
                name: "SavePlaylist",
                arguments: [
                    DBusArgument(name: "name", signature: "s"),
                    DBusArgument(name: "replace", signature: "b"),
                ],
                documentation: "Saves the queue as a playlist, which MPRIS's Playlists interface "
                    + "then lists. One of this name gives way if replace, and is an error if not."
            ) { [self] (invocation) throws(DBusError) in
                try save(invocation)
            },
        ]
    }

    private func source() throws(DBusError) -> any PlaylistSource {
        guard let playlists else { throw .notSupported("There is no place for playlists.") }
        return playlists
    }

    private func list(_ playlists: [NamedPlaylist]) -> DBusValue {
        let rows = PlaylistOrdering.alphabetical.sorted(playlists).map { playlist in
            DBusValue.structure([
                playlist.id.dbusValue, .string(printable(playlist.name)),
                .boolean(playlist.id == session.state.playlist),
            ])
        }
        return .array(of: "(osb)", rows)
    }

    private func save(_ invocation: DBusInvocation) throws(DBusError) -> DBusReply {
        let playlists = try source()
        let queue = session.state.queue
        guard !queue.isEmpty else { throw .failed(PlayerRefusal.nothingQueued.description) }
        playlists.save(
            queue, as: invocation.arguments[0].stringValue ?? "",
            replaces: invocation.arguments[1].boolValue ?? false
        ) { failure in
            if let failure { invocation.fail(DBusError(failure)) } else { invocation.reply() }
        }
        return .later
    }
}

extension PlaylistID {
    /// The object path, of the type `o`.
    var dbusValue: DBusValue {
        // The id is made so that it can be part of a path.
        .objectPath(ObjectPath(rawValue: objectPath) ?? "/")
    }
}

extension DBusError {
    fileprivate init(_ failure: PlaylistSaveFailure) {
        self =
            switch failure.code {
            case .unusableName: .invalidArgs(failure.description)
            case .exists: .fileExists(failure.description)
            case .notWritten: .failed(failure.description)
            }
    }
}
