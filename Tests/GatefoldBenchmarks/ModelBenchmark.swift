// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// What an edit and a step cost in a short and in a very long queue.
enum ModelBenchmark {
    private static let long = 100_000

    static func run(_ report: inout Report) {
        report.heading("queue", "10, µs", "100,000, µs", "ratio")
        var slowest = 0.0
        var steps: [(name: String, ratio: Double)] = []
        for operation in operations {
            let few = median(operation, in: 10)
            let many = median(operation, in: long)
            let ratio = many / max(few, 0.001)
            report.row(operation.name, few.text, many.text, ratio.text)
            slowest = max(slowest, many)
            if operation.name.hasPrefix("Next") { steps.append((operation.name, ratio)) }
        }
        report.figure("slowest with 100,000 entries", slowest / 1000, atMost: 1, "ms")
        // Twice: what differs by less is the memory's caches.
        for step in steps { report.figure("\(step.name), ratio", step.ratio, atMost: 2) }
    }

    // MARK: Operations

    /// Something that is done again and again to one queue, of which the first is always ready.
    private struct Operation {
        let name: String
        var isShuffled = false
        /// What is done before each round and not measured.
        var prepare: (inout PlayerState) -> Void = { _ in }
        let perform: (inout PlayerState) -> Void
    }

    private static var operations: [Operation] {
        editing(isShuffled: false) + editing(isShuffled: true) + moving(isShuffled: false)
            + moving(isShuffled: true) + [
                Operation(name: "shuffle on", prepare: { send(.setShuffle(false), to: &$0) }) {
                    send(.setShuffle(true), to: &$0)
                },
                Operation(name: "shuffle off", prepare: { send(.setShuffle(true), to: &$0) }) {
                    send(.setShuffle(false), to: &$0)
                },
            ]
    }

    private static func editing(isShuffled: Bool) -> [Operation] {
        let suffix = isShuffled ? ", shuffled" : ""
        func edit(
            _ name: String, _ perform: @escaping (inout PlayerState) -> Void
        ) -> Operation {
            Operation(name: name + suffix, isShuffled: isShuffled, perform: perform)
        }
        return [
            edit("insert next") { send(.insert([track], .afterCurrent, play: false), to: &$0) },
            edit("insert at end") { send(.insert([track], .end, play: false), to: &$0) },
            edit("insert in the middle") { state in
                send(.insert([track], .after(middle(state)), play: false), to: &state)
            },
            edit("move") { send(.move(middle($0), to: 0), to: &$0) },
            edit("remove one") { send(.remove([middle($0)]), to: &$0) },
            edit("remove the current one") { state in
                send(.remove([state.queue.current ?? middle(state)]), to: &state)
            },
            edit("jump") { state in
                let last = state.queue.shuffleOrder?.present.last
                send(.jump(last ?? middle(state)), to: &state)
            },
        ]
    }

    private static func moving(isShuffled: Bool) -> [Operation] {
        let suffix = isShuffled ? ", shuffled" : ""
        return [
            Operation(name: "Next" + suffix, isShuffled: isShuffled) { send(.next, to: &$0) },
            Operation(
                name: "Previous" + suffix, isShuffled: isShuffled,
                prepare: { send(.next, to: &$0) }
            ) { send(.previous, to: &$0) },
            Operation(name: "Play and Pause" + suffix, isShuffled: isShuffled) {
                send(.playPause, to: &$0)
            },
        ]
    }

    // MARK: Measuring

    private static let track = Track(url: "file:///music/one%20more.flac")

    private static func state(_ count: Int, for operation: Operation) -> PlayerState {
        var state = PlayerState(seed: 1)
        let tracks = (0..<count).map { Track(url: "file:///music/\($0).flac") }
        send(.setShuffle(operation.isShuffled), to: &state)
        send(.insert(tracks, .end, play: true), to: &state)
        return state
    }

    /// The median of some rounds, in microseconds; a short queue is made anew before it is used up.
    private static func median(_ operation: Operation, in count: Int) -> Double {
        let clock = ContinuousClock()
        var state = state(count, for: operation)
        let times = (0..<201).map { round in
            if count < 201, round % (count / 2) == 0 { state = Self.state(count, for: operation) }
            operation.prepare(&state)
            return clock.measure { operation.perform(&state) }
        }
        return times.sorted()[times.count / 2] / .microseconds(1)
    }

    private static func send(_ command: PlayerCommand, to state: inout PlayerState) {
        _ = state.apply(.command(command), at: MonotonicTime(nanoseconds: 0))
    }

    private static func middle(_ state: PlayerState) -> EntryID {
        state.queue.ids[state.queue.count / 2]
    }
}
