// SPDX-License-Identifier: MPL-2.0

private import GatefoldGLib
private import Glibc
private import Synchronization

/// A program on a terminal of its own, or on a pipe, that a test watches while it runs.
///
/// `@unchecked Sendable`: what is read is behind the mutex, the rest is not changed.
final class TerminalSession: @unchecked Sendable {
    private static let TIOCSPTLCK = 0x4004_5431
    private static let TIOCGPTN = 0x8004_5430
    private let master: Int32
    private let process: pid_t
    private let text = Mutex("")
    private let isOver = Mutex(false)
    private static let threads = Worker(threads: 16)

    init(_ arguments: [String], environment: [String: String], columns: UInt16 = 80) {
        // What posix_openpt(3) and its like do, which Glibc's module leaves out.
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var lock: Int32 = 0
        var number: Int32 = 0
        precondition(
            ioctl(master, UInt(Self.TIOCSPTLCK), &lock) == 0
                && ioctl(master, UInt(Self.TIOCGPTN), &number) == 0, "no terminal")
        let name = "/dev/pts/\(number)"
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Threads of the test runner block signals, which a program would inherit.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // SETSID: the terminal becomes the program's own, and Ctrl-C reaches it.
        let POSIX_SPAWN_SETSID: Int32 = 0x80
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK))
        process = Self.spawn(arguments, environment, &actions, &attributes)
        Self.threads.perform { [self] in read() }
    }

    private static func spawn(
        _ arguments: [String], _ environment: [String: String],
        _ actions: inout posix_spawn_file_actions_t, _ attributes: inout posix_spawnattr_t
    ) -> pid_t {
        let variables = ["PATH=/usr/bin:/bin"] + environment.map { "\($0)=\($1)" }
        let (words, values) = (arguments.map { strdup($0) }, variables.map { strdup($0) })
        defer { (words + values).forEach { free($0) } }
        var process: pid_t = 0
        let failure = posix_spawnp(
            &process, arguments[0], &actions, &attributes, words + [nil], values + [nil])
        precondition(failure == 0, "cannot start \(arguments)")
        return process
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(master, &buffer, buffer.count)
            // EIO when the program, the only one on the other side, has ended.
            guard count > 0 else { break }
            text.withLock { $0 += String(decoding: buffer[..<count], as: UTF8.self) }
        }
        isOver.withLock { $0 = true }
    }

    /// Everything written so far, escape sequences included.
    var screen: String { text.withLock { $0 } }

    func type(_ keys: String) { write(master, keys, keys.utf8.count) }

    func resize(to columns: UInt16) {
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Whether the text appeared before a generous deadline.
    func shows(_ expected: String) async -> Bool {
        await eventually { self.screen.contains(expected) }
    }

    /// Whether the text appeared so many times before a generous deadline.
    func shows(_ expected: String, times: Int) async -> Bool {
        await eventually {
            let screen = self.screen
            return screen.indices.count { screen[$0...].hasPrefix(expected) } == times
        }
    }

    /// The exit status.
    func end() async -> Int32? {
        guard await eventually({ self.isOver.withLock { $0 } }) else {
            kill(process, SIGKILL)
            return nil
        }
        var status: Int32 = 0
        waitpid(process, &status, 0)
        close(master)
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
    }
}

/// Waits for a condition, 20 seconds at most.
func eventually(_ condition: @escaping @Sendable () async -> Bool) async -> Bool {
    let deadline = monotonicNanoseconds() + 20_000_000_000
    while await !condition() {
        guard monotonicNanoseconds() < deadline else { return false }
        // A test process, not the daemon: nobody counts its wake-ups.
        try? await Task.sleep(for: .milliseconds(5))
    }
    return true
}
