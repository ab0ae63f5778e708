// SPDX-License-Identifier: MPL-2.0

private import GatefoldModel
private import Synchronization
internal import Testing

/// A real server that keeps a log of what is heard, and takes it as ListenBrainz does.
///
/// A test takes it away, and brings it back at the same address with all that it had.
package final class Maloja: Sendable {
    package static let token = "hidden-7bc1"

    private let folder: TemporaryFolder
    private let server: Mutex<InstalledServer?>
    private let port: String

    /// Ends the test, as skipped, where the server is not installed.
    package init() async throws {
        try needServer("maloja")
        folder = try TemporaryFolder()
        try folder.write("test: \(Self.token)\n".utf8, to: "apikeys.yml")
        let server = try await Self.start(in: folder, port: "0")
        port = server.port
        self.server = Mutex(server)
    }

    /// As a user gives it to `gatefold source add listenbrainz`.
    package var url: String { "http://127.0.0.1:\(port)/apis/listenbrainz" }

    package func leave() { server.withLock { $0 = nil } }

    package func comeBack() async throws {
        let server = try await Self.start(in: folder, port: port)
        self.server.withLock { $0 = server }
    }

    /// All that it has, the oldest first, such as `7 Lantern Street — The Slow Ferries`, where 7 is
    /// in seconds since 1970; by an interface of its own, which we do not speak.
    package func listens() async throws -> [String] {
        let result = await ChildProcess.run([
            "python3", "-c",
            """
            import json, sys, urllib.request
            for listen in reversed(json.load(urllib.request.urlopen(sys.argv[1]))["list"]):
                track = listen["track"]
                print(listen["time"], track["title"], "—", ", ".join(track["artists"]))
            """, "http://127.0.0.1:\(port)/apis/mlj_1/scrobbles?from=1970",
        ])
        try #require(result.status == 0, "\(result.error)")
        return result.output.split(separator: "\n").map(String.init)
    }

    private static func start(
        in folder: TemporaryFolder, port: String
    ) async throws -> InstalledServer {
        try await InstalledServer(
            """
            import os, waitress.server
            from maloja.setup import setup
            setup()
            from maloja import database, server
            from maloja.pkg_global import conf
            conf.AUX_MODE = False
            database.start_db()
            server = waitress.server.create_server(
                server.webserver, host="127.0.0.1", port=int(os.environ["PORT"]))
            print("port", server.effective_port)
            server.run()
            """, in: folder,
            environment: [
                "PORT": port, "MALOJA_DATA_DIRECTORY": folder.path.printable,
                "MALOJA_SKIP_SETUP": "yes", "MALOJA_FORCE_PASSWORD": token,
                // So that it asks nobody for pictures, and shows what it has at once.
                "MALOJA_METADATA_PROVIDERS": "", "MALOJA_USE_GLOBAL_CACHE": "no",
            ])
    }
}
