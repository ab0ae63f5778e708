// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Testing

/// An X server that shows nothing, for programs with windows.
final class VirtualDisplay: Sendable {
    /// As `DISPLAY` has it.
    let name: String
    private let folder: TemporaryFolder
    private let server: RunningProgram

    init() async throws {
        let folder = try TemporaryFolder()
        let output = folder["display"].printable
        server = RunningProgram(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp"],
            output: output)
        var number = ""
        try await eventually("Xvfb has a display") {
            number = await ChildProcess.run(["grep", "-xE", "[0-9]+", output]).line
            return !number.isEmpty
        }
        self.folder = folder
        name = ":" + number
    }
}
