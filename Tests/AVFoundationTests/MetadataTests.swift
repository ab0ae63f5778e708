// SPDX-License-Identifier: MPL-2.0

import AVFoundation
import GatefoldModel
import GatefoldSamples
import GatefoldTestSupport
import Synchronization
import Testing

@Suite(.serialized) struct `What an item says of itself` {
    private let rig: SoundRig

    init() throws {
        rig = try SoundRig()
    }

    @Test func `is what its tags say`() async throws {
        let picture = TestImage.png(1)
        try rig.folder.write(
            silentFLAC(
                ["TITLE=Nightfall", "ARTIST=The Examples", "ALBUM=Dusk", "GENRE=Jazz"], seconds: 2,
                picture: picture), to: "a.flac")
        let asset = AVURLAsset(url: rig.folder.url("a.flac"))
        let (items, duration) = try await asset.load(.commonMetadata, .duration)
        #expect(duration.seconds == 2)
        let title = AVMetadataItem.metadataItems(
            from: items, filteredByIdentifier: .commonIdentifierTitle
        ).first
        #expect(try await title?.load(.stringValue) == "Nightfall")
        #expect(title?.value as? String == "Nightfall")
        let artist = AVMetadataItem.metadataItems(
            from: items, withKey: AVMetadataKey.commonKeyArtist, keySpace: .common)
        #expect(artist.map(\.stringValue) == ["The Examples"])
        #expect(items.first { $0.commonKey == .commonKeyAlbumName }?.stringValue == "Dusk")
        #expect(items.first { $0.commonKey == .commonKeyArtwork }?.dataValue == Data(picture))
        #expect(items.allSatisfy { $0.dateValue == nil && $0.keySpace == .common })
    }

    @Test func `is nothing where there are no tags`() async throws {
        let asset = AVURLAsset(url: rig.folder.url("none.flac"))
        #expect(try await asset.load(.metadata).isEmpty)
        #expect(try await asset.load(.isPlayable) == false)
        let isTold = Mutex(false)
        asset.loadValuesAsynchronously(forKeys: ["duration"]) { isTold.withLock { $0 = true } }
        try await eventually("it can be read") { isTold.withLock { $0 } }
        #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loaded)
        asset.cancelLoading()
    }

    /// Keeps the songs that a stream plays.
    private final class Listener: AVPlayerItemMetadataOutputPushDelegate, Sendable {
        let songs = Mutex<[String]>([])
        let links = Mutex<[String]>([])

        func metadataOutput(
            _ output: AVPlayerItemMetadataOutput,
            didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
            from track: AVPlayerItemTrack?
        ) {
            for item in groups.flatMap(\.items) {
                guard let text = item.stringValue else { continue }
                if item.identifier == .icyMetadataStreamTitle {
                    songs.withLock { $0.append(text) }
                } else {
                    links.withLock { $0.append(text) }
                }
            }
        }
    }

    /// Music of a station that tells its songs, each in 8000 bytes.
    private func station(_ songs: [String]) async throws -> LocalServer {
        try await Tone(seconds: 4).write("music.mp3", as: .mp3, in: rig.folder)
        let bytes = [UInt8](try Data(contentsOf: rig.folder.url("music.mp3")))
        var body: [UInt8] = []
        for (index, song) in songs.enumerated() {
            let text = Array("StreamTitle='\(song)';".utf8)
            let blocks = (text.count + 15) / 16
            body += bytes[(index * 8000)..<((index + 1) * 8000)]
            body.append(UInt8(blocks))
            body += text
            body += [UInt8](repeating: 0, count: blocks * 16 - text.count)
        }
        let head = ["200 OK", "Content-Type: audio/mpeg", "icy-name: R", "icy-metaint: 8000"]
        return try LocalServer(["/": .init(head: head, body: [body], end: .hanging)])
    }

    @Test func `is the song of the moment, for a stream`() async throws {
        let server = try await station(["The Examples - One", "The Examples - Two"])
        let url = try #require(URL(string: server.url("/")))
        let item = AVPlayerItem(url: url)
        let (all, links) = (Listener(), Listener())
        let queue = DispatchQueue(label: "songs")
        let output = AVPlayerItemMetadataOutput()
        output.setDelegate(all, queue: queue)
        let linksOnly = AVPlayerItemMetadataOutput(
            identifiers: [AVMetadataIdentifier.icyMetadataStreamURL.rawValue])
        linksOnly.setDelegate(links, queue: queue)
        item.add(output)
        item.add(linksOnly)
        #expect(item.outputs.count == 2)
        #expect(item.timedMetadata == nil)
        let last = Mutex<String?>(nil)
        let observation = item.observe(\.timedMetadata, options: .new) { item, _ in
            last.withLock { $0 = item.timedMetadata?.first?.stringValue }
        }
        let player = AVPlayer(playerItem: item)
        player.play()
        try await eventually("both songs are told") { all.songs.withLock { $0.count } == 2 }
        #expect(all.songs.withLock { $0 } == ["The Examples - One", "The Examples - Two"])
        #expect(links.songs.withLock { $0 }.isEmpty)
        try await eventually("who observes the item is told") {
            last.withLock { $0 } == "The Examples - Two"
        }
        observation.invalidate()
        item.remove(output)
        #expect(item.outputs.count == 1)
    }

    @Test func `is how much of it is there`() async throws {
        let item = try await rig.item("1.wav", seconds: 3)
        #expect(item.loadedTimeRanges.isEmpty && item.isPlaybackBufferEmpty)
        let player = AVPlayer(playerItem: item)
        #expect(player.reasonForWaitingToPlay == nil)
        player.play()
        try await eventually("it is likely to keep up") { item.isPlaybackLikelyToKeepUp }
        try await eventually("it can be sought") { !item.seekableTimeRanges.isEmpty }
        #expect(!item.isPlaybackBufferEmpty && item.isPlaybackBufferFull)
        let whole = CMTimeRange(start: .zero, duration: item.duration)
        #expect(item.loadedTimeRanges.map(\.timeRangeValue) == [whole])
        #expect(item.seekableTimeRanges.first?.timeRangeValue.end.seconds == 3)
    }

    @Test func `comes past times that are objects`() async throws {
        let player = AVPlayer(url: try await rig.sound("1.wav", seconds: 5))
        let isPassed = Mutex(false)
        let time = NSValue(time: CMTime(seconds: 0.2, preferredTimescale: 600))
        #expect(time.timeValue.seconds == 0.2)
        #expect(time.isEqual(NSValue(time: CMTime(value: 120, timescale: 600))))
        #expect(!NSNumber(value: 1).timeValue.isValid)
        let token = player.addBoundaryTimeObserver(
            forTimes: [time], queue: DispatchQueue(label: "times")
        ) { isPassed.withLock { $0 = true } }
        player.play()
        try await eventually("it was passed") { isPassed.withLock { $0 } }
        player.removeTimeObserver(token)
    }
}
