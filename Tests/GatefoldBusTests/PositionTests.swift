// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

extension Bus {
    /// On the second of three entries of a minute, 10 seconds into it.
    @Suite struct `The position` {
        private static let second = "objectpath '/org/gatefold/track/2'"

        @Test(arguments: [
            ("(int64 -5000000,)", "5000000"), ("(int64 -15000000,)", "0"),
            ("(int64 \(Int64.min),)", "0"), ("(int64 50000000,)", "60000000"),
        ])
        func `C021 C039 C040 C041 jumps by an offset, not below the start`(
            _ offset: String, _ position: String
        ) async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 2)
            #expect(
                await rig.witness.events(of: "Seek", offset) == ["Seeked \(position)", "reply"])
            #expect(await rig.witness.get("Position") == "v (<int64 \(position)>,)")
        }

        @Test(arguments: ["(int64 50000001,)", "(int64 \(Int64.max),)"])
        func `C039 beyond the end is the next entry`(_ offset: String) async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 2)
            #expect(
                await rig.witness.events(of: "Seek", offset) == [
                    "Player1: CurrentIndex=2", "Player: Metadata=3, CanGoNext=false", "reply",
                ])
            await rig.bring(to: .playing, at: 3)
            #expect(await rig.witness.events(of: "Seek", offset) == ["reply"])
        }

        @Test func `may be set to the very end`() async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .paused, at: 2)
            #expect(
                await rig.witness.events(of: "SetPosition", "(\(Self.second), int64 60000000)")
                    == ["Seeked 60000000", "reply"])
        }

        @Test(arguments: [
            "(\(second), int64 60000001)", "(\(second), int64 -1)",
            "(\(second), int64 \(Int64.max))", "(\(second), int64 \(Int64.min))",
            "(objectpath '/org/gatefold/track/1', int64 0)",
            "(objectpath '/org/gatefold/track/02', int64 0)",
            "(objectpath '/org/gatefold/track/99999999999999999999', int64 0)",
            "(objectpath '/org/mpris/MediaPlayer2/TrackList/NoTrack', int64 0)",
            "(objectpath '/bogus', int64 0)",
        ])
        func `C037 C038 is not set where the entry is another or the place is outside`(
            _ arguments: String
        ) async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 2)
            #expect(await rig.witness.events(of: "SetPosition", arguments) == ["reply"])
            #expect(await rig.witness.get("Position") == "v (<int64 10000000>,)")
        }

        @Test func `C026 C032 runs by itself while playing, at the rate, and is never announced`()
            async throws
        {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 2)
            _ = await rig.witness.events(ofSetting: "Rate", to: "<2.0>")
            await rig.clock.advance(MediaTime(milliseconds: 5000))
            #expect(await rig.witness.get("Position") == "v (<int64 20000000>,)")
            #expect(await rig.witness.signals() == [])
            _ = await rig.witness.call("Pause")
            await rig.clock.advance(MediaTime(milliseconds: 5000))
            #expect(await rig.witness.get("Position") == "v (<int64 20000000>,)")
        }

        @Test func `C152 follows the metadata in GetAll, as BlueZ takes them`() async throws {
            let rig = try await BusRig.started()
            let names = await rig.witness.all().map { $0.split(separator: " ")[0] }
            let metadata = try #require(names.firstIndex(of: "Metadata"))
            let position = try #require(names.firstIndex(of: "Position"))
            #expect(metadata < position)
        }

        @Test func `C020 that our own interface moves is announced to MPRIS's clients`()
            async throws
        {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 2)
            #expect(
                await rig.witness.events(of: "Restart", at: .own) == ["Seeked 0", "reply"])
            await rig.clock.advance(MediaTime(milliseconds: 3000))
            #expect(
                await rig.witness.events(of: "Jump", "(uint64 2,)", at: .own)
                    == ["Seeked 0", "reply"])
            #expect(
                await rig.witness.events(of: "Jump", "(uint64 1,)", at: .own) == [
                    "Player1: CurrentIndex=0", "Player: Metadata=1, CanGoPrevious=false", "reply",
                ])
        }

        @Test func `of an entry that repeats is announced, and nothing else`() async throws {
            let rig = try await BusRig.started()
            _ = await rig.witness.events(ofSetting: "LoopStatus", to: "<'Track'>")
            await rig.bring(to: .playing, at: 2)
            _ = await rig.witness.signals()
            await rig.clock.advance(MediaTime(milliseconds: 50_000))
            await rig.engine.finishItem()
            #expect(await rig.witness.signals() == ["Seeked 0"])
        }

        @Test func `of a queue of one that repeats is announced when it is skipped`() async throws {
            let rig = try await BusRig.started(tracks: 1)
            _ = await rig.witness.events(ofSetting: "LoopStatus", to: "<'Playlist'>")
            await rig.bring(to: .playing, at: 1)
            #expect(await rig.witness.events(of: "Next") == ["Seeked 0", "reply"])
        }

        @Test func `C030 of a restored player is announced when it plays from there`() async throws
        {
            let rig = try await BusRig.prepared()
            let saved = await rig.tracks(1...2).enumerated().map { index, track in
                (EntryID(rawValue: UInt64(index) + 5), track)
            }
            await rig.session.handle([
                .restore(
                    SavedSession(
                        entries: saved, current: EntryID(rawValue: 6), status: .paused,
                        position: MediaTime(milliseconds: 7500), loop: .none, isShuffled: false,
                        rate: 1, volume: 0.5, isMuted: false))
            ])
            try await rig.appear(tracks: 0)
            #expect(await rig.witness.get("Position") == "v (<int64 7500000>,)")
            #expect(
                await rig.witness.events(of: "Play")
                    == ["Player: PlaybackStatus='Playing'", "reply", "Seeked 7500000"])
        }
    }

    @Suite struct `Playing on by itself` {
        @Test func `C013 announces the next entry, and no stop between`() async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 1)
            _ = await rig.witness.signals()
            await rig.engine.finishItem()
            #expect(
                await rig.witness.signals()
                    == ["Player1: CurrentIndex=1", "Player: Metadata=2, CanGoPrevious=true"])
        }

        @Test func `C098 ends at the first entry, stopped`() async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 3)
            _ = await rig.witness.signals()
            await rig.engine.finishItem()
            #expect(
                await rig.witness.signals() == [
                    "Player1: CurrentIndex=0",
                    "Player: PlaybackStatus='Stopped', Metadata=1, CanGoNext=true, "
                        + "CanGoPrevious=false, CanSeek=false",
                ])
        }

        @Test func `tells BlueZ the position again with metadata that come late`() async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 2)
            _ = await rig.witness.signals()
            var tags = TrackTags()
            tags.title = "Late"
            tags.length = MediaTime(milliseconds: 60_000)
            tags.artwork = .none
            await rig.session.handle([
                .described([EntryDescription(EntryID(rawValue: 2), tags)])
            ])
            #expect(await rig.witness.signals() == ["Player: Metadata=Late", "Seeked 10000000"])
        }

        @Test func `C008 C018 says nothing of reports that change nothing`() async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 2)
            _ = await rig.witness.signals()
            await rig.engine.report(
                .playing(MediaTime(milliseconds: 10_050)),
                .length(MediaTime(milliseconds: 60_020)), .seekable(true))
            #expect(await rig.witness.signals() == [])
        }
    }
}
