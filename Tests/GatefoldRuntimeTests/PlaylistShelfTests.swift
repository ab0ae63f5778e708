// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

@testable import GatefoldRuntime

#if canImport(Glibc)
    import Glibc
#endif

/// A shelf on real folders, and how often it told of changes.
@PlayerActor
private final class ShelfRig {
    let folder: TemporaryFolder
    let shelf: PlaylistShelf
    private(set) var changes = 0

    nonisolated static func begun(
        in folder: TemporaryFolder, playing: PlaylistID? = nil
    ) async throws -> ShelfRig {
        MainContext.shared.startThread()
        let rig = await ShelfRig(folder)
        await rig.start(playing)
        return rig
    }

    private init(_ folder: TemporaryFolder) {
        self.folder = folder
        shelf = PlaylistShelf(
            own: folder["own/playlists"].printable, music: folder["music"],
            historyPath: folder["history.txt"].printable)
        shelf.onChange = { [weak self] in self?.changes += 1 }
    }

    private func start(_ playing: PlaylistID?) async {
        shelf.start(playing: playing)
        await withCheckedContinuation { continuation in
            shelf.whenKnown { continuation.resume() }
        }
    }

    var names: [String] { shelf.playlists.map(\.name).sorted() }

    func id(_ name: String) -> PlaylistID? { shelf.playlists.first { $0.name == name }?.id }

    func save(
        _ name: String, tracks: Int = 2, replaces: Bool = false
    ) async
        -> PlaylistSaveFailure?
    {
        var queue = Queue()
        queue.append((0..<tracks).map { Track(url: "http://localhost/\($0)") })
        let saved = queue
        return await withCheckedContinuation { continuation in
            shelf.save(saved, as: name, replaces: replaces) { continuation.resume(returning: $0) }
        }
    }

    /// The player plays this playlist now.
    func choose(_ id: PlaylistID?) {
        var state = PlayerState()
        if let id {
            let insertion = PlayerCommand.insert([Track(url: "x")], .playlist(id), play: true)
            _ = state.apply(.command(insertion), at: .now)
        }
        shelf.publish(state, at: .now)
    }

    func close() { shelf.close() }
}

@Suite(.serialized) struct `The shelf of playlists` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try makeDirectories(path: folder["music"].printable)
    }

    @Test func `has what lies in the music folder and what was saved before`() async throws {
        try folder.write("x".utf8, to: "music/a/one.m3u")
        try folder.write("x".utf8, to: "own/playlists/two.xspf")
        let rig = try await ShelfRig.begun(in: folder)
        #expect(await rig.names == ["one", "two"])
    }

    @Test func `notices playlists and folders that come and go`() async throws {
        let rig = try await ShelfRig.begun(in: folder)
        #expect(await rig.names == [])
        try folder.write("x".utf8, to: "music/one.m3u")
        try await eventually("one is there") { await rig.names == ["one"] }
        try folder.write("x".utf8, to: "music/a/b/two.pls")
        try await eventually("two is there") { await rig.names == ["one", "two"] }
        rename(folder["music/one.m3u"].printable, folder["music/a/three.m3u"].printable)
        try await eventually("it has moved") { await rig.names == ["three", "two"] }
        unlink(folder["music/a/b/two.pls"].printable)
        unlink(folder["music/a/three.m3u"].printable)
        try await eventually("none is there") { await rig.names == [] }
    }

    @Test func `is not troubled by what is no playlist`() async throws {
        let rig = try await ShelfRig.begun(in: folder)
        for number in 1...50 { try folder.write("x".utf8, to: "music/\(number).ogg") }
        try folder.write("x".utf8, to: "music/one.m3u")
        try await eventually("one is there") { await rig.names == ["one"] }
        #expect(await rig.changes == 1)
    }

    @Test func `saves a queue, which is then listed and can be read`() async throws {
        let rig = try await ShelfRig.begun(in: folder)
        #expect(await rig.save("Sünday 1", tracks: 3) == nil)
        try await eventually("it is listed") { await rig.names == ["Sünday 1"] }
        let bytes = try readFile(
            path: folder["own/playlists/Sünday 1.xspf"].bytes, limit: 1 << 20)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("<title>Sünday 1</title>"))
        #expect(text.split(separator: "<location>").count == 4)
        #expect(try folder.names(in: "own/playlists") == ["Sünday 1.xspf"])
    }

    @Test func `replaces a saved playlist only when asked to`() async throws {
        let rig = try await ShelfRig.begun(in: folder)
        #expect(await rig.save("Mix", tracks: 1) == nil)
        #expect(await rig.save("Mix", tracks: 2)?.code == .exists)
        let path = folder["own/playlists/Mix.xspf"].bytes
        let before = try readFile(path: path, limit: 1 << 20)
        #expect(await rig.save("Mix", tracks: 2, replaces: true) == nil)
        #expect(try readFile(path: path, limit: 1 << 20).count > before.count)
    }

    @Test(arguments: ["", ".hidden", "a/b", "../x", "a\nb", String(repeating: "x", count: 201)])
    func `refuses a name that can be no file's`(name: String) async throws {
        let rig = try await ShelfRig.begun(in: folder)
        #expect(await rig.save(name)?.code == .unusableName)
        #expect(try folder.names() == ["music"])
    }

    @Test func `says why a playlist could not be written`() async throws {
        try folder.write("a file in the way".utf8, to: "own")
        let rig = try await ShelfRig.begun(in: folder)
        let failure = await rig.save("Mix")
        #expect(failure?.code == .notWritten)
        #expect(failure?.description.hasPrefix("The playlist could not be saved: ") == true)
    }

    @Test func `remembers what was played last, over a restart`() async throws {
        for name in ["a", "b", "c"] { try folder.write("x".utf8, to: "music/\(name).m3u") }
        let rig = try await ShelfRig.begun(in: folder)
        for name in ["b", "c", "b"] { await rig.choose(await rig.id(name)) }
        let changes = await rig.changes
        await rig.choose(await rig.id("b"))
        await rig.choose(nil)
        #expect(await rig.changes == changes)
        func order(_ rig: ShelfRig) async -> [String] {
            await rig.shelf.playlists.sorted { $0.played < $1.played }.map(\.name)
        }
        #expect(await order(rig) == ["a", "c", "b"])
        // Behind the writing of the history.
        _ = await rig.save("last")
        await rig.close()
        let restored = await rig.id("c")
        let next = try await ShelfRig.begun(in: folder, playing: restored)
        await next.choose(restored)
        #expect(await order(next).filter { $0 != "last" } == ["a", "c", "b"])
    }

    @Test func `begins anew where its history is damaged`() async throws {
        try folder.write("gatefold-playlists 1\nplayed x".utf8, to: "history.txt")
        try folder.write("x".utf8, to: "music/a.m3u")
        let rig = try await ShelfRig.begun(in: folder)
        #expect(await rig.shelf.playlists.map(\.played) == [0])
    }
}
