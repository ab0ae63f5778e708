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
            stand in the file of settings, one group each; passwords are in the keyring of the
            desktop or, where there is none, in a file that only you can read.
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
        subcommands: [list, add, remove, test]
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

    // MARK: Changing them

    private static let add = CommandEntry(
        name: "add", arguments: "KIND [ADDRESS]", summary: "add one, or change its password",
        details: """
            KIND is subsonic (a server that speaks Subsonic's protocol, such as Navidrome, gonic,
            Airsonic or Funkwhale), itunes (the search of the iTunes Store, whose songs are heard as
            previews) or radio (the stations in ~/.config/gatefold/stations.m3u). The password is
            asked for on a terminal, and else read from standard input; it is never an argument. The
            server is asked whether it accepts it.
            """,
        options: [
            Option(name: "--user", value: "USER", summary: "who you are to the server"),
            Option(
                name: "--name", value: "NAME",
                summary: "what you call it; from the address if not given"),
            Option(name: "--country", value: "CC", summary: "of the iTunes Store, such as is"),
        ],
        examples: [
            Example(
                line: "gatefold source add subsonic http://nas:4533 --user me --name home",
                meaning: "a server"),
            Example(line: "gatefold source add itunes", meaning: "previews"),
        ]
    ) { (operands) throws(UsageError) in
        .source(.add(try settings(operands)))
    }

    private static func settings(_ operands: Operands) throws(UsageError) -> SourceSettings {
        let words = try operands.atLeastOne("the kind of the source").map(\.text)
        guard let kind = SourceSettings.Kind(rawValue: words[0]) else {
            let kinds = SourceSettings.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError(
                "“\(TerminalText.sanitised(words[0]))” is no kind of source: there are \(kinds)")
        }
        var settings = SourceSettings(kind, name: kind.rawValue)
        if kind == .subsonic {
            settings.address = try operands.two("the kind of the source", "its address").1
            settings.user = operands.value(of: "--user")
            settings.name = Values.sourceName(ofAddress: settings.address ?? "")
        } else {
            _ = try operands.one("the kind of the source")
            settings.options["country"] = try country(operands)
        }
        settings.name = operands.value(of: "--name") ?? settings.name
        guard let fault = settings.fault else { return settings }
        throw UsageError(TerminalText.sanitised(String(fault.dropLast())))
    }

    private static func country(_ operands: Operands) throws(UsageError) -> String? {
        guard let word = operands.value(of: "--country")?.lowercased() else { return nil }
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
