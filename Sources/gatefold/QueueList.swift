// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus

/// The queue as it is listed.
enum QueueList {
    /// What a terminal shows of a long queue.
    static let limit = 40

    /// The positions to show of a queue, which count from 0: all, or a window around the current.
    static func window(of length: Int, around current: Int?) -> Range<Int> {
        guard length > limit else { return 0..<max(0, length) }
        let wanted = (current ?? 0) - limit / 4
        let first = min(max(0, wanted), length - limit)
        return first..<(first + limit)
    }

    /// One entry's line: mark, position from 1, name, length.
    static func line(
        _ entry: QueueEntry, at index: Int, of length: Int, mark: String?, columns: Int?
    ) -> String {
        let digits = String(length).count
        let number = String(index + 1)
        let padding = String(repeating: " ", count: max(0, digits - number.count))
        let head = "\(mark ?? " ") \(padding)\(number)  "
        let tail = entry.length.map { "  " + Words.time($0) } ?? ""
        let name = Words.name(entry)
        guard let columns else { return head + name + tail }
        let room = columns - TerminalText.width(head) - TerminalText.width(tail)
        return head + TerminalText.truncated(name, to: max(1, room)) + tail
    }
}
