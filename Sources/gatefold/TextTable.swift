// SPDX-License-Identifier: MPL-2.0

/// Rows of cells in columns that fit a terminal.
struct TextTable {
    enum Alignment: Sendable {
        /// Shortened where there is no room.
        case left
        /// A number or a time, which is never shortened.
        case right
    }

    private let alignments: [Alignment]
    private var rows: [[String]] = []

    private static let gap = 2
    /// What a column keeps, if it has it.
    private static let leastWidth = 6

    init(_ alignments: [Alignment]) {
        self.alignments = alignments
    }

    mutating func add(_ cells: [String]) {
        rows.append(cells.map(TerminalText.sanitised))
    }

    /// The lines, at most `columns` wide; nil separates the cells by tabs, for programs.
    func lines(columns: Int?) -> [String] {
        guard let columns else { return rows.map { $0.joined(separator: "\t") } }
        let widths = widths(within: columns)
        return rows.map { line($0, widths, columns) }
    }

    private func line(_ cells: [String], _ widths: [Int], _ columns: Int) -> String {
        var line = ""
        for (index, cell) in cells.enumerated() where widths[index] > 0 {
            let text = TerminalText.truncated(cell, to: widths[index])
            let space = String(repeating: " ", count: widths[index] - TerminalText.width(text))
            if !line.isEmpty { line += String(repeating: " ", count: Self.gap) }
            line += alignments[index] == .right ? space + text : text + space
        }
        while line.last == " " { line.removeLast() }
        return TerminalText.truncated(line, to: columns)
    }

    /// Each column as wide as its widest cell; then the widest of those that can be shortened give
    /// way.
    private func widths(within columns: Int) -> [Int] {
        var widths = alignments.indices.map { index in
            rows.map { TerminalText.width($0[index]) }.max() ?? 0
        }
        let gaps = max(0, widths.count { $0 > 0 } - 1) * Self.gap
        var surplus = widths.reduce(gaps, +) - columns
        while surplus > 0 {
            let flexible = widths.indices.filter { index in
                alignments[index] == .left && widths[index] > Self.leastWidth
            }
            guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            surplus -= 1
        }
        return widths
    }
}
