// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldPlayer
import GatefoldSecrets
import GatefoldTestSupport
import Glibc
import Testing

@testable import GatefoldRuntime

/// Secrets in memory, which are counted as they are asked for.
@PlayerActor
final class FakeSecrets: SecretStore {
    var secrets: [String: String] = [:]
    private(set) var count = 0

    nonisolated init() {}

    func secret(of source: String) async throws(SecretError) -> String? {
        count += 1
        return secrets[source]
    }

    func isAtHand(_ source: String) async -> Bool { secrets[source] != nil }

    func keep(_ secret: String, of source: String) async throws(SecretError) {
        secrets[source] = secret
    }

    func forget(_ source: String) async throws(SecretError) { secrets[source] = nil }
}

/// Makes sources that a test fills.
@PlayerActor
final class Workshop {
    let address: @Sendable (SourceURI) -> String
    private(set) var made: [FakeSource] = []
    private(set) var passwords: [SourceDesk.Password] = []

    init(_ address: @escaping @Sendable (SourceURI) -> String) { self.address = address }

    func make(_ settings: SourceSettings, _ password: @escaping SourceDesk.Password) -> FakeSource {
        let source = FakeSource(settings.name, address: address)
        made.append(source)
        passwords.append(password)
        return source
    }
}

/// A desk on a file of settings, which makes sources that a test fills.
@PlayerActor
final class DeskRig {
    nonisolated let folder: TemporaryFolder
    let secrets = FakeSecrets()
    let desk: SourceDesk
    private(set) var changes = 0
    private let workshop: Workshop

    nonisolated static func begun(
        limit: Duration = .seconds(20),
        address: @escaping @Sendable (SourceURI) -> String = { "http://127.0.0.1/\($0.id)" }
    ) async throws -> DeskRig {
        MainContext.shared.startThread()
        let folder = try TemporaryFolder()
        return await DeskRig(folder, limit, address)
    }

    private init(
        _ folder: TemporaryFolder, _ limit: Duration,
        _ address: @escaping @Sendable (SourceURI) -> String
    ) {
        self.folder = folder
        let file = SourceFile(path: folder["config/config.ini"].printable)
        let workshop = Workshop(address)
        self.workshop = workshop
        desk = SourceDesk(file, secrets, limit: limit) { workshop.make($0, $1) }
        desk.onChange = { [weak self] in self?.changes += 1 }
    }

    var made: [FakeSource] { workshop.made }
    var passwords: [SourceDesk.Password] { workshop.passwords }

    nonisolated func settings(
        _ name: String, address: String = "http://nas:4533"
    ) -> SourceSettings {
        var settings = SourceSettings(.subsonic, name: name)
        settings.address = address
        settings.user = "me"
        return settings
    }

    /// Adds sources, and returns what was made of them.
    func add(_ names: String...) async throws -> [FakeSource] {
        for name in names { try await add(settings(name)) }
        return names.compactMap { name in made.last { $0.name == name } }
    }

    func add(_ settings: SourceSettings) async throws(SourceError) {
        try await withCheckedContinuation { continuation in
            desk.add(settings) { continuation.resume(returning: $0) }
        }.get()
    }

    func remove(_ name: String) async throws(SourceError) {
        try await withCheckedContinuation { continuation in
            desk.remove(name) { continuation.resume(returning: $0) }
        }.get()
    }

    nonisolated func write(_ text: String) throws {
        try folder.write(Array(text.utf8), to: "config/config.ini")
    }

    nonisolated func read() throws -> String { try folder.read("config/config.ini") }

    func account(of name: String) async throws(SourceError) -> SourceAccount {
        try await desk.ask(name) { (source) async throws(SourceError) in try await source.account()
        }
    }

    var names: [String] { get throws { try desk.settings().map(\.name) } }
}

@Suite struct `The online sources of any program` {
    @Test func `are those of the settings, and answer through the desk`() async throws {
        let rig = try await DeskRig.begun()
        let made = try await rig.add("home", "work")
        let song = made[1].song("1", title: "One")
        made[1].add(song)
        let file = SourceFile(path: rig.folder["config/config.ini"].printable)
        let sources = OnlineSources.all(in: file) { rig.desk }
        #expect(sources.map(\.name) == ["home", "work"])
        #expect(try await sources[1].items([song.uri]) == [song])
        let uri = try #require(SourceURI(song.uri))
        #expect(try await sources[1].stream(of: uri) == "http://127.0.0.1/1")
        #expect(made[0].questions == [])
    }

