// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Glibc
import Testing

/// The real programs on a bus and in folders of their own, with sound that nobody hears.
final class Rig: Sendable {
    let bus = PrivateBus()
    let folder: TemporaryFolder
    let environment: [String: String]

    /// - Parameter variables: of the environment, beside the usual ones.
    init(_ variables: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        var environment = bus.environment.merging(variables) { $1 }
        for name in ["CONFIG", "STATE", "CACHE", "DATA"] {
            environment["XDG_\(name)_HOME"] = folder[name.lowercased()].printable
        }
        environment["HOME"] = folder["home"].printable
        environment["XDG_RUNTIME_DIR"] = folder["run"].printable
        environment["LC_ALL"] = "C.UTF-8"
        environment["G_DEBUG"] = "fatal-criticals"
        self.environment = environment
        try folder.write(Array("[audio]\nsink=none\n".utf8), to: "config/gatefold/config.ini")
    }

    /// Where the built programs are: beside the test's own.
    static let programs: String = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = FilePath(bytes: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)))
        return path.parent.printable
    }()

    /// `gatefoldd`, once its name is on the bus.
    ///
    /// - Parameter starter: a command that runs the one behind it.
    func daemon(
        _ arguments: String..., by starter: [String] = []
    ) async throws -> RunningProgram {
        let log = folder["daemon.log"].printable
        let program = RunningProgram(
            starter + [Self.programs + "/gatefoldd", "--log-level", "warning"] + arguments,
            environment: environment, output: log)
        try await eventually("gatefoldd is on the bus") {
            await self.owner("org.mpris.MediaPlayer2.gatefold") != nil
        }
        return program
    }

    func gatefold(_ arguments: String...) async -> ChildProcess.Result {
        await ChildProcess.run([Self.programs + "/gatefold"] + arguments, environment: environment)
    }

    func playerctl(_ arguments: String...) async -> ChildProcess.Result {
        await ChildProcess.run(["playerctl"] + arguments, environment: environment)
    }

    /// A property as GDBus prints it, such as `<'Playing'>`: a second witness beside playerctl.
    func property(_ name: String) async -> String {
        let result = await call(
            "/org/mpris/MediaPlayer2", "org.freedesktop.DBus.Properties.Get",
            "org.mpris.MediaPlayer2.Player", name)
        return String(result.line.drop { $0 != "<" }.prefix { $0 != "," })
    }

    func owner(_ name: String) async -> String? {
        let result = await ChildProcess.run(
            [
                "gdbus", "call", "--session", "-d", "org.freedesktop.DBus", "-o",
                "/org/freedesktop/DBus", "-m", "org.freedesktop.DBus.GetNameOwner", name,
            ], environment: environment)
        return result.status == 0 ? result.line : nil
    }

    /// Position in seconds.
    func position() async -> Double {
        let digits = await property("Position").filter { $0.isNumber || $0 == "-" }
        // "<int64 1500000>" has the type's digits too.
        return (Double(digits.dropFirst(2)) ?? -1) / 1e6
    }

    private func call(
        _ path: String, _ method: String, _ arguments: String...
    ) async
        -> ChildProcess.Result
    {
        await ChildProcess.run(
            [
                "gdbus", "call", "--session", "-d", "org.mpris.MediaPlayer2.gatefold", "-o", path,
                "-m", method,
            ] + arguments, environment: environment)
    }

    /// Tones of some seconds, named by their number and `.wav`.
    func tones(_ count: Int, seconds: Double = 20) async throws {
        for number in 1...count {
            try await Tone(seconds: seconds).write("music/\(number).wav", in: folder)
        }
    }

    var music: String { folder["music"].printable }
}
