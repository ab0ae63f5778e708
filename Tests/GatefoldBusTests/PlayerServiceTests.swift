// SPDX-License-Identifier: MPL-2.0

import GatefoldBus
import GatefoldGLib
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

extension Bus {
    @Suite struct `Our own interface` {
        private static let invalid = "org.freedesktop.DBus.Error.InvalidArgs"

        @Test func `lists entries`() async throws {
            let rig = try await BusRig.started()
            await rig.session.handle([
                .command(.insert([Track(url: "http://u:p@host/x?token=1")], .end, play: false))
            ])
            #expect(
                await rig.witness.call("ListEntries", "(uint32 1, uint32 99)", at: .own)
                    == "a(tsssx) ([(uint64 2, 'file:///music/2.ogg', '2', '', int64 60000000), "
                    + "(3, 'file:///music/3.ogg', '3', '', 60000000), "
                    + "(4, 'http://host/x', 'x', '', -1)],)")
            for nothing in ["(uint32 0, uint32 0)", "(uint32 4, uint32 1)"] {
                #expect(
                    await rig.witness.call("ListEntries", nothing, at: .own)
                        == "a(tsssx) (@a(tsssx) [],)")
            }
        }

        @Test func `lists a bounded number, whatever is asked`() async throws {
            let rig = try await BusRig.started(tracks: 12_000)
            let length = "len(wire.reply(wire.send(OWN, 'ListEntries', "
            let answer = await rig.witness.ask(
                length + "variant('(uint32 0, uint32 4294967295)'))).get_body().unpack()[0])")
            #expect(answer == ["1000"])
            #expect(
                await rig.witness.ask(
                    length + "variant('(uint32 11990, uint32 100)'))).get_body().unpack()[0])")
                    == ["10"])
        }

        @Test func `lists fewer where their texts are long, and all in the end`() async throws {
            let rig = try await BusRig.started(tracks: 0)
            let url = "file:///" + String(repeating: "x", count: 30_000)
            var tags = TrackTags()
            tags.title = "T"
            let tracks = (0..<400).map { Track(url: url + "\($0)", tags: tags) }
            await rig.session.handle([.command(.insert(tracks, .end, play: false))])
            var count = 0
            var pages = 0
            while count < 400, pages < 20 {
                let page = await rig.witness.ask(
                    "len(wire.reply(wire.send(OWN, 'ListEntries', "
                        + "variant('(uint32 \(count), uint32 10000)'))).get_body().unpack()[0])")
                count += try #require(page.first.flatMap { Int($0) })
                pages += 1
            }
            #expect(count == 400)
            #expect(pages > 1)
        }

        @Test func `edits the queue, and announces its length and the place in it`() async throws {
            let rig = try await BusRig.started(tracks: 4)
            await rig.bring(to: .paused, at: 2)
            #expect(
                await rig.witness.events(of: "Move", "(uint64 1, uint32 3)", at: .own) == [
                    "Player1: CurrentIndex=0", "Player: CanGoPrevious=false", "reply",
                ])
            #expect(await rig.session.state.queue.ids.map(\.rawValue) == [2, 3, 4, 1])
            #expect(
                await rig.witness.events(of: "Remove", "([uint64 4, 1],)", at: .own)
                    == ["Player1: QueueLength=2", "reply"])
            #expect(
                await rig.witness.events(of: "Remove", "([uint64 2],)", at: .own) == [
                    "Player1: QueueLength=1", "Player: Metadata=3, CanGoNext=false", "reply",
                ])
            #expect(
                await rig.witness.events(of: "Clear", at: .own) == [
                    "Player1: QueueLength=0, CurrentIndex=-1",
                    "Player: PlaybackStatus='Stopped', Metadata=-, CanPlay=false, CanPause=false, "
                        + "CanSeek=false", "reply",
                ])
            #expect(await rig.intake.cancellations == 1)
        }

        @Test func `refuses entries that are not there, and changes nothing`() async throws {
            let rig = try await BusRig.started()
            for (method, arguments) in [
                ("Move", "(uint64 9, uint32 0)"), ("Jump", "(uint64 9,)"),
                ("Remove", "([uint64 1, 9],)"), ("Jump", "(uint64 \(UInt64.max),)"),
            ] {
                #expect(
                    await rig.witness.events(of: method, arguments, at: .own)
                        == ["reply \(Self.invalid)"])
            }
            #expect(await rig.session.state.queue.count == 3)
            #expect(
                await rig.witness.events(of: "Remove", "(@at [],)", at: .own) == ["reply"])
        }

        @Test func `takes sources, and says which job that is`() async throws {
            let rig = try await BusRig.started(tracks: 0)
            for (number, place, expected) in [
                (1, "replace", QueuePlace.replacing), (2, "next", .afterCurrent), (3, "end", .end),
            ] {
                #expect(
                    await rig.witness.call("Enqueue", "(['file:///a'], '\(place)', true)", at: .own)
                        == "u (uint32 \(number),)")
                #expect(
                    await rig.intake.requests.last
                        == FakeIntake.Request(sources: ["file:///a"], place: expected, play: true))
            }
            for wrong in ["(['file:///a'], 'front', true)", "(@as [], 'end', true)"] {
                #expect(await rig.witness.call("Enqueue", wrong, at: .own) == Self.invalid)
            }
            #expect(await rig.intake.requests.count == 3)
        }

        @Test func `tells of jobs and problems`() async throws {
            let rig = try await BusRig.started()
            _ = await rig.witness.signals()
            await rig.tell()
            #expect(
                await rig.witness.signals() == [
                    "JobProgress 7 10 5 False", "JobProblem 7 /a b does not exist",
                    "Problem Stopped: nothing in the queue can be played.",
                ])
        }

        @Test func `mutes, on its own path alone`() async throws {
            let rig = try await BusRig.started()
            #expect(
                await rig.witness.events(ofSetting: "Muted", to: "<true>", at: .own)
                    == ["Player1: Muted=true", "reply"])
            #expect(
                await rig.witness.events(ofSetting: "Muted", to: "<true>", at: .own) == ["reply"])
            #expect(await rig.witness.get("Volume") == "v (<1.0>,)")
        }

        @Test func `takes the three words of ReplayGain, and no other`() async throws {
            let rig = try await BusRig.started()
            #expect(
                await rig.witness.events(ofSetting: "ReplayGain", to: "<'track'>", at: .own)
                    == ["Player1: ReplayGain='track'", "reply"])
            #expect(
                await rig.witness.events(ofSetting: "ReplayGain", to: "<'loud'>", at: .own)
                    == ["reply org.freedesktop.DBus.Error.InvalidArgs"])
            #expect(await rig.witness.get("ReplayGain", at: .own) == "v (<'track'>,)")
        }

        @Test func `announces what is wrong with the sound and that a stream waits`() async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 1)
            _ = await rig.witness.signals()
            await rig.engine.report(.stalled(MediaTime(milliseconds: 10_000)))
            await rig.breakOutput()
            #expect(
                await rig.witness.signals()
                    == ["Player1: Buffering=true", "Player1: Output='no device'"])
            #expect(await rig.witness.get("Output", at: .own) == "v (<'no device'>,)")
        }

        @Test(arguments: [(nil, ""), ("full", "org.freedesktop.DBus.Error.Failed")])
        func `answers Save when it is done, or why it is not`(
            _ failure: String?, _ reply: String
        ) async throws {
            let rig = try await BusRig.started()
            await rig.saveFails(with: failure)
            #expect(await rig.witness.call("Save", at: .own) == reply)
        }

        @Test func `answers OpenUri when the track is in the queue`() async throws {
            let rig = try await BusRig.started()
            #expect(
                await rig.witness.events(of: "OpenUri", "('file:///x.ogg',)") == [
                    "Player1: QueueLength=4, CurrentIndex=1",
                    "Player: PlaybackStatus='Playing', Metadata=x, CanGoPrevious=true, CanSeek=true",
                    "reply",
                ])
            await rig.intakeFails()
            #expect(
                await rig.witness.events(of: "OpenUri", "('FILE:///missing',)")
                    == ["reply org.freedesktop.DBus.Error.Failed"])
        }
    }
}

extension BusRig {
    fileprivate func tell() {
        intake.onEvent?(.progress(job: 7, found: 10, read: 5, finished: false))
        intake.onEvent?(
            .problem(job: 7, SourceProblem(source: "/a\nb", reason: "does not exist")))
        player.tell(.nothingPlayable)
    }

    fileprivate func breakOutput() {
        player.output = "no device"
        player.output = "no device"
    }

    fileprivate func saveFails(with failure: String?) {
        player.onSave = { completion in PlayerActor.post { completion(failure) } }
    }

    fileprivate func intakeFails() {
        intake.outcome = .failure(SourceProblem(source: "/missing", reason: "does not exist"))
    }
}
