// SPDX-License-Identifier: MPL-2.0

import GatefoldCatalog
import GatefoldModel
import Testing

@Suite struct `A token bucket` {
    private func at(_ seconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: 1_000_000_000_000).advanced(by: MediaTime(seconds: seconds))
    }

    @Test func `gives so many at once and then one in every interval`() {
        var bucket = TokenBucket(size: 3, every: MediaTime(seconds: 2))
        let waits = (1...5).map { _ in bucket.take(at: at(0)).seconds }
        #expect(waits == [0, 0, 0, 2, 4])
    }

    @Test func `fills up again, and no further than its size`() {
        var bucket = TokenBucket(size: 2, every: MediaTime(seconds: 2))
        _ = (1...2).map { _ in bucket.take(at: at(0)) }
        #expect(bucket.take(at: at(2)) == .zero)
        let waits = (1...3).map { _ in bucket.take(at: at(1000)).seconds }
        #expect(waits == [0, 0, 2])
    }

    @Test func `that was closed gives nothing until that time is over`() {
        var bucket = TokenBucket(size: 2, every: MediaTime(seconds: 1))
        bucket.close(for: MediaTime(seconds: 30), at: at(0))
        #expect(bucket.take(at: at(10)).seconds == 20)
        #expect(bucket.take(at: at(40)) == .zero)
    }
}
