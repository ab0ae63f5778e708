// SPDX-License-Identifier: MPL-2.0

import AVFoundation
import Testing

@Suite struct `Media time` {
    @Test func `counts in parts of a second`() {
        let time = CMTime(seconds: 1.5, preferredTimescale: 600)
        #expect(time.value == 900)
        #expect(time.seconds == 1.5)
        #expect(CMTimeGetSeconds(CMTimeMake(value: 1, timescale: 4)) == 0.25)
        #expect(CMTime(seconds: 1.0 / 3, preferredTimescale: 10).hasBeenRounded)
    }

    @Test func `is added and subtracted in parts that fit both`() {
        let sum = CMTime(value: 1, timescale: 2) + CMTime(value: 1, timescale: 3)
        #expect(sum.value == 5)
        #expect(sum.timescale == 6)
        #expect(
            CMTimeSubtract(sum, CMTime(value: 1, timescale: 6)) == CMTime(value: 2, timescale: 3))
        #expect(CMTimeMultiply(CMTime(value: 1, timescale: 2), multiplier: 3).seconds == 1.5)
    }

    @Test func `compares moments, not their spelling`() {
        #expect(CMTime(value: 1, timescale: 2) == CMTime(value: 300, timescale: 600))
        #expect(CMTime(value: 1, timescale: 2) < CMTime(value: 2, timescale: 3))
        #expect(
            Set([CMTime(value: 1, timescale: 2), CMTime(value: 2, timescale: 4)]).count == 1)
        #expect(CMTimeCompare(.zero, .positiveInfinity) == -1)
        #expect(CMTime.negativeInfinity < .zero)
    }

    @Test func `knows what is no number`() {
        #expect(!CMTime.invalid.isValid)
        #expect(CMTime.indefinite.isValid && !CMTime.indefinite.isNumeric)
        #expect(CMTime.indefinite.seconds.isNaN)
        #expect((CMTime.indefinite + .zero).isIndefinite)
        #expect(CMTime(seconds: .infinity, preferredTimescale: 1).isPositiveInfinity)
        #expect(!(CMTime.positiveInfinity - .positiveInfinity).isValid)
        #expect(!CMTime(seconds: .nan, preferredTimescale: 1).isValid)
    }

    @Test func `saturates in place of overflowing`() {
        let large = CMTime(value: .max, timescale: 1)
        #expect((large + large).isPositiveInfinity)
        #expect((CMTime(value: .min, timescale: 1) - large).isNegativeInfinity)
        #expect(CMTime(value: .max, timescale: 1) > CMTime(value: 1, timescale: .max))
    }

    @Test func `is converted by any rule`() {
        let time = CMTime(value: 15, timescale: 10)
        #expect(time.convertScale(1, method: .roundTowardZero).value == 1)
        #expect(time.convertScale(1, method: .default).value == 2)
        #expect(time.convertScale(100, method: .default).value == 150)
        let below = CMTime(value: -15, timescale: 10)
        #expect(below.convertScale(1, method: .default).value == -2)
        #expect(below.convertScale(1, method: .roundTowardPositiveInfinity).value == -1)
        #expect(below.convertScale(1, method: .roundTowardNegativeInfinity).value == -2)
    }

    @Test func `makes ranges`() {
        let range = CMTimeRange(start: .zero, end: CMTime(value: 3, timescale: 1))
        #expect(range.duration.seconds == 3)
        #expect(range.containsTime(CMTime(value: 2, timescale: 1)))
        #expect(!range.containsTime(range.end))
    }

    @Test func `answers to the names of C's macros`() {
        let second = CMTime(seconds: 1, preferredTimescale: CMTimeScale(NSEC_PER_SEC))
        #expect(second.timescale == 1_000_000_000)
        #expect(CMTIME_IS_VALID(second) && CMTIME_IS_NUMERIC(second))
        #expect(!CMTIME_HAS_BEEN_ROUNDED(second))
        #expect(CMTIME_IS_INVALID(.invalid))
        #expect(CMTIME_IS_INDEFINITE(.indefinite) && !CMTIME_IS_NUMERIC(.indefinite))
        #expect(CMTIME_IS_POSITIVE_INFINITY(.positiveInfinity))
        #expect(CMTIME_IS_NEGATIVE_INFINITY(.negativeInfinity))
        let range = CMTimeRangeMake(start: second, duration: second)
        #expect(CMTimeRangeGetEnd(range).seconds == 2)
        #expect(range == CMTimeRangeFromTimeToTime(start: second, end: second + second))
        #expect(CMTimeRangeContainsTime(range, time: CMTimeMinimum(second, range.end)))
        #expect(!CMTimeRangeContainsTime(range, time: CMTimeMaximum(second, range.end)))
        #expect(CMTimeClampToRange(.zero, range: range) == second)
        #expect(CMTimeClampToRange(.positiveInfinity, range: range) == range.end)
        #expect(CMTimeClampToRange(second, range: .zero) == .invalid)
        #expect(CMTimeClampToRange(.invalid, range: range) == .invalid)
        #expect(NSEC_PER_SEC == NSEC_PER_MSEC * 1000 && NSEC_PER_MSEC == NSEC_PER_USEC * 1000)
        #expect(USEC_PER_SEC * NSEC_PER_USEC == NSEC_PER_SEC)
    }
}

@Suite struct `The audio session` {
    @Test func `keeps what is set`() throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playback, mode: .spokenAudio, options: [.duckOthers])
        try session.setActive(true)
        #expect(session.category == .playback)
        #expect(session.mode == .spokenAudio)
        #expect(session.categoryOptions == .duckOthers)
    }

    @Test func `has Apple's numbers in its notifications`() {
        #expect(AVAudioSession.InterruptionType(rawValue: 1) == .began)
        #expect(AVAudioSession.RouteChangeReason(rawValue: 2) == .oldDeviceUnavailable)
        #expect(AVAudioSession.InterruptionOptions(rawValue: 1).contains(.shouldResume))
    }
}
