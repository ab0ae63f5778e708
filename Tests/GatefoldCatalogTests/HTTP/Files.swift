// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldTestSupport
import Testing

/// `count` zeroes, compressed a thousandfold.
func gzipOfZeroes(_ count: Int) async throws -> LocalServer.Answer {
    let folder = try TemporaryFolder()
    let path = folder["zeroes.gz"]
    _ = await ChildProcess.run([
        "python3", "-c",
        "import gzip, sys; open(sys.argv[1], 'wb').write(gzip.compress(bytes(int(sys.argv[2]))))",
        path.printable, "\(count)",
    ])
    let bytes = try readFile(path: path.bytes, limit: 1 << 20)
    return LocalServer.Answer(
        head: ["200 OK", "Content-Encoding: gzip", "Content-Length: \(bytes.count)"],
        body: [bytes])
}

/// An HTTPS server that vouches for itself.
final class SecureServer: Sendable {
    private let folder: TemporaryFolder
    private let program: RunningProgram
    let url: String

    /// The path of its certificate.
    var certificate: String { folder["cert.pem"].printable }

    /// Speaks HTTP/1.1.
    convenience init() async throws {
        try await self.init(python: "python3", script: Self.plainScript)
    }

    /// Speaks HTTP/2, and answers with the version of HTTP and the client's port.
    static func ofVersion2() async throws -> SecureServer {
        try await SecureServer(python: try installedServers() + "/bin/python", script: newScript)
    }

    private init(python: String, script: String) async throws {
        let folder = try TemporaryFolder()
        let (certificate, key) = (folder["cert.pem"].printable, folder["key.pem"].printable)
        _ = await ChildProcess.run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
            "-nodes", "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=Gatefold",
            "-addext", "subjectAltName=IP:127.0.0.1",
        ])
        let log = folder["log"]
        program = RunningProgram(
            [python, "-u", "-c", script, certificate, key], output: log.printable)
        var port = ""
        try await eventually("the server listens") {
            let bytes = (try? readFile(path: log.bytes, limit: 4096)) ?? []
            port = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            return bytes.contains(UInt8(ascii: "\n"))
        }
        self.folder = folder
        url = "https://127.0.0.1:\(port)/"
    }

    private static let plainScript = """
        import http.server, ssl, sys
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*sys.argv[1:])
        server.socket = context.wrap_socket(server.socket, server_side=True)
        print(server.server_address[1])
        server.serve_forever()
        """

    private static let newScript = """
        import asyncio, socket, sys
        import hypercorn.asyncio, hypercorn.config
        async def app(scope, receive, send):
            if scope["type"] != "http":
                return
            text = "%s %d" % (scope["http_version"], scope["client"][1])
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": text.encode()})
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        config = hypercorn.config.Config()
        config.bind = ["fd://%d" % listener.fileno()]
        config.certfile, config.keyfile = sys.argv[1:]
        config.errorlog = None
        print(listener.getsockname()[1])
        asyncio.run(hypercorn.asyncio.serve(app, config))
        """
}
