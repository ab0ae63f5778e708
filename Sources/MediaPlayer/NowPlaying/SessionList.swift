// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldPresence
private import Synchronization

/// The sessions of the process, and which of them is active.
final class SessionList: Sendable {
    static let shared = SessionList()

    private let state = Mutex(State())

    private struct State: Sendable {
        /// The one that became active last is the last.
        var sessions: [WeakSession] = []
        var active: ObjectIdentifier?
        var lastNumber: UInt64 = 1
    }

    private struct WeakSession: Sendable {
        let id: ObjectIdentifier
        weak var session: MPNowPlayingSession?
    }

    /// Centres of a session with a number of its own, shown on the desktop.
    func newCenters() -> Centers {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let centers = Centers(number: number)
        PlayerActor.post { [source = centers.source] in
            ApplicationPresence.shared.addSession(Int(number), showing: source)
        }
        return centers
    }

    func add(_ session: MPNowPlayingSession) {
        state.withLock {
            $0.sessions.append(WeakSession(id: ObjectIdentifier(session), session: session))
        }
    }

    /// Takes a session off the desktop; if it was active, the one before it is.
    func remove(_ id: ObjectIdentifier, _ centers: Centers) {
        PlayerActor.post { [source = centers.source] in
            ApplicationPresence.shared.removeSession(showing: source)
        }
        let next = state.withLock { state -> MPNowPlayingSession? in
            state.sessions.removeAll { $0.id == id }
            guard state.active == id else { return nil }
            state.active = nil
            return state.sessions.last?.session
        }
        if let next { activate(next) }
    }

    func isActive(_ session: MPNowPlayingSession) -> Bool {
        state.withLock { $0.active == ObjectIdentifier(session) }
    }

    func activate(_ session: MPNowPlayingSession) {
        let id = ObjectIdentifier(session)
        let changed = state.withLock { state -> [MPNowPlayingSession] in
            guard state.active != id else { return [] }
            let earlier = state.sessions.first { $0.id == state.active }?.session
            state.active = id
            // Behind all others: the first choice when a later one goes.
            state.sessions.removeAll { $0.id == id }
            state.sessions.append(WeakSession(id: id, session: session))
            return [earlier, session].compactMap(\.self)
        }
        for session in changed {
            MainQueue.shared.perform { session.delegate?.nowPlayingSessionDidChangeActive(session) }
        }
    }
}
