// SPDX-License-Identifier: MPL-2.0

import GatefoldBus
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

private func path(_ number: Int) -> String { "/org/gatefold/track/\(number)" }

private func id(_ number: UInt64) -> EntryID { EntryID(rawValue: number) }

private let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
private let error = "org.freedesktop.DBus.Error."

extension Bus {
    @Suite struct `The track list` {
        private static let members = [
            "method AddTrack(in Uri s, in AfterTrack o, in SetAsCurrent b)",
            "method GetTracksMetadata(in TrackIds ao, out Metadata aa{sv})",
            "method GoTo(in TrackId o)",
            "method RemoveTrack(in TrackId o)",
            "property CanEditTracks b read true",
            "property Tracks ao read invalidates",
            "signal TrackAdded(Metadata a{sv}, AfterTrack o)",
            "signal TrackListReplaced(Tracks ao, CurrentTrack o)",
            "signal TrackMetadataChanged(TrackId o, Metadata a{sv})",
            "signal TrackRemoved(TrackId o)",
        ]

        @Test func `C081 C154 has the members of the specification`() async throws {
            let rig = try await ListsRig.started()
            #expect(await rig.witness.ask("members(TRACKS)") == Self.members)
            #expect(await rig.witness.get("HasTrackList", at: .root) == "v (<true>,)")
            #expect(
                await rig.witness.all(at: .trackList) == [
                    "Tracks [objectpath '\(path(1))', '\(path(2))', '\(path(3))']",
                    "CanEditTracks true",
                ])
        }

