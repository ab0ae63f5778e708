// SPDX-License-Identifier: MPL-2.0

private import GatefoldGLib
internal import Glibc

/// Programs that a test runs.
package enum ChildProcess {
    /// What a program left behind.
    package struct Result: Sendable {
        /// The exit status; 128 and the signal's number where one ended the program.
        package let status: Int32
        package let output: String
        package let error: String

        /// Standard output without spaces and line ends around it.
        package var line: String {
            let isSpace: (Character) -> Bool = { $0.isWhitespace }
            return String(output.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
        }
    }

    /// Runs a program, found on PATH, to its end, on a thread of its own.
    package static func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) async -> Result {
        await withCheckedContinuation { continuation in
            threads.perform {
                continuation.resume(returning: runAndWait(arguments, environment))
            }
        }
    }

    private static let threads = Worker(threads: 8)

    private static func runAndWait(
        _ arguments: [String], _ environment: [String: String]
    ) -> Result {
        let output = Pipe()
        let error = Pipe()
        let process = spawn(
            arguments, environment,
            descriptors: [1: output.writing, 2: error.writing])
        close(output.writing)
        close(error.writing)
        let texts = readBoth(output.reading, error.reading)
        close(output.reading)
        close(error.reading)
        return Result(status: wait(for: process), output: texts.0, error: texts.1)
    }

    /// Both at once: a program that fills one pipe while the other is read would wait for ever.
    private static func readBoth(_ first: Int32, _ second: Int32) -> (String, String) {
        var bytes: [[UInt8]] = [[], []]
        var polls = [first, second].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while polls.contains(where: { $0.fd >= 0 }), poll(&polls, 2, -1) > 0 {
            for index in polls.indices where polls[index].revents != 0 {
                let count = read(polls[index].fd, &buffer, buffer.count)
                if count > 0 { bytes[index] += buffer[..<count] } else { polls[index].fd = -1 }
            }
        }
        return (
            String(decoding: bytes[0], as: UTF8.self), String(decoding: bytes[1], as: UTF8.self)
        )
    }

    /// A pipe that other children do not inherit; of sockets, since `pipe2` does not import.
    struct Pipe {
        let reading: Int32
        let writing: Int32

        init() {
            var ends: [Int32] = [0, 0]
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            precondition(socketpair(AF_UNIX, kind, 0, &ends) == 0, "no pipe")
            (reading, writing) = (ends[0], ends[1])
        }
    }

    /// Starts a program, found on PATH.
    ///
    /// - Parameter descriptors: the child's descriptors, by their numbers there; standard input is
    ///   empty where it is not among them.
    static func spawn(
        _ arguments: [String], _ environment: [String: String], descriptors: [Int32: Int32]
    ) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if descriptors[0] == nil {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        for (number, descriptor) in descriptors {
            posix_spawn_file_actions_adddup2(&actions, descriptor, number)
        }
        var attributes = defaultSignals()
        defer { posix_spawnattr_destroy(&attributes) }
        let variables = merged(environment)
        let name = arguments.first ?? ""
        var process: pid_t = 0
        let failure = withCStrings(arguments) { arguments in
            withCStrings(variables) {
                posix_spawnp(&process, name, &actions, &attributes, arguments, $0)
            }
        }
        precondition(failure == 0, "cannot start \(arguments): error \(failure)")
        return process
    }

    /// A child inherits the mask of the thread that starts it, and a thread of Swift's pool blocks all
    /// signals: a shell would wait for SIGCHLD for ever.
    private static func defaultSignals() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        return attributes
    }

    static func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    /// This process's environment with `changes`.
    private static func merged(_ changes: [String: String]) -> [String] {
        var variables: [String] = []
        var position = environ
        while let variable = position.pointee {
            let text = String(cString: variable)
            if changes[String(text.prefix { $0 != "=" })] == nil { variables.append(text) }
            position += 1
        }
        return variables + changes.map { "\($0)=\($1)" }
    }

    private static func withCStrings<Value>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
    ) -> Value {
        let pointers = texts.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }
}
