// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPresence
private import Synchronization

/// The sessions of the process, and which of them is active.
final class SessionList: Sendable {
    static let shared = SessionList()

    private let state = Mutex(State())

    private struct State: Sendable {
        var roster = SessionRoster()
        var sessions: [SessionRoster.ID: WeakSession] = [:]

        init() {
            // The first belongs to the process, and has no object of this class.
            _ = roster.register()
        }

        var active: MPNowPlayingSession? { roster.active.flatMap { sessions[$0]?.session } }
    }

    private struct WeakSession: Sendable {
        weak var session: MPNowPlayingSession?
    }

    /// A new session's name here, and centres that are shown on the desktop.
    func newSession() -> (id: SessionRoster.ID, centers: Centers) {
        let id = state.withLock { $0.roster.register() }
        let centers = Centers(number: UInt64(id.number))
        PlayerActor.post { [source = centers.source] in
            ApplicationPresence.shared.addSession(id.number, showing: source)
        }
        return (id, centers)
    }

    func add(_ session: MPNowPlayingSession, as id: SessionRoster.ID) {
        state.withLock { $0.sessions[id] = WeakSession(session: session) }
    }

    /// Takes a session off the desktop; if it was active, the one before it is.
    func remove(_ id: SessionRoster.ID, _ centers: Centers) {
        PlayerActor.post { [source = centers.source] in
            ApplicationPresence.shared.removeSession(showing: source)
        }
        change { state in
            state.sessions[id] = nil
            state.roster.unregister(id)
        }
    }

    func isActive(_ id: SessionRoster.ID) -> Bool {
        state.withLock { $0.roster.active == id }
    }

    func activate(_ id: SessionRoster.ID) -> Bool {
        change { $0.roster.activate(id) }
    }

    /// Tells the delegates of the sessions that are active, or were, after a change.
    private func change<Value>(_ change: (inout State) -> Value) -> Value {
        let (value, before, after) = state.withLock { state in
            let before = state.active
            let value = Unchecked(change(&state))
            return (value, before, state.active)
        }
        guard before !== after else { return value.value }
        for session in [before, after].compactMap(\.self) {
            MainQueue.shared.perform { session.delegate?.nowPlayingSessionDidChangeActive(session) }
        }
        return value.value
    }
}
