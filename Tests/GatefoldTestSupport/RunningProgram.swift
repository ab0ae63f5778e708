// SPDX-License-Identifier: MPL-2.0

internal import Glibc
private import Synchronization

/// A program that runs beside a test, and is killed with this object if it has not ended.
package final class RunningProgram: Sendable {
    private let process: pid_t
    private let status = Mutex<Int32?>(nil)

    package init(
        _ arguments: [String], environment: [String: String] = [:], output: String = "/dev/null"
    ) {
        let file = open(output, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        process = ChildProcess.spawn(arguments, environment, descriptors: [1: file, 2: file])
        close(file)
    }

    deinit {
        guard exitStatus == nil else { return }
        send(SIGKILL)
        _ = ChildProcess.wait(for: process)
    }

    package var processID: Int32 { process }

    package func send(_ signal: Int32) {
        if exitStatus == nil { kill(process, signal) }
    }

    /// Nil while it runs; 128 and the signal's number if one ended it.
    package var exitStatus: Int32? {
        status.withLock { status in
            if let status { return status }
            var raw: Int32 = 0
            guard waitpid(process, &raw, WNOHANG) == process else { return nil }
            let signal = raw & 0x7F
            status = signal == 0 ? raw >> 8 & 0xFF : 128 + signal
            return status
        }
    }
}
