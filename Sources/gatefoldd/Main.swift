// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldRuntime

#if canImport(Glibc)
    private import Glibc
#endif

@main
struct Main {
    static func main() {
        let folder = FilePath(bytes: Process.workingDirectory)
        let status: Int32 =
            switch DaemonRequest(Process.arguments, in: folder) {
            case .help: print(DaemonRequest.help)
            case .version: print("gatefoldd \(gatefoldVersion)\n")
            case .misuse(let reason): misuse(reason)
            case .run(let options, let level): run(options, level)
            }
        exit(status)
    }

    private static func print(_ text: String) -> Int32 {
        standardOutput(text)
        return 0
    }

    private static func misuse(_ reason: String) -> Int32 {
        standardError("gatefoldd: \(reason)\nTry gatefoldd --help.\n")
        return 2
    }

    private static func run(_ options: PlayerRuntime.Options, _ level: Log.Level?) -> Int32 {
        Log.level = level
        Log.takeOverGLib()
        Process.ignoreBrokenPipes()
        var options = options
        do {
            if options.audioSink == nil {
                let settings = try KeyFile(path: Directories.config + "/config.ini")
                options.audioSink = settings["audio", "sink"]
            }
            return try Daemon.run(options)
        } catch {
            standardError("gatefoldd: \(error)\n")
            return 1
        }
    }
}
