// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// What the kernel counts of a process, from proc(5).
struct ProcessFigures {
    let process: pid_t

    /// Time on a processor, of all its threads.
    var processorNanoseconds: Double {
        threads.reduce(0) { sum, thread in
            let fields = text("task/\(thread)/schedstat").split(separator: " ")
            return sum + (fields.first.flatMap { Double($0) } ?? 0)
        }
    }

    var threads: [pid_t] { numbers(in: "/proc/\(process)/task") }

    /// Times that a thread went to sleep by itself, and so woke up again.
    func voluntarySwitches(of thread: pid_t) -> Int {
        Int(value(of: "voluntary_ctxt_switches:", in: text("task/\(thread)/status")) ?? 0)
    }

    /// Whether a debugger holds every thread.
    var isTraced: Bool {
        threads.allSatisfy { thread in
            value(of: "TracerPid:", in: text("task/\(thread)/status")) ?? 0 > 0
        }
    }

    /// Memory, what is shared divided by its users, in megabytes (of 1,000,000 bytes).
    var proportionalMegabytes: Double { rollup("Pss:") }

    /// Memory that is this process's alone and was written to, in megabytes (of 1,000,000 bytes).
    var privateMegabytes: Double { rollup("Private_Dirty:") }

    private func rollup(_ field: String) -> Double {
        (value(of: field, in: text("smaps_rollup")) ?? .nan) * 1024 / 1_000_000
    }

    private func value(of field: String, in text: String) -> Double? {
        for line in text.split(separator: "\n") where line.hasPrefix(field) {
            return line.dropFirst(field.count).split { $0 == " " || $0 == "\t" }.first
                .flatMap { Double($0) }
        }
        return nil
    }

    private func text(_ name: String) -> String {
        contents(of: "/proc/\(process)/\(name)")
    }
}

/// The text of a file whose size the kernel does not tell; empty where there is none.
func contents(of path: String) -> String {
    guard let file = fopen(path, "re") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
        bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
}

private func numbers(in folder: String) -> [pid_t] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var numbers: [pid_t] = []
    while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if let number = pid_t(name) { numbers.append(number) }
    }
    return numbers
}
