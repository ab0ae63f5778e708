// SPDX-License-Identifier: MPL-2.0

private import GatefoldGLib
internal import Glibc
private import Synchronization

/// A program that answers a line with lines, the last of which is a single full stop.
package final class Conversation: Sendable {
    private let process: pid_t
    private let input: Int32
    private let output: Int32
    private let unread = Mutex<[UInt8]>([])
    private let thread = Worker(threads: 1)

    /// How long a healthy program may take for an answer, on a machine under load.
    private static let patience: Int32 = 60_000

    package init(_ arguments: [String], environment: [String: String] = [:]) {
        let input = ChildProcess.Pipe()
        let output = ChildProcess.Pipe()
        process = ChildProcess.spawn(
            arguments, environment, descriptors: [0: input.reading, 1: output.writing])
        close(input.reading)
        close(output.writing)
        self.input = input.writing
        self.output = output.reading
    }

    deinit {
        // Its end of input ends the program, which does nothing else than answer.
        close(input)
        close(output)
        kill(process, SIGKILL)
        _ = ChildProcess.wait(for: process)
    }

    /// Asks one question at a time; a program that has ended, or hangs, says so in the answer.
    package func ask(_ line: String) async -> [String] {
        await withCheckedContinuation { continuation in
            thread.perform { continuation.resume(returning: self.exchange(line)) }
        }
    }

    private func exchange(_ line: String) -> [String] {
        let text = line + "\n"
        guard send(input, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count
        else { return ["the program has ended"] }
        var answer: [String] = []
        while let line = readLine() {
            if line == "." { return answer }
            answer.append(line)
        }
        return answer + ["no answer"]
    }

    private func readLine() -> String? {
        unread.withLock { unread in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { unread.removeSubrange(...end) }
                    return String(decoding: unread[..<end], as: UTF8.self)
                }
                var poll = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
                guard Glibc.poll(&poll, 1, Self.patience) > 0 else { return nil }
                let count = read(output, &buffer, buffer.count)
                guard count > 0 else { return nil }
                unread += buffer[..<count]
            }
        }
    }
}
