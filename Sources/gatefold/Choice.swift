// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus
internal import GatefoldModel

/// One thing out of several of the same name.
enum Choice {
    /// Those that are meant by a name: the ones that have exactly this name, whatever its case, else
    /// all that were found.
    static func candidates(
        for name: String, among found: [SourceItem]
    ) -> [SourceItem] {
        let exact = found.filter { $0.title.lowercased() == name.lowercased() }
        return exact.isEmpty ? found : exact
    }

    /// The number that somebody typed, which counts from 1; nil for none of them.
    static func index(_ answer: String, of count: Int) -> Int? {
        guard let number = Int(answer.filter { !$0.isWhitespace }), (1...count).contains(number)
        else { return nil }
        return number - 1
    }

    /// What is asked on a terminal.
    static func question(_ items: [SourceItem], columns: Int) -> String {
        let lines = ListingTable.lines(items, lead: .number, columns: columns - 2)
        return lines.map { "  \($0)\n" }.joined() + "Which one? [1-\(items.count)] "
    }

    /// One of several, and how to name it where nobody can be asked.
    static func line(_ item: SourceItem) -> String {
        "“\(item.title)”" + (item.artist.map { " — " + $0 } ?? "") + ": \(item.uri)"
    }
}

extension Program {
    /// The one that is meant, for which a terminal is asked where there are several.
    func choose(
        _ kind: SourceItem.Kind, named name: String, among found: [SourceItem],
        place: String = "in the library"
    ) throws(ClientError) -> SourceItem {
        let items = Choice.candidates(for: name, among: found)
        guard let first = items.first else {
            throw ClientError(.refused, "There is no \(kind.rawValue) “\(name)” \(place).")
        }
        guard items.count > 1 else { return first }
        guard console.canAsk else {
            for item in items { console.complain(TerminalText.sanitised(Choice.line(item))) }
            throw ClientError(
                .refused,
                "There are \(items.count) of the name “\(name)”: gatefold play takes one of these "
                    + "URIs.")
        }
        let answer = console.ask(Choice.question(items, columns: console.errorColumns))
        guard let answer else { throw ClientError(.refused, "Nothing was chosen.") }
        guard let index = Choice.index(answer, of: items.count) else {
            throw ClientError(.refused, "“\(answer)” is none of them.")
        }
        return items[index]
    }
}
