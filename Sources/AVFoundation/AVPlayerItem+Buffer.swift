// SPDX-License-Identifier: MPL-2.0

internal import CoreMedia
public import Foundation
internal import Synchronization

extension AVPlayerItem {
    /// How far an item is there.
    struct Buffer: Hashable, Sendable {
        /// It is heard, or could be at once.
        var isReady = false
        /// It waits for data.
        var isStalled = false
        var isSeekable = false
    }

    var buffer: Buffer { facts.withLock { $0.buffer } }

    /// Whether it is going to be heard without a gap.
    public var isPlaybackLikelyToKeepUp: Bool {
        buffer.isReady && !buffer.isStalled
    }

    /// Whether it waits for data.
    public var isPlaybackBufferEmpty: Bool {
        buffer.isStalled || !buffer.isReady
    }

    /// Whether all of it is there, as a file is.
    public var isPlaybackBufferFull: Bool {
        url.isFileURL && buffer.isReady
    }

    /// What of it is there: all of a file, and of a stream what was heard so far.
    ///
    /// On Apple platforms what is known of the next seconds of a stream is in it, too.
    ///
    /// - Returns: each as of `NSValue(timeRange:)`.
    public var loadedTimeRanges: [NSValue] {
        guard buffer.isReady else { return [] }
        return whole(to: url.isFileURL ? duration : currentTime())
    }

    /// Where it can be sought.
    ///
    /// - Returns: each as of `NSValue(timeRange:)`.
    public var seekableTimeRanges: [NSValue] {
        buffer.isSeekable ? whole(to: duration) : []
    }

    private func whole(to end: CMTime) -> [NSValue] {
        guard end.isNumeric else { return [] }
        return [NSValue(timeRange: CMTimeRange(start: .zero, duration: end))]
    }

    /// How many seconds ahead are wanted; 0 is the player's choice.
    ///
    /// On Apple platforms the player loads as much. Here it is kept, and the choice is always the
    /// player's.
    public var preferredForwardBufferDuration: TimeInterval {
        get { facts.withLock { $0.forwardBuffer } }
        set { facts.withLock { $0.forwardBuffer = newValue } }
    }

    /// How the pitch is dealt with at another rate.
    ///
    /// On Apple platforms it can be chosen. Here it is kept, and the pitch is always as recorded.
    public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { facts.withLock { $0.pitch } }
        set { facts.withLock { $0.pitch = newValue } }
    }
}

/// How the pitch is dealt with where sound is faster or slower than recorded.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// One by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It stays, cheaply, as is good for speech.
    public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
    /// It stays, as is good for music.
    public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
    /// It stays, at the least expense.
    public static let lowQualityZeroLatency = AVAudioTimePitchAlgorithm(
        rawValue: "LowQualityZeroLatency")
    /// It changes with the rate.
    public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")
}
