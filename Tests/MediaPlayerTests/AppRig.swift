// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Glibc
import Testing

/// Tests that run programs: one after the other, so that there are few at a time.
@Suite(.serialized) enum Apps {}

/// An app of ours on a bus and in folders of its own.
final class AppRig: Sendable {
    let bus = PrivateBus()
    let folder: TemporaryFolder
    let environment: [String: String]
    let witness: BusWitness
    private let program: RunningProgram
    private let name: String

    /// A built program, which is also the end of its bus name.
    convenience init(
        _ name: String, _ arguments: String..., environment: [String: String] = [:]
    ) throws {
        try self.init(
            path: Self.programs + "/" + name, arguments, name: name, environment: environment)
    }

    init(
        path: String, _ arguments: [String] = [], name: String,
        environment changes: [String: String] = [:]
    ) throws {
        folder = try TemporaryFolder()
        var environment = bus.environment
        for variable in ["CONFIG", "STATE", "CACHE", "DATA"] {
            environment["XDG_\(variable)_HOME"] = folder[variable.lowercased()].printable
        }
        environment["LC_ALL"] = "C.UTF-8"
        environment["G_DEBUG"] = "fatal-criticals"
        environment.merge(changes) { $1 }
        self.environment = environment
        self.name = name
        witness = BusWitness(bus, server: "org.mpris.MediaPlayer2.\(name)")
        program = RunningProgram(
            [path] + arguments, environment: environment,
            output: folder["output"].printable)
    }

    /// Where the built programs are: beside the test's own.
    static let programs: String = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = FilePath(bytes: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)))
        return path.parent.printable
    }()

    func appear() async throws {
        try await eventually("\(name) is on the bus") {
            await self.witness.ask("has_owner('org.mpris.MediaPlayer2.\(self.name)')") == ["True"]
        }
    }

    @discardableResult
    func playerctl(_ arguments: String...) async -> String {
        let result = await ChildProcess.run(["playerctl"] + arguments, environment: environment)
        return result.status == 0 ? result.line : "error: " + result.error
    }

    func title(_ title: String) async throws {
        try await eventually("the title is “\(title)”") {
            await self.playerctl("metadata", "title") == title
        }
    }

    var processID: Int32 { program.processID }

    var isRunning: Bool { program.exitStatus == nil }
}
