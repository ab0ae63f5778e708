// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldRuntime

/// What the command line of `gatefoldd` asks for.
enum DaemonRequest: Equatable {
    case run(PlayerRuntime.Options, Log.Level?)
    case help
    case version
}

/// One sentence about what is wrong with a command line.
struct Misuse: Error, Equatable {
    let reason: String
}

/// Reads the words of a command line, which are bytes: a path need not be UTF-8.
struct DaemonArguments {
    private var rest: ArraySlice<[UInt8]>
    /// Relative paths are in it.
    private let folder: FilePath
    private var options = PlayerRuntime.Options()
    private var level: Log.Level?

    init(_ words: [[UInt8]], in folder: FilePath) {
        rest = words[...]
        self.folder = folder
    }

    mutating func request() throws(Misuse) -> DaemonRequest {
        while let word = rest.popFirst() {
            let text = String(decoding: word, as: UTF8.self)
            switch text {
            case "--": takePaths()
            case "--help", "-h": return .help
            case "--version": return .version
            case "--no-restore": options.restores = false
            case _ where text.hasPrefix("-"): try takeOption(text)
            case "": throw Misuse(reason: "A path is empty.")
            default: options.sources.append(source(word))
            }
        }
        return .run(options, level)
    }

    /// An option that has a value, or one that there is not.
    private mutating func takeOption(_ text: String) throws(Misuse) {
        let name = text.prefix { $0 != "=" }
        switch name {
        case "--audio-sink":
            options.audioSink = try value(of: text, "a sink, such as pulsesink")
        case "--log-level":
            let name = try value(of: text, "error, warning, info or debug")
            level = Log.Level.allCases.first { "\($0)" == name }
            if level == nil { throw Misuse(reason: "There is no log level \(name).") }
        case "--help", "--version", "--no-restore":
            throw Misuse(reason: "\(name) takes no value.")
        default: throw Misuse(reason: "There is no option \(name).")
        }
    }

    private mutating func takePaths() {
        options.sources += rest.map(source)
        rest = []
    }

    /// What follows an option, in the same word behind `=` or in the next.
    private mutating func value(of option: String, _ expected: String) throws(Misuse) -> String {
        let name = option.prefix { $0 != "=" }
        let value =
            name.count < option.count
            ? String(option.dropFirst(name.count + 1))
            : rest.popFirst().map { String(decoding: $0, as: UTF8.self) }
        guard let value, !value.isEmpty else { throw Misuse(reason: "\(name) needs \(expected).") }
        return value
    }

    /// The URI of a path or URL.
    private func source(_ word: [UInt8]) -> String {
        let text = String(decoding: word, as: UTF8.self)
        let scheme = text.prefix { $0 != ":" }
        if ["file", "http", "https"].contains(scheme.lowercased()), scheme.count < text.count {
            return text
        }
        let path = FilePath(bytes: word)
        return FileURI.encode(path.isAbsolute ? path : folder.appending(word))
    }
}

enum DaemonHelp {
    static let text = """
        Usage: gatefoldd [OPTION…] [PATH…]

        Plays a queue of music and shows it on the session bus (MPRIS). Steer it with gatefold,
        playerctl, media keys or the desktop's own widget.

        PATH is a file, a folder, a playlist or a URL. Paths replace the queue and are played; if a
        gatefoldd is running already, it plays them.

          --audio-sink SINK   a GStreamer sink such as pulsesink, "alsasink device=hw:0", or none
                              for silence in real time; the default is what the system offers
          --log-level LEVEL   error, warning, info or debug, to standard error; silent without it
          --no-restore        begin with an empty queue
          --help              show this
          --version           show the version

        Examples:
          gatefoldd                          begin where the last run ended, paused
          gatefoldd ~/Music/Album            play a folder
          gatefoldd --audio-sink pulsesink --log-level info

        Settings: $XDG_CONFIG_HOME/gatefold/config.ini with sink=SINK below [audio].

        """
}
