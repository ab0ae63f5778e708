// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Testing

extension Apps {
    @Suite struct `The example of an app with two players` {
        @Test func `is one player on the desktop, which shows the one that plays`() async throws {
            let music = try TemporaryFolder()
            try await Tone(seconds: 20).write("Song.wav", in: music)
            let app = try AppRig(
                "HybridPlayer", music["Song.wav"].printable,
                environment: ["GATEFOLD_AUDIO_SINK": "none"])
            try await app.appear()
            try await app.title("Song")
            await app.playerctl("stop")
            try await app.title("Announcement")
            #expect(await app.playerctl("status") == "Playing")
            #expect(await app.playerctl("-l") == "HybridPlayer")
            await app.playerctl("next")
            try await app.title("Song")
            #expect(await app.playerctl("status") == "Playing")
        }
    }
}