        @Test func `C081 is typed where it is empty`() async throws {
            let rig = try await ListsRig.started(tracks: 0)
            #expect(await rig.witness.get("Tracks", at: .trackList) == "v (<@ao []>,)")
            #expect(
                await rig.witness.call("GetTracksMetadata", "(@ao [],)", at: .trackList)
                    == "aa{sv} (@aa{sv} [],)")
        }

        @Test func `gives metadata of each known track once, in the order of the question`()
            async throws
        {
            let rig = try await ListsRig.started()
            let ids = [path(3), "/com/example/nope", path(1), noTrack, path(3), path(99)]
            let question = ids.map { "objectpath '\($0)'" }.joined(separator: ", ")
            let answer = await rig.witness.call(
                "GetTracksMetadata", "([\(question)],)", at: .trackList)
            let maps = answer.split(separator: "{'mpris:trackid'")
            #expect(maps.count == 3)
            #expect(maps.dropFirst().first?.hasPrefix(": <objectpath '\(path(3))'>") == true)
            #expect(maps.last?.hasPrefix(": <objectpath '\(path(1))'>") == true)
        }

        @Test func `C154 says of the current track what the Player interface says`() async throws {
            let rig = try await ListsRig.started()
            let metadata = await rig.witness.get("Metadata").dropFirst("v (<".count)
                .dropLast(">,)".count)
            let answer = await rig.witness.call(
                "GetTracksMetadata", "([objectpath '\(path(1))'],)", at: .trackList)
            #expect(answer == "aa{sv} ([\(metadata)],)")
        }
    }

    @Suite struct `Editing the track list` {
        @Test(arguments: [
            (noTrack, QueuePlace.start), (path(2), .behind(id(2))), (path(99), .behind(id(99))),
            ("/com/example/nope", .end),
        ])
        func `puts a track where the client says`(after: String, place: QueuePlace) async throws {
            let rig = try await ListsRig.started()
            for isCurrent in [false, true] {
                let arguments = "('file:///new.ogg', objectpath '\(after)', \(isCurrent))"
                #expect(await rig.witness.call("AddTrack", arguments, at: .trackList) == "")
                #expect(
                    await rig.rig.intake.requests.last
                        == FakeIntake.Request(
                            sources: ["file:///new.ogg"], place: place, play: isCurrent))
            }
        }

        @Test func `tells why a track cannot be added, and changes nothing`() async throws {
            let rig = try await ListsRig.started()
            await rig.refuse(SourceProblem(source: "/x", reason: "does not exist"))
            for (uri, name) in [
                ("foobar://x", "NotSupported"), ("", "NotSupported"), ("x.ogg", "NotSupported"),
                ("file:///x", "Failed"),
            ] {
                let arguments = "('\(uri)', objectpath '\(noTrack)', true)"
                #expect(
                    await rig.witness.call("AddTrack", arguments, at: .trackList) == error + name)
            }
            #expect(await rig.state.queue.count == 3)
            #expect(await rig.trackSignals() == [])
        }

        @Test func `goes on to what follows where the current track is removed`() async throws {
            let rig = try await ListsRig.started()
            await rig.rig.bring(to: .paused, at: 2)
            let argument = "(objectpath '\(path(2))',)"
            #expect(await rig.witness.call("RemoveTrack", argument, at: .trackList) == "")
            #expect(await rig.witness.get("Metadata").contains(path(3)))
            #expect(await rig.witness.get("PlaybackStatus") == "v (<'Paused'>,)")
        }

        @Test func `plays the track that a client goes to`() async throws {
            let rig = try await ListsRig.started()
            let argument = "(objectpath '\(path(3))',)"
            #expect(await rig.witness.call("GoTo", argument, at: .trackList) == "")
            #expect(await rig.state.queue.current == id(3))
            #expect(await rig.state.status == .playing)
        }

        @Test(arguments: ["/com/example/nope", path(99), noTrack])
        func `C158 ignores what is not there, without an error`(path: String) async throws {
            let rig = try await ListsRig.started()
            await rig.rig.bring(to: .playing, at: 2)
            for member in ["GoTo", "RemoveTrack"] {
                #expect(
                    await rig.witness.call(member, "(objectpath '\(path)',)", at: .trackList) == "")
            }
            #expect(await rig.state.queue.current == id(2))
            #expect(await rig.state.queue.count == 3)
            #expect(await rig.trackSignals() == [])
        }
    }

    @Suite struct `Signals of the track list` {
        @Test func `C158 tell each entry by an id of its own, also of the same file`() async throws
        {
            let rig = try await ListsRig.started(tracks: 0)
            let track = await rig.rig.tracks(1...1)
            await rig.send(.insert(track + track + track, .end, play: false))
            #expect(await rig.witness.ask("len(set(tracks()))") == ["3"])
            #expect(await rig.trackSignals().first == "TrackListReplaced 3 1")
        }

        @Test func `C156 come by themselves`() async throws {
            let rig = try await ListsRig.started()
            await rig.send(.remove([id(2)]))
            var seen: [String] = []
            try await eventually("the signals come") {
                seen += await rig.witness.signals().filter { $0.contains("Track") }
                return seen.count >= 2
            }
            #expect(seen == ["TrackRemoved 2", "TrackList: invalidated Tracks"])
        }

        @Test func `tell a track with its metadata and its place`() async throws {
            let rig = try await ListsRig.started()
            let track = await rig.rig.tracks(7...7)
            await rig.send(.insert(track, .start, play: false))
            #expect(
                await rig.trackSignals() == [
                    "TrackAdded 7 NoTrack", "TrackList: invalidated Tracks",
                ])
            await rig.send(.insert(track, .behind(id(2)), play: false))
            #expect(
                await rig.trackSignals() == ["TrackAdded 7 2", "TrackList: invalidated Tracks"])
        }

        @Test func `are one, with one invalidation, for an album that comes in pieces`()
            async throws
        {
            let rig = try await ListsRig.started()
            let tracks = await rig.rig.tracks(1...20)
            await rig.sendApart(
                .insert(Array(tracks[..<1]), .end, play: false),
                .insert(Array(tracks[1..<17]), .end, play: false),
                .insert(Array(tracks[17...]), .end, play: false))
            #expect(
                await rig.trackSignals() == [
                    "TrackListReplaced 23 1", "TrackList: invalidated Tracks",
                ])
        }

        @Test func `tell metadata that are learned later, without an invalidation`() async throws {
            let rig = try await ListsRig.started()
            await rig.describe(2, titles: "New", "Newer")
            #expect(await rig.trackSignals() == ["TrackMetadataChanged 2 Newer"])
        }

        @Test func `name no track where the queue is empty`() async throws {
            let rig = try await ListsRig.started()
            await rig.send(.clear)
            #expect(
                await rig.trackSignals() == [
                    "TrackListReplaced 0 NoTrack", "TrackList: invalidated Tracks",
                ])
        }

        @Test func `do not come where a client only steps`() async throws {
            let rig = try await ListsRig.started()
            await rig.send(.next, .play, .next, .pause, .setLoop(.playlist))
            #expect(await rig.trackSignals() == [])
        }
    }

    @Suite struct `A track list of a hundred thousand` {
        @Test func `C157 is read in messages of a few kilobytes`() async throws {
            let rig = try await ListsRig.started(tracks: 100_000)
            await rig.send(.jump(id(50_000)))
            #expect(await rig.witness.ask("len(tracks())") == ["100"])
            #expect(await rig.witness.ask("'\(path(50_000))' in tracks()") == ["True"])
            let question =
                "variant('([' + ', '.join(\"objectpath '/org/gatefold/track/%d'\" % i "
                + "for i in range(1, 20001)) + '],)')"
            let answer = "wire.reply(wire.send(TRACKS, 'GetTracksMetadata', \(question)))"
            #expect(await rig.witness.ask("len(\(answer).get_body().unpack()[0])") == ["100"])
        }

        @Test func `is silent about what is out of sight`() async throws {
            let rig = try await ListsRig.started(tracks: 100_000)
            await rig.send(.jump(id(50_000)))
            _ = await rig.trackSignals()
            let track = await rig.rig.tracks(1...1)
            await rig.sendApart(
                .insert(track, .start, play: false), .insert(track, .end, play: false),
                .remove([id(7), id(99_000)]), .next)
            await rig.describe(9, titles: "New")
            #expect(await rig.trackSignals() == [])
        }
    }

    @Suite struct `A client that follows the track list` {
        @Test(arguments: 1...3 as ClosedRange<UInt64>)
        func `has the list that the player has after every edit`(seed: UInt64) async throws {
            var random = SplitMix64(seed: seed)
            let rig = try await ListsRig.started(tracks: [3, 98, 150][Int(seed) - 1])
            _ = await rig.witness.ask("begin_tracks()")
            for _ in 1...60 {
                random = await rig.stumble(random)
                #expect(await rig.witness.ask("track_disagreement()") == [])
            }
        }
    }
}

extension ListsRig {
    fileprivate func refuse(_ problem: SourceProblem) {
        rig.intake.outcome = .failure(problem)
    }

    fileprivate func describe(_ number: UInt64, titles: String...) {
        for title in titles {
            var tags = state.queue[id(number)]?.tags ?? TrackTags()
            tags.title = title
            rig.session.handle([.described([EntryDescription(id(number), tags)])])
        }
    }

    /// Some edits and steps; the generator as they leave it.
    fileprivate func stumble(_ random: SplitMix64) -> SplitMix64 {
        var random = random
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let ids = state.queue.ids
            let entry = ids.randomElement(using: &random) ?? id(1)
            let tracks = rig.tracks(1...Int.random(in: 1...4, using: &random))
            let commands: [PlayerCommand] = [
                .next, .previous, .jump(entry), .remove([entry]), .move(entry, to: 1),
                .setShuffle(Bool.random(using: &random)), .insert(tracks, .start, play: false),
                .insert(tracks, .behind(entry), play: false), .insert(tracks, .end, play: true),
                .remove(ids.filter { $0.rawValue % 7 == entry.rawValue % 7 }),
            ]
            send(commands.randomElement(using: &random) ?? .next)
        }
        return random
    }
}
