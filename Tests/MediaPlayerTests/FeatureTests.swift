// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Testing

extension Apps {
    @Suite struct `An app that uses everything` {
        private let app: AppRig

        init() async throws {
            app = try AppRig("LoopProgram", "features")
            try await app.appear()
        }

        @Test func `says who it is`() async {
            let witness = app.witness
            #expect(await witness.get("Identity", at: .root) == "v (<'All Features'>,)")
            let entry = await witness.get("DesktopEntry", at: .root)
            #expect(entry == "v (<'org.example.Features'>,)")
            #expect(await witness.get("SupportedUriSchemes", at: .root) == "v (<['https']>,)")
            #expect(await witness.get("SupportedMimeTypes", at: .root) == "v (<['audio/flac']>,)")
            #expect(await witness.get("CanRaise", at: .root) == "v (<true>,)")
        }

        @Test func `is raised, opens, and becomes louder`() async throws {
            #expect(await app.witness.call("Raise", at: .root) == "")
            try await app.title("raised")
            #expect(await app.witness.call("OpenUri", "('https://host/song',)") == "")
            try await app.title("opened song")
            let broken = await app.witness.call("OpenUri", "('https://host/broken',)")
            #expect(broken == "org.freedesktop.DBus.Error.Failed")
            let other = await app.witness.call("OpenUri", "('ftp://host/song',)")
            #expect(other == "org.freedesktop.DBus.Error.NotSupported")
            #expect(await app.playerctl("volume") == "0.500000")
            await app.playerctl("volume", "0.75")
            try await app.title("volume 0.75")
            #expect(await app.playerctl("volume") == "0.750000")
        }

        @Test func `ends when it is told to`() async throws {
            #expect(await app.witness.call("Quit", at: .root) == "")
            try await eventually("it has ended") { !app.isRunning }
        }

        @Test func `has its picture in a file`() async throws {
            try await eventually("the picture is there") {
                await app.playerctl("metadata", "mpris:artUrl").hasPrefix("file://")
            }
            let uri = await app.playerctl("metadata", "mpris:artUrl")
            let path = try #require(FileURI.decode(uri))
            #expect(path.printable.hasPrefix(app.folder["cache"].printable))
            let bytes = await ChildProcess.run(["od", "-An", "-tx1", path.printable])
            #expect(bytes.line == "89 50 4e 47 0d 0a 1a 0a 01 02 03 04")
        }

        @Test func `has a session with a name of its own, which becomes active`() async throws {
            let name = "org.mpris.MediaPlayer2.LoopProgram.instance\(app.processID)_2"
            try await eventually("the session is there") {
                await app.witness.ask("has_owner('\(name)')") == ["True"]
            }
            let witness = BusWitness(app.bus, server: name)
            #expect(await witness.get("Metadata").contains("<'inactive'>"))
            #expect(await witness.call("Play") == "")
            try await eventually("it is active") {
                await witness.get("Metadata").contains("<'active'>")
            }
        }
    }
}
