// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

/// How a player came into its state, before anything is tried.
private enum Beginning: String, CaseIterable {
    case stopped
    case loading
    case heard
    case paused
    case pausedUnloaded
    case stalled
    case failing
}

/// Every small queue at every place, in every mode.
private func withEveryPlayer(
    upTo count: Int, _ beginnings: [Beginning] = Beginning.allCases,
    _ body: (TestPlayer, _ words: String) -> Void
) {
    for count in 0...count {
        for place in 0..<max(1, count) {
            for shuffled in [false, true] {
                for loop in LoopStatus.allCases {
                    for beginning in count == 0 ? [.stopped] : beginnings {
                        var player = TestPlayer(
                            String("abcd".prefix(count)), loop: loop, shuffled: shuffled)
                        player.isQuiet = true
                        for _ in 0..<place { player.send(.next) }
                        player.begin(beginning)
                        body(
                            player,
                            "\(count) at \(place), shuffled \(shuffled), \(loop), \(beginning)")
                    }
                }
            }
        }
    }
}

extension TestPlayer {
    fileprivate mutating func begin(_ beginning: Beginning) {
        switch beginning {
        case .stopped: return
        case .loading: send(.play)
        case .heard: play()
        case .paused:
            play()
            wait(10)
            send(.pause)
        case .pausedUnloaded:
            play()
            send(.pause)
            if state.canGoNext { send(.next) }
        case .stalled:
            play()
            report(.stalled(.zero))
        case .failing:
            play()
            if engine.prepared != nil { reportPrepared(.failed(damaged)) }
        }
        wait(5)
    }

    /// Every command that changes something, and what it leads to; also one that changes nothing.
    fileprivate var everyChange: [(PlayerCommand, TestPlayer)] {
        let before = Observation(state)
        let all = everyCommand.map { command in
            var after = self
            after.send(command)
            return (command, after)
        }
        return [(.setRate(.nan), self)] + all.filter { Observation($0.1.state) != before }
    }

    /// One of every kind of command, with every place in the queue and one beyond.
    fileprivate var everyCommand: [PlayerCommand] {
        let unknown = EntryID(rawValue: 9999)
        var commands: [PlayerCommand] = [
            .play, .pause, .playPause, .stop, .next, .previous, .restart, .clear,
            .skipToNext, .skipToPrevious, .arrange(state.queue.ids.reversed()),
            .arrange([unknown]), .designate(unknown),
            .seek(seconds(20)), .seek(seconds(-200)), .seek(MediaTime(nanoseconds: .max)),
            .seek(MediaTime(nanoseconds: .min)),
            .setLoop(.none), .setLoop(.track), .setLoop(.playlist),
            .setShuffle(true), .setShuffle(false), .setRate(0), .setRate(2), .setRate(.nan),
            .setVolume(0.5), .setMuted(true), .setReplayGain(.off), .remove(state.queue.ids),
            .remove([unknown]),
            .jump(unknown), .move(unknown, to: 0),
            .setPosition(unknown, .zero),
        ]
        for place in [QueuePlace.replacing, .afterCurrent, .end, .after(unknown)] {
            commands.append(.insert(tracks("xy"), place, play: true))
            commands.append(.insert(tracks("xy"), place, play: false))
        }
        for id in state.queue.ids {
            commands += [.jump(id), .remove([id]), .move(id, to: 0), .move(id, to: .max)]
            commands += [.designate(id), .arrange([id])]
            commands += [.setPosition(id, seconds(50)), .setPosition(id, seconds(101))]
            commands.append(.insert(tracks("x"), .after(id), play: false))
        }
        return commands
    }
}

@Suite struct `Every command in every state of small queues` {
    @Test func `keeps all promises, alone`() {
        withEveryPlayer(upTo: 4) { player, words in
            for command in player.everyCommand {
                var after = player
                after.send(command)
                if !after.faults.isEmpty {
                    Issue.record("\(words): \(command): \(after.faults)")
                }
            }
        }
    }

    @Test(arguments: [(3, Beginning.heard), (2, .stopped), (2, .pausedUnloaded)])
    fileprivate func `keeps all promises, after every other`(count: Int, beginning: Beginning) {
        withEveryPlayer(upTo: count, [beginning]) { player, words in
            for (first, once) in player.everyChange {
                for second in once.everyCommand {
                    var twice = once
                    twice.send(second)
                    guard twice.faults.isEmpty else {
                        Issue.record("\(words): \(first), \(second): \(twice.faults)")
                        return
                    }
                }
            }
        }
    }

