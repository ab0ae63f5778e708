// SPDX-License-Identifier: MPL-2.0

private import GatefoldBus
private import GatefoldDBus
internal import GatefoldGLib

#if canImport(Glibc)
    private import Glibc
#endif

/// One daemon per session: the first stays, a further one hands over what it was given.
package enum Daemon {
    /// Runs until it is told to end: by a signal, by MPRIS's Quit, or because the bus closed.
    ///
    /// - Returns: the exit status.
    /// - Throws: why it cannot run, in words.
    package static func run(_ options: PlayerRuntime.Options) throws -> Int32 {
        var signals: [EventSource] = []
        defer { withExtendedLifetime(signals) {} }
        let isNeeded = try PlayerActor.acquire {
            let connection = try connect()
            // First of all: two at once would share the files of the session. Who calls the name
            // before the objects are there is answered when they are, in the first turn of the loop.
            guard try connection.requestName(Player1.busName) else {
                try handOver(options.sources, to: connection)
                return false
            }
            let runtime = PlayerRuntime(options, on: connection) { MainContext.shared.quit() }
            // Before the name is there: who sees it may end us at once.
            signals = [SIGTERM, SIGINT, SIGHUP].map { number in
                EventSource.unixSignal(number) {
                    runtime.end()
                    return true
                }
            }
            try runtime.start(options.sources)
            return true
        }
        if isNeeded { MainContext.shared.run() }
        return 0
    }

    @PlayerActor
    private static func connect() throws(DaemonError) -> DBusConnection {
        do throws(DBusError) {
            return try DBusConnection(.session)
        } catch {
            throw DaemonError(
                description: "There is no session bus (\(error.message)). "
                    + "Start one with: dbus-run-session -- gatefoldd")
        }
    }

    @PlayerActor
    private static func handOver(_ sources: [String], to connection: DBusConnection) throws {
        guard !sources.isEmpty else {
            throw DaemonError(description: "gatefoldd is running already.")
        }
        _ = try connection.callAndWait(
            Player1.busName, "/org/gatefold/Player1", Player1.interface, "Enqueue",
            [.strings(sources), .string("replace"), .boolean(true)])
    }
}

/// Why the daemon cannot run.
struct DaemonError: Error, CustomStringConvertible {
    let description: String
}
