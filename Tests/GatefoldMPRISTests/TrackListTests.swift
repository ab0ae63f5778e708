// SPDX-License-Identifier: MPL-2.0

import GatefoldMPRIS
import GatefoldModel
import Testing

/// A player, and a client that has nothing but the signals of its track list.
private struct TrackListClient {
    private(set) var state: PlayerState
    private(set) var announcer: TrackListAnnouncer
    /// Rebuilt from the signals.
    private(set) var list: [EntryID]
    private(set) var titles: [EntryID: String] = [:]
    /// A signal that cannot be applied.
    private(set) var faults: [String] = []

    init(tracks: Int = 0, current: UInt64? = nil, seed: UInt64 = 1) {
        state = PlayerState(seed: seed)
        if tracks > 0 { Self.send(.insert(Self.tracks(tracks), .end, play: false), to: &state) }
        if let current { Self.send(.jump(EntryID(rawValue: current)), to: &state) }
        announcer = TrackListAnnouncer(state)
        list = announcer.ids
        for id in list { titles[id] = title(id) }
    }

    static func tracks(_ count: Int) -> [Track] {
        (0..<count).map { number in
            var tags = TrackTags()
            tags.title = "\(number)"
            tags.artwork = .none
            return Track(url: "file:///\(number).ogg", tags: tags)
        }
    }

    private static func send(_ command: PlayerCommand, to state: inout PlayerState) {
        _ = state.apply(.command(command), at: MonotonicTime(nanoseconds: 0))
    }

    /// Changes the player without announcing it yet.
    mutating func change(_ commands: PlayerCommand...) {
        for command in commands { Self.send(command, to: &state) }
    }

    mutating func describe(_ id: UInt64, _ edit: (inout TrackTags) -> Void) {
        var tags = state.queue[EntryID(rawValue: id)]?.tags ?? TrackTags()
        edit(&tags)
        let description = EntryDescription(EntryID(rawValue: id), tags)
        _ = state.apply(.described([description]), at: MonotonicTime(nanoseconds: 0))
    }

    @discardableResult
    mutating func announce() -> [TrackListSignal] {
        let signals = announcer.signals(for: state)
        for signal in signals { take(signal) }
        if list != announcer.ids { faults.append("\(list) of \(announcer.ids)") }
        for id in list where titles[id] != title(id) { faults.append("another title of \(id)") }
        return signals
    }

    mutating func send(_ commands: PlayerCommand...) -> [TrackListSignal] {
        for command in commands { Self.send(command, to: &state) }
        return announce()
    }

    private func title(_ id: EntryID) -> String? {
        TrackListAnnouncer.metadata(of: id, in: state).flatMap(Self.title)
    }

    private static func title(_ metadata: Metadata) -> String? {
        if case .string(let title) = metadata["xesam:title"] { title } else { nil }
    }

    private mutating func take(_ signal: TrackListSignal) {
        switch signal {
        case .replaced(let ids, let current):
            if current != state.queue.current { faults.append("another current entry") }
            // Reads the metadata of what it did not know.
            for id in ids where titles[id] == nil || !list.contains(id) { titles[id] = title(id) }
            list = ids
        case .added(let id, let metadata, let previous):
            let index = previous.map { list.firstIndex(of: $0).map { $0 + 1 } } ?? 0
            guard let index, !list.contains(id) else {
                return faults.append("\(signal) in \(list)")
            }
            list.insert(id, at: index)
            titles[id] = Self.title(metadata)
        case .removed(let id):
            guard let index = list.firstIndex(of: id) else {
                return faults.append("\(signal) in \(list)")
            }
            list.remove(at: index)
        case .metadataChanged(let id, let metadata):
            if !list.contains(id) { faults.append("\(signal) in \(list)") }
            titles[id] = Self.title(metadata)
        }
    }
}

private func id(_ number: UInt64) -> EntryID { EntryID(rawValue: number) }

private func ids(_ numbers: ClosedRange<UInt64>) -> [EntryID] { numbers.map(EntryID.init) }

extension TrackListSignal {
    /// `added 4 after 3`, and the like.
    fileprivate var words: String {
        switch self {
        case .replaced(let ids, _): "replaced by \(ids.count)"
        case .added(let id, _, let previous):
            "added \(id.rawValue) after \(previous.map { "\($0.rawValue)" } ?? "none")"
        case .removed(let id): "removed \(id.rawValue)"
        case .metadataChanged(let id, _): "changed \(id.rawValue)"
        }
    }
}