    @Test func `keeps all promises whatever the engine says next`() {
        let events: [EngineReport.Event] = [
            .playing(.zero), .playing(seconds(99)), .stalled(seconds(1)), .ended, .failed(damaged),
            .failed(PlaybackFailure(.output, "no device")),
        ]
        withEveryPlayer(upTo: 3) { player, words in
            for (command, after) in player.everyChange {
                for event in events {
                    var told = after
                    var followed = after
                    if told.engine.loaded != nil { told.report(event) }
                    if followed.engine.prepared != nil { followed.reportPrepared(event) }
                    guard told.faults.isEmpty, followed.faults.isEmpty else {
                        Issue.record(
                            "\(words): \(command), \(event): \(told.faults + followed.faults)")
                        return
                    }
                }
            }
        }
    }

    @Test func `is refused exactly when it changes nothing`() {
        withEveryPlayer(upTo: 4) { player, words in
            for command in player.everyCommand {
                var after = player
                let effects = after.send(command)
                let isChanged = Observation(after.state) != Observation(player.state)
                if player.refusal(command) != nil {
                    #expect(effects.isEmpty && !isChanged, "\(words): \(command)")
                } else if player.mustAct(on: command) {
                    #expect(isChanged, "\(words): \(command)")
                }
            }
        }
    }

    @Test func `C090 CanGoNext and CanGoPrevious say what Next and Previous do`() {
        withEveryPlayer(upTo: 4) { player, words in
            for (command, can) in [
                (PlayerCommand.next, player.state.canGoNext),
                (.previous, player.state.canGoPrevious),
            ] {
                var after = player
                after.send(command)
                let isMoved = after.state.queue.current != player.state.queue.current
                // One entry that repeats moves to itself; while shuffled, back only if it did before.
                let hasPast = player.state.queue.shuffleOrder.map { !$0.past.isEmpty } ?? true
                let isRepeat =
                    player.state.queue.count == 1 && player.state.loop == .playlist
                    && (command == .next || hasPast)
                #expect(can == (isMoved || isRepeat), "\(words): \(command)")
                if player.state.status == .paused || player.state.status == .stopped {
                    #expect(after.state.status == player.state.status)
                    #expect(after.engine.loaded == nil || !isMoved)
                }
            }
        }
    }

    @Test func `makes the position jump only where a client could not know`() {
        withEveryPlayer(upTo: 4, [.heard, .paused, .stopped]) { player, words in
            for command in player.everyCommand {
                var after = player
                let jumps = after.jumps { $0.send(command) }
                let same = after.state.queue.current == player.state.queue.current
                let expected =
                    same && after.state.status == player.state.status
                    && after.position != player.position
                // Stop tells by the status, a move by the track.
                if expected { #expect(jumps == 1, "\(words): \(command)") }
                if !same { #expect(jumps == 0, "\(words): \(command)") }
            }
        }
    }
}

extension TestPlayer {
    /// MPRIS, or the word itself, has the command do something here.
    fileprivate func mustAct(on command: PlayerCommand) -> Bool {
        switch command {
        case .play: state.status != .playing
        case .pause: state.status == .playing
        case .playPause, .seek, .restart, .setPosition: true
        case .next, .previous:
            // The only entry of a looping playlist, at its start already.
            state.queue.count > 1 || state.status == .playing
        case .stop: state.status != .stopped
        case .clear: !state.queue.isEmpty
        case .setLoop(let loop): loop != state.loop
        case .setShuffle(let shuffled): shuffled != state.queue.isShuffled
        case .setRate(let rate): rate > 0 ? rate != state.rate : state.status == .playing
        case .setVolume(let volume): volume != state.volume
        case .setMuted(let muted): muted != state.isMuted
        case .setReplayGain(let mode): mode != state.replayGain
        case .insert, .jump: true
        case .remove(let entries): !entries.isEmpty
        case .skipToNext, .skipToPrevious: state.status == .playing
        case .designate: state.status == .playing
        case .move, .arrange: false
        }
    }
}
