// SPDX-License-Identifier: MPL-2.0

/// Guesses which name a misspelt word was meant to be.
enum Suggestion {
    /// A name that begins with the word, or the nearest one within two slips of the finger.
    static func nearest(to word: String, in names: [String]) -> String? {
        guard word.count >= 2 else { return nil }
        if let name = names.first(where: { $0.hasPrefix(word) }) { return name }
        let limit = word.count < 4 ? 1 : 2
        let ranked = names.map { (name: $0, distance: distance(Array(word), Array($0))) }
        return ranked.min { $0.distance < $1.distance }
            .flatMap { $0.distance <= limit ? $0.name : nil }
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the
    /// other (optimal string alignment).
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        // A word far longer than any name is no misspelling, and need not be compared.
        guard left.count <= 32, right.count <= 32 else { return .max }
        var rows = [Array(0...right.count)]
        for (i, character) in left.enumerated() {
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                let change = rows[i][j] + (character == other ? 0 : 1)
                var best = min(rows[i][j + 1] + 1, row[j] + 1, change)
                if i > 0, j > 0, character == right[j - 1], left[i - 1] == other {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
