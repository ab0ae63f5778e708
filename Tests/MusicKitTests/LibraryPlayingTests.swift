// SPDX-License-Identifier: MPL-2.0

import Foundation
import GatefoldTestSupport
import MusicKit
import Testing

/// The library of the test process, which has the demo album: for what no test can give another one.
enum ProcessLibrary {
    static let folder: TemporaryFolder? = {
        let album = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../data/demo-album").standardizedFileURL
        guard let folder = try? TemporaryFolder(),
            (try? FileManager.default.copyItem(at: album, to: folder.url("Demo"))) != nil
        else { return nil }
        setenv("XDG_MUSIC_DIR", folder.url().path, 1)
        // A static value lives until the process ends.
        atexit { try? FileManager.default.removeItem(atPath: ProcessLibrary.path) }
        return folder
    }()

    private static var path: String { folder?.url().path ?? "/nonexistent" }
}

extension `The application player` {
    @Suite(.serialized) struct `Playing what a library has` {
        let rig: PlayerRig
        let player = ApplicationMusicPlayer.shared

        init() throws {
            rig = try PlayerRig()
            try #require(ProcessLibrary.folder != nil)
        }

        private func album() async throws -> Album {
            try #require(try await MusicLibraryRequest<Album>().response().items.first)
        }

        @Test func `finds an album's songs when it is queued`() async throws {
            let album = try await album()
            #expect(album.tracks == nil)
            player.queue = [album]
            try await player.play()
            #expect(rig.current == "Needle Drop")
            #expect(player.queue.entries.count == 5)
            #expect(player.queue.entries.allSatisfy { !$0.isTransient })
            try await player.queue.insert(album, position: .tail)
            #expect(player.queue.entries.count == 10)
        }

        @Test func `plays the tracks that a request returns`() async throws {
            let album = try await album().with([.tracks])
            let tracks = try #require(album.tracks)
            player.queue = .init(for: tracks, startingAt: tracks.last)
            try await player.play()
            #expect(rig.current == tracks.last?.title)
            let picture = try #require(
                player.queue.currentEntry?.artwork?.url(width: 300, height: 300))
            #expect(FileManager.default.fileExists(atPath: picture.path))
        }

        @Test func `plays a playlist, and what comes behind it in order`() async throws {
            let album = try await album()
            let songs = try await rig.songs("ab")
            let name = "Mix \(UUID())"
            let playlist = try await MusicLibrary.shared.createPlaylist(name: name, items: songs)
            player.queue = [playlist]
            try await player.queue.insert(album, position: .tail)
            try await player.queue.insert(songs[0], position: .tail)
            #expect(player.queue.entries.count == 8)
            #expect(rig.titles.hasPrefix("ab"))
            #expect(rig.titles.hasSuffix("a"))
        }

        @Test func `forgets an album when another queue takes its place`() async throws {
            player.queue = [try await album()]
            player.queue = .init(for: try await rig.songs("xy"))
            try await player.play()
            #expect(rig.titles == "xy")
            #expect(rig.current == "x")
        }
    }
}
