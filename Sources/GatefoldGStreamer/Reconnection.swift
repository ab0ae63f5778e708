// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// How long a server that broke off is asked again, and how often.
package struct Reconnection: Sendable, Hashable {
    /// Doubles from one attempt to the next.
    package var firstDelay: Duration
    package var longestDelay: Duration
    /// From the loss to giving up.
    package var patience: MediaTime
    /// What was heard for so long is no part of the same loss any more.
    package var settling: MediaTime

    package init(
        firstDelay: Duration = .seconds(1), longestDelay: Duration = .seconds(8),
        patience: MediaTime = MediaTime(seconds: 60), settling: MediaTime = MediaTime(seconds: 10)
    ) {
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
        self.patience = patience
        self.settling = settling
    }

    func delay(before attempt: Int) -> Duration {
        min(firstDelay * (1 << min(attempt, 16)), longestDelay)
    }

    static let failure = PlaybackFailure(.network, "connection to the server was lost")
}

/// A server that broke off, from the loss until its item has been heard for a while again.
struct Loss: Sendable, Hashable {
    let time: MonotonicTime
    private(set) var attempts = 0
    /// When the item was heard again.
    var end: MonotonicTime?
    /// It is time to ask again, but nobody listens.
    var awaitsListener = false

    init(at now: MonotonicTime) {
        time = now
    }

    /// The next try of the same loss, or another loss where this one is over.
    func again(at now: MonotonicTime, _ rules: Reconnection) -> Loss {
        if let end, end.elapsed(until: now) >= rules.settling { return Loss(at: now) }
        var loss = self
        loss.attempts += 1
        loss.end = nil
        loss.awaitsListener = false
        return loss
    }

    func isHopeless(at now: MonotonicTime, _ rules: Reconnection) -> Bool {
        time.elapsed(until: now) >= rules.patience
    }
}