    @Test func `are those that have music, and say which of them is Apple's`() async throws {
        let rig = try await DeskRig.begun()
        try rig.write(
            """
            [source log]
            kind=listenbrainz
            [source apple]
            kind=apple-music
            key-id=KEY
            team-id=TEAM
            storefront=de
            [source radio]
            kind=radio
            """)
        let file = SourceFile(path: rig.folder["config/config.ini"].printable)
        let sources = OnlineSources.all(in: file) { rig.desk }
        #expect(sources.map(\.name) == ["apple", "radio"])
        #expect(sources.map(\.kind) == [.appleMusic, .radio])
        #expect((sources[0] as? any AppleMusicAPI)?.storefront == "de")
        #expect(!(sources[1] is any AppleMusicAPI))
        #expect(await !sources[0].isReady(), "its key is not there")
        #expect(await sources[1].isReady())
    }

    @Test func `are none where nothing is set`() throws {
        let folder = try TemporaryFolder()
        let file = SourceFile(path: folder["config.ini"].printable)
        let sources = OnlineSources.all(in: file) { fatalError("nobody is asked") }
        #expect(sources.isEmpty)
    }
}

@Suite struct `A change of the sources` {
    @Test func `is noticed, also where the folder of settings is made for it`() async throws {
        MainContext.shared.startThread()
        let folder = try TemporaryFolder()
        var changes = OnlineSources.changes(ofFileIn: folder["config/gatefold"].printable)
            .makeAsyncIterator()
        #expect(await changes.next() != nil, "it begins with the present ones")
        try folder.write([], to: "config/gatefold/config.ini")
        #expect(await changes.next() != nil)
        try folder.write(Array("[source x]\nkind=itunes\n".utf8), to: "config/gatefold/config.ini")
        #expect(await changes.next() != nil)
    }
}

@Suite(.serialized) struct `The desk of online sources` {
    @Test func `keeps what else is in the file of settings`() async throws {
        let rig = try await DeskRig.begun()
        try rig.write("# by hand\n\n[audio]\nsink=none\n\n[other]\nkey=value\n")
        _ = try await rig.add("home")
        #expect(
            try rig.read() == """
                # by hand

                [audio]
                sink=none

                [other]
                key=value

                [source home]
                kind=subsonic
                address=http://nas:4533
                user=me

                """)
        try await rig.remove("home")
        #expect(try rig.read() == "# by hand\n\n[audio]\nsink=none\n\n[other]\nkey=value\n")
    }

    @Test func `writes behind a link, and leaves who may read the file`() async throws {
        let rig = try await DeskRig.begun()
        try rig.folder.write(Array("[audio]\n".utf8), to: "dotfiles/gatefold.ini")
        try makeDirectories(path: rig.folder["config"].printable)
        let (target, link) = (
            rig.folder["dotfiles/gatefold.ini"].printable,
            rig.folder["config/config.ini"].printable
        )
        #expect(symlink(target, link) == 0)
        _ = try await rig.add("home")
        var status = stat()
        #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(try rig.folder.read("dotfiles/gatefold.ini").contains("[source home]"))
        #expect(stat(target, &status) == 0 && status.st_mode & 0o777 == 0o644)
    }

    @Test func `follows edits at once`() async throws {
        let rig = try await DeskRig.begun()
        #expect(try await rig.names == [])
        try rig.write("[source b]\nkind=subsonic\naddress=http://b\nuser=me\n")
        #expect(try await rig.names == ["b"])
        try rig.write(
            "[source b]\nkind=subsonic\naddress=http://b\nuser=me\n"
                + "[source a]\nkind=itunes\ncountry=is\n")
        #expect(try await rig.names == ["a", "b"])
        #expect(try await rig.desk.settings().first?.options == ["country": "is"])
        #expect(await rig.made.map(\.name) == ["b", "a"], "what stays is kept as it is")
        try rig.write("")
        #expect(try await rig.names == [])
        #expect(await rig.changes == 3)
    }

    @Test func `leaves out what cannot be used`() async throws {
        let rig = try await DeskRig.begun()
        try rig.write(
            """
            [source all]
            kind=itunes
            [source x]
            kind=telepathy
            [source y]
            kind=subsonic
            address=http://me:hidden@nas
            user=me
            [source z]
            kind=itunes
            """)
        #expect(try await rig.names == ["z"])
    }

    @Test func `says so where the settings make no sense, and asks nobody`() async throws {
        let rig = try await DeskRig.begun()
        try rig.write("[source\n")
        let error = await #expect(throws: SourceError.self) { try await rig.account(of: "home") }
        #expect(error?.description.contains("cannot be read") == true)
    }

    @Test func `does not put one server in the place of another`() async throws {
        let rig = try await DeskRig.begun()
        _ = try await rig.add("home")
        let other = rig.settings("home", address: "http://elsewhere")
        let error = await #expect(throws: SourceError.self) { try await rig.add(other) }
        #expect(error?.code == .exists)
        try await rig.add(rig.settings("home"))
        #expect(try await rig.names == ["home"])
    }

    @Test func `names who is not there`() async throws {
        let rig = try await DeskRig.begun()
        let error = await #expect(throws: SourceError.self) { try await rig.account(of: "home") }
        #expect(
            error
                == SourceError(
                    .notFound, "There is no source “home”: gatefold source list names all."))
    }

    @Test func `does not wait for a source that hangs, and asks the others meanwhile`()
        async throws
    {
        let rig = try await DeskRig.begun(limit: .seconds(2))
        let sources = try await rig.add("slow", "fast")
        sources[0].hang()
        let slow = Task { try await rig.account(of: "slow") }
        #expect(try await rig.account(of: "fast").canPlay)
        let error = await #expect(throws: SourceError.self) { try await slow.value }
        #expect(error?.code == .offline)
    }
}

