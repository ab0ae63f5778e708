// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldLibrary
import GatefoldModel
import GatefoldSamples
import GatefoldTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// A folder of small tagged files, and a library of it.
///
/// The files are FLAC: a header and a comment block, without sound.
struct MusicTree {
    let folder: TemporaryFolder
    let store: LibraryStore

    init() throws {
        folder = try TemporaryFolder()
        try makeDirectories(path: folder["music"].printable)
        store = LibraryStore(path: folder["data/library.sqlite"].printable)
    }

    var music: FilePath { folder["music"] }

    /// Adds the folder and scans it.
    @discardableResult
    func scan() async throws -> ScanSummary {
        let music = music
        try await store.write("adding") { (writer) throws(LibraryError) in
            try writer.addFolder(music)
        }
        return try await store.scan()
    }

    /// Writes a file; `tags` are comments such as `TITLE=A`.
    @discardableResult
    func add(_ name: String, _ tags: String..., seconds: Double = 200) throws -> FilePath {
        try folder.write(silentFLAC(tags, seconds: seconds), to: "music/" + name)
    }

    func move(_ old: String, to new: String) throws {
        let (old, new) = (folder["music/" + old], folder["music/" + new])
        try makeDirectories(path: new.parent.printable)
        let status = old.withCString { old in new.withCString { rename(old, $0) } }
        guard status == 0 else { throw FileError("renaming", code: errno) }
    }

    func remove(_ name: String) throws {
        guard folder["music/" + name].withCString({ unlink($0) }) == 0 else {
            throw FileError("removing", code: errno)
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (LibraryReader) throws(LibraryError) -> Value
    ) async throws -> Value {
        try await store.read(body)
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (LibraryWriter) throws(LibraryError) -> Value
    ) async throws -> Value {
        try await store.write("testing", body)
    }

    /// The titles of all tracks, by title.
    func titles() async throws -> [String] {
        try await read { (reader) throws(LibraryError) in try reader.tracks() }
            .compactMap(\.tags.title)
    }

    func track(_ title: String) async throws -> LibraryTrack {
        let tracks = try await read { (reader) throws(LibraryError) in try reader.tracks() }
        return try #require(tracks.first { $0.tags.title == title })
    }

    /// The titles that a search finds, in order.
    func found(_ text: String) async throws -> [String] {
        try await read { (reader) throws(LibraryError) in
            try reader.search(text, kinds: [.song])
        }.songs.compactMap(\.tags.title)
    }
}
