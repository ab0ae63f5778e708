// SPDX-License-Identifier: MPL-2.0

public import CoreMedia
public import Foundation

/// A stretch of an item that is an advertisement, for `MPNowPlayingInfoPropertyAdTimeRanges`.
public final class MPAdTimeRange: NSObject, Sendable {
    /// From where to where in the item.
    public let timeRange: CMTimeRange

    /// A stretch of the item.
    public init(timeRange: CMTimeRange) {
        self.timeRange = timeRange
    }
}
