// SPDX-License-Identifier: MPL-2.0

private import GatefoldModel
internal import Testing

/// A real music server with the demo album in it, and one user.
///
/// It keeps a hash of the password, and so understands no tokens.
package final class Supysonic: Sendable {
    package static let user = "alice"
    package static let password = "secret & 123"

    private let folder: TemporaryFolder
    private let program: RunningProgram
    package let url: String

    package init() async throws {
        let tools = try installedServers()
        folder = try TemporaryFolder()
        let path = folder.path.printable
        try folder.write(Self.configuration(path).utf8, to: "supysonic.conf")
        let home = ["HOME": path, "XDG_CONFIG_HOME": path + "/config"]
        let album = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        for words in [
            ["user", "add", Self.user, "-p", Self.password],
            ["folder", "add", "Music", "/\(album)/data/demo-album"],
            ["folder", "scan", "--foreground", "Music"],
        ] {
            let command = ["env", "-C", path, "\(tools)/bin/supysonic-cli"] + words
            let result = await ChildProcess.run(command, environment: home)
            try #require(result.status == 0, "\(words): \(result.error)\(result.output)")
        }
        program = RunningProgram(
            ["env", "-C", path, "\(tools)/bin/python", "-u", "-c", Self.script],
            environment: home, output: folder["log"].printable)
        var port = ""
        let log = folder
        try await eventually("the server listens", within: .seconds(60)) {
            let lines = try log.read("log").split(separator: "\n", omittingEmptySubsequences: false)
            port = lines.first { $0.hasPrefix("port ") }.map { String($0.dropFirst(5)) } ?? ""
            return !port.isEmpty && lines.count > 1
        }
        url = "http://127.0.0.1:\(port)"
    }

    private static func configuration(_ path: String) -> String {
        """
        [base]
        database_uri = sqlite:///\(path)/songs.db
        [webapp]
        cache_dir = \(path)/cache
        log_file = \(path)/web.log
        mount_webui = off
        [daemon]
        socket = \(path)/daemon.sock
        """
    }

    private static let script = """
        import waitress.server, supysonic.web
        server = waitress.server.create_server(
            supysonic.web.create_application(), host="127.0.0.1", port=0)
        print("port", server.effective_port)
        server.run()
        """
}
