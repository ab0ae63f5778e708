// SPDX-License-Identifier: MPL-2.0

/// What an app writes of the item that it plays: Apple's `nowPlayingInfo`, with types.
package struct NowPlayingInfo: Sendable, Hashable {
    /// Title, artists, length and so on; `artwork` is a finished file, or not there yet.
    package var tags = TrackTags()
    package var url: String?
    /// Where playback was when this was written.
    package var elapsed: MediaTime?
    /// 0 is paused.
    package var rate: Double?
    /// The rate that the item has when it plays as its maker wants it.
    package var defaultRate: Double?
    package var isLive = false
    /// Counted from 0.
    package var queueIndex: Int32?
    package var queueCount: Int32?
    /// Counted from 0.
    package var chapterNumber: Int32?
    package var chapterCount: Int32?
    package var isExplicit: Bool?
    /// 0…1.
    package var userRating: Double?
    package var useCount: Int32?
    /// ISO 8601.
    package var lastUsed: String?
    package var lyrics: String?
    /// What the app calls the item, by the name of the key.
    package var identifiers: [String: String] = [:]

    package init() {}

    /// The length, where the item has one.
    package var length: MediaTime? {
        isLive ? nil : tags.length.flatMap { $0 > .zero ? $0 : nil }
    }

    /// Whether `next` tells of the same item, perhaps more or with other words.
    ///
    /// Apps seldom name their items, and many complete the dictionary little by little. So what was
    /// not known before says nothing, and what contradicts is another item; an identifier outweighs
    /// the texts, which change while a station plays.
    package func isContinued(by next: NowPlayingInfo) -> Bool {
        let common = identifiers.keys.filter { next.identifiers[$0] != nil }
        if !common.isEmpty { return common.allSatisfy { identifiers[$0] == next.identifiers[$0] } }
        if let url, let other = next.url { return url == other }
        return agrees(tags.title, next.tags.title) && agrees(tags.album, next.tags.album)
            && agrees(tags.artists.first, next.tags.artists.first)
            && agrees(queueIndex, next.queueIndex)
    }
}

private func agrees<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
    one == nil || other == nil || one == other
}

/// What an app says of its playback, apart from the rate: Apple's `playbackState`.
package enum DeclaredStatus: UInt, Sendable, Hashable, CaseIterable {
    /// The rate decides.
    case unknown
    case playing
    case paused
    case stopped
    /// By a call, or another app: it will go on.
    case interrupted
}
