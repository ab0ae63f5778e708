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
        Process.openStandardDescriptors()
        Process.keepHeapSmall()
        Process.runJobsOnGLib()
        exit(status())
    }

    private static func status() -> Int32 {
        let folder = FilePath(bytes: Process.workingDirectory)
        var arguments = DaemonArguments(Process.arguments, in: folder)
        do throws(Misuse) {
            switch try arguments.request() {
            case .help: standardOutput(DaemonHelp.text)
            case .version: standardOutput("gatefoldd \(gatefoldVersion)\n")
            case .run(let options, let level): return run(options, level)
            }
            return 0
        } catch {
            standardError("gatefoldd: \(error.reason)\nTry gatefoldd --help.\n")
            return 2
        }
    }

    /// Two dozen are open while a library is scanned and a stream plays.
    private static let leastOpenFiles: UInt32 = 64

    private static func run(_ options: PlayerRuntime.Options, _ level: Log.Level?) -> Int32 {
        Log.level = level
        Log.takeOverGLib()
        Process.ignoreBrokenPipes()
        guard Process.mayOpenFiles(leastOpenFiles) else {
            standardError(
                "gatefoldd: \(leastOpenFiles) files have to be open at once; the limit is lower "
                    + "(ulimit -n).\n")
            return 1
        }
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