@Suite(.serialized) struct `The password of a source` {
    @Test func `is asked for once, also by several at a time`() async throws {
        let rig = try await DeskRig.begun()
        await rig.keep("hidden")
        _ = try await rig.add("home")
        let password = try #require(await rig.passwords.last)
        async let first = password()
        async let second = password()
        let both = try await [first, second]
        #expect(both == ["hidden", "hidden"])
        #expect(try await password() == "hidden")
        #expect(await rig.secrets.count == 1)
    }

    @Test func `can be looked for without asking anybody`() async throws {
        let rig = try await DeskRig.begun()
        _ = try await rig.add("home")
        try await rig.add(SourceSettings(.itunes, name: "shop"))
        #expect(await !rig.desk.isReady("home"))
        await rig.keep("hidden")
        #expect(await rig.desk.isReady("home"))
        #expect(await rig.desk.isReady("shop"), "it needs none")
        #expect(await !rig.desk.isReady("nobody"))
        #expect(await rig.secrets.count == 0)
    }

    @Test func `is asked for anew after the source was added anew`() async throws {
        let rig = try await DeskRig.begun()
        await rig.keep("old")
        _ = try await rig.add("home")
        _ = try await rig.passwords.last?()
        await rig.keep("new")
        _ = try await rig.add("home")
        #expect(try await rig.passwords.last?() == "new")
    }

    @Test func `is asked for anew after the server has refused it`() async throws {
        let rig = try await DeskRig.begun()
        await rig.keep("old")
        let source = try await rig.add("home")[0]
        let password = try #require(await rig.passwords.last)
        _ = try await password()
        await rig.keep("new")
        source.fail(SourceError(.unauthorised, "It does not accept the password."))
        await #expect(throws: SourceError.self) { try await rig.account(of: "home") }
        #expect(try await password() == "new")
    }

    @Test func `that is missing is said to be, with what to do`() async throws {
        let rig = try await DeskRig.begun()
        _ = try await rig.add("home")
        let password = try #require(await rig.passwords.last)
        let error = await #expect(throws: SourceError.self) { try await password() }
        #expect(error?.code == .unauthorised)
        #expect(error?.description.contains("gatefold source add") == true)
        await rig.keep("hidden")
        #expect(try await password() == "hidden", "a failure is not remembered")
    }
}

extension DeskRig {
    fileprivate func keep(_ secret: String) { secrets.secrets["home"] = secret }
}
