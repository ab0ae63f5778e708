// SPDX-License-Identifier: MPL-2.0

import Foundation
import MusicKit

/// Plays files, folders and playlists, and tells what is heard, until the queue has ended.
///
/// The whole of it is Apple's MusicKit, but for the first line, which makes songs of files. It shows
/// in the desktop's media controls by itself.
@main
struct QueuePlayer {
    static func main() async {
        let sources = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        guard !sources.isEmpty else {
            print("Usage: QueuePlayer FILE…")
            exit(2)
        }
        do {
            let songs = try await MusicItemCollection<Song>(contentsOf: sources)
            try await play(songs)
        } catch {
            print(error.localizedDescription)
            exit(1)
        }
    }

    private static func play(_ songs: MusicItemCollection<Song>) async throws {
        let player = ApplicationMusicPlayer.shared
        player.queue = .init(for: songs)
        try await player.play()
        let changes = player.queue.objectWillChange.merge(with: player.state.objectWillChange)
        var last = ""
        for await _ in changes.prepend(()).values {
            let line = describe(player)
            if line != last { print(line) }
            last = line
            fflush(nil)
            if player.state.playbackStatus == .stopped { return }
        }
    }

    private static func describe(_ player: ApplicationMusicPlayer) -> String {
        guard let entry = player.queue.currentEntry else { return "nothing" }
        let artist = entry.subtitle.map { " by \($0)" } ?? ""
        return "\(player.state.playbackStatus): \(entry.title)\(artist)"
    }
}
