// SPDX-License-Identifier: MPL-2.0

// The centres from every isolation, as code of today has it.

import MediaPlayer

let sharedCenter = MPRemoteCommandCenter.shared()
let sharedInfo = MPNowPlayingInfoCenter.default()

@MainActor
final class MainActorPlayer {
    private var isPlaying = false
    private var artwork: MPMediaItemArtwork?

    func register() {
        let center = MPRemoteCommandCenter.shared()
        center.playCommand.addTarget { [weak self] _ in
            Task { @MainActor in self?.isPlaying = true }
            return .success
        }
        center.pauseCommand.addTarget { [weak self] _ in
            MainActor.assumeIsolated { self?.isPlaying = false }
            return .success
        }
        center.stopCommand.addTarget { [weak self] _ in
            self?.isPlaying = false
            return .success
        }
    }

    func show(_ image: Data) {
        let artwork = MPMediaItemArtwork(boundsSize: CGSize(width: 1, height: 1)) { _ in image }
        self.artwork = artwork
        sharedInfo.nowPlayingInfo?[MPMediaItemPropertyArtwork] = artwork
    }
}

actor BackgroundPlayer {
    private let center = MPNowPlayingInfoCenter.default()

    func update(_ seconds: TimeInterval) {
        center.nowPlayingInfo = [MPNowPlayingInfoPropertyElapsedPlaybackTime: seconds]
    }

    func events() -> AsyncStream<TimeInterval> {
        AsyncStream { continuation in
            let token = sharedCenter.changePlaybackPositionCommand.addTarget { event in
                guard let event = event as? MPChangePlaybackPositionCommandEvent else {
                    return .commandFailed
                }
                continuation.yield(event.positionTime)
                return .success
            }
            _ = token
        }
    }
}

func fromAnywhere() async {
    await Task.detached {
        sharedInfo.playbackState = .paused
        sharedCenter.nextTrackCommand.isEnabled = false
    }.value
}
