// SPDX-License-Identifier: MPL-2.0

public import Foundation
private import Synchronization

/// A command that skips some seconds.
///
/// MPRIS's `Seek` brings its own offset; without a handler for positions it becomes a skip.
public final class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {
    private let intervals = Mutex<[TimeInterval]>([])

    /// Intervals that the app suggests, in seconds.
    ///
    /// MPRIS has no place for them: a client chooses its own.
    public var preferredIntervals: [NSNumber] {
        get { intervals.withLock { $0 }.map { NSNumber(value: $0) } }
        set { intervals.withLock { $0 = newValue.map(\.doubleValue) } }
    }
}
