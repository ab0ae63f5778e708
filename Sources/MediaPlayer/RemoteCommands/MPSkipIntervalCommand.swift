// SPDX-License-Identifier: MPL-2.0

public import Foundation
private import Synchronization

/// A command that skips some seconds.
///
/// MPRIS's `Seek` brings its own offset; without a handler for positions it becomes a skip.
///
/// `@unchecked Sendable`: what changes is behind a mutex.
public final class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {
    private let intervals = Mutex<[TimeInterval]>([])

    /// Intervals that the app suggests, in seconds.
    ///
    /// MPRIS has no place for them; `org.gatefold.RemoteCommands1` has.
    public var preferredIntervals: [NSNumber] {
        get { usableIntervals.map { NSNumber(value: $0) } }
        set {
            let usable = newValue.map(\.doubleValue).filter { $0.isFinite && $0 > 0 }
            intervals.withLock { $0 = usable }
            onChange()
        }
    }

    var usableIntervals: [TimeInterval] { intervals.withLock { $0 } }
}
