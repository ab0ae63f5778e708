// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldTestSupport
internal import Glibc
internal import Testing

@testable import gatefold

private func parse(_ words: String...) -> Result<Command, UsageError> {
    Result { () throws(UsageError) in
        try Arguments.parse(words.map { Argument(bytes: $0.utf8) })
    }
}

private func server(_ name: String, _ address: String) -> SourceSettings {
    var settings = SourceSettings(.subsonic, name: name)
    settings.address = address
    settings.user = "me"
    return settings
}

@Suite struct `Commands of online sources` {
    @Test(arguments: [
        ("https://music.example.org", "music"), ("https://www.example.org/sub", "example"),
        ("http://nas:4533", "nas"), ("http://10.0.0.2:4533", "10.0.0.2"),
    ])
    func `name a server by its address`(address: String, name: String) {
        #expect(
            parse("source", "add", "subsonic", address, "--user", "me")
                == .success(.source(.add(server(name, address)))))
    }

    @Test func `are understood`() {
        #expect(
            parse("source", "add", "subsonic", "http://nas", "--user=me", "--name", "home")
                == .success(.source(.add(server("home", "http://nas")))))
        var shop = SourceSettings(.itunes, name: "itunes")
        shop.options = ["country": "is"]
        #expect(
            parse("source", "add", "itunes", "--country", "IS") == .success(.source(.add(shop))))
        var log = SourceSettings(.listenBrainz, name: "listenbrainz")
        log.user = "me"
        #expect(
            parse("source", "add", "listenbrainz", "--user", "me") == .success(.source(.add(log))))
        log.address = "http://nas/apis/listenbrainz"
        #expect(
            parse("source", "add", "listenbrainz", "http://nas/apis/listenbrainz", "--user=me")
                == .success(.source(.add(log))))
        var apple = SourceSettings(.appleMusic, name: "apple-music")
        apple.options = ["key-id": "KEY", "team-id": "TEAM", "storefront": "de"]
        let words = [
            "source", "add", "apple-music", "--key-file", "a b.p8", "--key-id", "KEY", "--team-id",
            "TEAM", "--storefront", "DE",
        ]
        for withUser in [false, true] {
            #expect(
                Result { () throws(UsageError) in
                    try Arguments.parse(
                        (words + (withUser ? ["--user-token"] : [])).map {
                            Argument(bytes: $0.utf8)
                        })
                }
                    == .success(
                        .source(
                            .add(apple, key: KeyWish(file: "a b.p8", withUser: withUser)))))
        }
        #expect(parse("source") == .success(.source(.list(json: false))))
        #expect(parse("source", "list", "--json") == .success(.source(.list(json: true))))
        #expect(parse("source", "remove", "a", "b") == .success(.source(.remove(["a", "b"]))))
        #expect(parse("source", "test") == .success(.source(.test([]))))
        #expect(
            parse("source", "show", "a")
                == .success(.source(.show("a", .playlist, limit: 100, json: false))))
        #expect(
            parse("source", "show", "a", "--type", "album", "--limit", "3", "--json")
                == .success(.source(.show("a", .album, limit: 3, json: true))))
        var charts = ChartWish()
        (charts.genre, charts.kind, charts.limit) = ("Jazz", .album, 3)
        #expect(
            parse("charts", "--genre", "Jazz", "--type", "album", "--limit", "3")
                == .success(.charts(charts)))
        var search = SearchWish(text: "a b")
        search.source = "all"
        #expect(parse("search", "--source", "all", "a", "b") == .success(.search(search)))
        #expect(
            parse("play", "--source", "home", "--album", "A")
                == .success(.playFound(.named(.album, "A"), from: "home")))
    }

    @Test(arguments: [
        (["subsonic"], "its address is missing"),
        (["subsonic", "http://nas"], "subsonic needs --user"),
        (["apple-music"], "apple-music needs --key-file"),
        (["apple-music", "--key-file", "x", "--team-id", "T"], "apple-music needs --key-id"),
    ])
    func `that lack something are told what`(words: [String], reason: String) {
        let error = #expect(throws: UsageError.self) {
            try Arguments.parse((["source", "add"] + words).map { Argument(bytes: $0.utf8) })
        }
        #expect("\(error, default: "none")".contains(reason))
    }

    @Test(arguments: [
        ["source", "add"], ["source", "add", "telepathy"], ["source", "add", "subsonic"],
        ["source", "add", "subsonic", "http://nas"],
        ["source", "add", "subsonic", "http://me:pw@nas", "--user", "me"],
        ["source", "add", "subsonic", "http://nas", "--user", "me", "--password", "pw"],
        ["source", "add", "subsonic", "http://nas", "--user", "me", "--name", "all"],
        ["source", "add", "itunes", "x"], ["source", "add", "itunes", "--country", "isl"],
        ["source", "add", "itunes", "--user", "me"], ["source", "add", "subsonic", "--country=is"],
        ["source", "add", "apple-music"], ["source", "add", "apple-music", "--key-file", "x"],
        ["source", "add", "apple-music", "--key-id", "K", "--team-id", "T"],
        ["source", "add", "listenbrainz", "nas"], ["source", "add", "radio", "http://nas"],
        ["source", "remove"], ["source", "show"], ["source", "show", "a", "b"],
        ["source", "show", "a", "--type", "genre"], ["charts", "x"], ["play", "--source", "home"],
        ["play", "--source", "home", "path"],
    ])
    func `are refused where something is missing, too much or impossible`(words: [String]) {
        #expect(throws: UsageError.self) {
            try Arguments.parse(words.map { Argument(bytes: $0.utf8) })
        }
    }
}

