// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
internal import GatefoldTestSupport
internal import Testing

@Suite(.timeLimit(.minutes(2))) struct `Following the status` {
    @Test func `off a terminal prints one line per change until it is interrupted`() async throws {
        let fixture = try await Fixture()
        let session = TerminalSession(
            ["sh", "-c", "\(program) status --follow | cat"], environment: fixture.terminal)
        #expect(await session.shows("Nothing is playing.\r\n"))
        await fixture.player.play("One")
        #expect(await session.shows("▶ One  0:0"))
        await fixture.player.change([("PlaybackStatus", .string("Paused"))])
        #expect(await session.shows("⏸ One  0:00 / 3:45  vol 50%\r\n"))
        // The same again is no change.
        await fixture.player.change([("PlaybackStatus", .string("Paused"))])
        await fixture.player.changeOwn([("Muted", .boolean(true))])
        #expect(await session.shows("⏸ One  0:00 / 3:45  muted\r\n"))
        await fixture.player.jump(toMicroseconds: 61_000_000)
        #expect(await session.shows("⏸ One  1:01 / 3:45  muted\r\n"))
        #expect(session.screen.split(separator: "\r\n").count == 5)
        session.type("\u{3}")
        #expect(await session.end() != nil)
    }

    @Test func `waits for a player, and goes on with the next one and on the next bus`()
        async throws
    {
        let fixture = try await Fixture(named: false)
        let session = TerminalSession(
            [program, "status", "--json", "--follow"], environment: fixture.terminal)
        // The player of these tests has another volume than none has.
        let nothing = #""volume":1.0"#
        #expect(await session.shows(nothing, times: 1))
        try await fixture.player.takeName()
        await fixture.player.play("One")
        #expect(await session.shows(#"{"status":"playing","title":"One""#))
        await fixture.player.leave()
        #expect(await session.shows(nothing, times: 2))
        let second = try await FakePlayer.start(on: fixture.bus.address)
        await second.play("Two")
        #expect(await session.shows(#"{"status":"playing","title":"Two""#))
        fixture.bus.kill()
        #expect(await session.shows(nothing, times: 3))
        fixture.bus.start()
        let third = try await FakePlayer.start(on: fixture.bus.address)
        await third.play("Three")
        #expect(await session.shows(#"{"status":"playing","title":"Three""#))
        session.type("\u{3}")
        #expect(await session.end() == 0)
    }

    @Test func `prints JSON lines`() async throws {
        let fixture = try await Fixture()
        let session = TerminalSession(
            [program, "status", "--json", "--follow"], environment: fixture.terminal)
        #expect(await session.shows(#"{"status":"stopped""#))
        await fixture.player.play("One")
        #expect(await session.shows(#"{"status":"playing","title":"One""#))
        session.type("\u{3}")
        #expect(await session.end() == 0)
        #expect(!session.screen.contains("\u{1B}"))
    }

    @Test func `on a terminal keeps one line live until Ctrl-C`() async throws {
        let fixture = try await Fixture()
        await fixture.player.play("One")
        let session = TerminalSession(
            [program, "status", "--follow"], environment: fixture.terminal)
        #expect(await session.shows("\r▶ One  0:00 / 3:45  vol 50%\u{1B}[K"))
        // Nobody announces a second that passes.
        #expect(await session.shows("\r▶ One  0:01 / 3:45  vol 50%\u{1B}[K"))
        await fixture.player.change([("PlaybackStatus", .string("Paused"))])
        #expect(await session.shows("\r⏸ One"))
        session.type("\u{3}")
        #expect(await session.end() == 0)
        #expect(session.screen.hasSuffix("\r\n"))
        #expect(session.screen.split(separator: "\r\n").count == 1)
    }

    @Test func `on a terminal fits the line when the size changes`() async throws {
        let fixture = try await Fixture()
        await fixture.player.play("A title of some length", lengthInSeconds: 225)
        await fixture.player.change([("PlaybackStatus", .string("Paused"))])
        let session = TerminalSession(
            [program, "status", "--follow"], environment: fixture.terminal)
        #expect(await session.shows("\r⏸ A title of some length  0:00 / 3:45  vol 50%\u{1B}[K"))
        session.resize(to: 30)
        #expect(await session.shows("\r⏸ A title of so…  0:00 / 3:45\u{1B}[K"))
        session.type("\u{3}")
        #expect(await session.end() == 0)
    }

    @Test func `tells a problem above the live line`() async throws {
        let fixture = try await Fixture()
        let session = TerminalSession(
            [program, "status", "--follow"], environment: fixture.terminal)
        #expect(await session.shows("Nothing is playing."))
        await fixture.player.emit("Problem", [.string("Skipped “X”: no\u{1B}[2J such file")])
        #expect(
            await session.shows(
                "\r\u{1B}[Kgatefold: Skipped “X”: no such file\r\n\rNothing is playing."))
        session.type("\u{3}")
        #expect(await session.end() == 0)
    }

    @Test func `colours only a terminal that takes them`() async throws {
        let fixture = try await Fixture()
        await fixture.player.play("One")
        let coloured = TerminalSession(
            [program, "status"],
            environment: fixture.bus.environment.merging(["TERM": "xterm"]) { $1 })
        #expect(await coloured.shows("\u{1B}[32m▶\u{1B}[0m"))
        #expect(await coloured.end() == 0)
        let plain = TerminalSession([program, "status"], environment: fixture.terminal)
        #expect(await plain.shows("▶ One"))
        #expect(await plain.end() == 0)
        #expect(!plain.screen.contains("\u{1B}"))
    }

    @Test func `ends when the reader of its lines does`() async throws {
        let fixture = try await Fixture()
        let session = TerminalSession(
            ["sh", "-c", "{ \(program) status --follow; echo ended $? >&2; } | head -n 1"],
            environment: fixture.terminal)
        #expect(await session.shows("ended 0"))
        #expect(await session.end() == 0)
    }
}
