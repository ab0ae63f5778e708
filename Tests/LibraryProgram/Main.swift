// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldLibrary
import GatefoldModel
import GatefoldSamples

#if canImport(Glibc)
    import Glibc
#endif

/// Scans and edits for as long as it lives, to be killed while it does.
///
/// Its arguments are a database and a folder of music, whose files it also changes. Each playlist that is
/// kept is told on standard output, by a line with its name.
@main
enum LibraryProgram {
    static func main() async throws {
        let arguments = Process.arguments.map { FilePath(bytes: $0) }
        let (database, music) = (arguments[0].printable, arguments[1])
        let store = LibraryStore(path: database)
        try await store.write("adding a folder") { (writer) throws(LibraryError) in
            try writer.addFolder(music)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await scan(music, store) }
            group.addTask { try await edit(store) }
            try await group.waitForAll()
        }
    }

    private static func scan(_ music: FilePath, _ store: LibraryStore) async throws {
        while true {
            try change(music, to: Int.random(in: 0..<1000))
            try await store.scan()
        }
    }

    private static func change(_ music: FilePath, to version: Int) throws {
        for number in 0..<120 where number % 3 == version % 3 {
            let tags = [
                "TITLE=Title \(number) \(version)", "ARTIST=Artist \(number % 7)",
                "ALBUM=Album \(version % 5)", "GENRE=Genre \(number % 3)",
            ]
            // Some move now and then.
            let place = "\(number % 4)/\(number)\(number % 2 == version % 2 ? "" : " moved").flac"
            let path = music.appending(Array(place.utf8))
            try makeDirectories(path: path.parent.printable)
            try writeAtomically(path: path, bytes: silentFLAC(tags, seconds: 100))
        }
    }

    private static func edit(_ store: LibraryStore) async throws {
        let known = try await store.read { (reader) throws(LibraryError) in
            try reader.playlists().count
        }
        for number in known... {
            try await store.write("editing") { (writer) throws(LibraryError) in
                let tracks = (0..<20).map { Track(url: "file:///\(number)/\($0)") }
                let playlist = try writer.createPlaylist(named: "\(number)", tracks)
                let entries = try writer.reader.entries(of: playlist)
                try writer.move(entries[19].id, to: 0, in: playlist)
                try writer.remove([entries[0].id], from: playlist)
            }
            print(number)
            fflush(nil)
        }
    }
}
