// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// A stretch of an item that is an advertisement, for `MPNowPlayingInfoPropertyAdTimeRanges`.
///
/// On Apple platforms: the range is a `CMTimeRange`.
public final class MPAdTimeRange: NSObject, Sendable {
    /// From where to where, in seconds from the start of the item.
    public let timeRange: ClosedRange<TimeInterval>

    /// A stretch in seconds from the start of the item.
    public init(timeRange: ClosedRange<TimeInterval>) {
        self.timeRange = timeRange
    }
}