@Suite struct `Announcing the track list` {
    @Test func `tells one new track by its metadata and its place`() {
        var client = TrackListClient(tracks: 3)
        let track = TrackListClient.tracks(1)
        #expect(client.send(.insert(track, .end, play: false)).map(\.words) == ["added 4 after 3"])
        #expect(
            client.send(.insert(track, .start, play: false)).map(\.words)
                == ["added 5 after none"])
        #expect(
            client.send(.insert(track, .behind(id(2)), play: false)).map(\.words)
                == ["added 6 after 2"])
        #expect(client.list == [5, 1, 2, 6, 3, 4].map(id))
        #expect(client.faults == [])
    }

    @Test func `tells one track that went`() {
        var client = TrackListClient(tracks: 3)
        #expect(client.send(.remove([id(2)])).map(\.words) == ["removed 2"])
        #expect(client.send(.remove([id(1)])).map(\.words) == ["removed 1"])
        #expect(client.send(.remove([id(3)])).map(\.words) == ["removed 3"])
        #expect(client.list == [])
    }

    @Test func `tells an album as one new list, however many pieces it came in`() {
        var client = TrackListClient(tracks: 3)
        client.change(
            .insert(TrackListClient.tracks(1), .end, play: false),
            .insert(TrackListClient.tracks(16), .after(id(4)), play: false),
            .insert(TrackListClient.tracks(3), .after(id(20)), play: false))
        #expect(client.announce() == [.replaced(ids(1...23), current: id(1))])
    }

    @Test func `tells a replaced and an emptied queue as such`() {
        var client = TrackListClient(tracks: 3)
        #expect(
            client.send(.insert(TrackListClient.tracks(4), .replacing, play: true))
                == [.replaced(ids(4...7), current: id(4))])
        #expect(client.send(.clear) == [.replaced([], current: nil)])
    }

    @Test func `tells a move, which has no signal of its own, as a new list`() {
        var client = TrackListClient(tracks: 3)
        #expect(
            client.send(.move(id(3), to: 0)) == [.replaced([3, 1, 2].map(id), current: id(1))])
    }

    @Test func `tells what cancels itself out by nothing`() {
        var client = TrackListClient(tracks: 3)
        client.change(.move(id(3), to: 0), .move(id(3), to: 2))
        #expect(client.announce() == [])
        client.change(.insert(TrackListClient.tracks(1), .end, play: false), .remove([id(4)]))
        #expect(client.announce() == [])
    }

    @Test func `says nothing of steps and modes in a list that is shown whole`() {
        var client = TrackListClient(tracks: 100)
        #expect(client.send(.next, .next, .previous, .setLoop(.playlist), .play) == [])
        #expect(client.send(.jump(id(90)), .stop) == [])
    }

    @Test func `shows the order of play while shuffled`() {
        var client = TrackListClient(tracks: 20, current: 5)
        let signals = client.send(.setShuffle(true))
        #expect(signals == [.replaced(client.state.queue.order, current: id(5))])
        #expect(client.list.first == id(5))
        let announced = client.list
        for expected in announced.dropFirst() {
            #expect(client.send(.next) == [])
            #expect(client.state.queue.current == expected)
        }
        #expect(client.send(.setShuffle(false)).map(\.words) == ["replaced by 20"])
        #expect(client.list == ids(1...20))
    }

    @Test func `tells metadata that are learned later, once`() {
        var client = TrackListClient(tracks: 3)
        client.describe(2) { $0.title = "New" }
        client.describe(2) { $0.album = "Album" }
        client.describe(3) { $0.title = "Other" }
        #expect(client.announce().map(\.words) == ["changed 2", "changed 3"])
        #expect(client.faults == [])
        #expect(client.announce() == [])
    }

    @Test func `says nothing of a description that shows nothing new`() {
        var client = TrackListClient(tracks: 3)
        client.describe(2) { $0.artwork = .unread }
        client.describe(2) { $0.title = "1" }
        #expect(client.announce() == [])
    }

    @Test func `says nothing of the metadata of tracks that nobody sees`() {
        var client = TrackListClient(tracks: 1000)
        client.describe(900) { $0.title = "New" }
        #expect(client.announce() == [])
        client.describe(50) { $0.title = "New" }
        #expect(client.announce().map(\.words) == ["changed 50"])
    }

    @Test func `tells a new track's metadata with it, not once more`() {
        var client = TrackListClient(tracks: 3)
        client.change(.insert(TrackListClient.tracks(1), .end, play: false))
        client.describe(4) { $0.title = "New" }
        #expect(client.announce().map(\.words) == ["added 4 after 3"])
        #expect(client.titles[id(4)] == "New")
    }

    @Test func `says of the current track what the Player interface says`() throws {
        var client = TrackListClient(tracks: 3)
        client.change(.play)
        let generation = try #require(client.state.loadedGeneration)
        client.measure(MediaTime(milliseconds: 5000), generation)
        #expect(client.announce().map(\.words) == ["changed 1"])
        let metadata = TrackListAnnouncer.metadata(of: id(1), in: client.state)
        #expect(metadata == PlayerProperties(client.state).metadata)
        #expect(metadata?["mpris:length"] == .int64(5_000_000))
    }
}

extension TrackListClient {
    fileprivate mutating func measure(_ length: MediaTime, _ generation: Generation) {
        _ = state.apply(
            .engine(EngineReport(.length(length), generation)), at: MonotonicTime(nanoseconds: 0))
    }
}

