// SPDX-License-Identifier: MPL-2.0

import Foundation
import GatefoldTestSupport
import MusicKit

/// The application player of the test process, with sound that nobody hears, and songs for it.
///
/// There is one such player in a process: tests that use it run one after another.
final class PlayerRig {
    let player = ApplicationMusicPlayer.shared
    let folder: TemporaryFolder

    /// Before the player is first asked for anything.
    private static let silence: Void = {
        setenv("GATEFOLD_AUDIO_SINK", "none", 1)
    }()

    init() throws {
        Self.silence
        // Whoever is the first to ask for the library asks for this one.
        _ = ProcessLibrary.folder
        folder = try TemporaryFolder()
        player.stop()
        player.queue = []
        player.state.repeatMode = nil
        player.state.shuffleMode = nil
    }

    /// Songs called after the letters.
    func songs(_ letters: String, seconds: Double = 20) async throws -> [Song] {
        var songs: [Song] = []
        for letter in letters {
            try await Tone(seconds: seconds).write("\(letter).wav", in: folder)
            let url = folder.url("\(letter).wav")
            songs.append(
                Song(
                    title: "\(letter)", artistName: "Artist of \(letter)", albumTitle: "Letters",
                    duration: seconds, location: url))
        }
        return songs
    }

    /// The titles in the queue.
    var titles: String { player.queue.entries.map(\.title).joined() }

    var current: String { player.queue.currentEntry?.title ?? "-" }
}
