// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldTestSupport
import Testing

@testable import GatefoldLibrary

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct `A library that is kept up to date` {
    let tree: MusicTree

    init() throws {
        tree = try MusicTree()
    }

    /// Scans, and follows changes from then on.
    private func keeper() async throws -> LibraryKeeper {
        let music = tree.music
        try await tree.write { (writer) throws(LibraryError) in try writer.addFolder(music) }
        return try await scanned(tree.store)
    }

    @PlayerActor
    private func scanned(_ store: LibraryStore) async throws -> LibraryKeeper {
        let keeper = LibraryKeeper(store)
        let result = await withCheckedContinuation { continuation in
            keeper.scan { continuation.resume(returning: $0) }
        }
        _ = try result.get()
        return keeper
    }

    @Test func `takes in files that come, also in new folders`() async throws {
        try tree.add("A/1.flac", "TITLE=First")
        let keeper = try await keeper()
        #expect(try await tree.titles() == ["First"])
        try tree.add("A/2.flac", "TITLE=Second")
        try await eventually("it is in the library") {
            try await tree.titles() == ["First", "Second"]
        }
        try tree.add("B/C/3.flac", "TITLE=Third")
        try await eventually("it is, too") { try await tree.titles().count == 3 }
        await keeper.close()
    }

    @Test func `notices what goes, what is renamed and what is tagged anew`() async throws {
        try tree.add("A/1.flac", "TITLE=Gone")
        try tree.add("A/2.flac", "TITLE=Moved")
        try tree.add("A/3.flac", "TITLE=Old", seconds: 100)
        let keeper = try await keeper()
        try tree.remove("A/1.flac")
        try tree.move("A/2.flac", to: "B/2.flac")
        try tree.add("A/3.flac", "TITLE=New", seconds: 100)
        try await eventually("all is known") { try await tree.titles() == ["Moved", "New"] }
        let moved = try await tree.track("Moved")
        #expect(moved.track.url.hasSuffix("/B/2.flac"))
        await keeper.close()
    }

    @Test func `looks again as long as another program scans`() async throws {
        try tree.add("A/1.flac", "TITLE=First")
        let keeper = try await keeper()
        let refusals = await Refusals(keeper)
        do {
            let lock = try ScanLock(beside: tree.store.path)
            try tree.add("A/2.flac", "TITLE=Second")
            try await eventually("two scans were refused") { await refusals.count >= 2 }
            withExtendedLifetime(lock) {}
        }
        try await eventually("it is in the library") { try await tree.titles().count == 2 }
        await keeper.close()
    }

    /// Counts scans for which another one left no room.
    @PlayerActor
    private final class Refusals {
        private(set) var count = 0

        init(_ keeper: LibraryKeeper) {
            keeper.onEnd = { [weak self] result in
                if case .failure(let error) = result, error.code == .busy { self?.count += 1 }
            }
        }
    }

    @Test func `answers everybody who waits when a scan is cancelled`() async throws {
        for number in 0..<300 { try tree.add("A/\(number).flac", "TITLE=\(number)") }
        let music = tree.music
        try await tree.write { (writer) throws(LibraryError) in try writer.addFolder(music) }
        let answers = await Answers(tree.store)
        try await eventually("both are answered") { await answers.count == 2 }
        await answers.keeper.close()
    }

    /// Two who ask for a scan that is cancelled at once.
    @PlayerActor
    private final class Answers {
        let keeper: LibraryKeeper
        private(set) var count = 0

        init(_ store: LibraryStore) {
            keeper = LibraryKeeper(store)
            for _ in 0..<2 { keeper.scan { [weak self] _ in self?.count += 1 } }
            keeper.cancel()
        }
    }

    @Test func `follows no folder of a tree with too many of them`() async throws {
        for number in 0...ScanPlan.watchLimit {
            try makeDirectories(path: tree.music.printable + "/\(number % 40)/\(number)")
        }
        try tree.add("A/1.flac", "TITLE=First")
        let keeper = try await keeper()
        #expect(try await tree.store.scan().folders == nil)
        try tree.add("A/2.flac", "TITLE=Second")
        // It is there when somebody asks for it.
        _ = try await scan(keeper).get()
        #expect(try await tree.titles() == ["First", "Second"])
        await keeper.close()
    }

    @PlayerActor
    private func scan(_ keeper: LibraryKeeper) async -> Result<ScanSummary, LibraryError> {
        await withCheckedContinuation { continuation in
            keeper.scan { continuation.resume(returning: $0) }
        }
    }

    @Test func `scans again for what changed while a scan ran`() async throws {
        for number in 0..<300 { try tree.add("A/\(number).flac", "TITLE=\(number)") }
        let keeper = try await keeper()
        for number in 300..<600 { try tree.add("A/\(number).flac", "TITLE=\(number)") }
        try await eventually("all are in the library") { try await tree.titles().count == 600 }
        await keeper.close()
    }
}

