// SPDX-License-Identifier: MPL-2.0

import Foundation
import GatefoldTestSupport
import Testing

/// The programs that the build made: beside the test's own.
func builtProgram(_ name: String) -> String {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name).path
}

/// Where programs keep things, in a folder of a test's own.
func ownFolders(_ folder: TemporaryFolder) -> [String: String] {
    var environment = ["LC_ALL": "C.UTF-8", "G_DEBUG": "fatal-criticals"]
    environment["HOME"] = folder.url("home").path
    environment["XDG_RUNTIME_DIR"] = folder.url("run").path
    for name in ["CONFIG", "STATE", "CACHE", "DATA"] {
        environment["XDG_\(name)_HOME"] = folder.url(name.lowercased()).path
    }
    return environment
}

@Suite(.serialized) struct `The example of a queue player` {
    private let bus = PrivateBus()
    private let folder: TemporaryFolder
    private let environment: [String: String]
    private let program: RunningProgram

    init() async throws {
        folder = try TemporaryFolder()
        environment = ownFolders(folder).merging(bus.environment) { $1 }
            .merging(["GATEFOLD_AUDIO_SINK": "none"]) { $1 }
        for name in ["One", "Two"] {
            try await Tone(seconds: 20).write("music/\(name).wav", in: folder)
        }
        program = RunningProgram(
            [builtProgram("QueuePlayer"), folder.url("music").path], environment: environment,
            output: folder.url("output").path)
        try await eventually("playerctl sees it play") {
            await playerctl("status") == "Playing"
        }
    }

    @discardableResult
    private func playerctl(_ arguments: String...) async -> String {
        let result = await ChildProcess.run(["playerctl"] + arguments, environment: environment)
        return result.status == 0 ? result.line : "error: " + result.error
    }

    private var output: [String] {
        let text = try? String(contentsOf: folder.url("output"), encoding: .utf8)
        return text?.split(separator: "\n").map(String.init) ?? []
    }

    @Test func `is steered from the desktop, and tells what is heard`() async throws {
        #expect(await playerctl("-l") == "QueuePlayer")
        #expect(await playerctl("metadata", "title") == "One")
        #expect(await playerctl("next") == "")
        #expect(await playerctl("metadata", "title") == "Two")
        try await eventually("the track change is printed") { output.last == "playing: Two" }
        await playerctl("pause")
        try await eventually("the pause is printed") { output.last == "paused: Two" }
        await playerctl("position", "5")
        #expect(await playerctl("position").hasPrefix("5.0"))
        #expect(await playerctl("next") != "")
        await playerctl("stop")
        try await eventually("the program ends with its music") { program.exitStatus == 0 }
    }

    @Test func `leaves the bus when it ends`() async throws {
        await playerctl("stop")
        try await eventually("it has ended") { program.exitStatus == 0 }
        try await eventually("nobody is on the bus") {
            await !playerctl("-l").contains("QueuePlayer")
        }
    }
}
