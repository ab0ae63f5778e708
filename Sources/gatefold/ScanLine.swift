// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// How far a scan is, in one line: a bar with rate and remaining time, once it is known how much
/// has to be read.
enum ScanLine {
    /// - Parameter elapsed: since reading began.
    static func text(_ stage: ScanStage, elapsed: MediaTime, columns: Int) -> String {
        guard let unread = stage.unread else {
            return TerminalText.truncated(
                "Looking… \(Words.count(stage.found, "file", "files")) found", to: columns)
        }
        let part = unread == 0 ? 1 : min(1, Double(stage.read) / Double(unread))
        var tail = " \(Words.percent(part))  \(Words.count(stage.read)) of \(Words.count(unread))"
        if let rate = rate(stage, elapsed), rate >= 1 {
            let rest = MediaTime(seconds: (Double(max(0, unread - stage.read)) / rate).rounded(.up))
            tail += "  \(Words.count(Int(rate)))/s  \(Words.time(rest)) left"
        }
        let room = min(barWidth, columns - TerminalText.width(tail) - 2)
        guard room >= 4 else {
            return TerminalText.truncated(String(tail.dropFirst()), to: columns)
        }
        let filled = Int(part * Double(room))
        return "[" + String(repeating: "#", count: filled)
            + String(repeating: "-", count: room - filled) + "]" + tail
    }

    private static let barWidth = 30

    /// Files a second; nil before it says something.
    private static func rate(_ stage: ScanStage, _ elapsed: MediaTime) -> Double? {
        guard elapsed.seconds >= 0.5, stage.read > 0 else { return nil }
        return Double(stage.read) / elapsed.seconds
    }

    /// The last line: what the scan has changed.
    static func text(_ result: ScanResult) -> String {
        let changes = [
            (result.added, "added"), (result.changed, "changed"), (result.moved, "moved"),
            (result.lost, "gone"),
        ].filter { $0.0 > 0 }.map { "\(Words.count($0.0)) \($0.1)" }
        let files = Words.count(result.found, "file", "files")
        return "\(files): \(changes.isEmpty ? "nothing new" : changes.joined(separator: ", "))."
    }
}
