// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus
internal import GatefoldModel

/// The player's state in one line for people.
struct StatusLine: Hashable, Sendable {
    enum Style: String, Sendable {
        case plain = ""
        case bold = "1"
        case faint = "2"
        case green = "32"
        case yellow = "33"
    }

    struct Part: Hashable, Sendable {
        var text: String
        var style: Style
    }

    /// Symbol and name: shortened last.
    private let symbol: Part
    private let name: Part
    private let album: Part?
    /// From the most to the least important.
    private let tail: [Part]

    /// Nil where nothing is current.
    init?(_ snapshot: PlayerSnapshot, at now: MonotonicTime) {
        guard let entry = snapshot.entry else { return nil }
        symbol = Part(
            text: snapshot.status.symbol, style: snapshot.status == .playing ? .green : .yellow)
        name = Part(text: Words.name(entry), style: .bold)
        album = entry.album.flatMap { album in
            album.isEmpty ? nil : Part(text: " · " + TerminalText.sanitised(album), style: .plain)
        }
        tail = Self.tail(snapshot, entry, at: now)
    }

    private static func tail(
        _ snapshot: PlayerSnapshot, _ entry: PlayerSnapshot.Entry, at now: MonotonicTime
    ) -> [Part] {
        let length = entry.length.map { " / " + Words.time($0) } ?? ""
        var tail = [Part(text: Words.time(snapshot.position(at: now)) + length, style: .plain)]
        func add(_ text: String, _ style: Style = .faint) {
            tail.append(Part(text: text, style: style))
        }
        if snapshot.isBuffering { add("buffering", .yellow) }
        if let index = snapshot.index { add("[\(index + 1)/\(snapshot.queueLength)]") }
        add(snapshot.isMuted ? "muted" : "vol " + Words.percent(snapshot.volume))
        if snapshot.rate != 1 { add(Words.rate(snapshot.rate) + "×") }
        if snapshot.loop != .none { add("repeat " + snapshot.loop.mode.rawValue) }
        if snapshot.shuffle { add("shuffle") }
        if !snapshot.output.isEmpty {
            add("(" + TerminalText.sanitised(snapshot.output) + ")", .yellow)
        }
        return tail
    }

    /// The line, at most `columns` wide where that is given.
    func text(columns: Int? = nil, colours: Bool = false) -> String {
        parts(columns: columns)
            .map { part in
                colours && part.style != .plain
                    ? "\u{1B}[\(part.style.rawValue)m\(part.text)\u{1B}[0m" : part.text
            }
            .joined()
    }

    /// First the least important parts of the tail go, then the album and the name are cut.
    private func parts(columns: Int?) -> [Part] {
        let space = Part(text: " ", style: .plain)
        let gap = Part(text: "  ", style: .plain)
        var tail = tail
        guard let columns else {
            return [symbol, space, name] + (album.map { [$0] } ?? []) + tail.flatMap { [gap, $0] }
        }
        func tailWidth() -> Int { tail.reduce(0) { $0 + 2 + TerminalText.width($1.text) } }
        let wanted = min(Self.leastName, TerminalText.width(name.text))
        while tail.count > 1, 2 + wanted + tailWidth() > columns { tail.removeLast() }
        var room = max(0, columns - 2 - tailWidth())
        var parts = [symbol, space]
        for part in [name, album].compactMap({ $0 }) where room > 0 {
            let text = TerminalText.truncated(part.text, to: room)
            room -= TerminalText.width(text)
            parts.append(Part(text: text, style: part.style))
        }
        parts += tail.flatMap { [gap, $0] }
        // A terminal narrower than the time itself.
        guard parts.reduce(0, { $0 + TerminalText.width($1.text) }) > columns else { return parts }
        return [
            Part(
                text: TerminalText.truncated(parts.map(\.text).joined(), to: columns), style: .plain
            )
        ]
    }

    /// Columns that the name keeps before the tail is cut.
    private static let leastName = 24
}

extension PlayerSnapshot.Status {
    var symbol: String {
        switch self {
        case .playing: "▶"
        case .paused: "⏸"
        case .stopped: "■"
        }
    }
}
