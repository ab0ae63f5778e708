// SPDX-License-Identifier: MPL-2.0

internal import CoreMedia
public import Foundation
internal import Synchronization

/// Plays the sound of one file, or of data.
///
/// `@unchecked Sendable`: what changes is behind a mutex.
open class AVAudioPlayer: NSObject, @unchecked Sendable {
    /// `@unchecked Sendable`: of the two that say nothing of threads, the delegate is called on the
    /// main queue only, and the tokens are nothing but handed back.
    private struct Settings: @unchecked Sendable {
        /// Called on the main queue only.
        weak var delegate: (any AVAudioPlayerDelegate)?
        var loops = 0
        var loopsLeft = 0
        var isRateEnabled = false
        var rate: Float = 1
        var tokens: [any NSObjectProtocol] = []
        /// It was found out that it cannot be played before there was anyone to tell.
        var isFailureUntold = false
    }

    private let player = AVPlayer()
    private let item: AVPlayerItem
    private let settings = Mutex(Settings())
    private let ownFile: URL?

    /// Where the sound is; nil where it is data.
    public let url: URL?
    /// The sound, where it is data.
    public let data: Data?
    /// How long it is, in seconds; 0 where its tags do not say.
    public let duration: TimeInterval

    /// A player of a file.
    ///
    /// - Throws: `CocoaError` where there is no such file, or it may not be read.
    public init(contentsOf url: URL) throws {
        let file = try FileHandle(forReadingFrom: url)
        try file.close()
        self.url = url
        data = nil
        ownFile = nil
        item = AVPlayerItem(url: url)
        duration = Self.duration(of: item)
        super.init()
        listen()
        player.replaceCurrentItem(with: item)
    }

    /// A player of a file.
    ///
    /// - Parameter utiString: what kind of file; that is found out anyway.
    public convenience init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
        try self.init(contentsOf: url)
    }

    /// A player of what would be in a file.
    ///
    /// It is put into a temporary file, which is removed with the player.
    ///
    /// - Throws: `CocoaError` where that cannot be written.
    public init(data: Data) throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("gatefold-\(UUID().uuidString)")
        try data.write(to: file)
        url = nil
        self.data = data
        ownFile = file
        item = AVPlayerItem(url: file)
        duration = Self.duration(of: item)
        super.init()
        listen()
        player.replaceCurrentItem(with: item)
    }

    /// A player of what would be in a file.
    ///
    /// - Parameter utiString: what kind of file; that is found out anyway.
    public convenience init(data: Data, fileTypeHint utiString: String?) throws {
        try self.init(data: data)
    }

    deinit {
        for token in settings.withLock({ $0.tokens }) {
            NotificationCenter.default.removeObserver(token)
        }
        // Where it is gone already, there is nothing to remove.
        if let ownFile { try? FileManager.default.removeItem(at: ownFile) }
    }

    private static func duration(of item: AVPlayerItem) -> TimeInterval {
        let duration = item.asset.duration
        return duration.isNumeric ? duration.seconds : 0
    }

    // MARK: Playing

    /// Gets ready to play at once, which it is from the start.
    @discardableResult
    open func prepareToPlay() -> Bool { item.status != .failed }

    /// Plays, from where it is.
    ///
    /// - Returns: false where the sound cannot be played.
    @discardableResult
    open func play() -> Bool {
        guard item.status != .failed else { return false }
        if let end = item.duration.isNumeric ? item.duration : nil, player.currentTime() >= end {
            player.seek(to: .zero)
        }
        settings.withLock { $0.loopsLeft = $0.loops }
        player.play()
        return true
    }

    /// Pauses.
    open func pause() { player.pause() }

    /// Ends, and stays where it is.
    open func stop() { player.pause() }

    /// Whether it plays.
    open var isPlaying: Bool { player.rate > 0 }

    /// Where it is, in seconds.
    open var currentTime: TimeInterval {
        get { player.currentTime().seconds }
        set { player.seek(to: CMTime(seconds: newValue, preferredTimescale: 1_000_000_000)) }
    }

    /// How loud it is, from silence (0) to as recorded (1).
    open var volume: Float {
        get { player.volume }
        set { player.volume = newValue }
    }

    /// How often it is heard again; -1 is for ever.
    open var numberOfLoops: Int {
        get { settings.withLock { $0.loops } }
        set {
            settings.withLock { settings in
                settings.loops = newValue
                settings.loopsLeft = newValue
            }
        }
    }

    /// Whether `rate` has an effect.
    open var enableRate: Bool {
        get { settings.withLock { $0.isRateEnabled } }
        set {
            settings.withLock { $0.isRateEnabled = newValue }
            player.defaultRate = newValue ? rate : 1
        }
    }

    /// How fast it plays: 1 is as recorded.
    open var rate: Float {
        get { settings.withLock { $0.rate } }
        set {
            settings.withLock { $0.rate = newValue }
            if enableRate { player.defaultRate = newValue }
        }
    }

    // MARK: Telling

    /// Who is told, on the main queue.
    open var delegate: (any AVAudioPlayerDelegate)? {
        get { settings.withLock { $0.delegate } }
        set {
            nonisolated(unsafe) let delegate = newValue  // see Settings
            let isLate = settings.withLock { settings in
                settings.delegate = delegate
                return settings.isFailureUntold
            }
            if isLate { failed() }
        }
    }

    private func listen() {
        let center = NotificationCenter.default
        let end = center.addObserver(
            forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
        ) { [weak self] _ in self?.ended() }
        let failure = center.addObserver(
            forName: .AVPlayerItemFailedToPlayToEndTime, object: item, queue: nil
        ) { [weak self] _ in self?.failed() }
        nonisolated(unsafe) let tokens = [end, failure]  // see Settings
        settings.withLock { $0.tokens = tokens }
    }

    private func ended() {
        let isAgain = settings.withLock { settings in
            if settings.loopsLeft > 0 {
                settings.loopsLeft -= 1
                return true
            }
            return settings.loopsLeft < 0
        }
        guard isAgain else { return tell(true) }
        player.seek(to: .zero)
        player.play()
    }

    private func failed() {
        let isUntold = settings.withLock { settings in
            settings.isFailureUntold = settings.delegate == nil
            return settings.isFailureUntold
        }
        guard !isUntold else { return }
        let error = item.error
        DispatchQueue.main.async { [self] in
            delegate?.audioPlayerDecodeErrorDidOccur(self, error: error)
        }
        tell(false)
    }

    private func tell(_ isWhole: Bool) {
        DispatchQueue.main.async { [self] in
            delegate?.audioPlayerDidFinishPlaying(self, successfully: isWhole)
        }
    }
}

/// Who is told what becomes of a player's sound.
public protocol AVAudioPlayerDelegate: AnyObject {
    /// It was heard to its end.
    ///
    /// - Parameter flag: false where it could not be played.
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)

    /// It cannot be played.
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

extension AVAudioPlayerDelegate {
    /// Whoever is told need not listen.
    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}

    /// Whoever is told need not listen.
    public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}
