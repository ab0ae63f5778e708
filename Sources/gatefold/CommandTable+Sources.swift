// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

extension CommandTable {
    private typealias Example = CommandEntry.Example
    private typealias Option = CommandEntry.Option

    static let sources = [source, charts]

    private static let source = CommandEntry(
        name: "source", arguments: "[COMMAND]",
        summary: "list the music servers and catalogs, or change them",
        details: """
            An online source has a name, by which gatefold search, charts and play take it. Sources
            stand in the file of settings, one group each; passwords, keys and tokens are in the
            keyring of the desktop or, where there is none, in a file that only you can read.
            """,
        section: .sources,
        options: [json],
        examples: [
            Example(
                line: "gatefold source add subsonic http://nas:4533 --user me",
                meaning: "a music server"),
            Example(line: "gatefold source", meaning: "list them"),
            Example(line: "gatefold source test nas", meaning: "ask it"),
        ],
        subcommands: [list, show, add, remove, test]
    ) { (operands) throws(UsageError) in
        try operands.none()
        return .source(.list(json: operands.has("--json")))
    }

    private static let list = CommandEntry(
        name: "list", arguments: "[--json]", summary: "list them",
        options: [json],
        examples: [Example(line: "gatefold source list", meaning: "name, kind, address and user")]
    ) { (operands) throws(UsageError) in
        try operands.none()
        return .source(.list(json: operands.has("--json")))
    }

    private static let show = CommandEntry(
        name: "show", arguments: "NAME [OPTION…]", summary: "list what one has, such as playlists",
        details: "Of apple-music, what is in your own library there.",
        options: [
            Option(
                name: "--type", value: "TYPE",
                summary: "song, album, artist, playlist or station; playlist if not given"),
            Option(name: "--limit", value: "N", summary: "at most N, 100 if not given"), json,
        ],
        examples: [
            Example(line: "gatefold source show home", meaning: "the playlists of a server"),
            Example(line: "gatefold source show home --type album", meaning: "its albums"),
        ]
    ) { (operands) throws(UsageError) in
        var (kind, limit) = (SourceItem.Kind.playlist, 100)
        if let word = operands.value(of: "--type") { kind = try Values.searchKind(word) }
        if let word = operands.value(of: "--limit") { limit = try Values.limit(word) }
        let name = try operands.one("the name of the source")
        return .source(.show(name, kind, limit: limit, json: operands.has("--json")))
    }

    // MARK: Changing them

    private static let add = CommandEntry(
        name: "add", arguments: "KIND [ADDRESS]", summary: "add one, or change its password",
        details: """
            KIND is subsonic (a server that speaks Subsonic's protocol, such as Navidrome, gonic,
            Airsonic or Funkwhale), itunes (the search of the iTunes Store), apple-music (the Apple
            Music API, with a developer's key of your own), radio (the stations in
            ~/.config/gatefold/stations.m3u) or listenbrainz (is told what is heard, and has no music;
            also a server that speaks like it, by the address before its /1/). Of Apple's songs
            previews of thirty seconds are heard, as the whole is protected.

            The password or token is asked for on a terminal, and else read from standard input; it
            is never an argument. The server is asked whether it accepts it. Only subsonic needs an
            ADDRESS. The key of apple-music is copied from its file; with --user-token your own
            library there belongs to it.
            """,
        options: [
            Option(name: "--user", value: "USER", summary: "who you are to the server"),
            Option(
                name: "--name", value: "NAME",
                summary: "what you call it; from the address or the kind if not given"),
            Option(name: "--country", value: "CC", summary: "of the iTunes Store, such as is"),
            Option(name: "--storefront", value: "CC", summary: "the same of apple-music"),
            Option(name: "--key-file", value: "FILE", summary: "the key of apple-music (.p8)"),
            Option(name: "--key-id", value: "ID", summary: "what Apple calls that key"),
            Option(name: "--team-id", value: "ID", summary: "what Apple calls its owner"),
            Option(name: "--user-token", summary: "apple-music: ask for your token, too"),
        ],
        examples: [
            Example(
                line: "gatefold source add subsonic http://nas:4533 --user me --name home",
                meaning: "a server"),
            Example(line: "gatefold source add itunes", meaning: "previews"),
            Example(
                line: "gatefold source add apple-music --key-file x.p8 --key-id K --team-id T",
                meaning: "more previews"),
            Example(
                line: "gatefold source add listenbrainz --user me", meaning: "to be told"),
        ]
    ) { (operands) throws(UsageError) in
        let settings = try settings(operands)
        let key = operands.value(of: "--key-file").map { file in
            KeyWish(file: file, withUser: operands.has("--user-token"))
        }
        return .source(.add(settings, key: key))
    }

    /// Which options are for which kind; `--name` is for all.
    private static let optionsOfKinds: [String: Set<SourceSettings.Kind>] = [
        "--user": [.subsonic, .listenBrainz], "--country": [.itunes],
        "--storefront": [.appleMusic], "--key-file": [.appleMusic], "--key-id": [.appleMusic],
        "--team-id": [.appleMusic], "--user-token": [.appleMusic],
    ]

