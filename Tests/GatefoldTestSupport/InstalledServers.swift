// SPDX-License-Identifier: MPL-2.0

private import GatefoldGLib
private import GatefoldModel
internal import Testing

/// The folder of servers that others wrote.
package func installedServers() throws -> String {
    struct NotInstalled: Error, CustomStringConvertible {
        let description =
            "The servers for tests are not there: run meson-wrapper/setup check, and set"
            + " GATEFOLD_TEST_SERVERS to the folder that it names (meson-wrapper/check does both)."
    }
    guard let folder = Process.variable("GATEFOLD_TEST_SERVERS") else { throw NotInstalled() }
    return folder
}

/// Ends a test, as skipped, that talks to a server which does not install everywhere.
func needServer(_ name: String) throws {
    let folder = try installedServers() + "/installed"
    // None where nothing was installed yet.
    let marks = (try? folderItems(path: Array(folder.utf8))) ?? []
    guard !marks.contains(where: { $0.name == Array(name.utf8) }) else { return }
    try Test.cancel("\(name) is not installed here: meson-wrapper/setup check says why.")
}

/// A server that others wrote, run by the Python for which it is installed.
final class InstalledServer: Sendable {
    private let program: RunningProgram
    /// Of 127.0.0.1.
    let port: String

    /// - Parameters:
    ///   - script: prints a line of "port " and its number once it listens.
    ///   - folder: where it runs, keeps its home and writes its log.
    init(
        _ script: String, in folder: TemporaryFolder, environment: [String: String] = [:]
    ) async throws {
        let path = folder.path.printable
        let home = ["HOME": path, "XDG_CONFIG_HOME": path + "/config"]
        // An earlier server's port stands there no more.
        try folder.write([], to: "log")
        program = RunningProgram(
            ["env", "-C", path, "\(try installedServers())/bin/python", "-u", "-c", script],
            environment: home.merging(environment) { $1 }, output: folder["log"].printable)
        var port = ""
        try await eventually("the server listens", within: .seconds(60)) {
            let text = try folder.read("log")
            // The last line may not be whole yet.
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            let line = lines.first { $0.hasPrefix("port ") }
            port = line.map { String($0.dropFirst(5)) } ?? ""
            return line != nil
        }
        self.port = port
    }
}
