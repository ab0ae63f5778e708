// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib

/// A playlist that can be played by its name.
package struct PlaylistEntry: Hashable, Sendable {
    package let name: String
    /// The queue was made of it.
    package let isActive: Bool
    let path: ObjectPath

    /// One structure of `ListPlaylists`: id, name, whether it is active.
    init?(_ value: DBusValue) {
        guard let fields = value.structureValue, fields.count == 3,
            let path = fields[0].objectPathValue, let name = fields[1].stringValue,
            let isActive = fields[2].boolValue
        else { return nil }
        self.path = path
        self.name = name
        self.isActive = isActive
    }
}

/// Playlists: MPRIS plays them, and the own interface lists and saves them.
extension PlayerClient {
    /// In alphabetical order, as soon as gatefoldd has looked into the folders.
    package func playlists() throws(ClientError) -> [PlaylistEntry] {
        guard let values = try own("ListPlaylists").first?.arrayValue else {
            throw ClientError.unexpected
        }
        return values.compactMap(PlaylistEntry.init)
    }

    /// Returns when its first entry plays.
    package func play(_ playlist: PlaylistEntry) throws(ClientError) {
        try ask(
            Self.mprisPath, "org.mpris.MediaPlayer2.Playlists", "ActivatePlaylist",
            [.objectPath(playlist.path)])
    }

    /// Returns when the queue is on disk.
    package func savePlaylist(_ name: String, replacing: Bool) throws(ClientError) {
        try own("SavePlaylist", [.string(name), .boolean(replacing)])
    }
}
