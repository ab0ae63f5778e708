// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// A change to the library, for which everything that lies outside of it has been looked up.
///
/// Files are read before the change is made, so that nobody waits for a disk while the library is
/// being written.
package struct PreparedEdit: Sendable {
    private let edit: LibraryEdit
    private let sources: [PreparedSource]
    /// Why it cannot be made.
    private let problem: LibraryError?

    /// Slow, for a worker's thread.
    ///
    /// - Parameter edit: anything but the writing of a file, see `PlaylistFile`.
    package init(_ edit: LibraryEdit) {
        self.edit = edit
        var problem: LibraryError?
        switch edit {
        case .createPlaylist(_, let sources), .addToPlaylist(_, let sources, _):
            self.sources = sources.map(PreparedSource.init)
        case .importPlaylist(let file):
            do throws(LibraryError) {
                sources = [.playlist(try PlaylistFile.read(try path(file)))]
            } catch {
                sources = []
                problem = error
            }
        case .addFolder(let uri):
            sources = []
            problem = Self.problem(withFolder: uri)
        default: sources = []
        }
        self.problem = problem
    }

    /// One that is not there is a mistake now, and a disk that is away later.
    private static func problem(withFolder uri: String) -> LibraryError? {
        guard let path = FileURI.decode(uri) else { return nil }
        guard (try? FileStatus(of: path))?.kind != .folder else { return nil }
        return LibraryError(.invalid, "“\(path.printable)” is no folder")
    }

    /// Makes the change.
    ///
    /// - Returns: the URI of what was made, if something was.
    package func make(_ writer: LibraryWriter) throws(LibraryError) -> String? {
        if let problem { throw problem }
        switch edit {
        case .addFolder(let uri): try writer.addFolder(try path(uri))
        case .removeFolder(let uri): try writer.removeFolder(try path(uri))
        case .setFavourite(let uri, let isFavourite):
            try writer.setFavourite(try song(uri, writer), isFavourite)
        case .setRating(let uri, let rating): try writer.setRating(try song(uri, writer), rating)
        case .createPlaylist(let name, _):
            return try create(name, try tracks(writer), writer)
        case .importPlaylist:
            guard case .playlist(let contents)? = sources.first else { return nil }
            return try create(contents.title, contents.tracks, writer)
        case .renamePlaylist(let uri, let name):
            let id = try playlist(uri)
            try checkName(name, except: id, writer)
            try writer.renamePlaylist(id, to: name)
        case .deletePlaylist(let uri): try writer.deletePlaylist(try playlist(uri))
        case .addToPlaylist(let uri, _, let index):
            try writer.add(try tracks(writer), to: try playlist(uri), at: index)
        case .removeFromPlaylist(let uri, let entries):
            let ids = Set(entries.map { LibraryPlaylistEntry.ID(rawValue: $0) })
            try writer.remove(ids, from: try playlist(uri))
        case .movePlaylistEntry(let uri, let entry, let index):
            try writer.move(LibraryID(rawValue: entry), to: index, in: try playlist(uri))
        case .exportPlaylist: preconditionFailure("a file is no change to the library")
        }
        return nil
    }

    private func create(
        _ name: String, _ tracks: [Track], _ writer: LibraryWriter
    ) throws(LibraryError) -> String {
        try checkName(name, except: nil, writer)
        let id = try writer.createPlaylist(named: name, tracks)
        return LibraryURI.playlist(id.rawValue).text
    }

    private func tracks(_ writer: LibraryWriter) throws(LibraryError) -> [Track] {
        var tracks: [Track] = []
        for source in sources { tracks += try source.tracks(writer.reader) }
        if tracks.isEmpty, !sources.isEmpty {
            throw LibraryError(.invalid, "there is no music in that")
        }
        return tracks
    }
}

/// One source of a playlist: files that were found, or something of the library.
private enum PreparedSource: Sendable {
    case files([Track])
    case playlist(PlaylistFile.Contents)
    case library(LibraryURI)

    init(_ source: String) {
        if let uri = LibraryURI(source) {
            self = .library(uri)
            return
        }
        var tracks: [Track] = []
        SourceExpander.expand([source]) { found, _ in
            tracks += found
            return true
        }
        self = .files(tracks)
    }

    func tracks(_ reader: LibraryReader) throws(LibraryError) -> [Track] {
        switch self {
        case .files(let tracks): tracks
        case .playlist(let contents): contents.tracks
        case .library(let uri): try reader.tracks(of: uri) ?? []
        }
    }
}

extension PlaylistFile {
    /// Writes a playlist of the library into a file: slow, for a worker's thread.
    ///
    /// - Parameter replaces: whether a file that is there may be written over.
    package static func write(
        _ playlist: (name: String, tracks: [Track]), to file: String, replaces: Bool
    ) -> Result<String?, SourceError> {
        do throws(LibraryError) {
            let file = try path(file)
            guard replaces || !file.exists else {
                return .failure(
                    SourceError(.exists, "There is a file “\(file.printable)” already."))
            }
            try write(title: playlist.name, playlist.tracks, to: file)
            return .success(nil)
        } catch {
            return .failure(SourceError(error))
        }
    }
}

extension LibraryReader {
    /// A playlist of the library by its URI, with what is in it.
    package func playlist(
        at uri: String
    ) throws(LibraryError) -> (name: String, tracks: [Track]) {
        let id = try GatefoldLibrary.playlist(uri)
        guard let playlist = try playlist(id) else {
            throw LibraryError(.notFound, "there is no such playlist")
        }
        return (playlist.name, try entries(of: id).map(\.track))
    }
}

private func path(_ uri: String) throws(LibraryError) -> FilePath {
    guard let path = FileURI.decode(uri) else {
        throw LibraryError(.invalid, "“\(uri)” is no file URI")
    }
    return path
}

private func song(
    _ uri: String, _ writer: LibraryWriter
) throws(LibraryError) -> LibraryTrack.ID {
    guard let track = try writer.reader.track(url: uri) else {
        throw LibraryError(.notFound, "the song is not in the library")
    }
    return track.id
}

private func playlist(_ uri: String) throws(LibraryError) -> LibraryPlaylist.ID {
    guard case .playlist(let id) = LibraryURI(uri) else {
        throw LibraryError(.invalid, "“\(uri)” is no playlist of the library")
    }
    return LibraryPlaylist.ID(rawValue: id)
}

/// By a name a playlist is chosen: two of one name are a nuisance.
private func checkName(
    _ name: String, except id: LibraryPlaylist.ID?, _ writer: LibraryWriter
) throws(LibraryError) {
    let isTaken = try writer.reader.playlists().contains { $0.name == name && $0.id != id }
    if isTaken { throw LibraryError(.invalid, "there is a playlist “\(name)” already") }
}
