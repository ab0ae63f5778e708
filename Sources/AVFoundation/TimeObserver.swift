// SPDX-License-Identifier: MPL-2.0

internal import CoreMedia
internal import Dispatch
internal import GatefoldGLib
internal import GatefoldModel
internal import Synchronization

/// Tells of certain times of a player, when they come.
///
/// No time is looked at in between: a timer waits for the next one.
///
/// `@unchecked Sendable`: what changes is on the players' thread, but for an atomic flag.
final class TimeObserver: @unchecked Sendable {
    private let queue: DispatchQueue
    private let tellsJumps: Bool
    private let block: @Sendable (CMTime) -> Void
    private let next: @Sendable (MediaTime) -> MediaTime?
    private let isEnded = Atomic(false)
    @PlayerActor private var timer: EventSource?

    /// - Parameter next: the time to wait for, behind a position.
    init(
        _ queue: DispatchQueue, tellsJumps: Bool, _ block: @escaping @Sendable (CMTime) -> Void,
        next: @escaping @Sendable (MediaTime) -> MediaTime?
    ) {
        self.queue = queue
        self.tellsJumps = tellsJumps
        self.block = block
        self.next = next
    }

    /// Nothing more is told, not even what is on its way to the queue.
    func end() {
        isEnded.store(true, ordering: .relaxed)
    }

    @PlayerActor
    func jump(_ time: CMTime) {
        if tellsJumps { tell(time) }
    }

    /// Waits for the next time, while sound is heard.
    @PlayerActor
    func schedule(_ picture: PlayerDeck.Picture) {
        timer?.cancel()
        timer = nil
        let position = picture.position
        guard picture.clock.isRunning, !isEnded.load(ordering: .relaxed),
            let due = next(position)
        else { return }
        let seconds = (due - position).seconds / picture.clock.rate
        timer = EventSource.timeout(after: .seconds(seconds)) { [weak self] in
            guard let self else { return }
            tell(CMTime(due))
            // As if it were there: the clock of the timer may be a little early.
            var reached = picture
            reached.clock = PositionClock(
                base: due, since: MonotonicTime(nanoseconds: monotonicNanoseconds()),
                rate: picture.clock.rate, isRunning: true)
            schedule(reached)
        }
    }

    private func tell(_ time: CMTime) {
        queue.async { [self] in
            if !isEnded.load(ordering: .relaxed) { block(time) }
        }
    }
}
