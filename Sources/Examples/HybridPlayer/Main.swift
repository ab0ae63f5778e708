// SPDX-License-Identifier: MPL-2.0

import MediaPlayer
import MusicKit

/// Plays music through MusicKit, and announcements of its own between: one player on the desktop.
///
/// When the music stops, an announcement begins; Next, or its end, goes on with the music. MusicKit
/// shows the music by itself; the app shows its own sound, and the last to begin to play is shown.
@main
@MainActor
struct HybridPlayer {
    static func main() async {
        let sources = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        guard !sources.isEmpty else {
            print("Usage: HybridPlayer FILE…")
            exit(2)
        }
        do {
            let host = Host(try await MusicItemCollection<Song>(contentsOf: sources))
            host.registerCommands()
            try await host.run()
        } catch {
            print(error.localizedDescription)
            exit(1)
        }
    }
}

/// Alternates between the two players.
@MainActor
private final class Host {
    private let music = ApplicationMusicPlayer.shared
    private let announcement: TimeInterval = 30
    /// When the announcement ends; nil while there is music.
    private var end: Date?

    init(_ songs: MusicItemCollection<Song>) {
        music.queue = .init(for: songs)
    }

    func registerCommands() {
        let commands = MPRemoteCommandCenter.shared()
        commands.nextTrackCommand.addTarget { [weak self] _ in
            self?.end = Date()
            return .success
        }
        // An announcement is as long as it is.
        commands.changePlaybackPositionCommand.isEnabled = false
    }

    func run() async throws {
        try await music.play()
        while true {
            try await Task.sleep(for: .milliseconds(100))
            if let end {
                if end <= Date() { try await playMusic() }
            } else if music.state.playbackStatus == .stopped {
                announce()
            }
        }
    }

    private func playMusic() async throws {
        end = nil
        try await music.play()
    }

    /// Where an app would play a sound of its own.
    private func announce() {
        end = Date(timeIntervalSinceNow: announcement)
        MPNowPlayingInfoCenter.default().nowPlayingInfo = [
            MPMediaItemPropertyTitle: "Announcement",
            MPMediaItemPropertyArtist: "The host",
            MPMediaItemPropertyPlaybackDuration: announcement,
            MPNowPlayingInfoPropertyElapsedPlaybackTime: 0,
        ]
    }
}
