// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// The orders in which playlists can be listed; MPRIS's `Playlist_Ordering`.
///
/// Not all of MPRIS's: when a file was created is not known everywhere, and nobody has put
/// playlists into an order of their own.
package enum PlaylistOrdering: String, CaseIterable, Sendable {
    case alphabetical = "Alphabetical"
    /// Oldest first, as with the next.
    case modified = "Modified"
    case played = "Played"

    /// Playlists that are equal in this order are in alphabetical order, and then in one that stays.
    package func sorted(_ playlists: [NamedPlaylist]) -> [NamedPlaylist] {
        playlists.map { (playlist: $0, key: key(of: $0)) }.sorted { $0.key < $1.key }
            .map(\.playlist)
    }

    private func key(of playlist: NamedPlaylist) -> (Int64, String, PlaylistID) {
        let time =
            switch self {
            case .alphabetical: Int64(0)
            case .modified: playlist.modified
            case .played: playlist.played
            }
        return (time, playlist.name.lowercased(), playlist.id)
    }
}

extension [NamedPlaylist] {
    /// The answer to `GetPlaylists`.
    package func page(
        from index: UInt32, count: UInt32, _ ordering: PlaylistOrdering, reversed: Bool
    ) -> [NamedPlaylist] {
        let sorted = ordering.sorted(self)
        let whole = reversed ? sorted.reversed() : sorted
        return Array(whole.dropFirst(Int(index)).prefix(Int(count)))
    }
}

extension PlaylistID {
    private static let prefix = "/org/gatefold/playlist/"

    package var objectPath: String { Self.prefix + rawValue }

    /// The playlist that an object path names; nil for any other path.
    package init?(objectPath: String) {
        guard objectPath.hasPrefix(Self.prefix) else { return nil }
        self.init(rawValue: String(objectPath.dropFirst(Self.prefix.count)))
    }
}

extension MPRIS {
    package static let playlistsInterface = "org.mpris.MediaPlayer2.Playlists"
}
