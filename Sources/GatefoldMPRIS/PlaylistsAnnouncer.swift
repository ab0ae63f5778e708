// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// Remembers what was announced of the playlists, and says what is new.
package struct PlaylistsAnnouncer: Sendable {
    package private(set) var count: UInt32 = 0
    /// The playlist that the queue was made of, if it can still be chosen.
    package private(set) var active: NamedPlaylist?
    private var names: [PlaylistID: String] = [:]

    /// What clients are told.
    package struct Announcement: Sendable, Hashable {
        package let countChanged: Bool
        package let activeChanged: Bool
        /// Known ones that now have another name (MPRIS, signal PlaylistChanged).
        package let renamed: [NamedPlaylist]

        package init(
            countChanged: Bool = false, activeChanged: Bool = false, renamed: [NamedPlaylist] = []
        ) {
            self.countChanged = countChanged
            self.activeChanged = activeChanged
            self.renamed = renamed
        }
    }

    package init(_ playlists: [NamedPlaylist], active: PlaylistID?) {
        _ = announcement(of: playlists, active: active)
    }

    package mutating func announcement(
        of playlists: [NamedPlaylist], active id: PlaylistID?
    )
        -> Announcement
    {
        let earlier = self
        count = UInt32(clamping: playlists.count)
        active = playlists.first { $0.id == id }
        names = Dictionary(playlists.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
        return Announcement(
            countChanged: count != earlier.count,
            // When it was played or written is nothing that is shown.
            activeChanged: active?.id != earlier.active?.id || active?.name != earlier.active?.name,
            renamed: playlists.filter { playlist in
                earlier.names[playlist.id].map { $0 != playlist.name } ?? false
            })
    }
}
