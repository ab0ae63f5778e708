// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus
package import GatefoldGLib

/// Objects and names of ours on a bus, there whenever the bus is: it may go away, come back, or
/// come later.
///
/// On every new connection all objects are exported before the first name is asked for. Signals while
/// the bus is away are dropped: who sees the name come back reads everything anew.
@PlayerActor
package final class DBusRegistration {
    /// The connection to the bus; nil while it is away.
    package private(set) var connection: DBusConnection?
    /// Told when the bus has come, and when it has gone.
    package var onConnectionChange: (@PlayerActor (_ isConnected: Bool) -> Void)?

    /// Fixed from the beginning, as the environment was then.
    private let address: Result<String, DBusError>
    private var objects: [String: (path: ObjectPath, object: ExportedObject)] = [:]
    private var names: [DBusName] = []
    /// A connection that the bus has not answered yet.
    private var candidate: DBusConnection?
    /// Who we were, on which bus, before the last end of a connection.
    private var predecessor: Identity?
    private var attempts = Backoff(first: .milliseconds(50), longest: .seconds(5))
    private var attemptTimer: EventSource?
    private var socketWatch: SocketWatch?
    private var connected: Int64 = 0
    private var isAbsenceKnown = false

    private struct Identity: Equatable {
        let bus: String?
        let name: String
    }

    /// A connection that ends earlier is a failed attempt, or we would connect without a pause.
    private static let lastingNanoseconds: Int64 = 1_000_000_000

    /// Connects only when it is told to.
    package init(_ address: DBusAddress = .session) {
        self.address = Result { () throws(DBusError) in try address.resolved() }
    }

    /// Connects, and stays connected until `close`.
    package func start() {
        guard connection == nil, candidate == nil, attemptTimer == nil else { return }
        connect()
    }

    /// Connects at once or not at all; afterwards stays connected as after `start`.
    package func startAndWait() throws(DBusError) {
        guard connection == nil else { return }
        let connection = try DBusConnection(.address(try address.get()))
        adopt(connection)
    }

    /// Leaves the bus for good, and lets go of the objects, whose handlers often hold this.
    package func close() {
        attemptTimer = nil
        socketWatch = nil
        candidate?.close()
        candidate = nil
        connection?.close()
        connection = nil
        for name in names { name.end() }
        names = []
        objects = [:]
        onConnectionChange = nil
    }
}

// What is on the bus.
extension DBusRegistration {
    /// Offers an object, in place of one that is there.
    package func export(_ interfaces: [DBusInterface], at path: ObjectPath) {
        objects[path.rawValue] = (path, ExportedObject(interfaces))
        connection?.objects = objects
        candidate?.objects = objects
    }

    package func unexport(_ path: ObjectPath) {
        objects[path.rawValue] = nil
        connection?.objects = objects
        candidate?.objects = objects
    }

    /// Keeps the first free one of some names.
    ///
    /// - Parameters:
    ///   - isQueued: waits for the name in the bus's queue where another has it; else it is not
    ///     asked for again on the same connection, since clients know a player by its name.
    ///   - onChange: told the name when it is ours, and nil when it is not any more.
    @discardableResult
    package func claim(
        _ candidates: [String], isQueued: Bool = false,
        onChange: (@PlayerActor (String?) -> Void)? = nil
    ) -> DBusName {
        precondition(!candidates.isEmpty, "no name")
        let name = DBusName(candidates, isQueued: isQueued, onChange: onChange)
        names.append(name)
        if let connection { begin(name, on: connection) }
        return name
    }

    /// Asks for a name on the present connection and waits for the answer; kept from then on, in the
    /// bus's queue if need be.
    ///
    /// - Returns: false where somebody else has it.
    package func claimAndWait(_ candidate: String) throws(DBusError) -> Bool {
        guard let connection else { throw .disconnected }
        guard try connection.requestName(candidate) else { return false }
        let name = DBusName([candidate], isQueued: true, onChange: nil)
        name.begin(on: connection, owning: candidate)
        names.append(name)
        return true
    }

    package func emit(
        _ interface: String, _ signal: String, at path: ObjectPath, _ arguments: [DBusValue] = []
    ) {
        connection?.emit(interface, signal, at: path, arguments)
    }

    package func emitPropertiesChanged(
        _ interface: String, at path: ObjectPath, changed: [(String, DBusValue)],
        invalidated: [String] = []
    ) {
        connection?.emitPropertiesChanged(
            interface, at: path, changed: changed, invalidated: invalidated)
    }
}

// Connecting.
extension DBusRegistration {
    private func connect() {
        attemptTimer = nil
        do throws(DBusError) {
            let opened = try DBusConnection(opening: try address.get())
            candidate = opened
            opened.objects = objects
            opened.register { [weak self] result in
                guard let self, candidate === opened else { return }
                candidate = nil
                switch result {
                case .success: adopt(opened)
                case .failure(let error):
                    opened.close()
                    tryAgain(after: error)
                }
            }
        } catch {
            tryAgain(after: error)
        }
    }

    private func adopt(_ connection: DBusConnection) {
        self.connection = connection
        socketWatch = nil
        attemptTimer = nil
        connected = monotonicNanoseconds()
        connection.objects = objects
        connection.onDisconnect = { [weak self, weak connection] in
            if let connection { self?.lose(connection) }
        }
        connection.onName = { [weak self] name, isOurs in
            for own in self?.names ?? [] { own.change(name, isOurs: isOurs) }
        }
        if isAbsenceKnown { Log.info("the bus is there") }
        isAbsenceKnown = false
        for name in names { begin(name, on: connection) }
        onConnectionChange?(true)
    }

    private func begin(_ name: DBusName, on connection: DBusConnection) {
        let (predecessor, bus) = (predecessor, connection.serverID)
        name.begin(on: connection) { owner in predecessor == Identity(bus: bus, name: owner) }
    }

    private func lose(_ lost: DBusConnection) {
        guard connection === lost else { return }
        connection = nil
        predecessor = Identity(bus: lost.serverID, name: lost.uniqueName)
        for name in names { name.end() }
        if monotonicNanoseconds() - connected > Self.lastingNanoseconds { attempts.reset() }
        onConnectionChange?(false)
        tryAgain(after: .disconnected)
    }

    private func tryAgain(after error: DBusError) {
        if !isAbsenceKnown { Log.warning("the bus is away", "\(error)") }
        isAbsenceKnown = true
        if socketWatch == nil, let path = (try? address.get()).flatMap(DBusAddress.socketPath) {
            socketWatch = SocketWatch(path: path) { [weak self] in self?.connectAnew() }
        }
        attemptTimer = .timeout(after: attempts.next()) { [weak self] in self?.connect() }
    }

    /// A new socket is a new bus, which listens at once or in a moment.
    private func connectAnew() {
        guard connection == nil else { return }
        candidate?.close()
        candidate = nil
        attempts.reset()
        _ = attempts.next()
        connect()
    }
}
