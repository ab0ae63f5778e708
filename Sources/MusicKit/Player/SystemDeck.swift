// SPDX-License-Identifier: MPL-2.0

internal import Foundation
internal import GatefoldBus
internal import GatefoldGLib
internal import GatefoldModel

/// The part of the system player that lives on the players' thread: a client of the daemon.
@PlayerActor
final class SystemDeck {
    private static var existing: SystemDeck?

    /// Tells `core` of everything.
    static func shared(for core: SystemCore) -> SystemDeck {
        if let existing { return existing }
        let deck = SystemDeck(core)
        existing = deck
        deck.connect()
        return deck
    }

    private let core: SystemCore
    /// Nil where there is no bus.
    private var client: PlayerClient?
    private var isObserving = false
    private var picture = PlayerPicture()
    /// What is heard, under the daemon's name for it.
    private var heard: (id: PlayerSnapshot.Entry, entry: MusicPlayer.Queue.Entry)?
    /// A queue that the daemon gets with the next `play()`.
    private var pending: (entries: [MusicPlayer.Queue.Entry], start: Int)?
    private var repeatIsChosen = false
    private var shuffleIsChosen = false
    private var starting: Starting?
    /// Inserts that the daemon has not carried out, by job.
    private var inserting: [UInt32: (count: Int, completion: PlayerThread.Completion)] = [:]

    /// A `play()` on its way.
    private struct Starting {
        var job: UInt32?
        /// Where the queue begins, until that entry is there.
        var start: Int
        let completion: PlayerThread.Completion
        let deadline: EventSource
    }

    private lazy var line = RequestLine { [unowned self] in carryOut($0, then: $1) }

    private init(_ core: SystemCore) {
        Log.obeyEnvironment()
        self.core = core
    }

    // MARK: The daemon

    private func connect() {
        do throws(ClientError) {
            let client = try PlayerClient()
            self.client = client
            client.onEvent = { [weak self] event in self?.take(event) }
            try client.onAppearance { [weak self] in self?.observe() }
            observe()
        } catch {
            Log.info("The system player is not there.", error.description)
        }
    }

    private func observe() {
        guard let client, !isObserving else { return }
        do throws(ClientError) {
            try client.observe()
            isObserving = true
            publish()
        } catch {
            Log.info("The system player is not there.", error.description)
        }
    }

    private func take(_ event: PlayerClient.Event) {
        switch event {
        case .changed, .seeked: publish()
        case .jobProgress(let job, let found, _, let isFinished):
            follow(job, found: found, isFinished: isFinished)
            settleInsert(job, found: found, isFinished: isFinished)
        case .problem(let sentence): finish(.failure(MusicPlayerError.cannotPlay(sentence)))
        case .jobProblem: break  // the end of the job says whether anything was found
        case .quit:
            isObserving = false
            client = nil
            finish(.failure(Self.missing))
            for (_, insert) in inserting { insert.completion(.failure(Self.missing)) }
            inserting.removeAll()
            // A fresh client, whose connection is sound, waits for the next daemon.
            connect()
            publish()
        }
    }

    private static let nothingPlayable = MusicPlayerError.cannotPlay(
        "Nothing in the queue can be played.")
    private static let missing = MusicPlayerError.noPlayer(ClientError.notRunning.description)

    // MARK: Requests

    func perform(_ request: PlayerRequest, then completion: @escaping PlayerThread.Completion) {
        line.take(request, then: completion)
        // Until its songs are known, an album is shown as such.
        guard case .replace = request, let promise = line.promise else { return }
        promiseQueue(promise.entries, startingAt: promise.start)
    }

    private func promiseQueue(
        _ entries: [MusicPlayer.Queue.Entry], startingAt start: MusicPlayer.Queue.Entry.ID?
    ) {
        let index = entries.firstIndex { $0.id == start } ?? 0
        pending = entries.isEmpty ? nil : (entries, index)
        publish()
    }

    private func carryOut(
        _ request: PlayerRequest, then completion: @escaping PlayerThread.Completion
    ) {
        switch request {
        case .replace(let entries, let start):
            promiseQueue(entries, startingAt: start)
            return completion(.success(()))
        case .play where pending != nil: return playPending(completion)
        case .play: return begin(start: 0, completion) { self.send(.play, then: $0) }
        case .prepare:
            let isReady = pending != nil || client?.snapshot.entry != nil
            return completion(isReady ? .success(()) : .failure(MusicPlayerError.queueIsEmpty))
        case .insert(let entries, let position):
            return insert(entries, at: position == .tail ? .end : .next, completion)
        case .scan(let direction): return scan(direction, completion)
        default: break
        }
        guard let command = command(for: request) else { return completion(.success(())) }
        send(command, then: completion)
    }

