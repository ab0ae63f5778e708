// SPDX-License-Identifier: MPL-2.0

internal import Foundation
internal import GatefoldModel

/// Why a value in a dictionary does not count.
enum InfoProblem: String, Error {
    case type = "the value is of another type"
    case number = "the number is not finite, negative, or too large"
    case key = "the desktop shows nothing of the kind"
}

extension NowPlayingInfo {
    /// Reads the dictionary that an app writes.
    ///
    /// - Parameter ignored: called with what does not count; the rest does.
    init(_ dictionary: [String: Any], ignored: (String, InfoProblem) -> Void) {
        self.init()
        for (key, value) in dictionary {
            guard let value = unwrapped(value) else { continue }
            do throws(InfoProblem) {
                guard let read = Self.readers[key] else { throw .key }
                try read(&self, value)
            } catch {
                ignored(key, error)
            }
        }
        addPodcast(dictionary)
    }

    /// An episode's podcast stands where the album of a piece of music does.
    private mutating func addPodcast(_ dictionary: [String: Any]) {
        guard tags.album == nil, let podcast = dictionary[MPMediaItemPropertyPodcastTitle] else {
            return
        }
        tags.album = try? unwrapped(podcast).map(text)
    }

    private typealias Reader = @Sendable (inout NowPlayingInfo, Any) throws(InfoProblem) -> Void

    private static let readers: [String: Reader] = texts.merging(numbers) { $1 }
        .merging(others) { $1 }

    private static let texts: [String: Reader] = [
        MPMediaItemPropertyTitle: { info, value throws(InfoProblem) in
            info.tags.title = try text(value)
        },
        MPMediaItemPropertyAlbumTitle: { info, value throws(InfoProblem) in
            info.tags.album = try text(value)
        },
        MPMediaItemPropertyArtist: { info, value throws(InfoProblem) in
            info.tags.artists = [try text(value)]
        },
        MPMediaItemPropertyAlbumArtist: { info, value throws(InfoProblem) in
            info.tags.albumArtists = [try text(value)]
        },
        MPMediaItemPropertyGenre: { info, value throws(InfoProblem) in
            info.tags.genres = [try text(value)]
        },
        MPMediaItemPropertyComposer: { info, value throws(InfoProblem) in
            info.tags.composers = [try text(value)]
        },
        MPMediaItemPropertyComments: { info, value throws(InfoProblem) in
            info.tags.comments = [try text(value)]
        },
        MPMediaItemPropertyLyrics: { info, value throws(InfoProblem) in
            info.lyrics = try text(value)
        },
        // Read where the album is missing.
        MPMediaItemPropertyPodcastTitle: { _, value throws(InfoProblem) in _ = try text(value) },
    ]

    private static let numbers: [String: Reader] = [
        MPMediaItemPropertyPlaybackDuration: { info, value throws(InfoProblem) in
            info.tags.length = try time(value)
        },
        MPMediaItemPropertyAlbumTrackNumber: { info, value throws(InfoProblem) in
            info.tags.trackNumber = try count(value)
        },
        MPMediaItemPropertyDiscNumber: { info, value throws(InfoProblem) in
            info.tags.discNumber = try count(value)
        },
        MPMediaItemPropertyBeatsPerMinute: { info, value throws(InfoProblem) in
            info.tags.audioBPM = try count(value)
        },
        MPMediaItemPropertyPlayCount: { info, value throws(InfoProblem) in
            info.useCount = try count(value)
        },
        MPMediaItemPropertyRating: { info, value throws(InfoProblem) in
            let stars = try number(value)
            guard (0...5).contains(stars) else { throw .number }
            info.userRating = stars / 5
        },
        MPNowPlayingInfoPropertyElapsedPlaybackTime: { info, value throws(InfoProblem) in
            info.elapsed = max(.zero, MediaTime(seconds: try number(value)))
        },
        MPNowPlayingInfoPropertyPlaybackRate: { info, value throws(InfoProblem) in
            info.rate = try number(value)
        },
        MPNowPlayingInfoPropertyDefaultPlaybackRate: { info, value throws(InfoProblem) in
            info.defaultRate = try number(value)
        },
        MPNowPlayingInfoPropertyPlaybackQueueIndex: { info, value throws(InfoProblem) in
            info.queueIndex = try count(value)
        },
        MPNowPlayingInfoPropertyPlaybackQueueCount: { info, value throws(InfoProblem) in
            info.queueCount = try count(value)
        },
        MPNowPlayingInfoPropertyChapterNumber: { info, value throws(InfoProblem) in
            info.chapterNumber = try count(value)
        },
        MPNowPlayingInfoPropertyChapterCount: { info, value throws(InfoProblem) in
            info.chapterCount = try count(value)
        },
    ]

