// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib
package import GatefoldModel

/// One player: takes inputs, lets the model decide, publishes the state, performs the effects.
///
/// `handle` is the only way in, for everybody. State, publication and effects happen in one
/// synchronous turn: who calls next and then reads, reads the new track.
@PlayerActor
package final class PlayerSession {
    package private(set) var state: PlayerState
    /// Called with the entries whose tags and artwork are wanted soon.
    package var onDescribe: (@PlayerActor ([(EntryID, Track)]) -> Void)?
    /// Called with the URLs of all pictures that are wanted, when those change.
    package var onFetchArtwork: (@PlayerActor ([String]) -> Void)?
    /// Called with what the history is to keep.
    package var onRemember: (@PlayerActor (HistoryNote) -> Void)?
    /// Called once for each thing that the user should know.
    package var onProblem: (@PlayerActor (PlayerProblem) -> Void)?

    private let engine: any AudioEngine
    private let clock: @PlayerActor () -> MonotonicTime
    private var publishers: [any StatePublisher] = []
    private var isHandling = false
    private let releasing = Worker(threads: 1)

    /// - Parameter clock: the monotonic clock; tests bring their own.
    package init(
        engine: any AudioEngine, state: PlayerState,
        clock: @escaping @PlayerActor () -> MonotonicTime = { .now }
    ) {
        self.engine = engine
        self.state = state
        self.clock = clock
        engine.onReports = { [weak self] reports in
            self?.handle(reports.map(PlayerInput.engine))
        }
    }

    package var now: MonotonicTime { clock() }

    /// The position at this moment.
    package var position: MediaTime { state.position(at: clock()) }

    package func add(_ publisher: any StatePublisher) {
        publishers.append(publisher)
        publisher.publish(state, at: clock())
    }

    /// Applies a batch of inputs as one turn with one publication.
    package func handle(_ inputs: [PlayerInput]) {
        precondition(!isHandling, "news from an edge is an input of a later turn")
        isHandling = true
        defer { isHandling = false }
        let now = clock()
        let effects = inputs.flatMap { state.apply($0, at: now) }
        // Clients first: the engine's threads, which the effects wake, would compete with the bus.
        for publisher in publishers { publisher.publish(state, at: now) }
        for effect in effects { perform(effect) }
        if let discarded = state.takeDiscarded() { releasing.perform { discarded.release() } }
    }

    /// Applies one command.
    ///
    /// - Throws: why it has no effect.
    package func command(_ command: PlayerCommand) throws(PlayerRefusal) {
        if let refusal = state.refusal(of: command, at: clock()) { throw refusal }
        handle([.command(command)])
    }

    private func perform(_ effect: PlayerEffect) {
        switch effect {
        case .engine(let effect): engine.perform(effect)
        case .describe(let ids):
            onDescribe?(ids.compactMap { id in state.queue[id].map { (id, $0) } })
        case .fetchArtwork(let urls): onFetchArtwork?(urls)
        case .remember(let note): onRemember?(note)
        case .report(let problem): onProblem?(problem)
        }
    }
}

extension MonotonicTime {
    /// The present instant of `CLOCK_MONOTONIC`.
    package static var now: MonotonicTime { MonotonicTime(nanoseconds: monotonicNanoseconds()) }
}
