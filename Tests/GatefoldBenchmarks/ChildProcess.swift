// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// A program that runs beside the benchmark; killed with the last reference to it.
final class ChildProcess {
    let id: pid_t
    /// `waitpid`'s status, once it has ended.
    private var ending: Int32?

    /// Starts a program, found on PATH, without input and output.
    ///
    /// - Parameters:
    ///   - variables: added to this process's environment, or in place of what is there.
    ///   - isQuiet: what it says on standard error is not shown.
    init(
        _ words: [String], _ variables: [String: String] = [:], isQuiet: Bool = false
    ) throws(BenchmarkFailure) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        if isQuiet {
            posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        }
        var process: pid_t = 0
        let failure = withCStrings(words) { arguments in
            withCStrings(Self.environment(with: variables)) {
                posix_spawnp(&process, words[0], &actions, nil, arguments, $0)
            }
        }
        guard failure == 0 else {
            let reason = String(cString: strerror(failure))
            throw BenchmarkFailure(reason: "Cannot start \(words[0]): \(reason).")
        }
        id = process
    }

    deinit {
        guard isRunning else { return }
        kill(id, SIGKILL)
        wait()
    }

    var isRunning: Bool {
        var status: Int32 = 0
        if ending == nil, waitpid(id, &status, WNOHANG) == id { ending = status }
        return ending == nil
    }

    /// Whether it ended by itself with status 0.
    var endedWell: Bool { ending == 0 }

    func send(_ signal: Int32) {
        if isRunning { kill(id, signal) }
    }

    func wait() {
        var status: Int32 = 0
        while ending == nil {
            if waitpid(id, &status, 0) == id { ending = status }
        }
    }

    private static func environment(with changes: [String: String]) -> [String] {
        var variables: [String] = []
        var position = environ
        while let variable = position.pointee {
            let text = String(cString: variable)
            if changes[String(text.prefix { $0 != "=" })] == nil { variables.append(text) }
            position += 1
        }
        return variables + changes.map { "\($0)=\($1)" }
    }
}

private func withCStrings<Value>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
) -> Value {
    let pointers = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
}

/// Waits in small steps until `condition` holds.
///
/// - Returns: false where it did not within the time.
func poll(seconds: Double, until condition: () -> Bool) -> Bool {
    for _ in 0..<Int(seconds * 1000) {
        if condition() { return true }
        usleep(1000)
    }
    return condition()
}
