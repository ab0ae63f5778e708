// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus
package import GatefoldDBus
package import GatefoldGLib
internal import GatefoldMPRIS
package import GatefoldModel
package import GatefoldPlayer

/// How this process appears on the desktop: who it is, and its sessions.
///
/// The first session belongs to the process: the now-playing centre and the application player share
/// it. Further ones are the app's own.
@PlayerActor
package final class ApplicationPresence {
    package static let shared = ApplicationPresence()

    /// The session that the now-playing centre and the application player share.
    package private(set) lazy var session = PresenceSession(number: 1, of: self)

    /// Who the process is: found out when it is first needed.
    var identity: PlayerIdentity { overrides.applied(to: found) }

    /// What the app says of itself, in place of what can be found out.
    package var overrides = IdentityOverrides() { didSet { refresh() } }

    /// As `MPRISService` has them; OpenUri's schemes and types are told only where there is a taker.
    package var onQuit: (@PlayerActor @Sendable () -> Void)? { didSet { refresh() } }
    package var onRaise: (@PlayerActor @Sendable () -> Void)? { didSet { refresh() } }
    package var onOpen: OpenAction? { didSet { refresh() } }

    /// Opens a URI, and says whether it plays.
    package typealias OpenAction =
        @PlayerActor @Sendable (
            String, @escaping @PlayerActor (Result<Void, SourceProblem>) -> Void
        ) -> Void

    private lazy var found = ApplicationIdentity.ofThisProcess()
    private var sessions: [(source: NowPlayingSource, session: PresenceSession)] = []

    let address: DBusAddress

    /// - Parameter address: of the bus; tests bring their own.
    package init(_ address: DBusAddress = .session) {
        Log.obeyEnvironment()
        self.address = address
    }

    /// Shows the now-playing centre of the process.
    package func show(_ source: NowPlayingSource) {
        session.show(source)
    }

    /// Shows the application player of the process, in turn with the now-playing centre: the last to
    /// begin to play.
    package func show(_ player: PlayerSession) {
        session.show(player)
    }

    /// Adds a session with a name of its own.
    ///
    /// - Parameter number: of the session in this process, from 2.
    package func addSession(_ number: Int, showing source: NowPlayingSource) {
        let session = PresenceSession(number: number, of: self)
        sessions.append((source, session))
        session.show(source)
    }

    /// Takes a session off the bus.
    package func removeSession(showing source: NowPlayingSource) {
        for (_, session) in sessions.filter({ $0.source === source }) { session.close() }
        sessions.removeAll { $0.source === source }
    }

    private func refresh() {
        for session in [session] + sessions.map(\.session) { session.introduce() }
    }
}
