// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldSamples
import GatefoldTestSupport
import Synchronization
import Testing

@testable import GatefoldLibrary

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct `A damaged library` {
    let tree: MusicTree

    init() async throws {
        tree = try MusicTree()
        for number in 0..<300 {
            try tree.add(
                "\(number % 10)/\(number).flac", "TITLE=\(number)", "ARTIST=X", "ALBUM=L")
        }
        try await tree.scan()
        let track = try await tree.track("0")
        try await tree.write { (writer) throws(LibraryError) in
            try writer.notePlayed(track.id)
            try writer.setRating(track.id, 1)
            _ = try writer.createPlaylist(
                named: "Mine", [track.track, Track(url: "http://host/stream")])
        }
        await close()
    }

    /// Waits for the connections to go, and with them the log.
    private func close() async {
        tree.store.close()
        try? await eventually("the library is closed") {
            isWhole(tree.store.path)
        }
    }

    private func damage(from start: Int, count: Int) throws {
        let file = open(tree.store.path, O_WRONLY | O_CLOEXEC)
        try #require(file >= 0)
        defer { Glibc.close(file) }
        let noise = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
        try #require(pwrite(file, noise, count, off_t(start)) == count)
    }

    private func asideNames() throws -> [String] {
        try tree.folder.names(in: "data").filter { $0.hasPrefix("library.sqlite.damaged-") }
    }

    @Test func `is put aside and made anew where nothing of it is left`() async throws {
        try damage(from: 0, count: 100)
        #expect(try await tree.titles() == [])
        #expect(try asideNames().count == 1)
        #expect(try await tree.scan().added == 300)
    }

    @Test func `gives back history and playlists where they can be read`() async throws {
        let size = try FileStatus(of: FilePath(tree.store.path)).size
        let page = 4096
        let isReplaced = Mutex(false)
        tree.store.onReplace = { isReplaced.withLock { $0 = true } }
        let number = try pageOfLastTracks(size: size, page: page)
        try damage(from: number * page, count: page)
        // Whatever meets the page tells of the damage.
        _ = try? await tree.read { (reader) throws(LibraryError) in
            try reader.database.rows("PRAGMA integrity_check") { _ in }.count
        }
        _ = try? await tree.read { (reader) throws(LibraryError) in
            try reader.database.rows("SELECT * FROM track NOT INDEXED") { _ in }.count
        }
        try await eventually("the library is replaced") { isReplaced.withLock { $0 } }
        let folders = try await tree.read { (reader) throws(LibraryError) in
            try reader.folders().map(\.path)
        }
        #expect(folders == [tree.music])
        let summary = try await tree.store.scan()
        #expect(summary.found == 300)
        let track = try await tree.track("0")
        #expect(track.history.plays == 1)
        #expect(track.history.rating == 1)
        let entries = try await tree.read { (reader) throws(LibraryError) in
            try reader.entries(of: try reader.playlists()[0].id)
        }
        #expect(entries.map(\.libraryTrack) == [track.id, nil])
        #expect(entries[1].track.url == "http://host/stream")
    }

    /// A page of the table of tracks, far from the one with the history.
    private func pageOfLastTracks(size: Int64, page: Int) throws -> Int {
        let bytes = try contents(of: FilePath(tree.store.path))
        let needle = Array("299.flac".utf8)
        for number in 1..<(Int(size) / page) {
            let piece = bytes[(number * page)..<((number + 1) * page)]
            // 0x0D: a leaf of a table.
            guard piece.first == 0x0D, contains(piece, needle) else { continue }
            return number
        }
        throw FileError("finding a page", code: ENOENT)
    }

    private func contains(_ bytes: ArraySlice<UInt8>, _ needle: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: needle) }
    }

    @Test func `is not replaced by what a later version wrote`() async throws {
        let database = try Database(path: tree.store.path)
        try database.script("PRAGMA user_version = 1000")
        let error = await #expect(throws: LibraryError.self) { try await tree.titles() }
        #expect(error?.code == .newer)
        #expect(try asideNames() == [])
    }
}

