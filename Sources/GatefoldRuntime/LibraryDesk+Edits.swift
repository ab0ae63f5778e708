// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldLibrary
internal import GatefoldModel
internal import GatefoldPlayer

#if canImport(Glibc)
    private import Glibc
#endif

/// Changes to the library.
extension LibraryDesk {
    func edit(_ edit: LibraryEdit, then answer: @escaping Answer<String?>) {
        switch edit {
        case .addFolder(let uri): addFolder(uri, answer)
        case .removeFolder(let uri):
            write(answer) { (writer) throws(LibraryError) in
                try writer.removeFolder(try path(uri))
                return nil
            }
        case .setFavourite(let uri, let isFavourite):
            write(answer) { (writer) throws(LibraryError) in
                try writer.setFavourite(try song(uri, writer), isFavourite)
                return nil
            }
        case .setRating(let uri, let rating):
            write(answer) { (writer) throws(LibraryError) in
                try writer.setRating(try song(uri, writer), rating)
                return nil
            }
        case .importPlaylist(let file): importPlaylist(file, answer)
        case .exportPlaylist(let uri, let file, let replaces):
            export(uri, file, replaces: replaces, answer)
        default: editPlaylist(edit, answer)
        }
    }

    /// One that is not there is a mistake now, and a disk that is away later.
    private func addFolder(_ uri: String, _ answer: @escaping Answer<String?>) {
        finder.perform {
            var status = stat()
            guard let path = FileURI.decode(uri), path.withCString({ stat($0, &status) }) == 0,
                status.st_mode & S_IFMT == S_IFDIR
            else { return false }
            return true
        } then: { [self] isFolder in
            write(answer) { (writer) throws(LibraryError) in
                let path = try path(uri)
                guard isFolder else {
                    throw LibraryError(.invalid, "“\(path.printable)” is no folder")
                }
                try writer.addFolder(path)
                return nil
            }
        }
    }

    private func editPlaylist(_ edit: LibraryEdit, _ answer: @escaping Answer<String?>) {
        switch edit {
        case .createPlaylist(let name, let sources):
            expand(sources, answer) { (writer, tracks) throws(LibraryError) in
                try checkName(name, except: nil, writer)
                let id = try writer.createPlaylist(named: name, tracks)
                return LibraryURI.playlist(id.rawValue).text
            }
        case .addToPlaylist(let uri, let sources, let index):
            expand(sources, answer) { (writer, tracks) throws(LibraryError) in
                try writer.add(tracks, to: try playlist(uri), at: index)
                return nil
            }
        case .renamePlaylist(let uri, let name):
            write(answer) { (writer) throws(LibraryError) in
                let id = try playlist(uri)
                try checkName(name, except: id, writer)
                try writer.renamePlaylist(id, to: name)
                return nil
            }
        case .deletePlaylist(let uri):
            write(answer) { (writer) throws(LibraryError) in
                try writer.deletePlaylist(try playlist(uri))
                return nil
            }
        case .removeFromPlaylist(let uri, let entries):
            write(answer) { (writer) throws(LibraryError) in
                let ids = Set(entries.map { LibraryPlaylistEntry.ID(rawValue: $0) })
                try writer.remove(ids, from: try playlist(uri))
                return nil
            }
        case .movePlaylistEntry(let uri, let entry, let index):
            write(answer) { (writer) throws(LibraryError) in
                try writer.move(LibraryID(rawValue: entry), to: index, in: try playlist(uri))
                return nil
            }
        default: preconditionFailure("\(edit) is carried out elsewhere")
        }
    }

    // MARK: Files

    private func importPlaylist(_ file: String, _ answer: @escaping Answer<String?>) {
        finder.perform { () -> Result<PlaylistFile.Contents, LibraryError> in
            Result { () throws(LibraryError) in try PlaylistFile.read(try path(file)) }
        } then: { [self] contents in
            write(answer) { (writer) throws(LibraryError) in
                let contents = try contents.get()
                try checkName(contents.title, except: nil, writer)
                let id = try writer.createPlaylist(named: contents.title, contents.tracks)
                return LibraryURI.playlist(id.rawValue).text
            }
        }
    }

    private func export(
        _ uri: String, _ file: String, replaces: Bool, _ answer: @escaping Answer<String?>
    ) {
        store.read { (reader) throws(LibraryError) in
            let id = try playlist(uri)
            guard let playlist = try reader.playlist(id) else {
                throw LibraryError(.notFound, "there is no such playlist")
            }
            return (playlist.name, try reader.entries(of: id).map(\.track))
        } then: { [finder] result in
            finder.perform {
                Self.write(result, to: file, replaces: replaces)
            } then: {
                answer($0)
            }
        }
    }

    private nonisolated static func write(
        _ playlist: Result<(name: String, tracks: [Track]), LibraryError>, to file: String,
        replaces: Bool
    ) -> Result<String?, SourceError> {
        do throws(LibraryError) {
            let (playlist, file) = (try playlist.get(), try path(file))
            guard replaces || file.withCString({ access($0, F_OK) }) != 0 else {
                return .failure(
                    SourceError(.exists, "There is a file “\(file.printable)” already."))
            }
            try PlaylistFile.write(title: playlist.name, playlist.tracks, to: file)
            return .success(nil)
        } catch {
            return .failure(SourceError(error))
        }
    }

    // MARK: Below

    /// Turns sources into tracks, then changes the library with them.
    private func expand(
        _ sources: [String], _ answer: @escaping Answer<String?>,
        _ body: @escaping @Sendable (LibraryWriter, [Track]) throws(LibraryError) -> String?
    ) {
        finder.perform {
            sources.map(ExpandedSource.init)
        } then: { [self] expanded in
            write(answer) { (writer) throws(LibraryError) in
                var tracks: [Track] = []
                for source in expanded {
                    tracks += try source.tracks(writer.reader)
                }
                if tracks.isEmpty, !sources.isEmpty {
                    throw LibraryError(.invalid, "there is no music in that")
                }
                return try body(writer, tracks)
            }
        }
    }

    private func write(
        _ answer: @escaping Answer<String?>,
        _ body: @escaping @Sendable (LibraryWriter) throws(LibraryError) -> String?
    ) {
        store.write(
            "changing the library", body, then: { answer($0.mapError { SourceError($0) }) })
    }
}

/// One source of a playlist: files that were found, or something of the library.
private enum ExpandedSource: Sendable {
    case files([Track])
    case library(LibraryURI)

    /// Slow, for a worker's thread.
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
        case .library(let uri): try reader.tracks(of: uri) ?? []
        }
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
