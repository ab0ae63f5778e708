// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@PlayerActor
private final class Watcher {
    private(set) var seen: [FolderChange] = []
    private var watch: FolderWatch?

    nonisolated static func started() async -> Watcher {
        MainContext.shared.startThread()
        return await Watcher()
    }

    private init() {
        watch = FolderWatch { [weak self] in self?.seen += $0 }
    }

    func follow(_ folders: FilePath...) -> Bool {
        watch?.follow(folders.map(\.bytes)) ?? false
    }

    func stop() { watch = nil }

    /// Whether it was told of a name.
    func saw(_ name: String, isFolder: Bool = false) -> Bool {
        seen.contains { $0.name == Array(name.utf8) && $0.isFolder == isFolder }
    }

    func forget() { seen = [] }
}

@Suite struct `Watching folders` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try makeDirectories(path: folder["a/b"].printable)
    }

    @Test func `tells of files that are written, renamed and removed`() async throws {
        let watcher = await Watcher.started()
        _ = await watcher.follow(folder["a"])
        try folder.write("x".utf8, to: "a/one")
        try await eventually("it was written") { await watcher.saw("one") }
        rename(folder["a/one"].printable, folder["a/two"].printable)
        try await eventually("it was renamed") { await watcher.saw("two") }
        await watcher.forget()
        unlink(folder["a/two"].printable)
        try await eventually("it was removed") { await watcher.saw("two") }
    }

    @Test func `tells folders from files, and takes names that are no UTF-8`() async throws {
        let watcher = await Watcher.started()
        _ = await watcher.follow(folder["a"])
        try makeDirectories(path: folder["a/new"].printable)
        try await eventually("it was made") { await watcher.saw("new", isFolder: true) }
        try folder.write("x".utf8, to: folder["a"].appending([0xFF, 0x2E]))
        try await eventually("it was written") {
            await watcher.seen.contains { $0.name == [0xFF, 0x2E] }
        }
    }

    @Test func `tells nothing of other folders, nor of one that is followed no more`() async throws
    {
        let watcher = await Watcher.started()
        _ = await watcher.follow(folder["a"], folder["a/b"])
        _ = await watcher.follow(folder["a"])
        try folder.write("x".utf8, to: "a/b/one")
        try folder.write("x".utf8, to: "two")
        // Comes after what would have been told before.
        try folder.write("x".utf8, to: "a/last")
        try await eventually("it was written") { await watcher.saw("last") }
        #expect(await !watcher.saw("one"))
        #expect(await !watcher.saw("two"))
    }

    @Test func `says what is followed only from now on`() async throws {
        let watcher = await Watcher.started()
        #expect(await watcher.follow(folder["a"]))
        #expect(await !watcher.follow(folder["a"]))
        #expect(await watcher.follow(folder["a"], folder["a/b"]))
        #expect(await !watcher.follow(folder["a"], folder["missing"]))
        // Another folder of the same name is another one.
        rmdir(folder["a/b"].printable)
        #expect(await !watcher.follow(folder["a"]))
        try makeDirectories(path: folder["a/b"].printable)
        #expect(await watcher.follow(folder["a"], folder["a/b"]))
    }

    @Test func `ends with the watch`() async throws {
        let watcher = await Watcher.started()
        _ = await watcher.follow(folder["a"])
        await watcher.stop()
        let other = await Watcher.started()
        _ = await other.follow(folder["a"])
        try folder.write("x".utf8, to: "a/one")
        try await eventually("the other was told") { await other.saw("one") }
        #expect(await watcher.seen == [])
    }
}
