// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPlayer

/// Ends a daemon that is of no use: the bus is away, so that nobody can reach it, and nothing plays.
///
/// What plays goes on to the end of the queue. Where systemd ends the session, SIGTERM comes first
/// and none of this matters. Elsewhere (dbus-run-session, a bus that a login shell started) the bus
/// is just gone, and a daemon that stayed would be there for ever. Nothing is lost by it: the session
/// is on disk, and the next command starts the daemon where it was.
@PlayerActor
final class AbsenceWatch: StatePublisher {
    /// Runs once the daemon has been of no use for a while.
    var onUseless: (@PlayerActor @Sendable () -> Void)?
    /// Whether there is a bus.
    var isReachable = true { didSet { update() } }

    private let patience: Duration
    private var isPlaying = false
    private var timer: EventSource?

    /// - Parameter patience: a bus that restarts is back long before.
    init(patience: Duration = .seconds(10)) {
        self.patience = patience
    }

    func publish(_ state: PlayerState, at now: MonotonicTime) {
        isPlaying = state.status == .playing
        update()
    }

    private func update() {
        guard !isReachable, !isPlaying else {
            timer = nil
            return
        }
        guard timer == nil else { return }
        timer = .timeout(after: patience) { [weak self] in self?.onUseless?() }
    }
}