@Suite struct `A library that cannot be used` {
    @Test func `says that it may not be made`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("x".utf8, to: "file")
        let store = LibraryStore(path: folder["file/library.sqlite"].printable)
        let error = await #expect(throws: LibraryError.self) {
            try await store.read { (reader) throws(LibraryError) in try reader.playlists() }
        }
        #expect(error?.code == .unavailable)
    }

    @Test func `is read where nothing may be written`() async throws {
        let tree = try MusicTree()
        try tree.add("a.flac", "TITLE=A")
        try await tree.scan()
        tree.store.close()
        let path = tree.store.path
        try await eventually("the log is gone") { isWhole(path) }
        try #require(chmod(path, 0o444) == 0)
        try #require(chmod(tree.folder["data"].printable, 0o555) == 0)
        defer { chmod(tree.folder["data"].printable, 0o755) }
        let titles = try asStranger {
            let database = try Database(path: path, .immutable)
            return try LibraryReader(database).tracks().map { $0.tags.title }
        }
        #expect(titles == ["A"])
    }

    @Test func `is waited for while another program writes, and scanned by one at a time`()
        async throws
    {
        let tree = try MusicTree()
        try tree.add("a.flac", "TITLE=A")
        try await tree.scan()
        let lock = try ScanLock(beside: tree.store.path)
        let error = await #expect(throws: LibraryError.self) { try await tree.store.scan() }
        #expect(error?.code == .busy)
        withExtendedLifetime(lock) {}
        let other = LibraryStore(path: tree.store.path)
        let id = try await tree.track("A").id
        for store in [other, tree.store, other] {
            try await store.write("playing") { (writer) throws(LibraryError) in
                try writer.notePlayed(id)
            }
        }
        #expect(try await tree.track("A").history.plays == 3)
    }

    @Test func `leaves everything as it was where no space is left`() async throws {
        let tree = try MusicTree()
        try tree.add("a.flac", "TITLE=A")
        try await tree.scan()
        let error = await #expect(throws: LibraryError.self) {
            try await tree.write { (writer) throws(LibraryError) in
                let pages = try writer.database.first("PRAGMA page_count") { $0.int(0) } ?? 0
                try writer.database.script("PRAGMA max_page_count = \(pages + 2)")
                for number in 0..<10_000 {
                    _ = try writer.createPlaylist(named: String(repeating: "\(number)", count: 50))
                }
            }
        }
        #expect(error?.code == .full)
        #expect(
            try await tree.read { (reader) throws(LibraryError) in try reader.playlists() }.isEmpty)
        #expect(try await tree.titles() == ["A"])
    }

    @Test func `ends a scan where no space is left, which goes on when there is some`()
        async throws
    {
        let tree = try MusicTree()
        try tree.add("a.flac", "TITLE=A")
        try await tree.scan()
        for number in 0..<1500 { try tree.add("B/\(number).flac", "TITLE=\(number)", "ARTIST=X") }
        try await tree.write { (writer) throws(LibraryError) in
            let pages = try writer.database.first("PRAGMA page_count") { $0.int(0) } ?? 0
            try writer.database.script("PRAGMA max_page_count = \(pages + 60)")
        }
        let error = await #expect(throws: LibraryError.self) { try await tree.store.scan() }
        #expect(error?.code == .full)
        #expect(try await tree.titles().contains("A"))
        try await tree.write { (writer) throws(LibraryError) in
            try writer.database.script("PRAGMA max_page_count = 1000000")
        }
        #expect(try await tree.store.scan().found == 1501)
        #expect(try await tree.titles().count == 1501)
        let faults = try await tree.read { (reader) throws(LibraryError) in
            try reader.database.rows("PRAGMA integrity_check") { $0.text(0) }
        }
        #expect(faults == ["ok"])
    }
}

@Suite struct `A program that is killed` {
    /// More of them, for an hour when there is time: `GATEFOLD_KILLS=200`.
    private static let rounds = Process.variable("GATEFOLD_KILLS").flatMap { Int($0) } ?? 20

    @Test func `leaves a whole library, and loses no playlist`() async throws {
        let tree = try MusicTree()
        var random = SplitMix64(seed: 7)
        for round in 0..<Self.rounds {
            let program = RunningProgram(
                [Self.program, tree.store.path, tree.music.printable],
                output: tree.folder["output"].printable)
            let delay = UInt32.random(in: 20_000..<400_000, using: &random)
            await pause(microseconds: delay)
            program.send(SIGKILL)
            try await eventually("it has ended") { program.exitStatus == 128 + SIGKILL }
            try check(tree, round)
        }
        let kept = try tree.folder.read("output").split(separator: "\n").count
        #expect(kept > 0)
        let files = await ChildProcess.run(["find", tree.music.printable, "-name", "*.flac"])
        try await tree.store.scan()
        #expect(try await tree.titles().count == files.output.split(separator: "\n").count)
    }

    /// With a connection of its own, as the next program would have.
    private func check(_ tree: MusicTree, _ round: Int) throws {
        guard access(tree.store.path, F_OK) == 0 else { return }
        let database = try Database(path: tree.store.path)
        try Schema.prepare(database)
        let verdict = try database.rows("PRAGMA integrity_check") { $0.text(0) }
        #expect(verdict == ["ok"], "in round \(round)")
        try database.run("INSERT INTO search (search) VALUES ('integrity-check')")
        let told = try tree.folder.read("output").split(separator: "\n").map(String.init)
        let reader = LibraryReader(database)
        let playlists = try reader.playlists()
        #expect(Set(playlists.map(\.name)).isSuperset(of: told))
        for playlist in playlists {
            let urls = try reader.entries(of: playlist.id).map(\.track.url)
            #expect(urls == ([19] + (1..<19)).map { "file:///\(playlist.name)/\($0)" })
        }
        try checkCounts(database)
    }

    /// What triggers count is what is there.
    private func checkCounts(_ database: Database) throws {
        for (table, link) in [("artist", "track_artist"), ("genre", "track_genre")] {
            let wrong = try database.rows(
                """
                SELECT name FROM \(table) WHERE tracks <> (SELECT count(*) FROM \(link)
                JOIN track ON track.id = \(link).track AND track.missing = 0
                WHERE \(link).\(table) = \(table).id)
                """
            ) { $0.text(0) }
            #expect(wrong == [])
        }
        let wrong = try database.rows(
            """
            SELECT title FROM album WHERE tracks <>
            (SELECT count(*) FROM track WHERE album = album.id AND missing = 0)
            """
        ) { $0.text(0) }
        #expect(wrong == [])
    }

    private func pause(microseconds: UInt32) async {
        await withCheckedContinuation { continuation in
            Worker(threads: 1).perform {
                usleep(microseconds)
                continuation.resume()
            }
        }
    }

    private static let program: String = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = FilePath(bytes: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)))
        return path.parent.printable + "/LibraryProgram"
    }()
}

/// Whether a database is all in its file; two connections that close at once leave their log.
private func isWhole(_ path: String) -> Bool {
    try? Database(path: path).script("PRAGMA wal_checkpoint(TRUNCATE)")
    return access(path + "-wal", F_OK) != 0
}
