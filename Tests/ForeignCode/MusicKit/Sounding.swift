// SPDX-License-Identifier: MPL-2.0

import AVFoundation
import Combine
import os

// An app's own sound, and how it gets along with others.

let soundLog = OSLog(subsystem: "org.example", category: "sound")

final class Sound {
    private let player: AVPlayer
    private var token: Any?
    private var subscriptions: Set<AnyCancellable> = []

    init(url: URL) {
        player = AVPlayer(playerItem: AVPlayerItem(url: url))
        player.volume = 0.8
        player.isMuted = false
        player.actionAtItemEnd = .pause
        player.automaticallyWaitsToMinimizeStalling = false
    }

    func follow() {
        token = player.addPeriodicTimeObserver(
            forInterval: CMTime(seconds: 0.5, preferredTimescale: 600), queue: .main
        ) { time in
            print(CMTimeGetSeconds(time), time.seconds)
        }
        player.publisher(for: \.timeControlStatus)
            .map { $0 == .playing }
            .removeDuplicates()
            .sink { os_log("playing: %{public}@", log: soundLog, type: .info, "\($0)") }
            .store(in: &subscriptions)
        NotificationCenter.default.publisher(for: .AVPlayerItemDidPlayToEndTime)
            .sink { _ in os_log(.info, log: soundLog, "ended") }
            .store(in: &subscriptions)
    }

    func steer() async {
        player.play()
        player.pause()
        player.rate = 1.5
        await player.seek(to: .zero)
        player.seek(to: CMTimeMake(value: 10, timescale: 1)) { isDone in print(isDone) }
        await player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero)
        if let item = player.currentItem, item.status == .readyToPlay, item.duration.isNumeric {
            print(item.duration.seconds, item.currentTime() + CMTime(value: 1, timescale: 2))
        }
        player.replaceCurrentItem(with: nil)
    }

    deinit {
        if let token { player.removeTimeObserver(token) }
    }
}

func configure() throws {
    let session = AVAudioSession.sharedInstance()
    try session.setCategory(.playback, mode: .default)
    try session.setCategory(.playback, options: [.mixWithOthers])
    try session.setActive(true)
    try session.setActive(false, options: .notifyOthersOnDeactivation)
}

func observe() {
    _ = NotificationCenter.default.addObserver(
        forName: AVAudioSession.interruptionNotification, object: AVAudioSession.sharedInstance(),
        queue: .main
    ) { notification in
        guard let value = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt,
            let type = AVAudioSession.InterruptionType(rawValue: value)
        else { return }
        switch type {
        case .began: print("interrupted")
        case .ended:
            let value = notification.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt
            let options = AVAudioSession.InterruptionOptions(rawValue: value ?? 0)
            if options.contains(.shouldResume) { print("go on") }
        @unknown default: break
        }
    }
}

let counter = OSAllocatedUnfairLock(initialState: 0)

func count() -> Int {
    counter.withLock { count in
        count += 1
        return count
    }
}
