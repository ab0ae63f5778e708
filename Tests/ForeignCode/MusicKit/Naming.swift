// SPDX-License-Identifier: MPL-2.0

import AVFAudio
import AVKit
import CoreMedia
import OSLog

// The same by the other names under which it is imported.

private let names = Logger(subsystem: "org.example", category: "names")

func length(of player: AVPlayer) throws -> CMTime {
    try AVAudioSession.sharedInstance().setActive(true)
    names.info("\(player.rate, privacy: .public)")
    return player.currentItem?.duration ?? .zero
}