@Suite struct `Files that cannot be read` {
    let tree: MusicTree

    init() throws {
        tree = try MusicTree()
    }

    @Test func `are told, and the others taken`() throws {
        try tree.add("A/1.flac", "TITLE=Whole")
        let secret = try tree.add("A/2.flac", "TITLE=Secret")
        for name in [".", "music", "music/A", "music/A/1.flac"] {
            try #require(chmod(tree.folder[name].printable, 0o755) == 0)
        }
        try #require(chmod(secret.printable, 0) == 0)
        let database = try Database(path: tree.folder["plan.sqlite"].printable)
        try Schema.prepare(database)
        var found: [ScannedFile.Candidate] = []
        _ = try ScanPlan([tree.music], database, report: { _ in true }, take: { found += $0 })
        let candidates = found
        let piece = try asStranger { ScannedPiece(candidates, LibraryRequest()) }
        #expect(piece.files.map(\.tags.tags.title) == ["Whole"])
        #expect(piece.failed.count == 1)
        #expect(piece.problems.first.map(\.source) == [secret.printable])
        #expect(piece.problems.first.map(\.reason) == ["Permission denied"])
    }

    @Test func `are not taken for lost when their folder cannot be opened`() async throws {
        try tree.add("A/1.flac", "TITLE=Open")
        try tree.add("B/2.flac", "TITLE=Closed")
        try await tree.scan()
        let secret = tree.folder["music/B"]
        for name in [".", "music", "music/A"] {
            try #require(chmod(tree.folder[name].printable, 0o755) == 0)
        }
        try #require(chmod(secret.printable, 0) == 0)
        defer { chmod(secret.printable, 0o755) }
        let database = try Database(path: tree.store.path)
        // Its files are opened by the first question, which the stranger may not do.
        try Schema.prepare(database)
        let music = tree.music
        let plan = try asStranger {
            try ScanPlan([music], database, report: { _ in true }, take: { _ in })
        }
        #expect(plan.lostDirectories.isEmpty && plan.lost.isEmpty)
        #expect(plan.problems.first.map(\.source) == [secret.printable])
        #expect(plan.found == 1)
    }

    @Test func `are left out without a word when they vanish meanwhile`() throws {
        for number in 0..<100 { try tree.add("A/\(number).flac", "TITLE=\(number)") }
        let database = try Database(path: tree.folder["plan.sqlite"].printable)
        try Schema.prepare(database)
        var found: [ScannedFile.Candidate] = []
        _ = try ScanPlan([tree.music], database, report: { _ in true }, take: { found += $0 })
        for number in 0..<40 { try tree.remove("A/\(number).flac") }
        let piece = ScannedPiece(found, LibraryRequest())
        #expect(piece.files.count == 60)
        #expect(piece.failed.count == 40)
        #expect(piece.problems.first.isEmpty)
    }

    @Test func `are not looked at when they are no music, however many there are`() async throws {
        for number in 0..<5000 {
            try tree.folder.write([], to: "music/A/\(number).jpg")
        }
        try tree.add("A/1.flac", "TITLE=Music")
        let summary = try await tree.scan()
        #expect(summary.found == 1)
        #expect(try await tree.titles() == ["Music"])
    }
}
