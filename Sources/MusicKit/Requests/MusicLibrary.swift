// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// The user's library.
///
/// On Apple platforms it can be added to. Here it is the user's music folder, which programs leave as
/// it is: what would change it throws.
public final class MusicLibrary: Sendable {
    /// The user's library.
    public static let shared = MusicLibrary()

    private init() {}

    /// Adds an item.
    ///
    /// - Throws: `MusicLibrary.Error.unableToAddItem`, or `itemAlreadyAdded` for what is in the
    ///   music folder.
    public func add<MusicItemType: MusicLibraryAddable>(_ item: MusicItemType) async throws {
        let location = (item as? any PlayableMusicItem)?.playParameters?.location
        let isThere = location?.path.hasPrefix(MusicFolder.url.path + "/") ?? false
        throw isThere ? Error.itemAlreadyAdded : Error.unableToAddItem
    }

    /// Adds an item to a playlist.
    ///
    /// - Throws: `MusicLibrary.Error.addToPlaylistFailed`.
    @discardableResult
    public func add<MusicItemType: MusicPlaylistAddable>(
        _ item: MusicItemType, to playlist: Playlist
    ) async throws -> Playlist {
        throw Error.addToPlaylistFailed
    }

    /// Adds items to a playlist.
    ///
    /// On Apple platforms items are added one by one.
    ///
    /// - Throws: `MusicLibrary.Error.addToPlaylistFailed`.
    @discardableResult
    public func add<S: Sequence>(
        _ items: S, to playlist: Playlist
    ) async throws -> Playlist where S.Element: MusicPlaylistAddable {
        throw Error.addToPlaylistFailed
    }

    /// Makes a playlist.
    ///
    /// - Throws: `MusicLibrary.Error.createPlaylistFailed`.
    @discardableResult
    public func createPlaylist(
        name: String, description: String? = nil, authorDisplayName: String? = nil
    ) async throws -> Playlist {
        throw Error.createPlaylistFailed
    }

    /// Makes a playlist of items.
    ///
    /// - Throws: `MusicLibrary.Error.createPlaylistFailed`.
    @discardableResult
    public func createPlaylist<S: Sequence>(
        name: String, description: String? = nil, authorDisplayName: String? = nil, items: S
    ) async throws -> Playlist where S.Element: MusicPlaylistAddable {
        throw Error.createPlaylistFailed
    }

    /// Changes what a playlist says of itself.
    ///
    /// - Throws: `MusicLibrary.Error.editPlaylistFailed`.
    @discardableResult
    public func edit(
        _ playlist: Playlist, name: String? = nil, description: String? = nil,
        authorDisplayName: String? = nil
    ) async throws -> Playlist {
        throw Error.editPlaylistFailed
    }

    /// Changes a playlist and what is in it.
    ///
    /// - Throws: `MusicLibrary.Error.editPlaylistFailed`.
    @discardableResult
    public func edit<S: Sequence>(
        _ playlist: Playlist, name: String? = nil, description: String? = nil,
        authorDisplayName: String? = nil, items: S
    ) async throws -> Playlist where S.Element: MusicPlaylistAddable {
        throw Error.editPlaylistFailed
    }

    /// Why the library was not changed.
    public enum Error: String, LocalizedError, Hashable, Sendable, CaseIterable,
        CustomStringConvertible
    {
        /// For a reason that is not known.
        case unknown
        /// The program may not.
        case permissionDenied
        /// It is there already.
        case itemAlreadyAdded
        /// The library cannot be added to.
        case unableToAddItem
        /// The playlist cannot be changed.
        case addToPlaylistFailed
        /// No playlist can be made.
        case createPlaylistFailed
        /// The playlist cannot be changed.
        case editPlaylistFailed
        /// The playlist is not the library's.
        case playlistNotInLibrary

        /// A sentence for the user.
        public var description: String {
            switch self {
            case .unknown: "The library was not changed."
            case .permissionDenied: "This program may not change your library."
            case .itemAlreadyAdded: "It is in the library already."
            case .unableToAddItem:
                "The library is your music folder, which programs leave as it is."
            case .addToPlaylistFailed, .editPlaylistFailed:
                "The playlists are files of yours, which programs leave as they are."
            case .createPlaylistFailed: "Playlists are files of yours; this program makes none."
            case .playlistNotInLibrary: "The playlist is not in the library."
            }
        }

        /// A sentence for the user.
        public var errorDescription: String? { description }
    }
}
