// SPDX-License-Identifier: MPL-2.0

import Foundation
import GatefoldTestSupport
import Testing
import os.log

@testable import os

@Suite struct `Log messages` {
    private func text(_ message: OSLogMessage) -> String { message.text }

    @Test func `show values, but for what is private`() {
        let (title, secret) = ("Blue", "token")
        #expect(text("Playing \(title) at \(1.5)") == "Playing Blue at 1.5")
        #expect(text("\(title, privacy: .public) \(secret, privacy: .private)") == "Blue <private>")
        #expect(text("\(secret, privacy: .sensitive)") == "<private>")
        #expect(text("\(nil as String?) \(7 as Int?)") == "(null) 7")
    }

    @Test func `write numbers as asked`() {
        #expect(text("\(255, format: .hex) \(5, format: .decimal(minDigits: 3))") == "ff 005")
        #expect(text("\(255, format: .hex(includePrefix: true, uppercase: true))") == "0xFF")
        #expect(text("\(1.23456, format: .fixed(precision: 2))") == "1.23")
        #expect(text("[\("a", align: .right(columns: 3))]") == "[  a]")
        #expect(text("[\("a", align: .left(columns: 3))]") == "[a  ]")
    }

    @Test func `understand printf's manner`() {
        #expect(OSLogMessage(format: "%d of %@, 100%%", [3, "ten"]).text == "3 of ten, 100%")
        #expect(OSLogMessage(format: "%{public}@ %{private}@", ["a", "b"]).text == "a <private>")
        #expect(OSLogMessage(format: "%.1f", [1.25]).text == "1.2")
        #expect(OSLogMessage(format: "%d and %d", [1]).text == "1 and %d")
    }

    @Test func `name their origin and level on standard error`() {
        let record = LogRecord(
            level: .error, subsystem: "org.example", category: "player", text: "lost")
        #expect(record.line == "[org.example:player] error: lost\n")
        let plain = LogRecord(level: .default, subsystem: "", category: "", text: "so")
        #expect(plain.line == "notice: so\n")
    }

    @Test func `are written unless the environment or the log says no`() {
        #expect(!LogOutput([:]).writes(.debug))
        #expect(LogOutput([:]).writes(.info))
        #expect(LogOutput(["OS_ACTIVITY_MODE": "debug"]).writes(.debug))
        #expect(!LogOutput(["OS_ACTIVITY_MODE": "disable"]).writes(.fault))
        #expect(!OSLog.disabled.isEnabled(type: .fault))
    }
}

@Suite struct `The journal` {
    @Test func `gets level, origin and several lines as fields`() throws {
        let record = LogRecord(
            level: .fault, subsystem: "org.example", category: "", text: "a\nb")
        var expected = Array("MESSAGE\n".utf8)
        expected += [3, 0, 0, 0, 0, 0, 0, 0] + Array("a\nb\nPRIORITY=2\n".utf8)
        #expect(record.journalDatagram.starts(with: expected))
        let text = String(decoding: record.journalDatagram, as: UTF8.self)
        #expect(text.contains("\nSUBSYSTEM=org.example\n"))
        #expect(!text.contains("CATEGORY"))
    }

    @Test func `is not used where standard error is something else`() {
        let output = LogOutput(["JOURNAL_STREAM": "1:2"], journalPath: "/nonexistent")
        #expect(output.writes(.error))
    }
}

@Suite struct `A lock around a value` {
    @Test func `lets one in at a time`() async {
        let lock = OSAllocatedUnfairLock(initialState: 0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<1000 { lock.withLock { $0 += 1 } } }
            }
        }
        #expect(lock.withLock { $0 } == 4000)
    }
}