@Suite struct `A line that nobody sees` {
    private func outcome(_ keys: [UInt8]) -> HiddenLine.Outcome? {
        var line = HiddenLine()
        for (index, key) in keys.enumerated() {
            if let outcome = line.take(key) {
                #expect(index == keys.count - 1, "it goes on after its end")
                return outcome
            }
        }
        return nil
    }

    @Test func `is what was typed, with corrections`() {
        #expect(outcome(Array("ab\n".utf8)) == .line("ab"))
        #expect(outcome(Array("abc".utf8) + [0x7F, 0x7F] + Array("x\r".utf8)) == .line("ax"))
        #expect(outcome(Array("aé".utf8) + [0x08, 0x0A]) == .line("a"))
        #expect(outcome(Array("abc".utf8) + [0x15] + Array("d\n".utf8)) == .line("d"))
        #expect(outcome([0x7F, 0x0A]) == .line(""))
        #expect(outcome(Array("ab".utf8)) == nil)
    }

    @Test func `is none after Ctrl-C, and after an end before anything`() {
        #expect(outcome(Array("ab".utf8) + [0x03]) == .nothing)
        #expect(outcome([0x04]) == .nothing)
        #expect(outcome(Array("a".utf8) + [0x04] + Array("b\n".utf8)) == .line("ab"))
    }
}

/// The command line with a home of its own, for what it keeps there.
private final class Home: Sendable {
    let fixture: Fixture
    let folder: TemporaryFolder

    init() async throws {
        fixture = try await Fixture()
        folder = try TemporaryFolder()
    }

    var environment: [String: String] {
        fixture.bus.environment.merging([
            "HOME": folder.path.printable, "XDG_DATA_HOME": folder["data"].printable,
            "XDG_CONFIG_HOME": folder["config"].printable,
        ]) { $1 }
    }

    /// Runs it with a text as its standard input.
    func gatefold(input: String = "", _ arguments: String...) async -> ChildProcess.Result {
        await gatefold(input: input, arguments)
    }

    func gatefold(input: String = "", _ arguments: [String]) async -> ChildProcess.Result {
        await ChildProcess.run(
            ["sh", "-c", "printf %s \"$INPUT\" | \"$0\" \"$@\"", program] + arguments,
            environment: environment.merging(["INPUT": input]) { $1 })
    }

    var secrets: String { (try? folder.read("data/gatefold/secrets.ini")) ?? "" }
}

extension Fixture {
    fileprivate func answer(
        _ name: String, _ answer: SourceAnswer, isListed: Bool = true, kind: String = "subsonic"
    ) {
        player.answers[name] = answer
        guard isListed else { return }
        player.sources.append((name, kind, "http://nas", "me"))
    }

    fileprivate func release() { player.release() }

    fileprivate var heldCount: Int { player.held.count }
}

