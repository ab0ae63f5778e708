// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
package import GatefoldModel
private import GatefoldPlayer
private import Synchronization

/// Where an app writes what it plays, from any thread, and the desktop's session reads it.
///
/// Everything that is written before the desktop looks is one change: an app that fills in a
/// dictionary key by key is announced once.
package final class NowPlayingSource: Sendable {
    /// Tells the app of an event, and calls back, from any thread, when its handlers have returned.
    package typealias Delivery = @Sendable (RemoteEvent, @escaping @Sendable () -> Void) -> Void
    /// Runs a closure on the actor when what the app does just now is over; also twice.
    package typealias TurnEnd = @Sendable (@escaping @PlayerActor @Sendable () -> Void) -> Void

    private let state: Mutex<State>
    private let turnEnd: TurnEnd

    private struct State: Sendable {
        var nowPlaying: NowPlaying
        /// Counts the dictionaries written.
        var writes: UInt64 = 0
        var isPending = false
        var onChange: (@PlayerActor @Sendable () -> Void)?
        var delivery: Delivery?
    }

    /// - Parameters:
    ///   - number: keeps the items of the sources of one process apart.
    ///   - turnEnd: at once, unless given.
    package init(number: UInt64 = 1, turnEnd: @escaping TurnEnd = { PlayerActor.runOrPost($0) }) {
        Log.obeyEnvironment()
        self.turnEnd = turnEnd
        state = Mutex(State(nowPlaying: NowPlaying(firstItem: number << 32)))
    }

    /// What was written last.
    package var nowPlaying: NowPlaying { state.withLock { $0.nowPlaying } }

    /// The same, with how many dictionaries were written: that tells a new one from the one before.
    package var written: (nowPlaying: NowPlaying, writes: UInt64) {
        state.withLock { ($0.nowPlaying, $0.writes) }
    }

    /// Takes a whole dictionary, in place of the one before; nil is the end of it.
    package func write(_ info: NowPlayingInfo?) {
        change { state in
            state.writes += 1
            state.nowPlaying.write(info, at: .now)
        }
    }

    /// Changes what is shown; the lock is held meanwhile.
    package func update(_ change: (inout NowPlaying, MonotonicTime) -> Void) {
        self.change { change(&$0.nowPlaying, .now) }
    }

    /// Has `action` run on the actor after what was written and will be.
    package func observe(_ action: @escaping @PlayerActor @Sendable () -> Void) {
        state.withLock { $0.onChange = action }
        PlayerActor.post(action)
    }

    /// Has `delivery` tell the app of events.
    package func deliver(through delivery: @escaping Delivery) {
        state.withLock { $0.delivery = delivery }
    }

    /// Tells the app of an event.
    ///
    /// - Parameter completion: called once its handlers have returned and what they wrote is shown.
    func deliver(
        _ event: RemoteEvent, then completion: @escaping @PlayerActor @Sendable () -> Void
    ) {
        let delivery = state.withLock { $0.delivery }
        delivery?(event) {
            PlayerActor.post {
                self.show()
                completion()
            }
        }
    }

    private func change(_ change: (inout State) -> Void) {
        let isFirst = state.withLock { state in
            change(&state)
            defer { state.isPending = true }
            return !state.isPending
        }
        if isFirst { turnEnd { [weak self] in self?.show() } }
    }

    /// May come twice for one change: then the second does nothing.
    @PlayerActor
    private func show() {
        let action = state.withLock { state in
            defer { state.isPending = false }
            return state.isPending ? state.onChange : nil
        }
        action?()
    }
}