    private static let others: [String: Reader] = [
        MPNowPlayingInfoPropertyIsLiveStream: { info, value throws(InfoProblem) in
            info.isLive = try truth(value)
        },
        MPMediaItemPropertyIsExplicit: { info, value throws(InfoProblem) in
            info.isExplicit = try truth(value)
        },
        MPMediaItemPropertyReleaseDate: { info, value throws(InfoProblem) in
            info.tags.contentCreated = try date(value)
        },
        MPMediaItemPropertyLastPlayedDate: { info, value throws(InfoProblem) in
            info.lastUsed = try date(value)
        },
        MPMediaItemPropertyAssetURL: { info, value throws(InfoProblem) in
            info.url = try address(value)
        },
        MPNowPlayingInfoPropertyAssetURL: { info, value throws(InfoProblem) in
            info.url = try address(value)
        },
        MPMediaItemPropertyPersistentID: { info, value throws(InfoProblem) in
            info.identifiers[MPMediaItemPropertyPersistentID] = try identifier(value)
        },
        MPMediaItemPropertyPlaybackStoreID: { info, value throws(InfoProblem) in
            info.identifiers[MPMediaItemPropertyPlaybackStoreID] = try identifier(value)
        },
        MPNowPlayingInfoPropertyExternalContentIdentifier: { info, value throws(InfoProblem) in
            info.identifiers[MPNowPlayingInfoPropertyExternalContentIdentifier] =
                try identifier(value)
        },
        // Becomes a file first: see ArtworkRenderer.
        MPMediaItemPropertyArtwork: { _, value throws(InfoProblem) in
            guard value is MPMediaItemArtwork else { throw .type }
        },
    ]
}

// MARK: Values

// An `Any` holds what the app put in: Foundation's classes are not bridged on Linux, and an Optional
// stays one.

private protocol Wrapping {
    var content: Any? { get }
}

extension Optional: Wrapping {
    fileprivate var content: Any? { map { $0 as Any } }
}

/// Nil where the app stored a nil, or an `NSNull`.
func unwrapped(_ value: Any) -> Any? {
    // Nearly all values are; a cast to a class would make an object of each first.
    if isPlain(value) { return value }
    if value is NSNull { return nil }
    guard let wrapping = value as? any Wrapping else { return value }
    return wrapping.content.flatMap(unwrapped)
}

private func isPlain(_ value: Any) -> Bool {
    let type = type(of: value)
    return type == String.self || type == Double.self || type == Int.self || type == Bool.self
}

private func text(_ value: Any) throws(InfoProblem) -> String {
    switch value {
    case let value as String: return value
    case let value as Substring: return String(value)
    case let value as NSString: return value.description
    case let value as NSAttributedString: return value.string
    default: throw .type
    }
}

/// A finite number.
private func number(_ value: Any) throws(InfoProblem) -> Double {
    let type = type(of: value)
    // A cast would make 1 of true.
    if type == Bool.self { throw .type }
    if type == Int.self, let value = value as? Int { return Double(value) }
    let number: Double
    switch value {
    case let value as Double: number = value
    case let value as Float: number = Double(value)
    case let value as CGFloat: number = Double(value)
    case let value as any BinaryInteger: number = Double(value)
    case let value as Decimal: number = NSDecimalNumber(decimal: value).doubleValue
    case let value as NSNumber: number = value.doubleValue
    default: throw .type
    }
    guard number.isFinite else { throw .number }
    return number
}

private func time(_ value: Any) throws(InfoProblem) -> MediaTime {
    let seconds = try number(value)
    guard seconds >= 0, seconds < 1e9 else { throw .number }
    return MediaTime(seconds: seconds)
}

private func count(_ value: Any) throws(InfoProblem) -> Int32 {
    let number = try number(value)
    guard number >= 0, let count = Int32(exactly: number.rounded()) else { throw .number }
    return count
}

private func truth(_ value: Any) throws(InfoProblem) -> Bool {
    if type(of: value) == Bool.self, let value = value as? Bool { return value }
    return try number(value) != 0
}

private func date(_ value: Any) throws(InfoProblem) -> String {
    switch value {
    case let value as Date: return value.formatted(.iso8601)
    case let value as NSDate:
        return Date(timeIntervalSince1970: value.timeIntervalSince1970).formatted(.iso8601)
    default: throw .type
    }
}

private func address(_ value: Any) throws(InfoProblem) -> String {
    switch value {
    case let value as URL: return value.absoluteString
    case let value as NSURL: return value.absoluteString
    default:
        guard let url = URL(string: try text(value)) else { throw .type }
        return url.absoluteString
    }
}

private func identifier(_ value: Any) throws(InfoProblem) -> String {
    // Most are; the casts look for conformances, and make an object of it.
    if type(of: value) == String.self { return try text(value) }
    switch value {
    case let value as any BinaryInteger: return String(describing: value)
    case let value as NSNumber: return value.stringValue
    default: return try text(value)
    }
}
