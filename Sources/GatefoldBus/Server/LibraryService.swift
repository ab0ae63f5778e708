// SPDX-License-Identifier: MPL-2.0

package import GatefoldDBus
package import GatefoldGLib
internal import GatefoldMPRIS
internal import GatefoldModel
package import GatefoldPlayer

/// `org.gatefold.Library1`, beside the own interface of the player and on its path.
@PlayerActor
package final class LibraryService {
    let library: any LibrarySource
    private let session: PlayerSession
    private let registration: DBusRegistration
    /// The searches that have not been answered, by who asked.
    private var searches: [String: Search] = [:]
    private var announcedScan = false

    /// Somebody's search: a newer one of the same client takes its place.
    private struct Search {
        let invocation: DBusInvocation
        let giveUp: @PlayerActor () -> Void
    }

    package init(
        _ registration: DBusRegistration, _ session: PlayerSession, _ library: any LibrarySource
    ) {
        self.registration = registration
        self.session = session
        self.library = library
    }

    /// Begins to tell of scans.
    func start() {
        library.onScan = { [weak self] in self?.tell($0) }
    }

    // MARK: Searching

    /// Who types asks again before the answer is there, and wants the newest one only.
    func search(_ invocation: DBusInvocation) throws(DBusError) -> DBusReply {
        let arguments = invocation.arguments
        let asker = invocation.sender ?? ""
        if let older = searches.removeValue(forKey: asker) {
            older.giveUp()
            older.invocation.fail(Self.superseded)
        }
        let kinds = try Set<SourceItem.Kind>(names: arguments[1].stringsValue ?? [])
        let limit = min(Int(arguments[2].uint32Value ?? 0), Self.mostRows)
        let giveUp = library.search(
            arguments[0].stringValue ?? "", for: kinds, limit: limit
        ) { [weak self] result in
            self?.searches[asker] = nil
            invocation.answer(result.map { [Self.rows($0)] })
        }
        searches[asker] = Search(invocation: invocation, giveUp: giveUp)
        return .later
    }

    private static let superseded = DBusError(
        name: "org.gatefold.Error.Superseded", message: "A newer search took its place.")

    /// More would not fit into a message that a bus takes, and nobody reads them at once.
    static let mostRows = 2000

    static func rows(_ listings: [SourceItem]) -> DBusValue { listings.dbusValue }

    // MARK: The current entry

    /// The URI that was given, or that of the current entry for an empty one.
    func song(_ value: DBusValue) throws(DBusError) -> String {
        let uri = value.stringValue ?? ""
        guard uri.isEmpty else { return uri }
        guard let track = session.state.queue.currentTrack else {
            throw .failed(PlayerRefusal.nothingQueued.description)
        }
        return track.url
    }

    // MARK: Scans

    private func tell(_ news: ScanNews) {
        switch news {
        case .stage(let stage): announce(isScanning: true, "ScanProgress", stage.dbusValues)
        case .problem(let problem):
            emit(
                "ScanProblem",
                [.string(printable(problem.source)), .string(printable(problem.reason))])
        case .finished(let result):
            announce(isScanning: false, "ScanFinished", result.dbusValues)
        }
    }

    private func announce(isScanning: Bool, _ signal: String, _ arguments: [DBusValue]) {
        if announcedScan != isScanning {
            announcedScan = isScanning
            registration.emitPropertiesChanged(
                Library1.interface, at: .player, changed: [("Scanning", .boolean(isScanning))])
        }
        emit(signal, arguments)
    }

    private func emit(_ signal: String, _ arguments: [DBusValue]) {
        registration.emit(Library1.interface, signal, at: .player, arguments)
    }
}
