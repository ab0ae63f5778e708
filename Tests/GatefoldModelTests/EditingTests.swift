// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

@Suite struct `Adding entries` {
    @Test func `at the end, after the current one, or after a certain one`() {
        var player = TestPlayer("abc")
        player.send(.jump(player.id("b")))
        player.send(.insert(tracks("de"), .end, play: false))
        #expect(player.list == "abcde")
        player.send(.insert(tracks("fg"), .afterCurrent, play: false))
        #expect(player.list == "abfgcde")
        player.send(.insert(tracks("h"), .after(player.id("a")), play: false))
        #expect(player.list == "ahbfgcde")
        #expect(player.current == "b")
        player.send(.insert(tracks("i"), .after(EntryID(rawValue: 999)), play: false))
        #expect(player.list == "ahbfgcdei")
    }

    @Test func `in pieces keeps their order`() {
        var player = TestPlayer("xy")
        player.send(.insert(tracks("a"), .afterCurrent, play: true))
        for (last, letter) in zip("abc", "bcd") {
            player.send(
                .insert(tracks(String(letter)), .after(player.id(String(last))), play: false))
        }
        #expect(player.list == "xabcdy")
        #expect(player.current == "a")
    }

    @Test func `of one track twice makes two entries, and ids never return`() {
        var player = TestPlayer("aa")
        #expect(Set(player.state.queue.ids).count == 2)
        let used = Set(player.state.queue.ids)
        player.send(.clear)
        player.send(.insert(tracks("aa"), .end, play: false))
        #expect(used.isDisjoint(with: player.state.queue.ids))
    }

    @Test func `to an empty queue makes the first one current and plays nothing`() {
        for place in [QueuePlace.end, .afterCurrent, .replacing, .after(EntryID(rawValue: 3))] {
            for shuffled in [false, true] {
                var player = TestPlayer("", shuffled: shuffled)
                #expect(player.send(.insert(tracks("abc"), place, play: false)).words == [])
                #expect(player.current == "a")
                #expect(player.state.status == .stopped)
                #expect(!player.state.canGoPrevious)
            }
        }
    }

    @Test func `and playing them begins with the first, whatever the status`() {
        for command in [PlayerCommand.stop, .pause, .play] {
            for place in [QueuePlace.end, .afterCurrent, .replacing] {
                var player = TestPlayer("ab")
                player.play()
                player.send(command)
                let jumps = player.jumps { player in
                    let effects = player.send(.insert(tracks("xy"), place, play: true))
                    #expect(effects.words.first == "load x")
                    player.hear()
                }
                #expect(player.current == "x")
                #expect(player.state.status == .playing)
                #expect(jumps == 0)
            }
        }
    }

    @Test func `instead of all others stops unless they are to be played`() {
        var player = TestPlayer("ab")
        player.play()
        #expect(player.send(.insert(tracks("xy"), .replacing, play: false)).words == ["unload"])
        #expect(player.list == "xy")
        #expect(player.current == "x")
        #expect(player.state.status == .stopped)
    }

    @Test func `that are none changes nothing, even instead of all others`() {
        for place in [QueuePlace.end, .afterCurrent, .replacing] {
            var player = TestPlayer("ab")
            player.play()
            let before = Observation(player.state)
            #expect(player.send(.insert([], place, play: true)).isEmpty)
            #expect(Observation(player.state) == before)
        }
    }

    @Test func `while shuffled leaves the played and the current one where they are`() {
        var player = TestPlayer("abcdefgh", shuffled: true)
        player.play()
        player.flowOn()
        player.flowOn()
        let played = player.state.queue.shuffleOrder?.present.prefix(3)
        player.send(.insert(tracks("ijk"), .end, play: false))
        #expect(player.state.queue.shuffleOrder?.present.prefix(3) == played)
        player.send(.insert(tracks("xy"), .afterCurrent, play: false))
        player.flowOn()
        #expect(player.current == "x")
        player.flowOn()
        #expect(player.current == "y")
    }

    @Test func `while shuffled scatters them everywhere among the coming ones`() {
        var places: Set<Int> = []
        for seed in 1...200 {
            var queue = Queue(seed: UInt64(seed))
            queue.setShuffled(true)
            queue.append(tracks("abcde"))
            let added = queue.append(tracks("x"))[0]
            places.insert(queue.shuffleOrder?.present.firstIndex(of: added) ?? 0)
        }
        #expect(places == [1, 2, 3, 4, 5])
    }
}

@Suite struct `Removing entries` {
    @Test func `behind or before the current one changes nothing that is heard`() {
        var player = TestPlayer("abcd")
        player.send(.jump(player.id("b")))
        player.hear()
        player.wait(5)
        #expect(player.send(.remove([player.id("a"), player.id("d")])).words == [])
        #expect(player.list == "bc")
        #expect(player.current == "b")
        #expect(player.position == 5)
    }