    private func command(for request: PlayerRequest) -> PlayerCommand? {
        switch request {
        case .pause: return .pause
        case .stop: return .stop
        case .restart: return .restart
        case .skipToNext: return .skipToNext
        case .skipToPrevious: return .skipToPrevious
        case .seek(let time):
            let target = max(.zero, MediaTime(seconds: time))
            return heard?.id.entryID.map { id in
                .setPosition(id, picture.length.map { min($0, target) } ?? target)
            }
        case .setRate(let rate): return .setRate(Double(rate))
        case .setRepeatMode(let mode):
            repeatIsChosen = mode != nil
            return .setLoop(mode == .one ? .track : mode == .all ? .playlist : .none)
        case .setShuffleMode(let mode):
            shuffleIsChosen = mode != nil
            return .setShuffle(mode == .songs)
        // Only the current entry is known, and it is current already.
        case .designate, .edit, .play, .prepare, .replace, .insert, .scan: return nil
        }
    }

    private func send(_ command: PlayerCommand, then completion: @escaping PlayerThread.Completion)
    {
        guard let client, isObserving else { return completion(.failure(Self.missing)) }
        client.send(command) { [weak self] result in
            // What the command changed was announced before the reply.
            self?.publish()
            completion(result.mapError(MusicPlayerError.init))
        }
    }

    private func insert(
        _ entries: [MusicPlayer.Queue.Entry], at place: PlayerClient.Place,
        _ completion: @escaping PlayerThread.Completion
    ) {
        guard let client, isObserving else { return completion(.failure(Self.missing)) }
        do {
            let urls = try locations(of: entries)
            client.enqueue(urls, at: place, playing: false) { [weak self] result in
                switch result {
                case .success(let job): self?.inserting[job] = (urls.count, completion)
                case .failure(let error): completion(.failure(MusicPlayerError(error)))
                }
            }
        } catch {
            completion(.failure(error))
        }
    }

    /// What was inserted can be skipped to when `insert` returns.
    private func settleInsert(_ job: UInt32, found: Int, isFinished: Bool) {
        guard let insert = inserting[job], isFinished || found >= insert.count else { return }
        inserting[job] = nil
        insert.completion(found > 0 ? .success(()) : .failure(Self.nothingPlayable))
    }

    private func locations(of entries: [MusicPlayer.Queue.Entry]) throws -> [String] {
        try entries.flatMap(\.parts).map { part in
            guard let track = part.playable else { throw MusicSourceError.notPlayable(part.title) }
            return track.url
        }
    }

    // MARK: Playing

    private static let patience = Duration.seconds(20)

    private func playPending(_ completion: @escaping PlayerThread.Completion) {
        guard let client, isObserving else { return completion(.failure(Self.missing)) }
        guard let (entries, start) = pending else { return }
        do {
            let urls = try locations(of: entries)
            let place = entries[..<start].flatMap(\.parts).count
            begin(start: place, completion) { finish in
                client.enqueue(urls, at: .replace, playing: place == 0) { [weak self] result in
                    switch result {
                    case .success(let job):
                        self?.starting?.job = job
                        self?.pending = nil
                    case .failure(let error): finish(.failure(MusicPlayerError(error)))
                    }
                }
            }
        } catch {
            completion(.failure(error))
        }
    }

    /// Waits until something is heard.
    private func begin(
        start: Int, _ completion: @escaping PlayerThread.Completion,
        _ request: (@escaping PlayerThread.Completion) -> Void
    ) {
        finish(.failure(CancellationError()))
        let deadline = EventSource.timeout(after: Self.patience) { [weak self] in
            self?.finish(
                .failure(MusicPlayerError.noPlayer("gatefoldd has not begun to play.")))
        }
        starting = Starting(start: start, completion: completion, deadline: deadline)
        request { [weak self] result in
            if case .failure = result { self?.finish(result) } else { self?.publish() }
        }
    }

    /// Goes to the entry that was asked for, once the daemon has it.
    private func follow(_ job: UInt32, found: Int, isFinished: Bool) {
        guard let starting, starting.job == job || starting.job == nil else { return }
        if isFinished, found == 0 {
            return finish(.failure(Self.nothingPlayable))
        }
        let start = starting.start
        guard start > 0, found > start else { return }
        self.starting?.start = 0
        client?.entry(at: start) { [weak self] result in
            guard case .success(let entry?) = result else { return }
            self?.send(.jump(entry.id)) { [weak self] result in
                if case .failure = result { self?.finish(result) }
            }
        }
    }

