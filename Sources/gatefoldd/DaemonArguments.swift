// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldRuntime

/// What the command line of `gatefoldd` asks for.
enum DaemonRequest: Equatable {
    case run(PlayerRuntime.Options, Log.Level?)
    case help
    case version
    /// One sentence about what is wrong.
    case misuse(String)
}

extension DaemonRequest {
    static let help = """
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

    /// - Parameters:
    ///   - words: the words after the program's name, as bytes.
    ///   - folder: the working directory, which relative paths are in.
    init(_ words: [[UInt8]], in folder: FilePath, environmentSink: String? = nil) {
        var options = PlayerRuntime.Options()
        options.audioSink = environmentSink
        var level: Log.Level?
        var rest = words[...]
        var takesOptions = true
        while let word = rest.popFirst() {
            let text = String(decoding: word, as: UTF8.self)
            guard takesOptions, text.hasPrefix("-"), text != "-" else {
                options.sources.append(Self.source(word, in: folder))
                continue
            }
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            let inline = parts.count == 2 ? parts[1] : nil
            switch parts[0] {
            case "--": takesOptions = false
            case "--help", "-h":
                self = .help
                return
            case "--version":
                self = .version
                return
            case "--no-restore": options.restores = false
            case "--audio-sink":
                guard
                    let sink = inline
                        ?? rest.popFirst().map({ String(decoding: $0, as: UTF8.self) })
                else {
                    self = .misuse("--audio-sink needs a sink, such as pulsesink.")
                    return
                }
                options.audioSink = sink
            case "--log-level":
                let name = inline ?? rest.popFirst().map { String(decoding: $0, as: UTF8.self) }
                guard let known = Log.Level.allCases.first(where: { "\($0)" == name }) else {
                    self = .misuse("--log-level is error, warning, info or debug.")
                    return
                }
                level = known
            default:
                self = .misuse("There is no option \(parts[0]).")
                return
            }
        }
        self = .run(options, level)
    }

    /// The URI of a path or URL from the command line.
    private static func source(_ word: [UInt8], in folder: FilePath) -> String {
        let text = String(decoding: word, as: UTF8.self)
        let scheme = text.prefix { $0 != ":" }.lowercased()
        if ["file", "http", "https"].contains(scheme), text.dropFirst(scheme.count).hasPrefix(":") {
            return text
        }
        let path = FilePath(bytes: word)
        return FileURI.encode(path.isAbsolute ? path : folder.appending(word))
    }
}
