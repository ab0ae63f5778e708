// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

/// A call that a client may make.
private struct Call: CustomStringConvertible {
    let member: String
    var arguments = "()"
    var place = BusWitness.Place.player

    var description: String { "\(place).\(member)\(arguments)" }
}

extension Bus {
    /// A widget reads once, and then believes what is announced.
    @Suite struct `What is announced` {
        @Test func `C007 C153 is what changed in GetAll, for every kind of action`() async throws {
            let rig = try await BusRig.started()
            let calls = [
                Call(member: "Play"), Call(member: "Pause"), Call(member: "PlayPause"),
                Call(member: "Next"), Call(member: "Next"), Call(member: "Next"),
                Call(member: "Previous"), Call(member: "Seek", arguments: "(int64 1000000,)"),
                Call(member: "Stop"), Call(member: "PlayPause"),
                Call(member: "OpenUri", arguments: "('file:///new.ogg',)"),
                Call(member: "Move", arguments: "(uint64 1, uint32 3)", place: .own),
                Call(member: "Remove", arguments: "([uint64 2, 4],)", place: .own),
                Call(member: "Jump", arguments: "(uint64 1,)", place: .own),
                Call(member: "Restart", place: .own), Call(member: "Save", place: .own),
                Call(member: "Clear", place: .own), Call(member: "Next"),
            ]
            for call in calls { await expectAgreement(rig, call) }
        }

        @Test(arguments: [1, 2, 3, 4] as [UInt64])
        func `agrees with GetAll and with the model after any sequence of calls`(
            _ seed: UInt64
        ) async throws {
            let rig = try await BusRig.started(tracks: 4)
            var random = SplitMix64(seed: seed)
            for _ in 1...60 {
                let call = randomCall(using: &random)
                await expectAgreement(rig, call)
                await rig.live(through: Int.random(in: 0...5, using: &random))
                let expected = await rig.expectedProperties
                let seen = await rig.witness.ask(
                    "[n + ' ' + short(v) for n, v in get_all(PLAYER)]")
                #expect(
                    seen.filter { !$0.hasPrefix("Position") } == expected, "seed \(seed), \(call)")
            }
        }

        private func expectAgreement(_ rig: BusRig, _ call: Call) async {
            let discrepancies = await rig.witness.discrepancies(
                in: call.member, call.arguments, at: call.place)
            #expect(discrepancies == [], "\(call)")
        }

        private func randomCall(using random: inout SplitMix64) -> Call {
            let id = Int.random(in: 1...12, using: &random)
            let microseconds = Int.random(in: -20...70, using: &random) * 1_000_000
            let loop = ["None", "Track", "Playlist"].randomElement(using: &random) ?? "None"
            let calls = [
                Call(member: "Play"), Call(member: "Pause"), Call(member: "PlayPause"),
                Call(member: "Stop"), Call(member: "Next"), Call(member: "Previous"),
                Call(member: "Seek", arguments: "(int64 \(microseconds),)"),
                Call(
                    member: "SetPosition",
                    arguments: "(objectpath '/org/gatefold/track/\(id)', int64 \(microseconds))"),
                Call(member: "OpenUri", arguments: "('file:///\(id).ogg',)"),
                Call(member: "Move", arguments: "(uint64 \(id), uint32 \(id % 5))", place: .own),
                Call(member: "Remove", arguments: "([uint64 \(id)],)", place: .own),
                Call(member: "Jump", arguments: "(uint64 \(id),)", place: .own),
                Call(member: "Restart", place: .own),
                set("LoopStatus", "<'\(loop)'>"),
                set("Shuffle", id % 2 == 0 ? "<true>" : "<false>"),
                set("Volume", "<\(Double(id % 5) / 4)>"), set("Rate", "<\(Double(id % 4) / 2)>"),
            ]
            return calls.randomElement(using: &random) ?? Call(member: "Play")
        }

        private func set(_ property: String, _ value: String) -> Call {
            Call(
                member: "Set",
                arguments: "('org.mpris.MediaPlayer2.Player', '\(property)', \(value))",
                place: .properties)
        }
    }

    @Suite struct `Many calls at once` {
        @Test func `are all answered, and announced one by one`() async throws {
            let rig = try await BusRig.started()
            _ = await rig.witness.signals()
            let answer = await rig.witness.ask("burst(4, 1000, 'PlayPause')")
            #expect(answer == ["1000 replies, 0 errors"])
            let statuses = await rig.witness.ask("announced('PlaybackStatus')")
            #expect(statuses.count == 1000)
            #expect(zip(statuses, statuses.dropFirst()).allSatisfy { $0 != $1 })
            #expect(await rig.session.state.status.rawValue == statuses.last)
        }
    }
}

extension BusRig {
    /// Something that happens by itself.
    fileprivate func live(through event: Int) async {
        clock.advance(MediaTime(milliseconds: 1000))
        switch event {
        case 0: engine.finishItem()
        case 1: engine.report(.stalled(session.position))
        case 2: engine.report(.length(MediaTime(milliseconds: 50_000)))
        case 3: engine.report(.failed(PlaybackFailure(.damaged, "this is not audio")))
        default: break
        }
        await settle()
    }

    /// What the state says, as the witness shows it.
    fileprivate var expectedProperties: [String] {
        let state = session.state
        let title = state.queue.currentTrack?.displayTitle ?? "-"
        return [
            "PlaybackStatus '\(state.status.rawValue)'", "LoopStatus '\(state.loop.rawValue)'",
            "Rate \(state.rate)", "Shuffle \(state.queue.isShuffled)", "Metadata \(title)",
            "Volume \(state.volume)", "CanGoNext \(state.canGoNext)",
            "CanGoPrevious \(state.canGoPrevious)", "CanPlay \(state.canPlay)",
            "CanPause \(state.canPause)", "CanSeek \(state.canSeek)", "MinimumRate 0.25",
            "MaximumRate 4.0", "CanControl true",
        ]
    }
}
