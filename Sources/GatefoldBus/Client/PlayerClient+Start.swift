// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib

#if canImport(Glibc)
    private import Glibc
#endif

/// Starting the daemon where none runs.
extension PlayerClient {
    /// By the bus where it is installed, else the program beside this one or on `PATH`; returns
    /// when the daemon owns its name.
    package func start() throws(ClientError) {
        if isRunning { return }
        if isActivatable {
            do {
                try connection.startService(Self.name)
            } catch {
                throw ClientError(.didNotStart, "gatefoldd did not start: \(error.message)")
            }
        } else {
            try startProgram(Self.program())
        }
    }

    private var isActivatable: Bool {
        // A bus that cannot say so activates nothing.
        (try? connection.activatableNames())?.contains(Self.name) ?? false
    }

    /// Waits for the name, for the end of the program, or for ten seconds, whichever is first.
    private func startProgram(_ path: String) throws(ClientError) {
        var outcome: Outcome?
        let owned: DBusSubscription
        do {
            owned = try connection.subscribe(
                DBusMatch(
                    sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus",
                    member: "NameOwnerChanged", arg0: Self.name)
            ) { signal in
                if signal.arguments.last?.stringValue?.isEmpty == false { outcome = .owned }
            }
        } catch {
            throw ClientError(error)
        }
        let process = try Self.spawn(path)
        let ended = EventSource.childExit(of: process) { outcome = outcome ?? .ended }
        let deadline = EventSource.timeout(after: .seconds(10)) { outcome = outcome ?? .late }
        withExtendedLifetime((owned, ended, deadline)) {
            MainContext.shared.run(until: { outcome != nil })
        }
        // Another instance may have been first: then ours ends, and all is well.
        guard outcome != .owned, !isRunning else { return }
        let reason = outcome == .ended ? "ended at once" : "did not appear on the bus"
        throw ClientError(
            .didNotStart, "gatefoldd \(reason). Run it by hand to see why: \(path)")
    }

    private enum Outcome { case owned, ended, late }

    private static func program() throws(ClientError) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = String(
            decoding: buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let search = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        let folders = [own.split(separator: "/").dropLast().joined(separator: "/")]
        let places = folders.map { "/" + $0 } + search.split(separator: ":").map(String.init)
        for place in places where access(place + "/gatefoldd", X_OK) == 0 {
            return place + "/gatefoldd"
        }
        throw ClientError(
            .didNotStart, "gatefoldd is neither installed nor beside this program.")
    }

    /// In a session of its own, so that it outlives the terminal, and with nothing of this process
    /// but the environment.
    private static func spawn(_ path: String) throws(ClientError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // libdbus ignores SIGPIPE in this process, which exec would pass on.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // In <spawn.h>, but only with _GNU_SOURCE.
        let POSIX_SPAWN_SETSID: Int32 = 0x80
        let flags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var process: pid_t = 0
        let status = path.withCString { name in
            var words = [UnsafeMutablePointer(mutating: name), nil]
            return posix_spawn(&process, path, &actions, &attributes, &words, environ)
        }
        guard status == 0 else {
            let reason = String(cString: strerror(status))
            throw ClientError(.didNotStart, "gatefoldd did not start: \(reason): \(path)")
        }
        return process
    }
}
