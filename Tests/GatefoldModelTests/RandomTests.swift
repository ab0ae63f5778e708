// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

@Suite struct `Long random runs` {
    /// Commands, edits and reports of current, prepared and older loads, in any order.
    @Test(arguments: 1...24 as ClosedRange<UInt64>)
    func `keep all promises`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var player = TestPlayer(PlayerState(seed: seed))
        player.isQuiet = true
        var log: [String] = []
        for _ in 1...2000 {
            player.wait(Double.random(in: 0...3, using: &random))
            log.append(player.step(using: &random))
            guard player.faults.isEmpty else {
                Issue.record(
                    "seed \(seed): \(player.faults)\n\(log.suffix(30).joined(separator: "\n"))")
                return
            }
        }
        #expect(player.state.lastGeneration > 100)
    }
}

extension TestPlayer {
    /// Does something, and says what.
    fileprivate mutating func step(using random: inout SplitMix64) -> String {
        let event = EngineReport.Event.any(using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0...2 where engine.loaded != nil:
            report(event)
            return "loaded \(event)"
        case 3...4 where engine.prepared != nil:
            reportPrepared(event)
            return "prepared \(event)"
        case 5:
            let old = Generation(
                rawValue: UInt64.random(in: 0...state.lastGeneration, using: &random))
            guard old != engine.loaded?.generation, old != state.prepared?.generation else {
                return ""
            }
            let before = Observation(state)
            apply(.engine(EngineReport(event, old)))
            if Observation(state) != before { Issue.record("an old report changed something") }
            return "old \(old.rawValue) \(event)"
        case 6:
            var tags = TrackTags()
            tags.length = seconds(Double.random(in: -1...200, using: &random))
            tags.artwork = Bool.random(using: &random) ? .none : .unread
            guard let id = anyID(using: &random) else { return "" }
            apply(.described([EntryDescription(id, tags)]))
            return "described \(id.rawValue) \(tags.length ?? .zero)"
        default:
            let command = anyCommand(using: &random)
            send(command)
            return "\(command)"
        }
    }

    private func anyID(using random: inout SplitMix64) -> EntryID? {
        state.queue.ids.randomElement(using: &random)
    }

    private func anyCommand(using random: inout SplitMix64) -> PlayerCommand {
        let id = anyID(using: &random) ?? EntryID(rawValue: 3)
        let time = seconds(Double.random(in: -150...150, using: &random))
        switch Int.random(in: 0..<24, using: &random) {
        case 0...1: return .play
        case 2: return .pause
        case 3: return .playPause
        case 4: return .stop
        case 5...6: return .next
        case 7...8: return .previous
        case 9: return .restart
        case 10: return .seek(time)
        case 11: return .setPosition(id, time)
        case 12...13: return .setLoop(LoopStatus.allCases.randomElement(using: &random) ?? .none)
        case 14: return .setShuffle(Bool.random(using: &random))
        case 15: return .setRate(Double.random(in: -1...5, using: &random))
        case 16: return .setVolume(Double.random(in: -1...2, using: &random))
        case 17: return .move(id, to: Int.random(in: -2...9, using: &random))
        case 18...19: return .remove(Bool.random(using: &random) ? [id] : someIDs(using: &random))
        case 20: return .jump(id)
        case 21: return Int.random(in: 0..<8, using: &random) == 0 ? .clear : .setMuted(true)
        default: return anyInsertion(id, using: &random)
        }
    }

    private func someIDs(using random: inout SplitMix64) -> [EntryID] {
        state.queue.ids.filter { _ in Bool.random(using: &random) }
    }

    private func anyInsertion(_ id: EntryID, using random: inout SplitMix64) -> PlayerCommand {
        // A long queue would hide what happens at its ends.
        let room = max(0, 8 - state.queue.count)
        let new = tracks(String("xyz".prefix(Int.random(in: 0...min(3, room), using: &random))))
        let places: [QueuePlace] = [
            .end, .start, .afterCurrent, .after(id), .behind(id), .replacing,
        ]
        let place = places.randomElement(using: &random) ?? .end
        return .insert(new, place, play: Int.random(in: 0..<4, using: &random) == 0)
    }
}

extension EngineReport.Event {
    fileprivate static func any(using random: inout SplitMix64) -> Self {
        let time = seconds(Double.random(in: -1...120, using: &random))
        switch Int.random(in: 0..<10, using: &random) {
        case 0...4: return .playing(time)
        case 5: return .stalled(time)
        case 6: return .ended
        case 7: return .failed(damaged)
        case 8: return .length(Bool.random(using: &random) ? time : nil)
        default:
            return Int.random(in: 0..<4, using: &random) == 0
                ? .failed(PlaybackFailure(.output, "no device"))
                : .seekable(Bool.random(using: &random))
        }
    }
}
