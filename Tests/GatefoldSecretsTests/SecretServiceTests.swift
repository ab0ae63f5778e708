// SPDX-License-Identifier: MPL-2.0

import GatefoldDBus
import GatefoldGLib
import GatefoldModel
import GatefoldSecrets
import GatefoldTestSupport
import Testing

/// A keyring on a bus of its own, and our side of it.
private final class KeyringRig: Sendable {
    let bus = PrivateBus()
    let keyring: FakeKeyring
    let connection: DBusConnection
    let folder: TemporaryFolder

    init() async throws {
        MainContext.shared.startThread()
        folder = try TemporaryFolder()
        keyring = FakeKeyring(bus)
        let address = bus.address
        connection = try await Self.connect(address)
        await keyring.ask("keyring.own()")
    }

    @PlayerActor
    private static func connect(_ address: String) throws -> DBusConnection {
        try DBusConnection(.address(address))
    }

    func service(patience: Duration = .seconds(60)) async -> SecretService {
        await SecretService(connection, patience: patience)
    }

    func userSecrets() async -> UserSecrets {
        let path = folder["secrets.ini"].printable
        let connection = connection
        return await UserSecrets(SecretFile(path: path)) { connection }
    }

    /// What the keyring holds, as Python prints it.
    func items() async -> [String] {
        await keyring.ask("sorted((a['source'], s) for a, s in keyring.items.values())")
    }
}

@Suite(.serialized) struct `Secrets in the keyring` {
    @Test func `come back as they were kept, one for each source`() async throws {
        let rig = try await KeyringRig()
        let service = await rig.service()
        try await service.keep("first", of: "home")
        try await service.keep("zwölf €", of: "work")
        try await service.keep("second", of: "home")
        #expect(try await service.secret(of: "home") == "second")
        #expect(try await service.secret(of: "work") == "zwölf €")
        #expect(try await service.secret(of: "nobody") == nil)
        #expect(await rig.items() == ["[('home', 'second'), ('work', 'zwölf €')]"])
    }

    @Test func `are found by a schema and a name, and by nothing secret`() async throws {
        let rig = try await KeyringRig()
        try await rig.service().keep("hidden", of: "home")
        #expect(
            await rig.keyring.ask("[sorted(a.items()) for a, s in keyring.items.values()]")
                == ["[[('source', 'home'), ('xdg:schema', 'org.gatefold.Source')]]"])
    }

    @Test func `are forgotten by name`() async throws {
        let rig = try await KeyringRig()
        let service = await rig.service()
        try await service.keep("a", of: "home")
        try await service.keep("b", of: "work")
        try await service.forget("home")
        try await service.forget("home")
        #expect(await rig.items() == ["[('work', 'b')]"])
    }

    @Test func `leave no session open`() async throws {
        let rig = try await KeyringRig()
        let service = await rig.service()
        try await service.keep("a", of: "home")
        _ = try await service.secret(of: "home")
        try await eventually("all are closed") {
            await rig.keyring.ask("len(keyring.sessions)") == ["0"]
        }
    }

    @Test func `are had once the user has opened what is locked`() async throws {
        let rig = try await KeyringRig()
        let service = await rig.service()
        try await service.keep("a", of: "home")
        await rig.keyring.ask("keyring.locked = True")
        #expect(try await service.secret(of: "home") == "a")
        await rig.keyring.ask("keyring.locked = True")
        try await service.keep("b", of: "work")
        #expect(await rig.items() == ["[('home', 'a'), ('work', 'b')]"])
    }

    @Test func `stay locked where the user does not want to`() async throws {
        let rig = try await KeyringRig()
        let service = await rig.service()
        try await service.keep("a", of: "home")
        await rig.keyring.ask("keyring.locked, keyring.user = True, 'refuse'")
        let error = await #expect(throws: SecretError.self) {
            try await service.secret(of: "home")
        }
        #expect(error?.code == .locked)
    }

    @Test func `are not waited for without end, and the prompt is taken back`() async throws {
        let rig = try await KeyringRig()
        try await rig.service().keep("a", of: "home")
        await rig.keyring.ask("keyring.locked, keyring.user = True, 'hang'")
        let error = await #expect(throws: SecretError.self) {
            try await rig.service(patience: .milliseconds(50)).secret(of: "home")
        }
        #expect(error?.code == .locked)
        try await eventually("the prompt is dismissed") {
            await rig.keyring.ask("keyring.dismissed") == ["1"]
        }
    }

    @Test func `make a collection where there is none`() async throws {
        let rig = try await KeyringRig()
        await rig.keyring.ask("keyring.has_collection = False")
        try await rig.service().keep("a", of: "home")
        #expect(await rig.items() == ["[('home', 'a')]"])
    }
}

@Suite(.serialized) struct `The user's secrets` {
    @Test func `are in the keyring and not in the file`() async throws {
        let rig = try await KeyringRig()
        let secrets = await rig.userSecrets()
        try await secrets.keep("a", of: "home")
        #expect(await rig.items() == ["[('home', 'a')]"])
        #expect(try rig.folder.names() == [])
        #expect(try await secrets.secret(of: "home") == "a")
    }

    @Test func `are found in the file that was used before there was a keyring`() async throws {
        let rig = try await KeyringRig()
        let file = await SecretFile(path: rig.folder["secrets.ini"].printable)
        try await file.keep("old", of: "home")
        let secrets = await rig.userSecrets()
        #expect(try await secrets.secret(of: "home") == "old")
        try await secrets.keep("new", of: "home")
        #expect(try await file.secret(of: "home") == nil, "it moved")
        #expect(try await secrets.secret(of: "home") == "new")
    }

    @Test func `are not written into the file where the keyring stays locked`() async throws {
        let rig = try await KeyringRig()
        await rig.keyring.ask("keyring.locked, keyring.user = True, 'refuse'")
        let secrets = await rig.userSecrets()
        await #expect(throws: SecretError.self) { try await secrets.keep("a", of: "home") }
        #expect(try rig.folder.names() == [])
    }

    @Test func `are forgotten in both places`() async throws {
        let rig = try await KeyringRig()
        let file = await SecretFile(path: rig.folder["secrets.ini"].printable)
        let secrets = await rig.userSecrets()
        try await secrets.keep("a", of: "home")
        try await file.keep("b", of: "home")
        try await secrets.forget("home")
        #expect(try await secrets.secret(of: "home") == nil)
        #expect(await rig.items() == ["[]"])
    }
}
