// SPDX-License-Identifier: MPL-2.0

/// Tells a clock that broke from one that is of another kind.
///
/// PulseAudio's breaks for good when a stream is paused just while it resumes: a negative number of
/// microseconds is taken as a positive one (`pa_stream_get_time`), and a GStreamer clock never goes
/// back.
package struct ClockJudge: Sendable, Hashable {
    private var wasGood = false

    package init() {}

    /// Whether a clock that was good tells a time that no computer has been up for.
    ///
    /// A clock that counts from 1970 does from the first.
    ///
    /// - Parameter nanoseconds: `gst_clock_get_time`.
    package mutating func isBroken(at nanoseconds: UInt64) -> Bool {
        let isGood = nanoseconds < 1 << 60
        defer { wasGood = wasGood || isGood }
        return wasGood && !isGood
    }
}
