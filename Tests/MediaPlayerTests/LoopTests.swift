// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Testing

extension Apps {
    @Suite struct `Handlers` {
        private func app(_ loop: String) async throws -> AppRig {
            let app = try AppRig("LoopProgram", loop)
            try await app.appear()
            return app
        }

        @Test(arguments: ["runLoop", "dispatch", "servedGLib"])
        func `are called on the main thread, and answered when they are done`(
            loop: String
        ) async throws {
            let app = try await app(loop)
            await app.playerctl("pause")
            #expect(await app.playerctl("metadata", "title") == "pause main")
            #expect(await app.playerctl("status") == "Paused")
            await app.playerctl("play")
            #expect(await app.playerctl("metadata", "title") == "play main")
        }

        @Test func `are called on the main thread of a GTK app with a window`() async throws {
            let display = try await VirtualDisplay()
            let app = try AppRig(
                "LoopProgram", "gtk",
                environment: [
                    "DISPLAY": display.name, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
                ])
            try await app.appear()
            await app.playerctl("pause")
            #expect(await app.playerctl("metadata", "title") == "pause main")
            await app.playerctl("play")
            #expect(await app.playerctl("metadata", "title") == "play main")
            #expect(app.isRunning)
        }

        @Test(arguments: ["glib", "sleep"])
        func `are called on another thread where nobody serves the main queue`(
            loop: String
        ) async throws {
            let app = try await app(loop)
            await app.playerctl("pause")
            try await app.title("pause other")
            #expect(await app.playerctl("status") == "Paused")
        }

        @Test func `wait for a main thread that is busy at first`() async throws {
            let app = try await app("busy")
            await app.playerctl("pause")
            try await app.title("pause main")
        }

        @Test func `that block the main thread do not hold up the bus`() async throws {
            let app = try await app("blocked")
            await app.playerctl("pause")
            #expect(await app.playerctl("status") == "Playing")
            #expect(await app.playerctl("metadata", "title") == "started main")
        }

        @Test func `may be removed by others of the same call`() async throws {
            let app = try await app("dispatch")
            await app.playerctl("next")
            #expect(await app.playerctl("metadata", "title") == "next main")
            #expect(await app.witness.get("CanGoNext") == "v (<false>,)")
        }

        @Test func `may fail, which is no error on the bus`() async throws {
            let app = try await app("dispatch")
            #expect(await app.witness.call("Previous") == "")
        }
    }

    @Suite struct `An app that writes its position twice a second` {
        @Test func `says nothing new, and nothing is signalled`() async throws {
            let app = try AppRig("LoopProgram", "pushing")
            try await app.appear()
            try await app.title("pushed")
            let start = await position(app)
            _ = await app.witness.signals()
            try await eventually("it has played for three seconds") {
                await position(app) > start + 3
            }
            #expect(await app.witness.signals() == [])
        }

        private func position(_ app: AppRig) async -> Double {
            Double(await app.playerctl("position")) ?? -1
        }
    }

    @Suite struct `The example of an app with its own sound` {
        @Test func `is steered by playerctl`() async throws {
            let app = try AppRig("NowPlayingPublisher")
            try await app.appear()
            #expect(await app.playerctl("-l") == "NowPlayingPublisher")
            #expect(await app.playerctl("metadata", "title") == "Morning")
            try await eventually("its picture is there") {
                await app.playerctl("metadata", "mpris:artUrl").hasSuffix(".bmp")
            }
            await app.playerctl("next")
            #expect(await app.playerctl("metadata", "title") == "Noon")
            await app.playerctl("previous")
            #expect(await app.playerctl("metadata", "title") == "Morning")
            await app.playerctl("pause")
            #expect(await app.playerctl("status") == "Paused")
            await app.playerctl("position", "42")
            #expect(await app.playerctl("position") == "42.000000")
            await app.playerctl("play-pause")
            #expect(await app.playerctl("status") == "Playing")
        }

        @Test func `plays on without a bus`() async throws {
            let app = try AppRig(
                "NowPlayingPublisher",
                environment: [
                    "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus",
                    "GATEFOLD_LOG": "warning",
                ])
            try await eventually("it has said so") {
                await ChildProcess.run(["cat", app.folder["output"].printable]).output
                    .contains("the bus is away")
            }
            #expect(app.isRunning)
        }
    }
}
