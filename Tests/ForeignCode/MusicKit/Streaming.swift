// SPDX-License-Identifier: MPL-2.0

import AVFoundation
import Combine

// An app that plays items one after the other, stations, and short sounds.

final class Programme: NSObject {
    private var player: AVQueuePlayer!
    private var observer: Any?
    private var subscriptions = Set<AnyCancellable>()

    func start(_ urls: [URL]) {
        let items = urls.map { url -> AVPlayerItem in
            let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
            let item = AVPlayerItem(asset: AVURLAsset(url: url, options: options))
            item.audioTimePitchAlgorithm = .spectral
            item.preferredForwardBufferDuration = 5
            return item
        }
        player = AVQueuePlayer(items: items)
        player.actionAtItemEnd = .advance
        player.allowsExternalPlayback = false
        player.publisher(for: \.currentItem)
            .sink { item in print(item?.asset ?? "nothing") }
            .store(in: &subscriptions)
        let quarter = NSValue(time: CMTimeMake(value: 1, timescale: 4))
        observer = player.addBoundaryTimeObserver(forTimes: [quarter], queue: .main) {}
        player.play()
    }

    func append(_ item: AVPlayerItem) {
        guard player.canInsert(item, after: player.items().last) else { return }
        player.insert(item, after: nil)
        player.advanceToNextItem()
        player.remove(item)
        player.removeAllItems()
    }

    var buffered: Double {
        guard let range = player.currentItem?.loadedTimeRanges.first?.timeRangeValue else {
            return 0
        }
        return CMTimeGetSeconds(range.start) + range.duration.seconds
    }

    var isWaiting: Bool {
        switch player.timeControlStatus {
        case .waitingToPlayAtSpecifiedRate:
            player.reasonForWaitingToPlay == .toMinimizeStalls
        case .paused, .playing: player.currentItem?.isPlaybackLikelyToKeepUp == false
        @unknown default: player.currentItem?.isPlaybackBufferEmpty ?? true
        }
    }
}

final class Station: NSObject, AVPlayerItemMetadataOutputPushDelegate {
    private let player = AVPlayer()

    func tune(to url: URL) {
        let item = AVPlayerItem(url: url)
        let output = AVPlayerItemMetadataOutput(identifiers: nil)
        output.setDelegate(self, queue: DispatchQueue.main)
        item.add(output)
        player.replaceCurrentItem(with: item)
        player.play()
    }

    func metadataOutput(
        _ output: AVPlayerItemMetadataOutput,
        didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup], from track: AVPlayerItemTrack?
    ) {
        guard let item = groups.first?.items.first else { return }
        print(item.value as? String ?? item.stringValue ?? "", item.commonKey == .commonKeyTitle)
    }
}

final class Chime: NSObject, AVAudioPlayerDelegate {
    private var player: AVAudioPlayer?

    func ring(_ url: URL) throws {
        player = try AVAudioPlayer(contentsOf: url)
        player?.delegate = self
        player?.numberOfLoops = -1
        player?.volume = 0.5
        player?.prepareToPlay()
        player?.play()
        player?.currentTime = 0
    }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        player.stop()
    }
}

func tags(of asset: AVAsset) async throws -> (String?, Data?) {
    let (items, duration) = try await asset.load(.commonMetadata, .duration)
    print(CMTimeGetSeconds(duration), try await asset.load(.isPlayable))
    let titles = AVMetadataItem.metadataItems(
        from: items, filteredByIdentifier: .commonIdentifierTitle)
    let artworks = AVMetadataItem.metadataItems(
        from: asset.commonMetadata, withKey: AVMetadataKey.commonKeyArtwork, keySpace: .common)
    return (try await titles.first?.load(.stringValue), artworks.first?.dataValue)
}

func lateTags(of asset: AVURLAsset, done: @escaping @Sendable (CMTime?) -> Void) {
    asset.loadValuesAsynchronously(forKeys: ["duration"]) {
        var error: NSError?
        switch asset.statusOfValue(forKey: "duration", error: &error) {
        case .loaded: done(asset.duration)
        case .failed, .cancelled, .loading, .unknown: done(nil)
        @unknown default: done(nil)
        }
    }
}

final class Watcher {
    private var observations: [NSKeyValueObservation] = []

    func watch(_ player: AVPlayer) {
        observations.append(
            player.observe(\.timeControlStatus, options: [.initial, .new]) { player, change in
                print(change.newValue == .playing, player.rate)
            })
        guard let item = player.currentItem else { return }
        observations.append(
            item.observe(\.status) { item, _ in
                if item.status == .readyToPlay { print(item.duration) }
            })
        observations.append(item.observe(\.isPlaybackBufferEmpty, options: .new) { _, _ in })
    }

    deinit {
        for observation in observations { observation.invalidate() }
    }
}
