// SPDX-License-Identifier: MPL-2.0

private import Synchronization

/// A command that rates the current item.
///
/// MPRIS has no such method; `org.gatefold.RemoteCommands1` has.
///
/// `@unchecked Sendable`: what changes is behind a mutex.
public final class MPRatingCommand: MPRemoteCommand, @unchecked Sendable {
    private let limits = Mutex<(minimum: Float, maximum: Float)>((0, 5))

    /// The lowest rating.
    public var minimumRating: Float {
        get { limits.withLock { $0.minimum } }
        set {
            limits.withLock { $0.minimum = newValue }
            onChange()
        }
    }

    /// The highest rating.
    public var maximumRating: Float {
        get { limits.withLock { $0.maximum } }
        set {
            limits.withLock { $0.maximum = newValue }
            onChange()
        }
    }

    var range: ClosedRange<Double> {
        let (minimum, maximum) = limits.withLock { (Double($0.minimum), Double($0.maximum)) }
        guard minimum.isFinite, maximum.isFinite, minimum <= maximum else { return 0...5 }
        return minimum...maximum
    }
}
