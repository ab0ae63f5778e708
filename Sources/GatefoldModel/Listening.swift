// SPDX-License-Identifier: MPL-2.0

/// What the history of a track is told.
package enum HistoryNote: Sendable, Hashable {
    /// It is heard from now on: a server may show that.
    case began(url: String)
    /// It was heard, as far as counts, just now.
    case played(url: String)
    /// Somebody began to hear it and went to the next one before that.
    case skipped(url: String)

    package var url: String {
        switch self {
        case .began(let url), .played(let url), .skipped(let url): url
        }
    }
}

/// One hearing of an entry, from its beginning until it is left.
///
/// It counts as played once half of it was heard, or four minutes. What counts is the music that
/// came out: a seek hears nothing, nor does a pause, and at twice the speed twice as much is heard
/// in a minute. Short pieces count as well: services that do not take what is below 30 seconds keep
/// their charts clean, and here the charts are the user's own.
struct Listening: Sendable, Hashable {
    let entry: EntryID
    let url: String
    var generation: Generation
    /// What was heard of it.
    private(set) var heard = MediaTime.zero
    private var heardUntil: MonotonicTime
    private var length: MediaTime?
    private var isCounted = false
    private var hasBegun = false

    /// What counts of something long, or of unknown length.
    static let enough = MediaTime(seconds: 240)

    init(_ load: PlayerState.Load, url: String, at now: MonotonicTime) {
        entry = load.entry
        generation = load.generation
        self.url = url
        heardUntil = now
    }

    /// With what was heard since the last time, in a state that was the same all the time.
    func continued(in state: PlayerState, until now: MonotonicTime) -> Listening {
        var listening = self
        listening.heardUntil = now
        guard state.queue.current == entry else { return listening }
        listening.length = state.length
        guard state.clock.isRunning else { return listening }
        let music = state.position(at: now) - state.position(at: heardUntil)
        listening.heard = heard + max(.zero, music)
        return listening
    }

    /// That it is heard, told once.
    mutating func begin() -> HistoryNote? {
        guard !hasBegun else { return nil }
        hasBegun = true
        return .began(url: url)
    }

    /// Whether it counts, told once.
    mutating func count() -> HistoryNote? {
        guard !isCounted, heard >= threshold else { return nil }
        isCounted = true
        return .played(url: url)
    }

    /// What is to be said at its end.
    mutating func leave(byNext: Bool) -> HistoryNote? {
        if let note = count() { return note }
        return byNext && !isCounted && heard > .zero ? .skipped(url: url) : nil
    }

    private var threshold: MediaTime {
        guard let length, length > .zero else { return Self.enough }
        return min(MediaTime(nanoseconds: (length.nanoseconds + 1) / 2), Self.enough)
    }
}

extension PlayerState {
    /// Whether the input goes to the next entry because somebody wants to.
    func isNext(_ input: PlayerInput, at now: MonotonicTime) -> Bool {
        guard case .command(let command) = input, refusal(of: command, at: now) == nil else {
            return false
        }
        switch command {
        case .next, .skipToNext: return true
        case .seek(let offset): return seekTarget(offset, at: now) == nil
        default: return false
        }
    }

    /// Tells the history of what was heard up to now, and begins to listen to what is loaded.
    ///
    /// Decided when something changes and never in between, so that no timer is needed.
    mutating func remember(byNext: Bool, at now: MonotonicTime) -> [PlayerEffect] {
        var notes: [HistoryNote?] = []
        if isLeft || byNext {
            notes.append(listening?.leave(byNext: byNext))
            listening = nil
        } else {
            notes.append(listening?.count())
        }
        if let loaded {
            // After the device was gone the same hearing goes on.
            listening?.generation = loaded.generation
            if listening == nil, let url = queue[loaded.entry]?.url {
                listening = Listening(loaded, url: url, at: now)
            }
        }
        return notes.compactMap { $0.map(PlayerEffect.remember) }
    }

    /// Tells of the sound when it begins to come out.
    mutating func rememberBeginning() -> [PlayerEffect] {
        guard isHeard, let note = listening?.begin() else { return [] }
        return [.remember(note)]
    }

    private var isLeft: Bool {
        guard let listening else { return false }
        guard status != .stopped, queue.current == listening.entry else { return true }
        guard let loaded, loaded.generation != listening.generation else { return false }
        return !loaded.startsLater
    }
}
