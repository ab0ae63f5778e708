// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// All commands, in the order of the help, which is made from them.
enum CommandTable {
    static let commands: [CommandEntry] =
        playing + sound + [queue, playlists] + library + sources + status

    private typealias Example = CommandEntry.Example

    private static let playing: [CommandEntry] = [
        CommandEntry(
            name: "play", arguments: "[PATH…|OPTION]",
            summary: "play files, folders, playlists or URLs; without any, resume",
            details: """
                The queue is replaced, and its first entry plays. A PATH is an audio file, a
                folder, an M3U, M3U8, PLS or XSPF playlist, or a file, http or https URL. Folders
                are searched to the bottom, in natural order. Paths that cannot be played are
                told, and the others still play. gatefoldd is started where it does not run.
                The options play something of the library instead. Where several things have
                the name, a terminal is asked, and elsewhere they are listed.
                """,
            options: [
                .init(
                    name: "--playlist", value: "NAME",
                    summary: "a playlist, as gatefold playlists lists it"),
                .init(name: "--album", value: "NAME", summary: "an album of the library"),
                .init(name: "--artist", value: "NAME", summary: "all of an artist"),
                .init(name: "--genre", value: "NAME", summary: "all of a genre"),
                .init(
                    name: "--search", value: "WORDS",
                    summary: "the songs that gatefold search finds"),
                .init(
                    name: "--source", value: "NAME",
                    summary: "not of the library but of this source, or of all"),
            ],
            examples: [
                Example(line: "gatefold play ~/Music/Album", meaning: "play a folder"),
                Example(
                    line: "gatefold play a.flac b.mp3 list.m3u", meaning: "play these, in order"),
                Example(line: "gatefold play https://example.org/radio", meaning: "play a stream"),
                Example(line: "gatefold play --playlist Sunday", meaning: "play what was saved"),
                Example(line: "gatefold play --album homogenic", meaning: "play an album"),
                Example(
                    line: "gatefold play --source home --artist bjork",
                    meaning: "play what a music server has"),
                Example(line: "gatefold play -- -odd-name-.ogg", meaning: "a name with a hyphen"),
                Example(line: "gatefold play", meaning: "resume, or begin with the saved queue"),
            ]
        ) { (operands) throws(UsageError) in
            try play(operands)
        },
        .plain("pause", "pause, and keep the position", .pause),
        .plain("resume", "go on after a pause", .resume),
        .plain(
            "toggle", "pause when playing, else play", .toggle,
            examples: [Example(line: "gatefold toggle", meaning: "what a media key should run")]),
        .plain("stop", "stop, and go back to the beginning of the entry", .stop),
        .plain("next", "go to the next entry", .next),
        .plain("previous", "go to the entry that was played before", .previous),
        .plain("restart", "go to the beginning of the current entry", .restart),
        CommandEntry(
            name: "seek", arguments: "POSITION",
            summary: "go to a position in the current entry",
            details: """
                POSITION is seconds, m:ss or h:mm:ss from the beginning; with + or - in front,
                from here; with % behind, a part of the whole length. Seconds may have a fraction.
                """,
            examples: [
                Example(line: "gatefold seek 1:30", meaning: "to 1 minute 30"),
                Example(line: "gatefold seek +10", meaning: "10 seconds forwards"),
                Example(line: "gatefold seek -1:30", meaning: "1 minute 30 backwards"),
                Example(line: "gatefold seek 50%", meaning: "to the middle"),
            ]
        ) { (operands) throws(UsageError) in
            .seek(try Values.seekTarget(try operands.one("the position")))
        },
    ]

    private static func play(_ operands: Operands) throws(UsageError) -> Command {
        var wishes: [Command] = []
        let source = operands.value(of: "--source")
        for kind in [SourceItem.Kind.album, .artist, .genre] {
            wishes += operands.values(of: "--" + kind.rawValue).map {
                .playFound(.named(kind, $0), from: source)
            }
        }
        wishes += operands.values(of: "--playlist").map { .playPlaylist($0) }
        wishes += operands.values(of: "--search").map { .playFound(.found($0), from: source) }
        guard let wish = wishes.first else {
            if source != nil { throw UsageError("--source needs --album, --artist or --search") }
            return .play(operands.words)
        }
        guard wishes.count == 1 else { throw UsageError("only one thing of the library plays") }
        try operands.none()
        return wish
    }

