// SPDX-License-Identifier: MPL-2.0

import Glibc
import MediaPlayer

/// What an app can have besides: artwork, a further session, an identity, a volume.
final class Features: NSObject, MPNowPlayingSessionDelegate {
    private final class OtherPlayer {}

    private let session = MPNowPlayingSession(players: [OtherPlayer()])

    func use() {
        useController()
        useArtwork()
        useSession()
    }

    private func useController() {
        let controller = MPRISController.shared
        controller.identity = "All Features"
        controller.desktopEntry = "org.example.Features"
        controller.supportedURISchemes = ["https"]
        controller.supportedMIMETypes = ["audio/flac"]
        controller.onRaise = { show("raised") }
        controller.onQuit = { exit(7) }
        controller.onOpenURI = { url in
            show("opened \(url.lastPathComponent)")
            return url.lastPathComponent != "broken"
        }
        controller.volume = 0.5
        controller.onVolumeChange = { show("volume \($0)") }
    }

    /// Bytes that begin as a picture does.
    private func useArtwork() {
        let bytes = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [1, 2, 3, 4])
        let artwork = MPMediaItemArtwork(boundsSize: CGSize(width: 9, height: 9)) { size in
            size.width == 9 ? bytes : Data()
        }
        MPNowPlayingInfoCenter.default().nowPlayingInfo?[MPMediaItemPropertyArtwork] = artwork
    }

    private func useSession() {
        session.delegate = self
        session.nowPlayingInfoCenter.nowPlayingInfo = [MPMediaItemPropertyTitle: "inactive"]
        session.remoteCommandCenter.playCommand.addTarget { [session] _ in
            session.becomeActiveIfPossible()
            return .success
        }
    }

    func nowPlayingSessionDidChangeActive(_ nowPlayingSession: MPNowPlayingSession) {
        let isActive = nowPlayingSession === session && session.isActive
        session.nowPlayingInfoCenter.nowPlayingInfo = [
            MPMediaItemPropertyTitle: isActive ? "active" : "other"
        ]
    }
}

private func show(_ title: String) {
    MPNowPlayingInfoCenter.default().nowPlayingInfo?[MPMediaItemPropertyTitle] = title
}
