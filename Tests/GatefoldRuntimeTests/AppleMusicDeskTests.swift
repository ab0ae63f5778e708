// SPDX-License-Identifier: MPL-2.0

import GatefoldCatalog
import GatefoldGLib
import GatefoldModel
import GatefoldTestSupport
import Testing

@testable import GatefoldRuntime

@Suite(.serialized) struct `Apple Music in any program` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A private key as Apple gives them to developers.
    private func key() async throws -> String {
        _ = await ChildProcess.run([
            "openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:prime256v1",
            "-out", folder["key.p8"].printable,
        ])
        return try folder.read("key.p8")
    }

    @PlayerActor
    private func desk(
        _ file: SourceFile, _ name: String, _ secret: AppleMusicSecret?
    ) -> SourceDesk {
        let secrets = FakeSecrets()
        secrets.secrets[name] = secret?.text
        return SourceDesk(file, secrets, make: SourceDesk.maker(HTTPClient()))
    }

    private func source(
        at server: LocalServer, _ secret: AppleMusicSecret?
    ) async throws -> any AppleMusicAPI {
        MainContext.shared.startThread()
        let file = SourceFile(path: folder["config.ini"].printable)
        var settings = SourceSettings(.appleMusic, name: "apple")
        settings.options = ["key-id": "ABC123DEFG", "team-id": "DEF456GHIJ", "storefront": "de"]
        settings.address = server.url("/")
        try file.write(settings)
        let desk = await desk(file, "apple", secret)
        let source = OnlineSources.all(in: file) { desk }.first
        return try #require(source as? any AppleMusicAPI)
    }

    @Test func `is asked with a token that is signed by the user's key`() async throws {
        let server = try LocalServer { _ in .file(Array("{}".utf8), type: "application/json") }
        var secret = try #require(AppleMusicSecret(try await key()))
        secret.userToken = "hidden"
        let source = try await source(at: server, secret)
        #expect(await source.isReady())
        let answer = try await source.answer(to: APIQuestion("GET", "/v1/catalog/de/genres"))
        #expect(answer.status == 200)
        let token = try await source.developerToken()
        #expect(token.split(separator: ".").count == 3)
        #expect(try await source.userToken() == "hidden")
        let head = try #require(server.requests.first?.head)
        #expect(head.hasPrefix("GET /v1/catalog/de/genres HTTP/1.1\r\n"))
        #expect(head.contains("Authorization: Bearer \(token)\r\n"))
        #expect(head.contains("Music-User-Token: hidden\r\n"))
    }

    @Test func `says what is missing where the key is`() async throws {
        let server = try LocalServer { _ in .missing }
        let source = try await source(at: server, nil)
        #expect(await !source.isReady())
        let error = await #expect(throws: SourceError.self) { try await source.account() }
        #expect(error?.code == .unauthorised)
        #expect(server.requests.isEmpty)
    }
}
