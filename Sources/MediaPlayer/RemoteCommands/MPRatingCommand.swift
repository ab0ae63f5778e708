// SPDX-License-Identifier: MPL-2.0

private import Synchronization

/// A command that rates the current item.
///
/// MPRIS has no such method, so no client of today gives it.
public final class MPRatingCommand: MPRemoteCommand, @unchecked Sendable {
    private let range = Mutex<(minimum: Float, maximum: Float)>((0, 5))

    /// The lowest rating.
    public var minimumRating: Float {
        get { range.withLock { $0.minimum } }
        set { range.withLock { $0.minimum = newValue } }
    }

    /// The highest rating.
    public var maximumRating: Float {
        get { range.withLock { $0.maximum } }
        set { range.withLock { $0.maximum = newValue } }
    }
}
