// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus
internal import GatefoldGLib

#if canImport(Glibc)
    private import Glibc
#endif

/// `gatefold`: arguments → calls on the bus → text.
@main
enum Main {
    static func main() {
        Process.openStandardDescriptors()
        // A reader that leaves is an error of `write`, not the end of the process: `Console`.
        signal(SIGPIPE, SIG_IGN)
        exit(run(Argument.ofProcess, Console()))
    }

    private static func run(_ words: [Argument], _ console: Console) -> Int32 {
        do {
            switch try Arguments.parse(words) {
            case .help(let path): console.write(Help.text(on: path))
            case .version: console.line(Help.version)
            case let command:
                return PlayerActor.acquire { Program(console).run(command) }
            }
            return 0
        } catch {
            console.complain(error.text)
            return 2
        }
    }
}
