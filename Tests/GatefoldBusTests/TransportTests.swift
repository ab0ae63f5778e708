// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

extension Bus {
    @Suite struct `Every method from every status` {
        /// What comes over the wire, on the second of three entries; "reply" ends the call.
        private static let expected: [PlaybackStatus: [(String, String, [String])]] = [
            .stopped: [
                ("Play", "()", ["Player: PlaybackStatus='Playing', CanSeek=true"]),
                ("PlayPause", "()", ["Player: PlaybackStatus='Playing', CanSeek=true"]),
                ("Pause", "()", []), ("Stop", "()", []), ("Next", "()", toThird),
                ("Previous", "()", toFirst), ("Seek", "(int64 5000000,)", []),
                ("SetPosition", position(30_000_000), []),
            ],
            .playing: [
                ("Play", "()", []),
                ("PlayPause", "()", ["Player: PlaybackStatus='Paused'"]),
                ("Pause", "()", ["Player: PlaybackStatus='Paused'"]),
                ("Stop", "()", ["Player: PlaybackStatus='Stopped', CanSeek=false"]),
                ("Next", "()", toThird), ("Previous", "()", toFirst),
                ("Seek", "(int64 5000000,)", ["Seeked 15000000"]),
                ("SetPosition", position(30_000_000), ["Seeked 30000000"]),
            ],
            .paused: [
                ("Play", "()", ["Player: PlaybackStatus='Playing'"]),
                ("PlayPause", "()", ["Player: PlaybackStatus='Playing'"]),
                ("Pause", "()", []),
                ("Stop", "()", ["Player: PlaybackStatus='Stopped', CanSeek=false"]),
                ("Next", "()", toThird), ("Previous", "()", toFirst),
                ("Seek", "(int64 5000000,)", ["Seeked 15000000"]),
                ("SetPosition", position(30_000_000), ["Seeked 30000000"]),
            ],
        ]

        private static let toThird = [
            "Player: Metadata=3, CanGoNext=false", "Player1: CurrentIndex=2",
        ]
        private static let toFirst = [
            "Player: Metadata=1, CanGoPrevious=false", "Player1: CurrentIndex=0",
        ]

        private static func position(_ microseconds: Int) -> String {
            "(objectpath '/org/gatefold/track/2', int64 \(microseconds))"
        }

        @Test(arguments: PlaybackStatus.allCases)
        func `C012 announces all changes at once, before the reply, and nothing else`(
            _ status: PlaybackStatus
        ) async throws {
            let rig = try await BusRig.started()
            for (method, arguments, expected) in Self.expected[status] ?? [] {
                await rig.bring(to: status, at: 2)
                let events = await rig.witness.events(of: method, arguments)
                #expect(events.last == "reply", "\(method)")
                #expect(events.dropLast().sorted() == expected.sorted(), "\(method)")
                #expect(await rig.witness.signals() == [], "\(method)")
            }
        }

        @Test(arguments: PlaybackStatus.allCases)
        func `C092 moves on and back without a change of status`(
            _ status: PlaybackStatus
        ) async throws {
            let rig = try await BusRig.started()
            for method in ["Next", "Previous"] {
                await rig.bring(to: status, at: 2)
                _ = await rig.witness.call(method)
                #expect(await rig.session.state.status == status)
            }
        }

        @Test func `has no next after the last entry and no previous before the first`()
            async throws
        {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 3)
            #expect(await rig.witness.events(of: "Next") == ["reply"])
            await rig.bring(to: .playing, at: 1)
            #expect(await rig.witness.events(of: "Previous") == ["reply"])
        }

        @Test func `C096 plays from the start after Stop`() async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 2)
            _ = await rig.witness.call("Stop")
            #expect(await rig.witness.get("Position") == "v (<int64 0>,)")
            _ = await rig.witness.call("Play")
            #expect(await rig.witness.get("Position") == "v (<int64 0>,)")
        }

        @Test func `reads the new track right after Next`() async throws {
            let rig = try await BusRig.started()
            #expect(
                await rig.witness.ask(
                    "[call(PLAYER, 'Next'), short(dict(get_all(PLAYER))['Metadata'])]")
                    == ["", "2"])
        }
    }

    @Suite struct `Setting properties` {
        @Test func `C100 C101 announces what was set, once, before the reply`() async throws {
            let rig = try await BusRig.started()
            let cases = [
                ("LoopStatus", "<'Track'>", "Player: LoopStatus='Track'"),
                ("LoopStatus", "<'Playlist'>", "Player: LoopStatus='Playlist', CanGoPrevious=true"),
                ("LoopStatus", "<'None'>", "Player: LoopStatus='None', CanGoPrevious=false"),
                ("Rate", "<1.25>", "Player: Rate=1.25"),
                ("Volume", "<0.25>", "Player: Volume=0.25"),
                ("Shuffle", "<true>", "Player: Shuffle=true"),
            ]
            for (property, value, announcement) in cases {
                #expect(
                    await rig.witness.events(ofSetting: property, to: value)
                        == [announcement, "reply"])
                #expect(await rig.witness.events(ofSetting: property, to: value) == ["reply"])
            }
        }

        @Test func `C121 announces the nearest usable value`() async throws {
            let rig = try await BusRig.started()
            let cases = [
                ("Volume", "<-1.0>", "Player: Volume=0.0"),
                ("Volume", "<7.0>", "Player: Volume=1.0"),
                ("Rate", "<100.0>", "Player: Rate=4.0"), ("Rate", "<0.001>", "Player: Rate=0.25"),
            ]
            for (property, value, announcement) in cases {
                #expect(
                    await rig.witness.events(ofSetting: property, to: value)
                        == [announcement, "reply"])
            }
        }

        @Test func `C121 pauses at rate 0, and keeps the rate`() async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 1)
            #expect(
                await rig.witness.events(ofSetting: "Rate", to: "<0.0>")
                    == ["Player: PlaybackStatus='Paused'", "reply"])
            #expect(await rig.witness.get("Rate") == "v (<1.0>,)")
        }

        @Test func `C102 works in an empty, stopped player`() async throws {
            let rig = try await BusRig.started(tracks: 0)
            #expect(
                await rig.witness.events(ofSetting: "LoopStatus", to: "<'Track'>")
                    == ["Player: LoopStatus='Track'", "reply"])
            #expect(
                await rig.witness.events(ofSetting: "Shuffle", to: "<true>")
                    == ["Player: Shuffle=true", "reply"])
        }
    }
}
