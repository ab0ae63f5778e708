// SPDX-License-Identifier: MPL-2.0

/// Sources that kept others waiting: for a while nobody waits for them again.
struct LateSources: Sendable {
    private var ends: [String: ContinuousClock.Instant] = [:]

    /// How long a source that is away is not waited for.
    static let penalty = Duration.seconds(60)

    func contains(_ name: String, at now: ContinuousClock.Instant) -> Bool {
        ends[name].map { now < $0 } ?? false
    }

    mutating func insert(_ name: String, at now: ContinuousClock.Instant) {
        ends[name] = now + Self.penalty
    }

    /// It has answered in time.
    mutating func remove(_ name: String) {
        ends[name] = nil
    }
}
