// SPDX-License-Identifier: MPL-2.0

private import GatefoldModel
internal import Testing

/// A real music server that speaks Subsonic's API, with the demo album in it and one user.
package final class MusicServer: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// Keeps a hash of the password, and so understands no tokens.
        case supysonic
        /// Understands tokens, and lives below a path of its host.
        case maneki
    }

    package static let user = "alice"
    package static let password = "secret & 123"

    private let folder: TemporaryFolder
    private let server: InstalledServer
    package let kind: Kind
    /// As a user gives it to `gatefold source add`.
    package let url: String

    /// Ends the test, as skipped, where the server is not installed.
    package init(_ kind: Kind) async throws {
        self.kind = kind
        folder = try TemporaryFolder()
        switch kind {
        case .supysonic:
            server = try await Self.supysonic(in: folder)
            url = "http://127.0.0.1:\(server.port)"
        case .maneki:
            try needServer("maneki")
            server = try await Self.maneki(in: folder)
            url = "http://127.0.0.1:\(server.port)/audio"
        }
    }

    private static let album: String = {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(root)/data/demo-album"
    }()

    // MARK: Supysonic

    private static func supysonic(in folder: TemporaryFolder) async throws -> InstalledServer {
        let path = folder.path.printable
        try folder.write(configuration(path).utf8, to: "supysonic.conf")
        for words in [
            ["user", "add", user, "-p", password], ["folder", "add", "Music", album],
            ["folder", "scan", "--foreground", "Music"],
        ] {
            let command =
                ["env", "-C", path, "\(try installedServers())/bin/supysonic-cli"] + words
            let home = ["HOME": path, "XDG_CONFIG_HOME": path + "/config"]
            let result = await ChildProcess.run(command, environment: home)
            try #require(result.status == 0, "\(words): \(result.error)\(result.output)")
        }
        return try await InstalledServer(
            """
            import waitress.server, supysonic.web
            server = waitress.server.create_server(
                supysonic.web.create_application(), host="127.0.0.1", port=0)
            print("port", server.effective_port)
            server.run()
            """, in: folder)
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

    // MARK: maneki

    /// It keeps its own files beside the music, and takes the artist's name from a folder's.
    private static func maneki(in folder: TemporaryFolder) async throws -> InstalledServer {
        try await InstalledServer(
            """
            import os, pathlib, shutil, socket, fastapi, uvicorn
            from maneki.audio.serve.app import create_app
            from maneki.audio.serve.config import ServeConfig
            if not hasattr(pathlib.Path, "walk"):  # before Python 3.12
                pathlib.Path.walk = lambda top: (
                    (pathlib.Path(path), *names) for path, *names in os.walk(top))
            shutil.copytree(os.environ["ALBUM"], "music/Gatefold/Demo Sleeve")
            user = ServeConfig(username=os.environ["NAME"], password=os.environ["PASSWORD"])
            music = create_app(root=pathlib.Path("music"), cfg=user)
            music.state.cache.rebuild()
            server = fastapi.FastAPI()
            server.mount("/audio", music)
            listener = socket.create_server(("127.0.0.1", 0))
            print("port", listener.getsockname()[1])
            uvicorn.Server(uvicorn.Config(server, log_level="warning")).run([listener])
            """, in: folder, environment: ["ALBUM": album, "NAME": user, "PASSWORD": password])
    }
}
