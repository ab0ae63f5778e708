// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// Help, made from the table of commands.
enum Help {
    static let version = "gatefold \(gatefoldVersion)"

    /// The help on a path of command names that the parser found in the table.
    static func text(on path: [String]) -> String {
        var entries = CommandTable.commands
        var found: CommandEntry?
        for name in path {
            found = entries.first { $0.name == name }
            entries = found?.subcommands ?? []
        }
        guard let found else { return overview }
        return text(on: found, named: (["gatefold"] + path).joined(separator: " "))
    }

    private static var overview: String {
        var blocks = [
            "Usage: gatefold COMMAND [ARGUMENT…]",
            "Plays music through gatefoldd, and steers it.",
        ]
        for section in CommandEntry.Section.allCases {
            let entries = CommandTable.commands.filter { $0.section == section }
            blocks.append(list(section.rawValue, rows(of: entries)))
        }
        blocks.append(
            list(
                "Options",
                [
                    ("-h, --help", "explain; after a command, explain that one"),
                    ("-V, --version", "print the version"),
                ]))
        blocks.append(
            list(
                "Examples",
                [
                    ("gatefold play ~/Music/Album", "play a folder"),
                    ("gatefold seek +10", "skip ten seconds"),
                    ("gatefold queue add song.ogg", "append a file"),
                    ("gatefold search bjork", "find something in the library"),
                    ("gatefold status --follow", "show what plays, live"),
                ]))
        blocks.append(
            """
            Exit status: 0, 1 when refused (standard error says why), 2 when the command line
            cannot be understood.
            """)
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private static func text(on entry: CommandEntry, named name: String) -> String {
        let arguments = entry.arguments.isEmpty ? "" : " " + entry.arguments
        var blocks = ["Usage: \(name)\(arguments)", sentence(entry.summary)]
        if !entry.details.isEmpty { blocks.append(entry.details) }
        if !entry.subcommands.isEmpty {
            blocks.append(list("Commands", rows(of: entry.subcommands)))
        }
        let options = entry.options.map { option in
            (option.name + (option.value.map { " " + $0 } ?? ""), option.summary)
        }
        blocks.append(list("Options", options + [("-h, --help", "print this")]))
        let examples = entry.examples.map { ($0.line, $0.meaning) }
        blocks.append(list("Examples", examples.isEmpty ? [(name, entry.summary)] : examples))
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private static func rows(of entries: [CommandEntry]) -> [(String, String)] {
        entries.map { entry in
            (entry.name + (entry.arguments.isEmpty ? "" : " " + entry.arguments), entry.summary)
        }
    }

    /// A heading, and two columns below it.
    private static func list(_ heading: String, _ rows: [(String, String)]) -> String {
        let width = rows.map { TerminalText.width($0.0) }.max() ?? 0
        let lines = rows.map { left, right in
            let gap = String(repeating: " ", count: width - TerminalText.width(left) + 2)
            return "  " + left + gap + right
        }
        return ([heading + ":"] + lines).joined(separator: "\n")
    }

    private static func sentence(_ summary: String) -> String {
        summary.prefix(1).uppercased() + summary.dropFirst() + "."
    }
}