    private func finish(_ result: Result<Void, any Error>) {
        guard let starting else { return }
        self.starting = nil
        starting.deadline.cancel()
        starting.completion(result)
    }

    // MARK: Scanning

    private static let scanInterval = Duration.milliseconds(250)
    private static let scanStep = MediaTime(milliseconds: 2500)
    private var scanning: (direction: ScanDirection, timer: EventSource)?

    private func scan(
        _ direction: ScanDirection?, _ completion: @escaping PlayerThread.Completion
    ) {
        scanning?.timer.cancel()
        scanning = nil
        if let direction, picture.status != .stopped { step(direction) }
        publish()
        completion(.success(()))
    }

    private func step(_ direction: ScanDirection) {
        let timer = EventSource.timeout(after: Self.scanInterval) { [weak self] in
            guard let self, scanning != nil, picture.status != .stopped else { return }
            send(.seek(direction == .forward ? Self.scanStep : .zero - Self.scanStep)) { _ in }
            step(direction)
        }
        scanning = (direction, timer)
    }

    // MARK: News

    private func publish() {
        let old = picture
        let snapshot = isObserving ? client?.snapshot ?? PlayerSnapshot() : PlayerSnapshot()
        picture.show(snapshot)
        if snapshot.loop == .none, !repeatIsChosen { picture.repeatMode = nil }
        if !snapshot.shuffle, !shuffleIsChosen { picture.shuffleMode = nil }
        if let scanning, picture.status == .playing {
            picture.status = scanning.direction == .forward ? .seekingForward : .seekingBackward
        }
        if heard?.id != snapshot.entry { hear(snapshot.entry) }
        picture.current = pending.map { $0.entries[$0.start] } ?? heard?.entry
        picture.entries = pending?.entries ?? picture.current.map { [$0] } ?? []
        picture.isPrepared = picture.current != nil
        var changed: PlayerObservers.Change = []
        if !picture.hasSameState(as: old) { changed.insert(.state) }
        if !picture.hasSameQueue(as: old) { changed.insert(.queue) }
        core.show(picture, changed: changed)
        let isReached = starting.map { $0.start == 0 } ?? false
        if isReached, snapshot.status == .playing { finish(.success(())) }
    }

    /// The same place with better tags keeps its identity.
    private func hear(_ new: PlayerSnapshot.Entry?) {
        guard let new else {
            heard = nil
            return
        }
        let song = Song(
            id: MusicItemID(new.url ?? new.id), title: new.title ?? "",
            artistName: new.artists.joined(separator: ", "), albumTitle: new.album,
            artwork: new.artwork.flatMap { URL(string: $0) }.map { Artwork(url: $0) },
            duration: new.length?.seconds, location: new.url.flatMap { URL(string: $0) })
        heard = (new, MusicPlayer.Queue.Entry(song, id: "system" + new.id))
    }
}

extension MusicPlayerError {
    init(_ error: ClientError) {
        self =
            error.code == .refused ? .cannotPlay(error.description) : .noPlayer(error.description)
    }
}

extension PlayerPicture {
    fileprivate mutating func show(_ snapshot: PlayerSnapshot) {
        switch snapshot.status {
        case .playing: status = .playing
        case .paused: status = .paused
        case .stopped: status = .stopped
        }
        rate = snapshot.status == .playing ? Float(snapshot.rate) : 0
        repeatMode =
            switch snapshot.loop {
            case .none: MusicPlayer.RepeatMode.none
            case .track: .one
            case .playlist: .all
            }
        shuffleMode = snapshot.shuffle ? .songs : .off
        audioVariant = snapshot.entry?.url.flatMap { AudioVariant(fileAt: $0) }
        clock = PositionClock(
            base: snapshot.anchor.position, since: snapshot.anchor.instant, rate: snapshot.rate,
            isRunning: snapshot.isMoving)
        length = snapshot.entry?.length
    }

    /// Whether what `MusicPlayer.Queue` shows is the same, titles included.
    fileprivate func hasSameQueue(as other: PlayerPicture) -> Bool {
        entries.count == other.entries.count && current == other.current
            && current?.title == other.current?.title
            && current?.subtitle == other.current?.subtitle
    }
}
