// SPDX-License-Identifier: MPL-2.0

public import CoreMedia
public import Dispatch
public import Foundation
internal import GatefoldModel
internal import Synchronization

/// What comes out of an item while it is played.
///
/// `@unchecked Sendable`: it has nothing that changes, and a class with subclasses needs to say so.
open class AVPlayerItemOutput: NSObject, @unchecked Sendable {}

/// What a stream says of itself while it is played: which song it plays.
///
/// `@unchecked Sendable`: what changes is behind a mutex.
open class AVPlayerItemMetadataOutput: AVPlayerItemOutput, @unchecked Sendable {
    /// `@unchecked Sendable`: a weak reference that is called on the queue it was given with.
    private struct Ear: @unchecked Sendable {
        weak var delegate: (any AVPlayerItemMetadataOutputPushDelegate)?
        var queue: DispatchQueue?
    }

    private let identifiers: Set<String>?
    private let ear = Mutex(Ear())

    /// - Parameter identifiers: of what is told, as of `AVMetadataIdentifier`; nil is all.
    public init(identifiers: [String]?) {
        self.identifiers = identifiers.map { Set($0) }
    }

    /// One that tells all.
    public override convenience init() {
        self.init(identifiers: nil)
    }

    /// Who is told.
    public var delegate: (any AVPlayerItemMetadataOutputPushDelegate)? {
        ear.withLock { $0.delegate }
    }

    /// Where it is told.
    public var delegateQueue: DispatchQueue? { ear.withLock { $0.queue } }

    /// Says who is told.
    ///
    /// - Parameter delegateQueue: where; nil is the main queue.
    public func setDelegate(
        _ delegate: (any AVPlayerItemMetadataOutputPushDelegate)?,
        queue delegateQueue: DispatchQueue?
    ) {
        let new = Ear(delegate: delegate, queue: delegateQueue)
        ear.withLock { $0 = new }
    }

    func tell(_ group: AVTimedMetadataGroup) {
        let items = group.items.filter { item in
            guard let identifiers else { return true }
            return item.identifier.map { identifiers.contains($0.rawValue) } ?? false
        }
        guard !items.isEmpty else { return }
        let told = AVTimedMetadataGroup(items: items, timeRange: group.timeRange)
        (delegateQueue ?? .main).async { [self] in
            delegate?.metadataOutput(self, didOutputTimedMetadataGroups: [told], from: nil)
        }
    }
}

/// Who is told what comes out of an item.
public protocol AVPlayerItemOutputPushDelegate: AnyObject {}

/// Who is told what a stream says of itself.
public protocol AVPlayerItemMetadataOutputPushDelegate: AVPlayerItemOutputPushDelegate {
    /// A stream has said something; there is always one group.
    ///
    /// - Parameter track: always nil.
    func metadataOutput(
        _ output: AVPlayerItemMetadataOutput,
        didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
        from track: AVPlayerItemTrack?)
}

extension AVPlayerItemMetadataOutputPushDelegate {
    /// Whoever is told need not listen.
    public func metadataOutput(
        _ output: AVPlayerItemMetadataOutput,
        didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
        from track: AVPlayerItemTrack?
    ) {}
}

/// A part of an item; none is ever handed out.
public final class AVPlayerItemTrack: NSObject, Sendable {
    private override init() {
        super.init()
    }
}

/// What is said at one time.
///
/// `@unchecked Sendable`: nothing of it changes, and a class with subclasses needs to say so.
open class AVTimedMetadataGroup: NSObject, @unchecked Sendable {
    /// What is said.
    public let items: [AVMetadataItem]
    /// When.
    public let timeRange: CMTimeRange

    /// What is said at one time.
    public init(items: [AVMetadataItem], timeRange: CMTimeRange) {
        self.items = items
        self.timeRange = timeRange
    }
}

extension AVPlayerItem {
    /// Has an output told.
    public func add(_ output: AVPlayerItemOutput) {
        facts.withLock { facts in
            if !facts.outputs.contains(where: { $0 === output }) { facts.outputs.append(output) }
        }
        // What was said before it came, or it would wait for the next song.
        if let song = facts.withLock({ $0.song }) { tell(song, [output]) }
    }

    /// Has an output told no more.
    public func remove(_ output: AVPlayerItemOutput) {
        facts.withLock { facts in facts.outputs.removeAll { $0 === output } }
    }

    /// What is told.
    public var outputs: [AVPlayerItemOutput] { facts.withLock { $0.outputs } }

    /// What a stream said last; nil for a file, which tells nothing while it is played.
    public var timedMetadata: [AVMetadataItem]? { facts.withLock { $0.song?.items } }

    /// A stream's song of the moment.
    struct Song: Sendable {
        let title: String
        let link: String?
        let start: CMTime
        let items: [AVMetadataItem]

        init(title: String, link: String?, start: CMTime) {
            self.title = title
            self.link = link
            self.start = start
            let line = AVMetadataItem(
                icy: .icyMetadataStreamTitle, common: .commonKeyTitle, title)
            let address = link.map {
                AVMetadataItem(icy: .icyMetadataStreamURL, common: nil, $0)
            }
            items = [line] + (address.map { [$0] } ?? [])
        }
    }

    /// Takes what its stream says.
    func take(_ tags: TrackTags, at time: CMTime) {
        guard !url.isFileURL, let title = tags.title else { return }
        let line = tags.artists.first.map { "\($0) - \(title)" } ?? title
        let song = Song(title: line, link: tags.artworkURL, start: time)
        let outputs: [AVPlayerItemOutput]? = facts.withLock { facts in
            guard facts.song?.title != song.title || facts.song?.link != song.link else {
                return nil
            }
            facts.song = song
            return facts.outputs
        }
        guard let outputs else { return }
        changes.send()
        tell(song, outputs)
    }

    private func tell(_ song: Song, _ outputs: [AVPlayerItemOutput]) {
        let range = CMTimeRange(start: song.start, duration: .indefinite)
        let group = AVTimedMetadataGroup(items: song.items, timeRange: range)
        for output in outputs { (output as? AVPlayerItemMetadataOutput)?.tell(group) }
    }
}
