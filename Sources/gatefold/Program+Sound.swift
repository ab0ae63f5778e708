// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus
internal import GatefoldModel

/// Volume, rate, order: set, or printed.
extension Program {
    func adjust(
        _ command: Command, _ client: PlayerClient, _ now: PlayerSnapshot
    ) throws(ClientError) {
        switch command {
        case .volume(let change?):
            try adjust(volume: change, client, now)
        case .volume(nil):
            console.line(Words.percent(now.volume) + (now.isMuted ? " (muted)" : ""))
        case .rate(let rate?):
            let (low, high) = (now.rates.lowerBound, now.rates.upperBound)
            try require(
                now.rates.contains(rate),
                "Only rates from \(Words.rate(low)) to \(Words.rate(high)) are possible.")
            try client.setRate(rate)
        case .rate(nil):
            console.line(Words.rate(now.rate))
        case .shuffle(let isOn?):
            try client.setShuffle(isOn)
        case .shuffle(nil):
            console.line(now.shuffle ? "on" : "off")
        case .repeating(let mode?):
            try client.setLoop(PlayerSnapshot.Loop(mode))
        case .repeating(nil):
            console.line(now.loop.mode.rawValue)
        case .replayGain(let mode?):
            try client.setReplayGain(mode)
        case .replayGain(nil):
            console.line(now.replayGain.rawValue)
        default:
            preconditionFailure("\(command) is carried out elsewhere")
        }
    }

    private func adjust(
        volume change: VolumeChange, _ client: PlayerClient, _ now: PlayerSnapshot
    ) throws(ClientError) {
        switch change {
        case .level(let level): try client.setVolume(level)
        case .step(let step): try client.setVolume(Self.volume(now.volume, changedBy: step))
        case .mute: try client.setMuted(true)
        case .unmute: try client.setMuted(false)
        case .toggle: try client.setMuted(!now.isMuted)
        }
    }

    /// Kept within 0…1, and to whole thousandths, so that steps there and back meet again.
    nonisolated static func volume(_ volume: Double, changedBy step: Double) -> Double {
        ((min(max(volume + step, 0), 1)) * 1000).rounded() / 1000
    }
}
