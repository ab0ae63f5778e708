// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldSecrets
import GatefoldTestSupport
import Glibc
import Testing

@Suite struct `Secrets in a file` {
    private let folder: TemporaryFolder
    private var path: String { folder["data/secrets.ini"].printable }

    init() throws {
        MainContext.shared.startThread()
        folder = try TemporaryFolder()
    }

    private func mode() throws -> mode_t {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_mode & 0o777
    }

    @Test(arguments: ["simple", "", " with spaces ", "a=b;c#d[e]\\f", "zwölf €\n\t", "\u{1}"])
    func `come back as they were kept`(secret: String) async throws {
        try await SecretFile(path: path).keep(secret, of: "home")
        #expect(try await SecretFile(path: path).secret(of: "home") == secret)
    }

    @Test func `are for the user alone`() async throws {
        try await SecretFile(path: path).keep("s", of: "home")
        #expect(try mode() == 0o600)
        #expect(try folder.names(in: "data") == ["secrets.ini"], "and nothing stays beside it")
    }

    @Test func `are kept one for each source, and forgotten by name`() async throws {
        let file = await SecretFile(path: path)
        try await file.keep("first", of: "home")
        try await file.keep("second", of: "work")
        try await file.keep("third", of: "home")
        #expect(try await file.secret(of: "home") == "third")
        try await file.forget("home")
        try await file.forget("nobody")
        #expect(try await file.secret(of: "home") == nil)
        #expect(try await file.secret(of: "work") == "second")
    }

    @Test func `that others can read are refused`() async throws {
        let file = await SecretFile(path: path)
        try await file.keep("hidden", of: "home")
        chmod(path, 0o640)
        let error = await #expect(throws: SecretError.self) { try await file.secret(of: "home") }
        #expect(error?.code == .exposed)
        #expect(error?.description.contains("chmod 600") == true)
    }

    @Test func `are not quoted where the file makes no sense`() async throws {
        try folder.write(Array("[home\nsecret=hidden".utf8), to: "data/secrets.ini")
        chmod(path, 0o600)
        let error = await #expect(throws: SecretError.self) {
            try await SecretFile(path: path).secret(of: "home")
        }
        #expect(error?.code == .failed)
        #expect(error?.description.contains("hidden") == false)
    }

    @Test func `go there where there is no bus`() async throws {
        let file = await SecretFile(path: path)
        let secrets = await UserSecrets(file) { nil }
        try await secrets.keep("s", of: "home")
        #expect(try await file.secret(of: "home") == "s")
        #expect(try await secrets.secret(of: "home") == "s")
        try await secrets.forget("home")
        #expect(try await secrets.secret(of: "home") == nil)
    }
}
