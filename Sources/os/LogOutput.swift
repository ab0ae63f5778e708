// SPDX-License-Identifier: MPL-2.0

internal import Foundation
private import Synchronization

#if canImport(Glibc)
    private import Glibc
#endif

/// One message on its way out.
struct LogRecord {
    let level: OSLogType
    let subsystem: String
    let category: String
    let text: String

    /// As on standard error.
    var line: String {
        let origin = [subsystem, category].filter { !$0.isEmpty }.joined(separator: ":")
        return (origin.isEmpty ? "" : "[\(origin)] ") + "\(levelName): \(text)\n"
    }

    /// As the journal's native protocol wants it (https://systemd.io/JOURNAL_NATIVE_PROTOCOL).
    var journalDatagram: [UInt8] {
        var bytes: [UInt8] = []
        func add(_ key: String, _ value: String) {
            guard !value.isEmpty else { return }
            bytes += Array(key.utf8)
            guard value.utf8.contains(UInt8(ascii: "\n")) else {
                bytes += Array("=\(value)\n".utf8)
                return
            }
            bytes.append(UInt8(ascii: "\n"))
            withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { bytes += $0 }
            bytes += Array(value.utf8) + [UInt8(ascii: "\n")]
        }
        add("MESSAGE", text)
        add("PRIORITY", String(priority))
        add("SYSLOG_IDENTIFIER", ProcessInfo.processInfo.processName)
        add("SUBSYSTEM", subsystem)
        add("CATEGORY", category)
        return bytes
    }

    private var levelName: String {
        switch level {
        case .debug: "debug"
        case .info: "info"
        case .error: "error"
        case .fault: "fault"
        default: "notice"
        }
    }

    /// `syslog(3)`'s number.
    private var priority: Int {
        switch level {
        case .debug: 7
        case .info: 6
        case .error: 3
        case .fault: 2
        default: 5
        }
    }
}

/// Where messages go: the journal or standard error, found out once.
final class LogOutput: Sendable {
    static let shared = LogOutput(ProcessInfo.processInfo.environment)

    private let mode: String?
    /// -1 where standard error is not the journal.
    private let journal: Int32

    init(_ environment: [String: String], journalPath: String = "/run/systemd/journal/socket") {
        mode = environment["OS_ACTIVITY_MODE"]
        journal =
            Self.isJournal(environment["JOURNAL_STREAM"]) ? Self.connect(to: journalPath) : -1
    }

    deinit {
        // Nothing is buffered, so closing cannot lose anything.
        if journal >= 0 { _ = close(journal) }
    }

    func writes(_ level: OSLogType) -> Bool {
        switch mode {
        case "disable": false
        case "debug": true
        default: level != .debug
        }
    }

    func write(_ record: LogRecord) {
        if journal >= 0 {
            let bytes = record.journalDatagram
            if send(journal, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count {
                return
            }
            // Too long for a datagram, or the journal is gone: standard error has it.
        }
        var line = record.line
        // One write, so that lines of two threads do not mix. A closed standard error loses the
        // line, and there is nobody left to tell.
        line.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Whether standard error is the stream that systemd connected to the journal
    /// (`systemd.exec(5)`, `$JOURNAL_STREAM`).
    private static func isJournal(_ stream: String?) -> Bool {
        var status = stat()
        guard let stream, fstat(STDERR_FILENO, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }

    private static func connect(to path: String) -> Int32 {
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return -1 }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { place in
            place.copyBytes(from: path.utf8.prefix(place.count - 1))
        }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if status == 0 { return descriptor }
        _ = close(descriptor)
        return -1
    }
}
