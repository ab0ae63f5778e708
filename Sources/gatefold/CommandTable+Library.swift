// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

extension CommandTable {
    private typealias Example = CommandEntry.Example
    private typealias Option = CommandEntry.Option

    static let library = [search, folders, favourite, stars]

    static let json = CommandEntry.Option(name: "--json", summary: "print one JSON object per line")

    static let limit = CommandEntry.Option(
        name: "--limit", value: "N", summary: "at most N of each kind, 10 if not given")

    static func limit(_ operands: Operands) throws(UsageError) -> Int {
        guard let word = operands.value(of: "--limit") else { return 10 }
        return try Values.limit(word)
    }

    private static let search = CommandEntry(
        name: "search", arguments: "WORDS…",
        summary: "find songs, albums, artists and playlists",
        details: """
            Found is what has all the words in its title, artist, album, composer or genre, the
            last one by its beginning. Case and accents do not count: bjork finds Björk. The best
            comes first. With --source online sources are searched instead, by their own rules, and
            what one finds is printed as soon as it answers. Off a terminal the columns are separated
            by tabs; with --source the first is the source.

            """ + ListingJSON.documentation,
        section: .library,
        options: [
            Option(
                name: "--type", value: "TYPE",
                summary: "only song, album, artist, playlist or station; may be given again"),
            Option(
                name: "--source", value: "NAME",
                summary: "an online source, library, or all of them at once"),
            limit, json,
        ],
        examples: [
            Example(line: "gatefold search bjork", meaning: "whatever has it"),
            Example(line: "gatefold search --type album best of", meaning: "only albums"),
            Example(line: "gatefold search joga --json | jq -r .uri", meaning: "for a script"),
            Example(line: "gatefold search --source all bjork", meaning: "everywhere"),
        ]
    ) { (operands) throws(UsageError) in
        var wish = SearchWish(text: try operands.phrase("what to look for"))
        for word in operands.values(of: "--type") { wish.kinds.append(try Values.searchKind(word)) }
        wish.limit = try limit(operands)
        wish.json = operands.has("--json")
        wish.source = operands.value(of: "--source")
        return .search(wish)
    }

    // MARK: The library

    private static let folders = CommandEntry(
        name: "library", arguments: "[COMMAND]",
        summary: "print what is in the library, or change its folders",
        details: """
            The library knows the music in the folders that were added to it. Nothing is added by
            itself: the first gatefold library scan without any folder takes the music folder of
            the desktop. Files are only read. What is known of how often a song was played stays
            when its file is moved, or away for a while.
            """,
        section: .library,
        examples: [
            Example(line: "gatefold library add ~/Music", meaning: "take a folder in"),
            Example(line: "gatefold library scan", meaning: "look for what is new"),
            Example(line: "gatefold library top", meaning: "what was played most"),
        ],
        subcommands: [status, add, remove, scan, stats, top, recent]
    ) { (operands) throws(UsageError) in
        try operands.none()
        return .library(.status)
    }

    private static let status = CommandEntry.plain(
        "status", "list the folders, and say whether a scan is under way", .library(.status))

    private static let background = Option(
        name: "--background", summary: "do not wait for the end of the scan")

    private static let add = CommandEntry(
        name: "add", arguments: "FOLDER…", summary: "take folders into the library, and scan",
        details: "Ctrl-C ends the scan; what was read stays, and the next one goes on from there.",
        options: [background],
        examples: [
            Example(line: "gatefold library add ~/Music /mnt/music", meaning: "two folders")
        ]
    ) { (operands) throws(UsageError) in
        .library(
            .add(
                try operands.atLeastOne("the folder"),
                background: operands.has("--background")))
    }

    private static let remove = CommandEntry(
        name: "remove", arguments: "FOLDER…", summary: "take folders out of the library",
        details: "The files stay where they are.",
        examples: [Example(line: "gatefold library remove /mnt/music", meaning: "one folder")]
    ) { (operands) throws(UsageError) in
        .library(.remove(try operands.atLeastOne("the folder")))
    }

    private static let scan = CommandEntry(
        name: "scan", arguments: "[--background|--cancel]",
        summary: "look for what is new, changed or gone",
        details: """
            Only what has changed is read. Ctrl-C ends the scan; what was read stays, and the next
            one goes on from there.
            """,
        options: [
            background, Option(name: "--cancel", summary: "end the scan that is under way"),
        ],
        examples: [
            Example(line: "gatefold library scan", meaning: "and show how far it is"),
            Example(line: "gatefold library scan --background", meaning: "only begin"),
        ]
    ) { (operands) throws(UsageError) in
        try operands.none()
        guard !operands.has("--cancel") else { return .library(.cancel) }
        return .library(.scan(background: operands.has("--background")))
    }

    private static let stats = CommandEntry(
        name: "stats", arguments: "[--json]", summary: "print how much is in the library",
        details: ListingJSON.figuresDocumentation,
        options: [Option(name: "--json", summary: "print a JSON object on one line")],
        examples: [Example(line: "gatefold library stats", meaning: "in words")]
    ) { (operands) throws(UsageError) in
        try operands.none()
        return .library(.stats(json: operands.has("--json")))
    }

    private static let top = CommandEntry(
        name: "top", arguments: "[OPTION…]", summary: "list what was played most",
        details: """
            A song was played when half of it or four minutes were heard.
            """,
        options: [limit, json],
        examples: [Example(line: "gatefold library top --limit 100", meaning: "the hundred")]
    ) { (operands) throws(UsageError) in
        try operands.none()
        return .library(
            .list(.mostPlayed, limit: try limit(operands), json: operands.has("--json")))
    }

    private static let recent = CommandEntry(
        name: "recent", arguments: "[OPTION…]",
        summary: "list what was played last",
        options: [
            Option(name: "--added", summary: "list what was added last instead"), limit, json,
        ],
        examples: [
            Example(line: "gatefold library recent", meaning: "the last ten"),
            Example(line: "gatefold library recent --added", meaning: "what is new"),
        ]
    ) { (operands) throws(UsageError) in
        try operands.none()
        let list: LibraryList = operands.has("--added") ? .recentlyAdded : .recentlyPlayed
        return .library(.list(list, limit: try limit(operands), json: operands.has("--json")))
    }

    // MARK: The current song

    private static let favourite = CommandEntry(
        name: "favourite", arguments: "[on|off]",
        summary: "make the current song a favourite, or print whether it is",
        details: "Favourites are a playlist of that name.",
        section: .library,
        examples: [Example(line: "gatefold favourite on", meaning: "this is a good one")]
    ) { (operands) throws(UsageError) in
        guard let word = try operands.optional() else { return .favourite(nil) }
        return .favourite(try Values.onOrOff(word))
    }

    private static let stars = CommandEntry(
        name: "stars", arguments: "[0-5]",
        summary: "rate the current song, or print its rating",
        details: "0 takes the rating away. (gatefold rate is the speed, as MPRIS calls it.)",
        section: .library,
        examples: [
            Example(line: "gatefold stars 4", meaning: "four of five"),
            Example(line: "gatefold stars", meaning: "print it"),
        ]
    ) { (operands) throws(UsageError) in
        guard let word = try operands.optional() else { return .stars(nil) }
        return .stars(try Values.stars(word))
    }
}
