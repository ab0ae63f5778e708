// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPresence
private import Synchronization

/// A now-playing centre, the command centre that belongs to it, and what both write to.
final class Centers: Sendable {
    /// Those of the process.
    static let shared = {
        let centers = Centers(number: 1)
        PlayerActor.post { [source = centers.source] in ApplicationPresence.shared.show(source) }
        return centers
    }()

    let source: NowPlayingSource
    let nowPlaying: MPNowPlayingInfoCenter
    let commands: MPRemoteCommandCenter

    /// - Parameter number: of the session, from 1.
    init(number: UInt64) {
        source = NowPlayingSource(number: number) { MainQueue.shared.endTurn($0) }
        nowPlaying = MPNowPlayingInfoCenter(source)
        commands = MPRemoteCommandCenter(source)
        source.deliver { [weak commands, weak nowPlaying] event, completion in
            guard let commands else { return completion() }
            commands.deliver(
                event, option: { [weak nowPlaying] in nowPlaying?.languageOption($0) },
                then: completion)
        }
    }
}