@Suite struct `The window of a long track list` {
    @Test func `shows so many, the current one among them`() {
        for current: UInt64 in [1, 2, 26, 500, 950, 999, 1000] {
            let client = TrackListClient(tracks: 1000, current: current)
            #expect(client.list.count == TrackListWindow.limit)
            #expect(client.list.contains(id(current)))
        }
        #expect(TrackListClient(tracks: 1000, current: 1).list == ids(1...100))
        #expect(TrackListClient(tracks: 1000, current: 500).list == ids(475...574))
        #expect(TrackListClient(tracks: 1000, current: 1000).list == ids(901...1000))
    }

    @Test func `stays where it is until the current track comes near its end`() {
        var client = TrackListClient(tracks: 1000, current: 500)
        var moves: [Int] = []
        for step in 1...130 where client.send(.next).isEmpty == false { moves.append(step) }
        #expect(moves == [65, 130])
        #expect(client.faults == [])
    }

    @Test func `stays where it is on the way back, too`() {
        var client = TrackListClient(tracks: 1000, current: 500)
        var moves: [Int] = []
        for step in 1...40 where client.send(.previous).isEmpty == false { moves.append(step) }
        #expect(moves == [16, 32])
    }

    @Test func `moves with a jump out of sight`() {
        var client = TrackListClient(tracks: 1000)
        #expect(client.send(.jump(id(700))).map(\.words) == ["replaced by 100"])
        #expect(client.list == ids(675...774))
        #expect(client.send(.jump(id(700)), .jump(id(720))) == [])
    }

    @Test func `says nothing of edits out of sight`() {
        var client = TrackListClient(tracks: 1000, current: 500)
        let track = TrackListClient.tracks(1)
        #expect(client.send(.insert(track, .start, play: false)) == [])
        #expect(client.send(.insert(track, .end, play: false)) == [])
        #expect(client.send(.remove([id(2), id(3), id(900)])) == [])
        #expect(client.send(.move(id(4), to: 950)) == [])
        #expect(client.list == ids(475...574))
    }

    @Test func `tells an edit in sight, and what it pushes out`() {
        var client = TrackListClient(tracks: 1000, current: 500)
        let track = TrackListClient.tracks(1)
        #expect(
            client.send(.insert(track, .behind(id(510)), play: false)).map(\.words)
                == ["removed 574", "added 1001 after 510"])
        #expect(
            client.send(.remove([id(520)])).map(\.words) == ["removed 520", "added 574 after 573"])
        #expect(client.faults == [])
    }

    @Test func `moves by one entry at a time where it has to follow, while shuffled`() {
        var client = TrackListClient(tracks: 10_000)
        #expect(client.send(.setShuffle(true)).count == 1)
        var signals = 0
        for _ in 1...60 { signals += client.send(.next).count }
        #expect(signals == 0)
        #expect(client.list.contains(client.state.queue.current ?? id(0)))
    }

    @Test func `shows all again when the queue has become short`() {
        var client = TrackListClient(tracks: 102, current: 60)
        #expect(client.list.count == 100)
        _ = client.send(.remove(ids(1...50)))
        #expect(client.list == ids(51...102))
        #expect(client.faults == [])
    }
}

@Suite struct `A client of the track list` {
    /// Edits, steps and descriptions, of which any number is announced together.
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `knows the list from the signals alone`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let length = [0, 5, 99, 130, 300].randomElement(using: &random) ?? 0
        var client = TrackListClient(tracks: length, seed: seed)
        for step in 1...150 {
            for _ in 0..<Int.random(in: 1...3, using: &random) { client.stumble(using: &random) }
            client.announce()
            guard client.faults.isEmpty else {
                Issue.record("step \(step): \(client.faults)")
                return
            }
            let current = client.state.queue.current
            #expect(current.map(client.list.contains) ?? client.list.isEmpty)
            #expect(client.list.count == min(client.state.queue.count, TrackListWindow.limit))
        }
    }
}

extension TrackListClient {
    fileprivate mutating func stumble(using random: inout SplitMix64) {
        let known = state.queue.ids
        let entry = known.randomElement(using: &random) ?? EntryID(rawValue: 1)
        let near = list.randomElement(using: &random) ?? entry
        switch Int.random(in: 0..<14, using: &random) {
        case 0...2: change(.next)
        case 3: change(.previous)
        case 4: change(.jump(Bool.random(using: &random) ? entry : near))
        case 5: change(.remove([near]))
        case 6: change(.remove(known.filter { _ in Int.random(in: 0..<40, using: &random) == 0 }))
        case 7: change(.move(near, to: Int.random(in: 0...(known.count + 1), using: &random)))
        case 8: change(.setShuffle(Bool.random(using: &random)))
        case 9: describe(near.rawValue) { $0.title = "\(random.next())" }
        case 10: change(.setLoop(.playlist))
        default: insert(near, using: &random)
        }
    }

    private mutating func insert(_ entry: EntryID, using random: inout SplitMix64) {
        let places: [QueuePlace] = [
            .start, .end, .afterCurrent, .behind(entry), .behind(entry), .after(entry),
        ]
        let isRare = Int.random(in: 0..<30, using: &random) == 0
        let count = Int.random(in: 1...(isRare ? 120 : 3), using: &random)
        let place = isRare ? .replacing : places.randomElement(using: &random) ?? .end
        change(.insert(Self.tracks(count), place, play: Bool.random(using: &random)))
    }
}
