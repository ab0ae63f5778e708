// SPDX-License-Identifier: MPL-2.0

import MediaPlayer

/// Shows a player of one's own on the desktop: try `playerctl -p NowPlayingPublisher next`.
///
/// It plays three pieces of silence. What an app does with sound, this does with a clock; the rest
/// is what any app does that makes its own sound.
@main
@MainActor
struct NowPlayingPublisher {
    static func main() async {
        let player = SilentPlayer()
        player.registerCommands()
        player.play()
        print("Playing. Steer it with playerctl, media keys or a widget; Ctrl-C ends it.")
        while true { await player.waitForEnd() }
    }
}

/// A piece of silence.
private struct Piece {
    let title: String
    let artist: String
    let duration: TimeInterval
    let artwork: MPMediaItemArtwork

    init(_ title: String, artist: String, duration: TimeInterval, color: Color) {
        self.title = title
        self.artist = artist
        self.duration = duration
        artwork = MPMediaItemArtwork(boundsSize: CGSize(width: Color.side, height: Color.side)) {
            _ in color.square
        }
    }
}

/// The light of an hour.
private struct Color: Sendable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    static let side = 64

    /// A square of it, as a BMP file: on Apple platforms this would be an image drawn by UIKit.
    var square: Data {
        let side = Int32(Self.side)
        let size = side * side * 3
        var file = Data("BM".utf8)
        for number in [54 + size, 0, 54, 40, side, side, 1 | 24 << 16, 0, size, 0, 0, 0, 0] {
            withUnsafeBytes(of: number.littleEndian) { file.append(contentsOf: $0) }
        }
        for _ in 0..<(side * side) { file.append(contentsOf: [blue, green, red]) }
        return file
    }
}

/// Plays silence in real time.
@MainActor
private final class SilentPlayer {
    private let pieces = [
        Piece(
            "Morning", artist: "The Unheard", duration: 60,
            color: Color(red: 240, green: 170, blue: 120)),
        Piece(
            "Noon", artist: "The Unheard", duration: 90,
            color: Color(red: 250, green: 230, blue: 120)),
        Piece(
            "Night", artist: "The Unheard", duration: 273,
            color: Color(red: 30, green: 40, blue: 90)),
    ]
    private var index = 0
    private var position: TimeInterval = 0
    /// When the clock was started; nil while paused.
    private var start: Date?

    private var elapsed: TimeInterval {
        position + (start.map { -$0.timeIntervalSinceNow } ?? 0)
    }

    func registerCommands() {
        let commands = MPRemoteCommandCenter.shared()
        add(commands.playCommand) { $0.play() }
        add(commands.pauseCommand) { $0.pause() }
        add(commands.nextTrackCommand) { $0.move(by: 1) }
        add(commands.previousTrackCommand) { $0.move(by: -1) }
        commands.changePlaybackPositionCommand.addTarget { [weak self] event in
            guard let self, let event = event as? MPChangePlaybackPositionCommandEvent else {
                return .commandFailed
            }
            seek(to: event.positionTime)
            return .success
        }
    }

    private func add(_ command: MPRemoteCommand, _ action: @escaping (SilentPlayer) -> Void) {
        command.addTarget { [weak self] _ in
            guard let self else { return .commandFailed }
            action(self)
            return .success
        }
    }

    func play() {
        start = start ?? Date()
        publish()
    }

    func pause() {
        position = elapsed
        start = nil
        publish()
    }

    func seek(to place: TimeInterval) {
        position = place
        start = start.map { _ in Date() }
        publish()
    }

    func move(by count: Int) {
        index = (index + count + pieces.count) % pieces.count
        seek(to: 0)
    }

    /// Moves on when the piece is over.
    func waitForEnd() async {
        // Only cancellation throws, and nobody cancels.
        try? await Task.sleep(for: .seconds(1))
        if elapsed >= pieces[index].duration { move(by: 1) }
    }

    /// Tells the desktop; nothing has to be told while it plays on.
    private func publish() {
        let piece = pieces[index]
        MPNowPlayingInfoCenter.default().nowPlayingInfo = [
            MPMediaItemPropertyTitle: piece.title,
            MPMediaItemPropertyArtist: piece.artist,
            MPMediaItemPropertyArtwork: piece.artwork,
            MPMediaItemPropertyPlaybackDuration: piece.duration,
            MPNowPlayingInfoPropertyElapsedPlaybackTime: elapsed,
            MPNowPlayingInfoPropertyPlaybackRate: start == nil ? 0 : 1,
        ]
    }
}
