// SPDX-License-Identifier: MPL-2.0

public import Foundation
private import Synchronization

/// A command that changes the speed: a write of MPRIS's `Rate`.
///
/// `@unchecked Sendable`: what changes is behind a mutex.
public final class MPChangePlaybackRateCommand: MPRemoteCommand, @unchecked Sendable {
    private let rates = Mutex<[Double]>([])

    /// The rates that the app can play at: MPRIS's `MinimumRate` and `MaximumRate` are the ends, and
    /// a rate between is rounded to the nearest.
    public var supportedPlaybackRates: [NSNumber] {
        get { usableRates.map { NSNumber(value: $0) } }
        set {
            let usable = newValue.map(\.doubleValue).filter { $0.isFinite && $0 != 0 }
            rates.withLock { $0 = usable }
            onChange()
        }
    }

    var usableRates: [Double] { rates.withLock { $0 } }
}
