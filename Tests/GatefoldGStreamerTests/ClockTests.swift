// SPDX-License-Identifier: MPL-2.0

import GatefoldGStreamer
import Testing

@Suite struct `A device's clock` {
    /// What PulseAudio's null sink told after a pause within five milliseconds of a resume.
    static let impossible: [UInt64] = [7_264_658_585_643_775_848, .max - 7_395_000_000]

    @Test(arguments: impossible)
    func `is broken when it jumps where no time can be, and does not mend`(time: UInt64) {
        #expect(verdicts(on: [11_211_838_000, time, time + 1]) == [false, true, true])
    }

    @Test func `is good while it runs, stands or starts late`() {
        let times: [UInt64] = [0, 0, 1_000_000, 1_000_000, 3_600_000_000_000_000]
        #expect(!verdicts(on: times).contains(true))
    }

    @Test func `is good when it counts from 1970`() {
        #expect(
            verdicts(on: [1_796_000_000_000_000_000, 1_796_000_001_000_000_000]) == [false, false])
    }

    private func verdicts(on times: [UInt64]) -> [Bool] {
        var judge = ClockJudge()
        return times.map { judge.isBroken(at: $0) }
    }
}