@Suite(.timeLimit(.minutes(2))) struct `Online sources on the command line` {
    @Test func `keep the password where the player finds it, and send it nowhere`() async throws {
        let home = try await Home()
        await home.fixture.answer("nas", .account(canPlay: true), isListed: false)
        let result = await home.gatefold(
            input: "hidden\nnot this\n", "source", "add", "subsonic", "http://nas", "--user", "me")
        #expect(
            result.output
                == "nas answers: songs can be played, favourites and playlists can be changed.\n")
        #expect(result.error == "")
        #expect(home.secrets == "[nas]\nsecret=hidden\n")
        #expect(
            await home.fixture.player.calls == [
                "Add nas subsonic http://nas me ?", "Account nas",
            ])
    }

    @Test func `ask a terminal without showing what is typed`() async throws {
        let home = try await Home()
        await home.fixture.answer("nas", .account(canPlay: true), isListed: false)
        let terminal = TerminalSession(
            [program, "source", "add", "subsonic", "http://nas", "--user", "me"],
            environment: home.environment.merging(["TERM": "xterm"]) { $1 })
        #expect(await terminal.shows("Password of me for nas: "))
        terminal.type("hidden\n")
        #expect(await terminal.shows("nas answers"))
        #expect(await terminal.end() == 0)
        #expect(!terminal.screen.contains("hidden"))
        #expect(home.secrets == "[nas]\nsecret=hidden\n")
    }

    @Test func `leave nothing behind where the server does not accept the password`() async throws {
        let home = try await Home()
        await home.fixture.answer(
            "nas", .refusal(.accessDenied("The server does not accept it.")), isListed: false)
        let result = await home.gatefold(
            input: "wrong", "source", "add", "subsonic", "http://nas", "--user", "me")
        #expect(result.status == 1)
        #expect(
            result.error == """
                gatefold: source nas did not answer: The server does not accept it.
                gatefold: Nothing was added.

                """)
        #expect(home.secrets == "")
        #expect(await home.fixture.player.calls.last == "Remove nas")
    }

    @Test func `stay where the server is only away`() async throws {
        let home = try await Home()
        await home.fixture.answer(
            "nas", .refusal(.failed("The server is away.")), isListed: false)
        let result = await home.gatefold(
            input: "right", "source", "add", "subsonic", "http://nas", "--user", "me")
        #expect(result.status == 1)
        #expect(
            result.error.hasSuffix(
                "gatefold: “nas” is kept: gatefold source test nas asks it again.\n"))
        #expect(home.secrets.contains("right"))
        #expect(await home.fixture.player.calls.last == "Account nas")
    }

    @Test func `do not take another's place, nor its password`() async throws {
        let home = try await Home()
        await home.fixture.answer("home", .account(canPlay: true))
        let result = await home.gatefold(
            input: "x", "source", "add", "subsonic", "http://other", "--user", "me", "--name",
            "home")
        #expect(result.status == 1)
        #expect(result.error.contains("another source “home”"))
        #expect(home.secrets == "")
    }

    @Test func `take a key in from its file, and a token from standard input`() async throws {
        let home = try await Home()
        await home.fixture.answer("apple-music", .account(canPlay: false), isListed: false)
        let key = "-----BEGIN PRIVATE KEY-----\nhidden\n-----END PRIVATE KEY-----\n"
        try home.folder.write(Array(key.utf8), to: "AuthKey.p8")
        let words = [
            "source", "add", "apple-music", "--key-file", home.folder["AuthKey.p8"].printable,
            "--key-id", "KEY", "--team-id", "TEAM", "--user-token",
        ]
        let result = await home.gatefold(input: "secret-token\n", words)
        #expect(result.output.contains("apple-music answers: previews can be heard"))
        #expect(result.error == "")
        #expect(home.secrets.contains("secret-token") && home.secrets.contains("hidden"))
        #expect(
            await home.fixture.player.calls == [
                "Add apple-music apple-music   ?", "Account apple-music",
            ])
    }

    @Test func `refuse a file that is no key, and one that is not there`() async throws {
        let home = try await Home()
        try home.folder.write(Array("hello".utf8), to: "x.p8")
        for (name, reason) in [("x.p8", "is no private key"), ("y.p8", "cannot be read")] {
            let path = home.folder[name].printable
            let result = await home.gatefold([
                "source", "add", "apple-music", "--key-file", path, "--key-id", "K", "--team-id",
                "T",
            ])
            #expect(result.status == 1)
            #expect(result.error.hasPrefix("gatefold: \(path) \(reason)"))
        }
        #expect(home.secrets == "")
        #expect(await home.fixture.player.calls == [])
    }

    @Test func `that are told what is heard are shown as that, and not searched`() async throws {
        let home = try await Home()
        await home.fixture.answer("log", .account(canPlay: false), kind: "listenbrainz")
        let test = await home.gatefold("source", "test", "log")
        #expect(test.output == "log accepts the token: it is told what is heard.\n")
        let json = await home.gatefold("source", "list", "--json")
        #expect(json.output.contains(#""has_music":false"#))
        _ = await home.gatefold("search", "--source", "all", "x")
        #expect(await !home.fixture.player.calls.contains { $0.hasPrefix("Search log") })
    }

    @Test func `need a password`() async throws {
        let home = try await Home()
        let result = await home.gatefold(
            input: "", "source", "add", "subsonic", "http://nas", "--user", "me")
        #expect(result.status == 1)
        #expect(result.error == "gatefold: No password was given.\n")
        #expect(await home.fixture.player.calls == [])
    }

    @Test func `are listed, tested and removed`() async throws {
        let home = try await Home()
        await home.fixture.answer("home", .account(canPlay: true))
        await home.fixture.answer("shop", .account(canPlay: false))
        #expect(
            await home.gatefold("source").output
                == "home\tsubsonic\thttp://nas\tme\nshop\tsubsonic\thttp://nas\tme\n")
        let json = await home.gatefold("source", "list", "--json")
        #expect(
            json.output.hasPrefix(
                #"{"name":"home","kind":"subsonic","address":"http://nas","user":"me","has_music":true}"#
            ))
        let test = await home.gatefold("source", "test")
        #expect(test.output.contains("shop answers: previews can be heard"))
        #expect(test.output.split(separator: "\n").count == 2)
        #expect(await home.gatefold("source", "remove", "home").status == 0)
        #expect(await home.fixture.player.calls.last == "Remove home")
    }

    @Test func `print what each finds, with its name, and name who does not answer`()
        async throws
    {
        let fixture = try await Fixture()
        await fixture.offer(("song", "Local", "A"))
        await fixture.answer("home", .items([("song", "Remote", "B")]))
        await fixture.answer("work", .refusal(.failed("The server is away.")))
        await fixture.answer("none", .refusal(.notSupported("It has no search.")))
        let result = await fixture.gatefold("search", "--source", "all", "x")
        #expect(result.status == 0)
        #expect(
            Set(result.output.split(separator: "\n")) == [
                "library\tLocal\tA\t\t", "home\tRemote\tB\t\t",
            ])
        #expect(result.error == "gatefold: source work did not answer: The server is away.\n")
        let json = await fixture.gatefold("search", "--source", "home", "x", "--json")
        #expect(json.output.contains(#""uri":"gatefold:at/home/song/0""#))
        #expect(json.output.contains(#""source":"home"}"#))
    }

    @Test func `do not wait for one that hangs`() async throws {
        let fixture = try await Fixture()
        await fixture.answer("fast", .items([("song", "Found", "B")]))
        await fixture.answer("slow", .held)
        let terminal = fixture.terminal("search", "--source", "all", "x")
        #expect(await terminal.shows("Found"))
        #expect(await terminal.shows("Waiting for slow…"))
        #expect(await fixture.heldCount == 1)
        await fixture.release()
        #expect(await terminal.end() == 0)
    }

    @Test func `fail where nobody has it`() async throws {
        let fixture = try await Fixture()
        await fixture.answer("home", .items([]))
        let result = await fixture.gatefold("search", "--source", "home", "x")
        #expect(result.status == 1)
        #expect(result.error == "gatefold: Nothing has “x”.\n")
        let unknown = await fixture.gatefold("search", "--source", "nobody", "x")
        #expect(unknown.status == 1)
        #expect(unknown.error.contains("There is no source “nobody”."))
    }

    @Test func `list charts, of a genre without the library, which has none`() async throws {
        let fixture = try await Fixture()
        await fixture.offer(("song", "Local", "A"))
        await fixture.answer("home", .items([("song", "Remote", "B")]))
        _ = await fixture.gatefold("charts")
        _ = await fixture.gatefold("charts", "--genre", "Jazz", "--limit", "3")
        #expect(
            Set(await fixture.player.calls) == [
                "List mostPlayed 0 10", "Chart home song mostPlayed  10",
                "Chart home song mostPlayed Jazz 3",
            ])
    }

    @Test func `show what one source has`() async throws {
        let fixture = try await Fixture()
        await fixture.answer("home", .items([("playlist", "Sunday", "me")]))
        await fixture.answer("away", .items([]))
        let shown = await fixture.gatefold("source", "show", "home")
        #expect(shown.status == 0)
        #expect(shown.output.hasPrefix("home\tSunday\tme\t"))
        let nothing = await fixture.gatefold("source", "show", "away", "--type", "album")
        #expect(nothing.status == 1)
        #expect(nothing.error == "gatefold: “away” has no albums.\n")
        #expect(
            await fixture.player.calls == ["Items home playlist 0 100", "Items away album 0 100"])
    }

    @Test func `play what a source has`() async throws {
        let fixture = try await Fixture()
        await fixture.answer("home", .items([("album", "Homogenic", "Björk")]))
        await fixture.enqueueing { player in
            player.play("Hunter", id: 200)
            player.player["Position"] = .int64(1)
            player.progress(found: 1, read: 1, isFinished: true)
        }
        let result = await fixture.gatefold("play", "--source", "home", "--album", "homogenic")
        #expect(result.output == "Playing Hunter\n")
        #expect(
            await fixture.player.calls == [
                "Search home homogenic album 50", "Enqueue gatefold:at/home/album/0 replace true",
            ])
    }

    @Test func `are named by URIs as any other source of music`() async throws {
        let fixture = try await Fixture()
        await fixture.enqueueing { $0.progress(found: 2, read: 2, isFinished: true) }
        let result = await fixture.gatefold("queue", "add", "gatefold:at/home/album/7")
        #expect(result.output == "Added 2 tracks.\n")
        #expect(await fixture.player.calls == ["Enqueue gatefold:at/home/album/7 end false"])
    }
}
