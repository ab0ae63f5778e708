// SPDX-License-Identifier: MPL-2.0

extension CommandTable {
    private typealias Example = CommandEntry.Example

    static let playlists = CommandEntry(
        name: "playlists", arguments: "[COMMAND]",
        summary: "list the playlists, or change those of the library",
        details: """
            Listed are the playlists of the library, those that it makes by itself (recently
            added, most played, favourites, never played), the M3U, M3U8, PLS and XSPF files in the
            music folder and below, and what gatefold queue save has saved. On a terminal the
            active one is marked. The commands change playlists of the library; one that is a file
            becomes such a one by import. With --source they change those of an online source,
            as far as it lets them: gatefold source show lists them.
            """,
        section: .queue,
        examples: [
            Example(line: "gatefold playlists", meaning: "list them"),
            Example(line: "gatefold play --playlist Sunday", meaning: "play one of them"),
            Example(line: "gatefold playlists create Sunday a.flac", meaning: "make one"),
        ],
        subcommands: [
            show, create, rename, add, remove, move, delete, importing, exporting,
        ]
    ) { (operands) throws(UsageError) in
        try operands.none()
        return .playlists
    }

    private static let onSource = CommandEntry.Option(
        name: "--source", value: "NAME", summary: "of an online source")

    private static func command(
        _ command: PlaylistCommand, _ operands: Operands
    ) -> Command {
        .playlist(command, source: operands.value(of: "--source"))
    }

    private static let show = CommandEntry(
        name: "show", arguments: "NAME", summary: "list its songs, counted from 1",
        options: [onSource],
        examples: [Example(line: "gatefold playlists show Sunday", meaning: "what is in it")]
    ) { (operands) throws(UsageError) in
        command(.show(try operands.one("the name")), operands)
    }

    private static let create = CommandEntry(
        name: "create", arguments: "NAME [PATH…]", summary: "make a playlist, of these or empty",
        options: [onSource],
        examples: [
            Example(line: "gatefold playlists create Sunday ~/Music/Album", meaning: "of a folder")
        ]
    ) { (operands) throws(UsageError) in
        let (name, paths) = try named(operands)
        return command(.create(name, paths), operands)
    }

    private static let rename = CommandEntry(
        name: "rename", arguments: "NAME NEW", summary: "give it another name",
        options: [onSource],
        examples: [
            Example(line: "gatefold playlists rename Sunday Monday", meaning: "it is Monday")
        ]
    ) { (operands) throws(UsageError) in
        let (old, new) = try operands.two("the name", "the new name")
        return command(.rename(old, to: new), operands)
    }

    private static let add = CommandEntry(
        name: "add", arguments: "NAME PATH…", summary: "append files, folders, playlists or URLs",
        options: [onSource],
        examples: [
            Example(line: "gatefold playlists add Sunday song.ogg", meaning: "append one file")
        ]
    ) { (operands) throws(UsageError) in
        let (name, paths) = try named(operands)
        guard !paths.isEmpty else { throw UsageError("the path is missing") }
        return command(.add(name, paths), operands)
    }

    private static let remove = CommandEntry(
        name: "remove", arguments: "NAME POSITION…", summary: "take songs out: 2, or a range 3-5",
        options: [onSource],
        examples: [Example(line: "gatefold playlists remove Sunday 1 3-5", meaning: "four of them")]
    ) { (operands) throws(UsageError) in
        let (name, words) = try named(operands)
        guard !words.isEmpty else { throw UsageError("the position is missing") }
        var ranges: [ClosedRange<Int>] = []
        for word in words { ranges.append(try Values.positions(word.text)) }
        return command(.remove(name, ranges), operands)
    }

    private static let move = CommandEntry(
        name: "move", arguments: "NAME FROM TO", summary: "move a song to another position",
        options: [onSource],
        examples: [
            Example(
                line: "gatefold playlists move Sunday 7 2", meaning: "the seventh to the second")
        ]
    ) { (operands) throws(UsageError) in
        let (name, words) = try named(operands)
        guard words.count == 2 else { throw UsageError("two positions are wanted: from, to") }
        return command(
            .move(
                name, from: try Values.position(words[0].text),
                to: try Values.position(words[1].text)), operands)
    }

    private static let delete = CommandEntry(
        name: "delete", arguments: "NAME", summary: "delete it; the songs stay",
        options: [onSource],
        examples: [Example(line: "gatefold playlists delete Sunday", meaning: "forget it")]
    ) { (operands) throws(UsageError) in
        command(.delete(try operands.one("the name")), operands)
    }

    private static let importing = CommandEntry(
        name: "import", arguments: "FILE…", summary: "make playlists of M3U, PLS and XSPF files",
        examples: [
            Example(line: "gatefold playlists import Sunday.m3u8", meaning: "one of its name")
        ]
    ) { (operands) throws(UsageError) in
        .playlist(.importing(try operands.atLeastOne("the file")))
    }

    private static let exporting = CommandEntry(
        name: "export", arguments: "NAME FILE [--force]",
        summary: "write a playlist into an M3U8 or XSPF file",
        details: """
            Files beside the playlist's file or below are named relative to it, so that both can
            be moved together.
            """,
        options: [
            CommandEntry.Option(name: "--force", summary: "replace a file that is there")
        ],
        examples: [
            Example(line: "gatefold playlists export Sunday ~/Sunday.m3u8", meaning: "as M3U8"),
            Example(line: "gatefold playlists export Sunday ~/Sunday.xspf", meaning: "as XSPF"),
        ]
    ) { (operands) throws(UsageError) in
        let (name, files) = try named(operands)
        guard let file = files.first else { throw UsageError("the file is missing") }
        guard files.count == 1 else { throw UsageError("only one file is written") }
        return .playlist(.exporting(name, file, force: operands.has("--force")))
    }

    /// The name of a playlist, and what follows it.
    private static func named(
        _ operands: Operands
    ) throws(UsageError) -> (String, [Argument]) {
        let words = try operands.atLeastOne("the name")
        return (words[0].text, Array(words.dropFirst()))
    }
}
