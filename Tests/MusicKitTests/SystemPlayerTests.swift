// SPDX-License-Identifier: MPL-2.0

import Foundation
import GatefoldTestSupport
import MusicKit
import Testing

/// The system player of the test process, and a `gatefoldd` on the bus that the process has.
@Suite(
    .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"] != nil))
struct `The system player` {
    private let player = SystemMusicPlayer.shared
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func daemon() async throws -> RunningProgram {
        try folder.write(Array("[audio]\nsink=none\n".utf8), to: "config/gatefold/config.ini")
        let environment = ProcessInfo.processInfo.environment.merging(ownFolders(folder)) { $1 }
        return RunningProgram(
            [builtProgram("gatefoldd")], environment: environment,
            output: folder.url("daemon.log").path)
    }

    private func songs(_ letters: String) async throws -> [Song] {
        var songs: [Song] = []
        for letter in letters {
            try await Tone(seconds: 20).write("\(letter).wav", in: folder)
            songs.append(Song(title: "\(letter)", location: folder.url("\(letter).wav")))
        }
        return songs
    }

    private var current: String { player.queue.currentEntry?.title ?? "-" }

    /// One test: there is one player and one name on the bus.
    @Test func `steers gatefoldd as long as it runs`() async throws {
        try await eventually("no daemon is there") { player.state.playbackStatus == .stopped }
        let songs = try await songs("abcd")
        player.queue = .init(for: songs[..<3], startingAt: songs[1])
        #expect(current == "b")
        await #expect(throws: MusicPlayerError.self) { try await player.play() }

        let daemon = try await daemon()
        try await eventually("the queue begins where it should") {
            (try? await player.play()) != nil && current == "b"
        }
        #expect(player.state.playbackStatus == .playing)
        try await eventually("time goes by") { player.playbackTime > 0 }
        try await player.skipToNextEntry()
        try await eventually("c is current") { current == "c" }
        try await player.queue.insert(songs[3], position: .tail)
        try await player.skipToNextEntry()
        try await eventually("d is current") { current == "d" }
        player.state.repeatMode = .all
        try await eventually("the mode is set") { player.state.repeatMode == .all }
        player.playbackTime = 10
        try await eventually("it was sought") { player.playbackTime >= 10 }
        player.pause()
        try await eventually("it is paused") { player.state.playbackStatus == .paused }

        _ = ProcessLibrary.folder
        let album = try #require(try await MusicLibraryRequest<Album>().response().items.first)
        player.queue = [album]
        try await player.play()
        try await eventually("the album is heard") { current == "Needle Drop" }

        daemon.send(SIGTERM)
        try await eventually("it is gone") { player.state.playbackStatus == .stopped }
        #expect(player.queue.currentEntry == nil)
    }
}
