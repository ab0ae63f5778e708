// SPDX-License-Identifier: MPL-2.0

public import CoreMedia
public import Foundation
internal import GatefoldModel
internal import GatefoldRuntime

/// Something that can be played, before it is.
open class AVAsset: NSObject, @unchecked Sendable {
    /// Where it is; never replaced, hence `@unchecked`, which a class with subclasses needs.
    let place: URL

    /// What is at a URL.
    public init(url: URL) {
        place = url
    }

    /// How long it is, by its tags; indefinite where they do not say, and for streams.
    ///
    /// It reads the file, which takes a moment.
    public var duration: CMTime {
        LocalPlayer.tags(of: place.absoluteString).length.map { CMTime($0) } ?? .indefinite
    }

    /// Whether it can be played, as far as can be told before it is: a file that exists, or a
    /// stream.
    ///
    /// On Apple platforms the file is looked into.
    public var isPlayable: Bool {
        !place.isFileURL || FileManager.default.isReadableFile(atPath: place.path)
    }

    /// A property, without waiting on the caller's thread.
    public func load<T: Sendable>(_ property: AVAsyncProperty<AVAsset, T>) async throws -> T {
        await background { property.read($0) }
    }

    /// Two properties, without waiting on the caller's thread.
    public func load<A: Sendable, B: Sendable>(
        _ first: AVAsyncProperty<AVAsset, A>, _ second: AVAsyncProperty<AVAsset, B>
    ) async throws -> (A, B) {
        await background { (first.read($0), second.read($0)) }
    }

    /// Three properties, without waiting on the caller's thread.
    public func load<A: Sendable, B: Sendable, C: Sendable>(
        _ first: AVAsyncProperty<AVAsset, A>, _ second: AVAsyncProperty<AVAsset, B>,
        _ third: AVAsyncProperty<AVAsset, C>
    ) async throws -> (A, B, C) {
        await background { (first.read($0), second.read($0), third.read($0)) }
    }

    private func background<T: Sendable>(_ read: @escaping @Sendable (AVAsset) -> T) async -> T {
        let place = place
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: read(AVAsset(url: place)))
            }
        }
    }

    // MARK: Loading by names

    /// Calls a closure, on a thread of its own, when the properties can be read.
    ///
    /// - Parameter keys: which; here any can be read at any time, which takes a moment.
    public func loadValuesAsynchronously(
        forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil
    ) {
        DispatchQueue.global().async { handler?() }
    }

    /// Whether a property can be read.
    ///
    /// - Parameters:
    ///   - key: which; here any can be read at any time.
    ///   - outError: never set.
    public func statusOfValue(
        forKey key: String, error outError: UnsafeMutablePointer<NSError?>?
    ) -> AVKeyValueStatus {
        .loaded
    }

    /// Ends what is being loaded: nothing that goes on here.
    public func cancelLoading() {}
}

/// Whether a property can be read.
public enum AVKeyValueStatus: Int, Hashable, Sendable {
    /// It was not asked for.
    case unknown = 0
    /// It is not there yet.
    case loading = 1
    /// It can.
    case loaded = 2
    /// It cannot.
    case failed = 3
    /// It is not wanted any more.
    case cancelled = 4
}

/// A property of an asset that takes a moment to find out.
public struct AVAsyncProperty<Root, Value>: Sendable {
    let read: @Sendable (Root) -> Value
}

extension AVAsyncProperty where Root == AVAsset, Value == CMTime {
    /// How long it is.
    public static var duration: AVAsyncProperty<AVAsset, CMTime> {
        AVAsyncProperty { $0.duration }
    }
}

extension AVAsyncProperty where Root == AVAsset, Value == Bool {
    /// Whether it can be played.
    public static var isPlayable: AVAsyncProperty<AVAsset, Bool> {
        AVAsyncProperty { $0.isPlayable }
    }
}

extension AVAsyncProperty where Root == AVAsset, Value == [AVMetadataItem] {
    /// What its tags say, in words that all formats have.
    public static var commonMetadata: AVAsyncProperty<AVAsset, [AVMetadataItem]> {
        AVAsyncProperty { $0.commonMetadata }
    }

    /// What its tags say.
    public static var metadata: AVAsyncProperty<AVAsset, [AVMetadataItem]> {
        AVAsyncProperty { $0.metadata }
    }
}

/// What is at a URL.
///
/// `@unchecked Sendable`: as `AVAsset`.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    /// Where it is.
    public var url: URL { place }

    /// What is at a URL.
    ///
    /// - Parameter options: of Apple's; none has a meaning here.
    public init(url: URL, options: [String: Any]? = nil) {
        super.init(url: url)
    }
}

/// An option of `AVURLAsset`: whether its length is to be exact, as it always is.
public let AVURLAssetPreferPreciseDurationAndTimingKey =
    "AVURLAssetPreferPreciseDurationAndTimingKey"

/// An option of `AVURLAsset`: what kind of file it is, which is found out anyway.
public let AVURLAssetOverrideMIMETypeKey = "AVURLAssetOverrideMIMETypeKey"
