// SPDX-License-Identifier: MPL-2.0

extension PlayerState {
    /// The promises that do not hold, in words; empty in a sound state.
    ///
    /// For tests and assertions.
    package var brokenInvariants: [String] {
        queue.brokenInvariants + brokenLoads + brokenTimes + brokenSettings
    }

    /// What the engine holds is what the queue says.
    private var brokenLoads: [String] {
        var copy = self
        let follower = copy.follower()
        return broken(
            (loaded.map { $0.entry == queue.current } ?? true, "the current entry is loaded"),
            (status != .playing || loaded != nil, "what plays is loaded"),
            (status != .stopped || loaded == nil, "nothing is loaded when stopped"),
            (status == .stopped || !queue.isEmpty, "an empty queue is stopped"),
            (prepared == nil || loaded != nil, "what is prepared follows something"),
            (
                prepared.map { $0.entry == follower && !failed.contains($0.entry) } ?? true,
                "what is prepared follows and can be played"
            ),
            (
                loaded == nil || prepared != nil || follower.map(failed.contains) ?? true,
                "what follows is prepared"
            ),
            (isOrdered, "generations grow"))
    }

    private var isOrdered: Bool {
        let used = [loaded, prepared].compactMap { $0?.generation.rawValue }
        return zip(used, used.dropFirst()).allSatisfy { $0 < $1 }
            && used.allSatisfy { $0 <= lastGeneration }
    }

    /// The position moves only while sound is heard.
    private var brokenTimes: [String] {
        let position = position(at: clock.since)
        return broken(
            (!clock.isRunning || status == .playing, "the position stands unless playing"),
            (
                !clock.isRunning || loaded?.isHeard == true,
                "the position stands until sound is heard"
            ),
            (!clock.isRunning || !isStalled, "the position stands while a stream waits"),
            (status != .stopped || clock.base == .zero, "the position is 0 when stopped"),
            (!isStalled || loaded != nil, "only what is loaded can wait for data"),
            (position >= .zero, "the position is not before the start"),
            (length.map { position <= $0 } ?? true, "the position is not beyond the end"),
            (witness.isRunning == (status == .playing), "a client counts on exactly while playing"),
            (clock.rate == rate && witness.rate == rate, "both clocks go at the rate"))
    }

    private var brokenSettings: [String] {
        broken(
            (Self.rates.contains(rate), "the rate is usable"),
            ((0...1).contains(volume), "the volume is in its range"),
            (failed.allSatisfy(queue.contains), "what failed is queued"),
            (describing.allSatisfy(queue.contains), "what is being read is queued"))
    }

    private func broken(_ promises: (holds: Bool, words: String)...) -> [String] {
        promises.filter { !$0.holds }.map(\.words)
    }
}
