// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
package import GatefoldModel

/// The playlist files in some folders and in those below, nearer ones first.
///
/// Slow work, for a worker's thread.
package struct PlaylistFolders: Sendable {
    package private(set) var playlists: [NamedPlaylist] = []
    /// The folders that were looked into.
    package private(set) var folders: [FilePath] = []

    /// Folders that are looked into, and watched: a large music library has its playlists near its
    /// top.
    private static let folderLimit = 1000
    /// No more files are listed.
    private static let playlistLimit = 10_000

    /// Looks into folders; what is missing or may not be read is left out.
    package init(in roots: [FilePath]) {
        var visited: Set<FileStatus.Identity> = []
        var waiting = roots[...]
        while let folder = waiting.popFirst(), folders.count < Self.folderLimit {
            // A folder by two ways counts once, so that a link to a folder above ends.
            guard let status = try? FileStatus(of: folder), status.kind == .folder,
                visited.insert(status.identity).inserted,
                let entries = try? folder.folderEntries()
            else { continue }
            folders.append(folder)
            waiting += entries.filter(\.isFolder).map(\.path)
            playlists += entries.filter { !$0.isFolder }.compactMap { Self.playlist($0.path) }
        }
        playlists = Array(playlists.prefix(Self.playlistLimit))
    }

    private static func playlist(_ path: FilePath) -> NamedPlaylist? {
        guard AudioFormats.playlistKind(fileExtension: path.fileExtension) != nil,
            let status = try? FileStatus(of: path), status.kind == .regular,
            let id = PlaylistID(rawValue: String(sha256(path.bytes).prefix(32)))
        else { return nil }
        return NamedPlaylist(
            id: id, name: String(decoding: path.stem, as: UTF8.self), url: FileURI.encode(path),
            modified: status.modified)
    }
}
