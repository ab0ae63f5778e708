// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
internal import GatefoldTestSupport
internal import Glibc
internal import Testing

/// The built program, which SwiftPM puts beside the tests.
let program: String = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(
        decoding: buffer[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return own.prefix { $0 != " " }.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
        + "/gatefold"
}()

/// A bus, a player on it, and the command line beside them.
@PlayerActor
struct Fixture {
    let bus: PrivateBus
    let player: FakePlayer

    nonisolated init(named: Bool = true) async throws {
        bus = PrivateBus()
        player = try await FakePlayer.start(on: bus.address, named: named)
    }

    nonisolated func gatefold(_ arguments: String...) async -> ChildProcess.Result {
        await ChildProcess.run([program] + arguments, environment: bus.environment)
    }
}

@Suite(.timeLimit(.minutes(2))) struct `The command line on the bus` {
    @Test(arguments: [
        (["pause"], "Pause"), (["resume"], "Play"), (["toggle"], "PlayPause"), (["stop"], "Stop"),
        (["next"], "Next"), (["previous"], "Previous"), (["restart"], "Restart"),
        (["seek", "+10"], "Seek 10000000"), (["seek", "-1:30"], "Seek -90000000"),
        (["seek", "1:30"], "SetPosition /org/gatefold/entry/100 90000000"),
        (["seek", "20%"], "SetPosition /org/gatefold/entry/100 45000000"),
        (["volume", "80%"], "Volume 0.8"), (["volume", "+5%"], "Volume 0.55"),
        (["volume", "-0.1"], "Volume 0.4"), (["volume", "mute"], "Muted true"),
        (["volume", "unmute"], "Muted false"), (["volume", "toggle"], "Muted true"),
        (["rate", "1.25"], "Rate 1.25"), (["shuffle", "on"], "Shuffle true"),
        (["repeat", "one"], "LoopStatus Track"), (["repeat", "all"], "LoopStatus Playlist"),
        (["repeat", "off"], "LoopStatus None"), (["replay-gain", "off"], "ReplayGain off"),
        (["queue", "clear"], "Clear"), (["quit"], "Quit"),
    ])
    func `a verb becomes one call and prints nothing`(words: [String], call: String) async throws {
        let fixture = try await Fixture()
        await fixture.player.play("Title")
        let result = await ChildProcess.run(
            [program] + words, environment: fixture.bus.environment)
        #expect(result.status == 0)
        #expect(result.output + result.error == "")
        #expect(await fixture.player.calls == [call])
    }

    @Test(arguments: [
        ("next", "CanGoNext", "There is no next entry."),
        ("previous", "CanGoPrevious", "There is no previous entry."),
        ("resume", "CanPlay", "There is nothing to play: the queue is empty."),
        ("pause", "CanPause", "Nothing is playing."),
    ])
    func `what the player cannot do is refused with the reason`(
        verb: String, ability: String, reason: String
    ) async throws {
        let fixture = try await Fixture()
        await fixture.player.play("Title")
        await fixture.player.change([(ability, .boolean(false))])
        let result = await fixture.gatefold(verb)
        #expect(result.status == 1)
        #expect(result.error == "gatefold: \(reason)\n")
        #expect(result.output == "")
        #expect(await fixture.player.calls == [])
    }

    @Test func `a position that is not there is refused`() async throws {
        let fixture = try await Fixture()
        let nothing = await fixture.gatefold("seek", "1:30")
        #expect(nothing.error == "gatefold: Nothing is playing.\n")
        await fixture.player.play("Title", lengthInSeconds: 60)
        let beyond = await fixture.gatefold("seek", "1:30")
        #expect(beyond.error == "gatefold: This entry is only 1:00 long.\n")
        #expect(beyond.status == 1)
        let fast = await fixture.gatefold("rate", "3")
        #expect(fast.error == "gatefold: Only rates from 0.5 to 2 are possible.\n")
        #expect(await fixture.player.calls == [])
    }

    @Test func `values are printed when none is given`() async throws {
        let fixture = try await Fixture()
        #expect(await fixture.gatefold("volume").output == "50%\n")
        #expect(await fixture.gatefold("rate").output == "1\n")
        #expect(await fixture.gatefold("shuffle").output == "off\n")
        #expect(await fixture.gatefold("repeat").output == "off\n")
        #expect(await fixture.gatefold("replay-gain").output == "album\n")
        await fixture.player.changeOwn([("Muted", .boolean(true))])
        #expect(await fixture.gatefold("volume").output == "50% (muted)\n")
    }

    @Test func `a player that has left is told as not running`() async throws {
        let bus = PrivateBus()
        let player = try await FakePlayer.start(on: bus.address)
        await player.leave()
        let result = await ChildProcess.run([program, "next"], environment: bus.environment)
        #expect(result.error == "gatefold: Nothing is playing: gatefoldd is not running.\n")
        #expect(result.status == 1)
    }

    @Test func `without a daemon only the status is no refusal`() async {
        let bus = PrivateBus()
        for verb in ["pause", "resume", "toggle", "stop", "next", "queue", "volume", "quit"] {
            let result = await ChildProcess.run([program, verb], environment: bus.environment)
            #expect(result.status == 1, "\(verb)")
            #expect(result.error == "gatefold: Nothing is playing: gatefoldd is not running.\n")
        }
        let status = await ChildProcess.run([program, "status"], environment: bus.environment)
        #expect(status.status == 0)
        #expect(status.output == "Nothing is playing.\n")
        let json = await ChildProcess.run(
            [program, "status", "--json"], environment: bus.environment)
        #expect(json.status == 0)
        #expect(json.output.hasPrefix(#"{"status":"stopped","title":null"#))
    }

    @Test func `without a session bus the user is told what to do`() async {
        let result = await ChildProcess.run(
            [program, "status"],
            environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"])
        #expect(result.status == 1)
        #expect(result.error.hasPrefix("gatefold: There is no D-Bus session bus."))
        #expect(result.error.contains("dbus-run-session -- "))
        #expect(result.error.split(separator: "\n").count == 1)
    }

    @Test func `a command line that cannot be understood needs no bus`() async {
        let nowhere = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"]
        let wrong = await ChildProcess.run([program, "plya"], environment: nowhere)
        #expect(wrong.status == 2)
        #expect(wrong.error.contains("did you mean “play”?"))
        let help = await ChildProcess.run([program, "--help"], environment: nowhere)
        #expect(help.status == 0)
        #expect(help.output.hasPrefix("Usage: gatefold COMMAND"))
    }

    @Test func `nothing of a tag reaches the output raw`() async throws {
        let fixture = try await Fixture()
        await fixture.player.play("\u{1B}[2Jx\u{7}", artist: "\u{9B}H")
        for words in [["status"], ["queue"], ["status", "--json"]] {
            let result = await ChildProcess.run(
                [program] + words, environment: fixture.bus.environment)
            #expect(!result.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" })
            #expect(result.status == 0)
        }
    }
}

@Suite(.timeLimit(.minutes(2))) struct `The queue on the command line` {
    @Test func `is listed with the current entry marked`() async throws {
        let fixture = try await Fixture()
        #expect(await fixture.gatefold("queue").output == "The queue is empty.\n")
        await fixture.fill(3)
        await fixture.player.play("1", id: 101)
        #expect(
            await fixture.gatefold("queue").output
                == "  1  0 — A  1:05\n▶ 2  1 — A  1:05\n  3  2 — A  1:05\n")
    }

    @Test func `is listed whole off a terminal, and ends with its reader`() async throws {
        let fixture = try await Fixture()
        await fixture.fill(25_000)
        let whole = await fixture.gatefold("queue")
        #expect(whole.output.split(separator: "\n").count == 25_000)
        #expect(whole.output.hasSuffix("  25000  24999 — A  1:05\n"))
        let cut = await ChildProcess.run(
            ["sh", "-c", "{ \(program) queue; echo $? >&2; } | head -n 1"],
            environment: fixture.bus.environment)
        #expect(cut.output == "      1  0 — A  1:05\n")
        #expect(cut.error == "0\n")
    }

    @Test func `is edited by positions that become ids`() async throws {
        let fixture = try await Fixture()
        await fixture.fill(8)
        _ = await fixture.gatefold("queue", "move", "7", "2")
        _ = await fixture.gatefold("queue", "remove", "1", "3-5", "4")
        _ = await fixture.gatefold("queue", "jump", "8")
        #expect(
            await fixture.player.calls == ["Move 106 1", "Remove 100 102 103 104", "Jump 107"])
    }

    @Test func `refuses positions that it does not have`() async throws {
        let fixture = try await Fixture()
        await fixture.fill(2)
        for words in [["jump", "3"], ["move", "3", "1"], ["move", "1", "3"], ["remove", "2-3"]] {
            let result = await ChildProcess.run(
                [program, "queue"] + words, environment: fixture.bus.environment)
            #expect(result.status == 1)
            #expect(
                result.error == "gatefold: There is no entry 3: the queue has 2 entries.\n")
        }
        #expect(await fixture.player.calls == [])
    }
}

extension Fixture {
    /// A queue whose second entry is the current one.
    func fill(_ count: Int) {
        player.queue = (0..<count).map { (String($0), "A") }
        player.changeOwn([
            ("QueueLength", .uint32(UInt32(count))), ("CurrentIndex", .int32(1)),
        ])
    }
}