    @Test func `that is heard plays what follows`() {
        var player = TestPlayer("abcd")
        player.play()
        let removed = [player.id("a"), player.id("b")]
        let jumps = player.jumps { player in
            #expect(player.send(.remove(removed)).words == ["load c", "prepare d"])
            player.hear()
        }
        #expect(player.list == "cd")
        #expect(player.current == "c")
        #expect(jumps == 0)
    }

    @Test func `that is heard behind all others ends like a queue, or begins again in a loop`() {
        for loop in [LoopStatus.none, .playlist] {
            var player = TestPlayer("abc", loop: loop)
            player.send(.jump(player.id("c")))
            player.hear()
            player.send(.remove([player.id("c")]))
            #expect(player.current == "a")
            #expect(player.state.status == (loop == .none ? .stopped : .playing))
        }
    }

    @Test func `all at once ends in an empty, stopped queue`() {
        for shuffled in [false, true] {
            for loop in LoopStatus.allCases {
                var player = TestPlayer("abc", loop: loop, shuffled: shuffled)
                player.play()
                #expect(player.send(.remove(player.state.queue.ids)).words == ["unload"])
                #expect(player.current == "-")
                #expect(player.state.status == .stopped)
                #expect(player.send(.play).isEmpty)
            }
        }
    }

    @Test func `while paused stays paused at the start of what follows`() {
        var player = TestPlayer("ab")
        player.play()
        player.wait(5)
        player.send(.pause)
        #expect(player.send(.remove([player.id("a")])).words == ["unload"])
        #expect(player.current == "b")
        #expect(player.position == 0)
        #expect(player.state.status == .paused)
    }

    @Test func `that is the last of a shuffled round begins a new round`() {
        for seed in 1...30 {
            var player = TestPlayer(PlayerState(seed: UInt64(seed)))
            player.send(.setShuffle(true))
            player.send(.setLoop(.playlist))
            player.send(.insert(tracks("abcde"), .end, play: true))
            for _ in 1...4 { player.flowOn() }
            let round = player.state.queue.shuffleOrder?.present ?? []
            player.send(.remove([round[4]]))
            #expect(player.state.status == .playing)
            player.send(.previous)
            #expect(player.state.queue.current == round[3])
        }
    }

    @Test func `that are unknown is refused as a whole`() {
        var player = TestPlayer("ab")
        let command = PlayerCommand.remove([player.id("a"), EntryID(rawValue: 99)])
        #expect(player.refusal(command) == .unknownEntry)
        #expect(player.send(command).isEmpty)
        #expect(player.list == "ab")
    }

    @Test func `by clear silences and forgets everything but the settings`() {
        var player = TestPlayer("ab", loop: .playlist, shuffled: true)
        player.play()
        #expect(player.send(.clear).words == ["unload"])
        #expect(player.state.status == .stopped)
        #expect(player.position == 0)
        #expect(player.state.queue.isShuffled)
        #expect(player.state.loop == .playlist)
        #expect(player.send(.clear).isEmpty)
    }
}

@Suite struct `Moving and jumping` {
    @Test(arguments: [
        (0, "bacd"), (2, "acbd"), (3, "acdb"), (-5, "bacd"), (Int.max, "acdb"), (1, "abcd"),
    ])
    func `a moved entry stands where it was asked to`(index: Int, list: String) {
        for current in ["a", "b", "c", "d"] {
            var player = TestPlayer("abcd")
            player.send(.jump(player.id(current)))
            player.hear()
            player.wait(5)
            player.send(.move(player.id("b"), to: index))
            #expect(player.list == list)
            #expect(player.current == current)
            #expect(player.position == 5)
        }
    }

    @Test func `a move does not touch the order of a shuffle`() {
        var player = TestPlayer("abcd", shuffled: true)
        let order = player.state.queue.shuffleOrder?.present
        player.send(.move(player.id("d"), to: 0))
        #expect(player.list == "dabc")
        #expect(player.state.queue.shuffleOrder?.present == order)
    }

    @Test func `a jump plays from any status`() {
        for command in [PlayerCommand.stop, .pause, .play] {
            var player = TestPlayer("abc")
            player.play()
            player.send(command)
            #expect(player.send(.jump(player.id("c"))).words.first == "load c")
            #expect(player.state.status == .playing)
        }
    }

    @Test func `a jump to what is heard begins it again, and says so`() {
        var player = TestPlayer("abc")
        player.play()
        player.wait(9)
        let jumps = player.jumps { player in
            player.send(.jump(player.id("a")))
            player.hear()
        }
        #expect(jumps == 1)
        #expect(player.position == 0)
    }

    @Test func `unknown entries are refused`() {
        var player = TestPlayer("ab")
        let unknown = EntryID(rawValue: 99)
        for command in [PlayerCommand.jump(unknown), .move(unknown, to: 0), .remove([unknown])] {
            #expect(player.refusal(command) == .unknownEntry)
            #expect(player.send(command).isEmpty)
        }
    }
}