    private static let sound: [CommandEntry] = [
        CommandEntry(
            name: "volume", arguments: "[LEVEL|mute|unmute|toggle]",
            summary: "set the volume, or print it",
            details: """
                LEVEL is 0% to 100%, or +5% and -5% from where it is. A whole number counts in
                percent, a number with a point is a fraction: 80%, 80 and 0.8 are the same. mute,
                unmute and toggle (of mute) leave the level as it is.
                """,
            section: .sound,
            examples: [
                Example(line: "gatefold volume 80%", meaning: "set it"),
                Example(line: "gatefold volume -5%", meaning: "a little less"),
                Example(line: "gatefold volume mute", meaning: "silence, until unmute"),
                Example(line: "gatefold volume", meaning: "print it"),
            ]
        ) { (operands) throws(UsageError) in
            .volume(try read(operands, Values.volumeChange))
        },
        CommandEntry(
            name: "rate", arguments: "[RATE]",
            summary: "set the speed, or print it; the pitch stays",
            details: "RATE is 1 for the recorded speed.",
            section: .sound,
            examples: [
                Example(line: "gatefold rate 1.25", meaning: "a quarter faster"),
                Example(line: "gatefold rate 1", meaning: "as recorded"),
            ]
        ) { (operands) throws(UsageError) in .rate(try read(operands, Values.rate)) },
        CommandEntry(
            name: "shuffle", arguments: "[on|off]",
            summary: "play in a random order, or print whether it does",
            section: .sound,
            examples: [Example(line: "gatefold shuffle on", meaning: "mix the queue")]
        ) { (operands) throws(UsageError) in .shuffle(try read(operands, Values.onOrOff)) },
        CommandEntry(
            name: "repeat", arguments: "[off|one|all]",
            summary: "repeat the entry or the queue, or print which",
            section: .sound,
            examples: [
                Example(line: "gatefold repeat all", meaning: "begin again after the last entry"),
                Example(line: "gatefold repeat one", meaning: "play this entry again and again"),
            ]
        ) { (operands) throws(UsageError) in .repeating(try read(operands, Values.repeatMode)) },
        CommandEntry(
            name: "replay-gain", arguments: "[off|track|album]",
            summary: "even out the loudness of files, or print how",
            details: """
                Files in which a program has measured the loudness are played with their gain,
                never so loud that they clip. track makes all tracks equally loud; album all
                albums, and keeps the differences within one. off plays the samples as they are.
                """,
            section: .sound,
            examples: [
                Example(line: "gatefold replay-gain track", meaning: "for a mixed queue"),
                Example(line: "gatefold replay-gain off", meaning: "play files as they are"),
            ]
        ) { (operands) throws(UsageError) in
            .replayGain(try read(operands, Values.replayGainMode))
        },
    ]

    private static let status: [CommandEntry] = [
        CommandEntry(
            name: "status", arguments: "[--json] [--follow]",
            summary: "print what plays",
            details: StatusJSON.documentation,
            section: .status,
            options: [
                .init(name: "--json", summary: "print a JSON object on one line"),
                .init(
                    name: "--follow",
                    summary: "a live line on a terminal, else one line per change; ends on Ctrl-C"),
            ],
            examples: [
                Example(line: "gatefold status", meaning: "one line"),
                Example(line: "gatefold status --follow", meaning: "a live line"),
                Example(line: "gatefold status --json | jq -r .title", meaning: "only the title"),
            ]
        ) { (operands) throws(UsageError) in
            try operands.none()
            return .status(json: operands.has("--json"), follow: operands.has("--follow"))
        },
        .plain("quit", "end gatefoldd; queue and position are kept", .quit, section: .status),
        CommandEntry(
            name: "help", arguments: "[COMMAND…]", summary: "explain a command", section: .status,
            examples: [Example(line: "gatefold help queue move", meaning: "explain one command")]
        ) { _ in .help([]) },
    ]

    /// No operand is nil: print the value.
    private static func read<Value>(
        _ operands: Operands, _ parse: (String) throws(UsageError) -> Value
    ) throws(UsageError) -> Value? {
        guard let word = try operands.optional() else { return nil }
        return try parse(word)
    }
}