    /// Which options a kind cannot do without.
    private static let requiredOptions: [SourceSettings.Kind: [String]] = [
        .subsonic: ["--user"], .appleMusic: ["--key-file", "--key-id", "--team-id"],
    ]

    private static func settings(_ operands: Operands) throws(UsageError) -> SourceSettings {
        let words = try operands.atLeastOne("the kind of the source").map(\.text)
        guard let kind = SourceSettings.Kind(rawValue: words[0]) else {
            let kinds = SourceSettings.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError(
                "“\(TerminalText.sanitised(words[0]))” is no kind of source: there are \(kinds)")
        }
        for (option, kinds) in optionsOfKinds where operands.has(option) && !kinds.contains(kind) {
            throw UsageError("\(option) is nothing of \(kind.rawValue)")
        }
        var settings = SourceSettings(kind, name: kind.rawValue)
        settings.address = try address(of: kind, operands)
        for option in requiredOptions[kind] ?? [] where !operands.has(option) {
            throw UsageError("\(kind.rawValue) needs \(option)")
        }
        settings.user = operands.value(of: "--user")
        if kind == .subsonic {
            settings.name = Values.sourceName(ofAddress: settings.address ?? "")
        }
        settings.options = try options(operands)
        settings.name = operands.value(of: "--name") ?? settings.name
        guard let fault = settings.fault else { return settings }
        throw UsageError(TerminalText.sanitised(String(fault.dropLast())))
    }

    private static func address(
        of kind: SourceSettings.Kind, _ operands: Operands
    ) throws(UsageError) -> String? {
        switch kind {
        case .subsonic: return try operands.two("the kind of the source", "its address").1
        case .itunes, .appleMusic, .listenBrainz:
            if operands.words.count < 2 { return nil }
            return try operands.two("the kind of the source", "its address").1
        case .radio:
            _ = try operands.one("the kind of the source")
            return nil
        }
    }

    private static func options(_ operands: Operands) throws(UsageError) -> [String: String] {
        typealias Option = SourceSettings.Option
        return [
            Option.country: try country("--country", operands),
            Option.storefront: try country("--storefront", operands),
            Option.keyID: operands.value(of: "--key-id"),
            Option.teamID: operands.value(of: "--team-id"),
        ].compactMapValues(\.self)
    }

    private static func country(
        _ option: String, _ operands: Operands
    ) throws(UsageError) -> String? {
        guard let word = operands.value(of: option)?.lowercased() else { return nil }
        guard word.count == 2, word.allSatisfy({ ("a"..."z").contains($0) }) else {
            throw UsageError("a country has two letters, such as is")
        }
        return word
    }

    private static let remove = CommandEntry(
        name: "remove", arguments: "NAME…", summary: "remove sources, and forget their passwords",
        details: "What is in the queue stays there, and cannot be played any more.",
        examples: [Example(line: "gatefold source remove home", meaning: "one")]
    ) { (operands) throws(UsageError) in
        .source(.remove(try operands.atLeastOne("the name of the source").map(\.text)))
    }

    private static let test = CommandEntry(
        name: "test", arguments: "[NAME…]", summary: "ask the servers whether all is well",
        details: "Without a name, all of them.",
        examples: [Example(line: "gatefold source test home", meaning: "one")]
    ) { operands in
        .source(.test(operands.words.map(\.text)))
    }

    // MARK: Charts

    private static let charts = CommandEntry(
        name: "charts", arguments: "[OPTION…]", summary: "list what is heard most",
        details: """
            Of the library and of every source, or of the one that is named. Only some sources know
            the charts of a genre.
            """,
        section: .sources,
        options: [
            Option(
                name: "--source", value: "NAME", summary: "an online source, or library"),
            Option(name: "--genre", value: "GENRE", summary: "only of a genre"),
            Option(
                name: "--type", value: "TYPE", summary: "song, album, artist or playlist"),
            limit, json,
        ],
        examples: [
            Example(line: "gatefold charts", meaning: "everywhere"),
            Example(line: "gatefold charts --source home --type album", meaning: "of one server"),
            Example(line: "gatefold charts --genre Jazz --limit 50", meaning: "of a genre"),
        ]
    ) { (operands) throws(UsageError) in
        try operands.none()
        var wish = ChartWish()
        wish.source = operands.value(of: "--source") ?? wish.source
        wish.genre = operands.value(of: "--genre")
        if let word = operands.value(of: "--type") { wish.kind = try Values.searchKind(word) }
        wish.limit = try limit(operands)
        wish.json = operands.has("--json")
        return .charts(wish)
    }
}

extension Values {
    /// What a source is called by itself: the first word of its host that says something, or all of
    /// an address of numbers.
    static func sourceName(ofAddress address: String) -> String {
        let host = address.split(separator: "/").dropFirst().first?.prefix { $0 != ":" } ?? ""
        let words = host.split(separator: ".")
        let isNumber = words.allSatisfy { $0.allSatisfy(\.isNumber) }
        return String(isNumber ? host : words.first { $0 != "www" } ?? host)
    }
}
