// SPDX-License-Identifier: MPL-2.0

import AVFoundation
import Combine

// An app that minds where its sound comes out, who changes its speed, and what a station says.

final class Outlet {
    private let player = AVQueuePlayer()
    private var looper: AVPlayerLooper?
    private var subscriptions: Set<AnyCancellable> = []
    private let session = AVAudioSession.sharedInstance()

    var isPrivate: Bool {
        session.currentRoute.outputs.contains { output in
            switch output.portType {
            case .headphones, .bluetoothA2DP, .bluetoothHFP, .bluetoothLE, .usbAudio: true
            default: false
            }
        }
    }

    func follow() {
        NotificationCenter.default.publisher(for: AVAudioSession.routeChangeNotification)
            .compactMap { $0.userInfo?[AVAudioSessionRouteChangePreviousRouteKey] }
            .compactMap { $0 as? AVAudioSessionRouteDescription }
            .filter { $0.outputs.first?.portType == AVAudioSession.Port.headphones }
            .sink { [weak self] route in
                print(route.outputs.map { "\($0.portName) \($0.portType.rawValue) \($0.uid)" })
                self?.player.pause()
            }
            .store(in: &subscriptions)
        NotificationCenter.default.publisher(
            for: AVPlayer.rateDidChangeNotification, object: player
        )
        .sink { notification in
            let reason = notification.userInfo?[AVPlayer.rateDidChangeReasonKey]
            guard let reason = reason as? AVPlayer.RateDidChangeReason else { return }
            switch reason {
            case .setRateCalled: print("wanted")
            case .appBackgrounded, .audioSessionInterrupted, .setRateFailed: print("not wanted")
            default: break
            }
        }
        .store(in: &subscriptions)
    }

    func loop(_ item: AVPlayerItem) {
        looper = AVPlayerLooper(player: player, templateItem: item)
        item.publisher(for: \.timedMetadata)
            .compactMap { $0?.first?.value as? String }
            .sink { print($0) }
            .store(in: &subscriptions)
        let half = CMTime(seconds: 0.5, preferredTimescale: CMTimeScale(NSEC_PER_SEC))
        _ = player.addPeriodicTimeObserver(forInterval: half, queue: .main) { time in
            guard CMTIME_IS_NUMERIC(time) else { return }
            print(CMTimeGetSeconds(time))
        }
        if CMTIME_IS_INDEFINITE(item.duration) { looper?.disableLooping() }
    }

    func play(_ url: URL) {
        let options: [String: Any] = [AVURLAssetOverrideMIMETypeKey: "audio/mpeg"]
        loop(AVPlayerItem(asset: AVURLAsset(url: url, options: options)))
    }

    func record() {
        guard session.recordPermission != .granted else { return }
        session.requestRecordPermission { granted in print(granted) }
    }
}

// Subclasses, with the initialisers that Apple's classes have as designated ones.

final class NumberedItem: AVPlayerItem, @unchecked Sendable {
    let number: Int

    init(url: URL, number: Int) {
        self.number = number
        super.init(asset: AVURLAsset(url: url), automaticallyLoadedAssetKeys: ["duration"])
    }

    override func cancelPendingSeeks() {
        super.cancelPendingSeeks()
    }
}

final class NumberedPlayer: AVPlayer, @unchecked Sendable {
    let number: Int

    init(_ item: NumberedItem) {
        number = item.number
        super.init(playerItem: item)
    }
}

final class NumberedQueue: AVQueuePlayer, @unchecked Sendable {
    let count: Int

    init(_ items: [NumberedItem]) {
        count = items.count
        super.init(items: items)
    }

    convenience init(asset: AVAsset) {
        self.init([])
        insert(AVPlayerItem(asset: asset), after: nil)
    }
}
