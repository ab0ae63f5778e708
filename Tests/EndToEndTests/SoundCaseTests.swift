// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Glibc
import Testing

/// Reports that only a real engine can answer; `Tests/MPRISCases.md` says what the numbers are.
@Suite(.serialized) struct `Real sound, case by case` {
    private let rig: Rig
    private let witness: BusWitness

    init() throws {
        rig = try Rig()
        witness = BusWitness(rig.bus)
    }

    private func position() async -> Double {
        let microseconds = await witness.ask("dict(get_all(PLAYER))['Position'].unpack()")
        return (microseconds.first.flatMap(Double.init) ?? -1) / 1e6
    }

    private func status() async -> String {
        await witness.ask("dict(get_all(PLAYER))['PlaybackStatus'].unpack()").joined()
    }

    /// A daemon that plays tones, which are heard.
    private func playing(_ count: Int, seconds: Double) async throws -> RunningProgram {
        try await rig.tones(count, seconds: seconds)
        let daemon = try await rig.daemon(rig.music)
        try await eventually("it is heard") { await position() > 0.3 }
        return daemon
    }

    @Test func `C008 C009 C010 C018 says nothing while a file plays`() async throws {
        try await Tone(seconds: 10).write("1.mp3", as: .mp3, in: rig.folder)
        let daemon = try await rig.daemon(rig.folder["1.mp3"].printable)
        try await eventually("it is heard") { await position() > 1 }
        _ = await witness.signals()
        try await eventually("it plays on") { await position() > 4 }
        #expect(await witness.signals() == [])
        _ = daemon
    }

    @Test func `C013 C022 C098 goes from track to track without a stop or a jump, and ends once`()
        async throws
    {
        let daemon = try await playing(2, seconds: 6)
        _ = await witness.signals()
        try await eventually("it ends", within: .seconds(60)) { await status() == "Stopped" }
        let told = await witness.signals().filter {
            $0.hasPrefix("Player: ") || $0.hasPrefix("See")
        }
        #expect(told.count == 2)
        #expect(told.first?.contains("Metadata=2") == true)
        #expect(told.first?.contains("PlaybackStatus") == false)
        #expect(told.last?.contains("PlaybackStatus='Stopped'") == true)
        #expect(await position() == 0)
        _ = daemon
    }

    @Test(arguments: ["Stop", "Pause"])
    func `C014 C150 plays with one word`(_ method: String) async throws {
        let daemon = try await playing(1, seconds: 20)
        _ = await witness.call(method)
        _ = await witness.signals()
        let before = await position()
        _ = await witness.call("Play")
        #expect(await status() == "Playing")
        try await eventually("it is heard") { await position() > before + 0.5 }
        #expect(await witness.ask("announced('PlaybackStatus')") == ["Playing"])
        _ = daemon
    }

    @Test func `C020 C021 C024 C025 C036 C038 C039 C041 C042 seeks as it is told`() async throws {
        let daemon = try await playing(2, seconds: 60)
        let id = await witness.metadata("mpris:trackid")
        _ = await witness.call("Pause")
        let steps: [(String, String, Int)] = [
            ("SetPosition", "(objectpath '\(id)', int64 20000000)", 20),
            ("Seek", "(int64 5000000,)", 25), ("Seek", "(int64 -10000000,)", 15),
            ("Seek", "(int64 \(Int64.min),)", 0), ("Seek", "(int64 30000000,)", 30),
        ]
        for (method, arguments, seconds) in steps {
            #expect(
                await witness.events(of: method, arguments)
                    == ["Seeked \(seconds * 1_000_000)", "reply"])
            #expect(await position() == Double(seconds))
        }
        #expect(
            await witness.events(of: "SetPosition", "(objectpath '\(id)', int64 60500000)")
                == ["reply"])
        #expect(await witness.metadata("mpris:trackid") == id)
        // From elsewhere, and while it is heard: the sound is where Seeked says, and goes on.
        _ = await witness.call("Play")
        #expect(await rig.gatefold("seek", "0:40").status == 0)
        #expect(await witness.signals().contains("Seeked 40000000"))
        try await eventually("it plays on from there") { await position() > 40.5 }
        #expect(await position() < 55)
        _ = await witness.call("Seek", "(int64 \(Int64.max),)")
        #expect(await witness.metadata("xesam:title") == "2")
        _ = daemon
    }

    @Test func `C028 C029 stands while paused`() async throws {
        let daemon = try await playing(1, seconds: 20)
        #expect(
            await witness.events(of: "Pause") == ["Player: PlaybackStatus='Paused'", "reply"])
        let paused = await position()
        var reads: Set<Double> = []
        for _ in 1...50 {
            reads.insert(await position())
            _ = await rig.owner("org.freedesktop.DBus")
        }
        #expect(reads == [paused])
        #expect(
            await witness.events(of: "Play") == ["Player: PlaybackStatus='Playing'", "reply"])
        #expect(await position() - paused < 5)
        #expect(await witness.signals() == [])
        _ = daemon
    }

    @Test func `C054 C056 C057 C060 has the length of local files in microseconds`() async throws {
        try await Tone(seconds: 20).write("long/1.wav", in: rig.folder)
        try writeSilence(hours: 3, to: "long/2.wav")
        let daemon = try await rig.daemon(rig.folder["long"].printable)
        try await eventually("it is known") {
            await witness.metadata("mpris:length") == "20000000"
        }
        _ = await witness.call("Next")
        try await eventually("it is known") {
            await witness.metadata("mpris:length") == "10800000000"
        }
        _ = await witness.call("Seek", "(int64 9000000000,)")
        #expect(await position() >= 9000)
        _ = daemon
    }

    /// A file of 44,100 16-bit samples a second that takes no room.
    private func writeSilence(hours: Int, to name: String) throws {
        let size = UInt32(hours * 3600 * Tone.sampleRate * 2)
        var header = Tone(seconds: 0).wav
        header.replaceSubrange(
            4..<8, with: withUnsafeBytes(of: (size + 36).littleEndian, Array.init))
        header.replaceSubrange(40..<44, with: withUnsafeBytes(of: size.littleEndian, Array.init))
        let path = try rig.folder.write(header, to: name)
        #expect(path.withCString { truncate($0, off_t(size) + 44) } == 0)
    }

    @Test func `C145 C146 is where its sound is after it was suspended, and has kept its name`()
        async throws
    {
        let daemon = try await playing(1, seconds: 60)
        let owner = await rig.owner("org.mpris.MediaPlayer2.gatefold")
        let before = await position()
        daemon.send(SIGSTOP)
        let end = ContinuousClock.now + .seconds(3)
        try await eventually("some time has passed") { ContinuousClock.now > end }
        daemon.send(SIGCONT)
        #expect(await position() >= before)
        #expect(await rig.owner("org.mpris.MediaPlayer2.gatefold") == owner)
        let after = await position()
        try await eventually("it plays on") { await position() > after + 0.5 }
        #expect(await witness.call("Pause") == "")
        #expect(await status() == "Paused")
    }
}
