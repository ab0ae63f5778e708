// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// The program itself, on a bus and with folders of its own, playing for nobody.
private final class DaemonRig: Sendable {
    let bus = PrivateBus()
    let folder: TemporaryFolder
    let witness: BusWitness

    init() throws {
        folder = try TemporaryFolder()
        witness = BusWitness(bus)
    }

    func start(_ arguments: String...) -> RunningProgram {
        var environment = bus.environment
        for name in ["CONFIG", "STATE", "CACHE", "DATA"] {
            environment["XDG_\(name)_HOME"] = folder[name.lowercased()].printable
        }
        environment["G_DEBUG"] = "fatal-criticals"
        return RunningProgram(
            [Self.program, "--audio-sink", "none"] + arguments, environment: environment)
    }

    /// Beside the test's own program.
    private static let program: String = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = FilePath(bytes: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)))
        return path.parent.appending(Array("gatefoldd".utf8)).printable
    }()

    func owns(_ name: String) async -> Bool {
        await witness.ask("has_owner(\(quoted(name)))") == ["True"]
    }

    func awaitPlaylists(_ count: Int) async throws {
        try await eventually("it has \(count) playlists") {
            await witness.get("PlaylistCount", at: .playlists) == "v (<uint32 \(count)>,)"
        }
    }

    /// Plays the playlist of a name, as MPRIS lists it.
    func activate(_ name: String) async -> String {
        let list =
            "wire.reply(wire.send(LISTS, 'GetPlaylists', "
            + "variant(\"(uint32 0, uint32 99, 'Alphabetical', false)\"))).get_body().unpack()[0]"
        let path = "[p for p, n, _ in \(list) if n == '\(name)'][0]"
        return await witness.ask(
            "call(LISTS, 'ActivatePlaylist', \"(objectpath '%s',)\" % \(path))"
        ).joined()
    }

    func play(_ seconds: Double) async throws -> RunningProgram {
        try await Tone(seconds: seconds).write("tone.wav", in: folder)
        let daemon = start(folder["tone.wav"].printable)
        try await eventually("it plays") {
            await witness.get("PlaybackStatus") == "v (<'Playing'>,)"
        }
        return daemon
    }
}

@Suite(.serialized) struct `The daemon on its bus` {
    private let rig: DaemonRig

    init() throws {
        rig = try DaemonRig()
    }

    @Test func `is one, however many are started at once`() async throws {
        let daemons = (1...4).map { _ in rig.start() }
        try await eventually("all but one have ended") {
            daemons.count { $0.exitStatus == nil } == 1
        }
        #expect(daemons.compactMap(\.exitStatus) == [1, 1, 1])
        try await eventually("it has its name") {
            await rig.owns("org.mpris.MediaPlayer2.gatefold")
        }
        let names = await rig.witness.ask(
            "[n for n in wire.ask_bus('ListNames').get_body().unpack()[0] if 'gatefold' in n]")
        #expect(
            names.sorted() == ["org.gatefold.Gatefold", "org.mpris.MediaPlayer2.gatefold"])
    }

    @Test func `is told to end: announces Stopped, leaves, and begins there again`() async throws {
        let daemon = try await rig.play(60)
        _ = await rig.witness.signals()
        daemon.send(SIGTERM)
        try await eventually("it has ended") { daemon.exitStatus != nil }
        #expect(daemon.exitStatus == 0)
        #expect(
            await rig.witness.signals().contains {
                $0.hasPrefix("Player: PlaybackStatus='Stopped'")
            })
        #expect(await !rig.owns("org.mpris.MediaPlayer2.gatefold"))

        let next = rig.start()
        try await eventually("it is there again") {
            await rig.witness.get("PlaybackStatus") == "v (<'Paused'>,)"
        }
        #expect(await rig.witness.get("Metadata").contains("'tone'"))
        _ = next
    }

    @Test func `answers Quit, and ends`() async throws {
        let daemon = try await rig.play(60)
        #expect(await rig.witness.call("Quit", at: .root) == "")
        try await eventually("it has ended") { daemon.exitStatus != nil }
        #expect(daemon.exitStatus == 0)
        #expect(await !rig.owns("org.gatefold.Gatefold"))
    }

    @Test func `offers the playlists of the music folder, plays them, and saves more`() async throws
    {
        try rig.folder.write(
            "XDG_MUSIC_DIR=\"\(rig.folder["music"].printable)\"\n".utf8,
            to: "config/user-dirs.dirs")
        try rig.folder.write("tone.wav\n".utf8, to: "music/mix.m3u")
        try rig.folder.write("missing.wav\n".utf8, to: "music/none.m3u")
        try await Tone(seconds: 60).write("music/tone.wav", in: rig.folder)
        let daemon = rig.start()
        try await rig.awaitPlaylists(2)
        #expect(await rig.activate("mix") == "")
        #expect(await rig.witness.get("PlaybackStatus") == "v (<'Playing'>,)")
        #expect(await rig.activate("none") == "org.freedesktop.DBus.Error.Failed")
        #expect(await rig.witness.get("PlaybackStatus") == "v (<'Playing'>,)")
        #expect(await rig.witness.get("ActivePlaylist", at: .playlists).contains("(true, "))
        #expect(await rig.witness.call("SavePlaylist", "('Sunday', false)", at: .own) == "")
        try await rig.awaitPlaylists(3)
        daemon.send(SIGTERM)
        try await eventually("it has ended") { daemon.exitStatus != nil }

        let next = rig.start()
        try await rig.awaitPlaylists(3)
        #expect(await rig.witness.get("ActivePlaylist", at: .playlists).contains("'mix'"))
        _ = next
    }

    @Test func `saves when it is asked to, while it plays`() async throws {
        let daemon = try await rig.play(60)
        #expect(await rig.witness.call("Save", at: .own) == "")
        daemon.send(SIGKILL)
        try await eventually("it is dead") { daemon.exitStatus != nil }
        let next = rig.start()
        try await eventually("it is there again") {
            await rig.witness.get("PlaybackStatus") == "v (<'Paused'>,)"
        }
        #expect(await rig.witness.get("QueueLength", at: .own) == "v (<uint32 1>,)")
        _ = next
    }

    @Test func `plays on through fifty ends of its bus, and is on each new one`() async throws {
        let daemon = try await rig.play(600)
        try await eventually("it is heard") { await rig.position() > 0 }
        let properties = await rig.steadyProperties()
        var position: Int64 = 0
        for round in 1...50 {
            rig.bus.kill()
            rig.bus.start()
            await rig.witness.join()
            _ = await rig.witness.ask("wait_for('org.mpris.MediaPlayer2.gatefold')")
            let earlier = position
            position = await rig.position()
            #expect(position > earlier, "round \(round)")
        }
        #expect(await rig.steadyProperties() == properties)
        #expect(daemon.exitStatus == nil)
        #expect(await rig.witness.call("Quit", at: .root) == "")
        try await eventually("it has ended") { daemon.exitStatus != nil }
        #expect(daemon.exitStatus == 0)
    }
}

extension DaemonRig {
    fileprivate func steadyProperties() async -> [String] {
        await witness.all().filter { !$0.hasPrefix("Position") }
    }

    /// In microseconds.
    fileprivate func position() async -> Int64 {
        let answer = await witness.ask(
            "dict(get_all(PLAYER))['Position'].unpack()")
        return answer.first.flatMap(Int64.init) ?? -1
    }
}
