// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus
internal import GatefoldModel

/// Listing and editing the queue.
extension Program {
    func edit(_ command: QueueCommand, of client: PlayerClient) throws(ClientError) {
        switch command {
        case .list(let all):
            try list(client, try client.refresh(), all: all)
        case .move(let from, let to):
            let length = try client.refresh().queueLength
            let entry = try entry(at: from, of: length, client)
            try require(to <= length, Self.noEntry(to, of: length))
            try client.move(entry.id, to: to - 1)
        case .remove(let ranges):
            try remove(ranges, client)
        case .jump(let position):
            let length = try client.refresh().queueLength
            try client.jump(to: try entry(at: position, of: length, client).id)
        case .clear:
            try client.clear()
        case .save(let name, let force):
            try savePlaylist(name, force: force, of: client)
        case .add, .next:
            preconditionFailure("\(command) is carried out elsewhere")
        }
    }

    private func list(
        _ client: PlayerClient, _ now: PlayerSnapshot, all: Bool
    ) throws(ClientError) {
        let length = now.queueLength
        guard length > 0 else { return console.line("The queue is empty.") }
        let isWhole = all || !console.outputIsTerminal
        let range = isWhole ? 0..<length : QueueList.window(of: length, around: now.index)
        let columns = console.columns
        if range.lowerBound > 0 {
            console.line("  … \(Words.count(range.lowerBound)) before")
        }
        var next = range.lowerBound
        while next < range.upperBound {
            let chunk = next..<min(next + Self.chunk, range.upperBound)
            let entries = try client.entries(in: chunk)
            let lines = entries.enumerated().map { offset, entry in
                let index = next + offset
                let mark = index == now.index ? now.status.symbol : nil
                return QueueList.line(entry, at: index, of: length, mark: mark, columns: columns)
            }
            console.write(lines.map { $0 + "\n" }.joined())
            // Somebody has shortened the queue meanwhile.
            guard entries.count == chunk.count else { return }
            next = chunk.upperBound
        }
        if range.upperBound < length {
            let rest = Words.count(length - range.upperBound)
            console.line("  … \(rest) after; gatefold queue --all lists them")
        }
    }

    /// Entries asked for at once: messages of a few hundred kilobytes.
    private static let chunk = 1000

    /// All ids first, then one call: positions move as entries go.
    private func remove(
        _ ranges: [ClosedRange<Int>], _ client: PlayerClient
    ) throws(ClientError) {
        let length = try client.refresh().queueLength
        var ids: [EntryID] = []
        for range in ranges {
            try require(range.upperBound <= length, Self.noEntry(range.upperBound, of: length))
            ids += try client.entries(in: (range.lowerBound - 1)..<range.upperBound).map(\.id)
        }
        var seen: Set<EntryID> = []
        try client.remove(ids.filter { seen.insert($0).inserted })
    }

    private func entry(
        at position: Int, of length: Int, _ client: PlayerClient
    ) throws(ClientError) -> QueueEntry {
        guard position <= length,
            let entry = try client.entries(in: (position - 1)..<position).first
        else { throw ClientError(.refused, Self.noEntry(position, of: length)) }
        return entry
    }

    private static func noEntry(_ position: Int, of length: Int) -> String {
        guard length > 0 else { return "The queue is empty." }
        let entries = Words.count(length, "entry", "entries")
        return "There is no entry \(position): the queue has \(entries)."
    }
}
