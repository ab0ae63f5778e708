// SPDX-License-Identifier: MPL-2.0

extension CommandTable {
    private typealias Example = CommandEntry.Example

    static let queue = CommandEntry(
        name: "queue", arguments: "[COMMAND]",
        summary: "list the queue, or change it",
        details: """
            Without a command lists the queue. Entries are counted from 1, and the current one is
            marked.
            """,
        section: .queue,
        options: [all],
        examples: [
            Example(line: "gatefold queue", meaning: "list it"),
            Example(line: "gatefold queue add ~/Music/Other", meaning: "append a folder"),
            Example(line: "gatefold queue next song.ogg", meaning: "hear it after this entry"),
            Example(line: "gatefold queue remove 2 5-7", meaning: "remove four entries"),
        ],
        subcommands: [list, add, next, move, remove, jump, clear, save],
        parse: parseList)

    private static let all = CommandEntry.Option(
        name: "--all",
        summary: "list every entry, not only those around the current")

    private static let parseList: @Sendable (Operands) throws(UsageError) -> Command = {
        (operands) throws(UsageError) in
        try operands.none()
        return .queue(.list(all: operands.has("--all")))
    }

    private static let list = CommandEntry(
        name: "list", arguments: "[--all]", summary: "list the entries, the current one marked",
        details: """
            On a terminal a long queue is shown around the current entry; off a terminal it is
            always listed whole.
            """,
        options: [all],
        examples: [Example(line: "gatefold queue list --all", meaning: "every entry")],
        parse: parseList)

    private static let add = CommandEntry(
        name: "add", arguments: "PATH…", summary: "append files, folders, playlists or URLs",
        details: "gatefoldd is started where it does not run.",
        examples: [Example(line: "gatefold queue add song.flac", meaning: "append one file")]
    ) { (operands) throws(UsageError) in .queue(.add(try operands.atLeastOne("the path"))) }

    private static let next = CommandEntry(
        name: "next", arguments: "PATH…", summary: "insert them after the current entry",
        details: "gatefoldd is started where it does not run.",
        examples: [Example(line: "gatefold queue next song.flac", meaning: "hear it next")]
    ) { (operands) throws(UsageError) in .queue(.next(try operands.atLeastOne("the path"))) }

    private static let move = CommandEntry(
        name: "move", arguments: "FROM TO", summary: "move an entry to another position",
        examples: [Example(line: "gatefold queue move 7 2", meaning: "the seventh becomes second")]
    ) { (operands) throws(UsageError) in
        let (from, to) = try operands.two("the entry to move", "its new position")
        return .queue(.move(from: try Values.position(from), to: try Values.position(to)))
    }

    private static let remove = CommandEntry(
        name: "remove", arguments: "POSITION…", summary: "remove entries: 2, or a range 3-5",
        examples: [Example(line: "gatefold queue remove 1 3-5", meaning: "remove four entries")]
    ) { (operands) throws(UsageError) in
        var ranges: [ClosedRange<Int>] = []
        for word in try operands.atLeastOne("the position") {
            ranges.append(try Values.positions(word.text))
        }
        return .queue(.remove(ranges))
    }

    private static let jump = CommandEntry(
        name: "jump", arguments: "POSITION", summary: "play an entry",
        examples: [Example(line: "gatefold queue jump 3", meaning: "play the third")]
    ) { (operands) throws(UsageError) in
        .queue(.jump(try Values.position(try operands.one("the position"))))
    }

    private static let clear = CommandEntry.plain(
        "clear", "remove all entries, and stop", .queue(.clear))

    private static let save = CommandEntry(
        name: "save", arguments: "NAME [--force]", summary: "save the queue as a playlist",
        details: """
            The playlist is a file in the XSPF format, in gatefold/playlists of the data folder
            (~/.local/share). gatefold play --playlist NAME plays it.
            """,
        options: [
            CommandEntry.Option(name: "--force", summary: "replace the playlist of this name")
        ],
        examples: [
            Example(line: "gatefold queue save Sunday", meaning: "save it under this name")
        ]
    ) { (operands) throws(UsageError) in
        .queue(.save(try operands.one("the name"), force: operands.has("--force")))
    }
}
