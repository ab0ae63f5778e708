// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
internal import GatefoldTestSupport
internal import Glibc
internal import Testing

@Suite(.timeLimit(.minutes(2))) struct `Playing from the command line` {
    @Test func `hands URIs over and says what plays`() async throws {
        let fixture = try await Fixture()
        await fixture.enqueueing { player in
            player.play("Title", artist: "Artist", id: 200)
            player.player["Position"] = .int64(1)
            player.progress(found: 1, read: 1, isFinished: true)
        }
        let result = await fixture.gatefold("play", "/etc/hostname", "https://example.org/a b")
        #expect(result.error == "")
        #expect(result.output == "Playing Title — Artist\n")
        #expect(result.status == 0)
        #expect(
            await fixture.player.calls
                == ["Enqueue file:///etc/hostname https://example.org/a%20b replace true"])
    }

    @Test func `passes bytes that are not UTF-8 on`() async throws {
        let fixture = try await Fixture()
        await fixture.enqueueing { $0.progress(found: 0, read: 0, isFinished: true) }
        let script = #"""
            d=$(mktemp -d) && f="$d/$(printf 'a\377 b')" && : >"$f"
            "$0" play "$f"; s=$?; rm -r "$d"; exit $s
            """#
        let result = await ChildProcess.run(
            ["sh", "-c", script, program], environment: fixture.bus.environment)
        #expect(result.status == 1)
        let call = await fixture.player.calls.first ?? ""
        #expect(call.hasSuffix("/a%FF%20b replace true"))
    }

    @Test func `tells what is missing and still plays the rest`() async throws {
        let fixture = try await Fixture()
        await fixture.enqueueing { player in
            player.emit(
                "JobProblem",
                [.uint32(7), .string("/etc/hosts"), .string("no\u{1B}[1m music in it")])
            player.play("Title", id: 200)
            player.player["Position"] = .int64(1)
            player.progress(found: 1, read: 1, isFinished: true)
        }
        let result = await fixture.gatefold("play", "/nowhere/x", "/etc/hosts", "/etc/hostname")
        #expect(
            result.error == """
                gatefold: /nowhere/x: no such file or folder
                gatefold: /etc/hosts: no music in it

                """)
        #expect(result.output == "Playing Title\n")
        #expect(result.status == 0)
    }

    @Test func `refuses when nothing is left, without asking the player`() async throws {
        let fixture = try await Fixture()
        let result = await fixture.gatefold("play", "/nowhere/x")
        #expect(result.status == 1)
        #expect(result.error == "gatefold: /nowhere/x: no such file or folder\n")
        #expect(await fixture.player.calls == [])
    }

    @Test func `refuses when nothing was found`() async throws {
        let fixture = try await Fixture()
        await fixture.enqueueing { $0.progress(found: 0, read: 0, isFinished: true) }
        let result = await fixture.gatefold("queue", "add", "/etc")
        #expect(result.status == 1)
        #expect(result.error == "gatefold: There is nothing to play in that.\n")
        #expect(await fixture.player.calls == ["Enqueue file:///etc end false"])
    }

    @Test func `refuses when nothing of it can be played`() async throws {
        let fixture = try await Fixture()
        await fixture.enqueueing { player in
            player.play("Title", id: 200)
            player.progress(found: 1, read: 1, isFinished: true)
            player.change([("PlaybackStatus", .string("Stopped"))])
            player.emit("Problem", [.string("Skipped “Title”: no such codec")])
        }
        let result = await fixture.gatefold("play", "/etc/hostname")
        #expect(result.output == "")
        #expect(
            result.error == """
                gatefold: Skipped “Title”: no such codec
                gatefold: Nothing of it could be played.

                """)
        #expect(result.status == 1)
    }

    @Test func `says what it waits for, and that it does not begin`() async throws {
        let fixture = try await Fixture()
        await fixture.enqueueing { player in
            player.play("Title", id: 200)
            player.progress(found: 1, read: 1, isFinished: true)
        }
        let result = await fixture.gatefold("play", "http://127.0.0.1/hang")
        #expect(result.output == "")
        #expect(
            result.error == """
                gatefold: Waiting for Title…
                gatefold: It does not begin. gatefoldd goes on trying.

                """)
        #expect(result.status == 1)
    }

    @Test func `shows no credentials of what it refuses`() async throws {
        let fixture = try await Fixture()
        let result = await fixture.gatefold("play", "ftp://me:hidden@host/a?token=hidden")
        #expect(result.status == 1)
        #expect(
            result.error
                == "gatefold: ftp://host/a: only file, http and https URLs can be played\n")
    }

    @Test func `adds without playing, and counts`() async throws {
        let fixture = try await Fixture()
        await fixture.enqueueing { player in
            player.progress(found: 3200, read: 10, isFinished: false)
            player.progress(found: 3200, read: 3200, isFinished: true)
        }
        let result = await fixture.gatefold("queue", "next", "/etc")
        #expect(result.output == "Added 3,200 tracks.\n")
        #expect(result.error == "")
        #expect(await fixture.player.calls == ["Enqueue file:///etc next false"])
    }

    @Test func `without a path resumes and says what plays`() async throws {
        let fixture = try await Fixture()
        await fixture.player.play("Title")
        let result = await fixture.gatefold("play")
        #expect(result.output == "Playing Title\n")
        #expect(await fixture.player.calls == ["Play"])
    }

    @Test func `says why what plays may not be heard`() async throws {
        let fixture = try await Fixture()
        await fixture.player.play("Title")
        await fixture.player.changeOwn([("Output", .string("no sound device"))])
        let result = await fixture.gatefold("play")
        #expect(result.output == "Playing Title\n")
        #expect(result.error == "gatefold: no sound device\n")
        #expect(result.status == 0)
    }

    @Test func `says when the daemon leaves meanwhile`() async throws {
        let fixture = try await Fixture()
        await fixture.enqueueing { $0.leave() }
        let result = await fixture.gatefold("play", "/etc")
        #expect(result.status == 1)
        #expect(result.error == "gatefold: gatefoldd has left.\n")
    }

    @Test func `shows progress on a terminal, and erases it`() async throws {
        let fixture = try await Fixture()
        await fixture.enqueueing { player in
            player.progress(found: 10_000, read: 3200, isFinished: false)
        }
        let session = TerminalSession(
            [program, "queue", "add", "/etc"], environment: fixture.terminal)
        #expect(await session.shows("\rReading 3,200 of 10,000 tracks…\u{1B}[K"))
        await fixture.player.progress(found: 10_000, read: 10_000, isFinished: true)
        #expect(await session.end() == 0)
        #expect(session.screen.hasSuffix("…\u{1B}[K\r\u{1B}[KAdded 10,000 tracks.\r\n"))
    }
}

@Suite(.timeLimit(.minutes(2))) struct `Starting the daemon` {
    /// A copy of the program beside a script that stands for the daemon.
    private static func install(_ script: String) async -> String {
        let setup = #"""
            d=$(mktemp -d) && cp "$0" "$d/gatefold" && printf '#!/bin/sh\n%s\n' "$1" >"$d/gatefoldd" &&
            chmod +x "$d/gatefoldd" && echo "$d"
            """#
        return await ChildProcess.run(["sh", "-c", setup, program, script]).line
    }

    private static func remove(_ folder: String) async {
        _ = await ChildProcess.run(["rm", "-r", folder])
    }

    @Test func `runs the program beside it and waits for its name`() async throws {
        let bus = PrivateBus()
        let player = try await FakePlayer.start(on: bus.address, named: false)
        let subscription = try await player.onSignal("org.gatefold.Test") {
            try? player.takeName()
        }
        let folder = await Self.install(
            """
            exec >"$0.log" 2>&1; ls -l /proc/self/fd; ps -o sid= -o pid= -p $$
            gdbus emit --session --object-path / --signal org.gatefold.Test.Started
            gdbus wait --session --timeout 20 org.gatefold.Gatefold
            """)
        let result = await ChildProcess.run(
            ["\(folder)/gatefold", "play"], environment: bus.environment)
        #expect(result.error == "")
        #expect(result.status == 0)
        #expect(await player.calls == ["Play"])
        let session = await ChildProcess.run(["tail", "-n", "1", "\(folder)/gatefoldd.log"]).line
        let numbers = session.split(separator: " ")
        #expect(numbers.count == 2 && numbers.first == numbers.last, "a session of its own")
        await Self.remove(folder)
        _ = subscription
    }

    @Test func `says so when it ends at once`() async {
        let bus = PrivateBus()
        let folder = await Self.install("exit 3")
        let result = await ChildProcess.run(
            ["\(folder)/gatefold", "play"], environment: bus.environment)
        #expect(result.status == 1)
        #expect(
            result.error
                == "gatefold: gatefoldd ended at once. Run it by hand to see why: "
                + "\(folder)/gatefoldd\n")
        await Self.remove(folder)
    }

    @Test func `says so when there is none`() async {
        let bus = PrivateBus()
        let folder = await Self.install("")
        unlink("\(folder)/gatefoldd")
        let result = await ChildProcess.run(
            ["\(folder)/gatefold", "queue", "add", "/etc"],
            environment: bus.environment.merging(["PATH": "/nowhere"]) { $1 })
        #expect(
            result.error
                == "gatefold: gatefoldd is neither installed nor beside this program.\n")
        #expect(result.status == 1)
        await Self.remove(folder)
    }
}

extension Fixture {
    /// Where a terminal's program finds the bus.
    nonisolated var terminal: [String: String] {
        bus.environment.merging(["TERM": "xterm", "NO_COLOR": "1"]) { $1 }
    }

    func enqueueing(_ body: @escaping @PlayerActor (FakePlayer) -> Void) {
        player.onEnqueue = body
    }
}
