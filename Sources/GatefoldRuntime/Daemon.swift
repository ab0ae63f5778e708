// SPDX-License-Identifier: MPL-2.0

private import GatefoldBus
private import GatefoldDBus
internal import GatefoldGLib

#if canImport(Glibc)
    private import Glibc
#endif

/// One daemon per session: the first stays, a further one hands over what it was given.
package enum Daemon {
    /// Runs until it is told to end: by a signal, by MPRIS's Quit, or because nobody can reach it.
    ///
    /// - Returns: the exit status.
    /// - Throws: why it cannot run, in words.
    package static func run(_ options: PlayerRuntime.Options) throws -> Int32 {
        var signals: [EventSource] = []
        defer { withExtendedLifetime(signals) {} }
        let isNeeded = try PlayerActor.acquire {
            let registration = DBusRegistration(.session)
            // First of all: two at once would share the files of the session. Who calls the name
            // before the objects are there is answered when they are, in the first turn of the loop.
            guard try isFirst(on: registration, options.sources) else { return false }
            let runtime = PlayerRuntime(options, on: registration) { MainContext.shared.quit() }
            // Before the name is there: who sees it may end us at once.
            let hangUp = Process.ignores(SIGHUP) ? [] : [SIGHUP]
            signals = ([SIGTERM, SIGINT] + hangUp).map { number in
                EventSource.unixSignal(number) {
                    runtime.end()
                    return true
                }
            }
            runtime.start(options.sources)
            return true
        }
        if isNeeded { MainContext.shared.run() }
        return 0
    }

    /// Takes the name, or hands over to who has it.
    ///
    /// Without a bus, what was named is played all the same; with nothing to play, a daemon that
    /// nobody can reach is of no use.
    ///
    /// - Returns: false where another daemon runs.
    @PlayerActor
    private static func isFirst(
        on registration: DBusRegistration, _ sources: [String]
    ) throws -> Bool {
        do throws(DBusError) {
            try registration.startAndWait()
            if try registration.claimAndWait(Player1.busName) { return true }
        } catch {
            let reason =
                registration.connection == nil
                ? "There is no session bus (\(error.message))."
                : "The session bus does not take the player (\(error.message))."
            guard !sources.isEmpty else {
                throw DaemonError(
                    description: "\(reason) Start one with: dbus-run-session -- gatefoldd")
            }
            standardError(
                "gatefoldd: \(reason) Playing all the same; until that changes, only "
                    + "signals steer the player.\n")
            registration.claim([Player1.busName], isQueued: true)
            registration.start()
            return true
        }
        try handOver(sources, on: registration)
        return false
    }

    @PlayerActor
    private static func handOver(
        _ sources: [String], on registration: DBusRegistration
    ) throws {
        guard !sources.isEmpty else {
            throw DaemonError(description: "gatefoldd is running already.")
        }
        do throws(DBusError) {
            _ = try registration.connection?.callAndWait(
                Player1.busName, "/org/gatefold/Player1", Player1.interface, "Enqueue",
                [.strings(sources), .string("replace"), .boolean(true)], timeout: .seconds(10))
        } catch {
            throw DaemonError(
                description: "gatefoldd is running already, but: \(error.message).")
        }
    }
}

/// Why the daemon cannot run.
struct DaemonError: Error, CustomStringConvertible {
    let description: String
}
