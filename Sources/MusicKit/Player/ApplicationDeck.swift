// SPDX-License-Identifier: MPL-2.0

internal import Foundation
internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPlayer
internal import GatefoldPresence
internal import GatefoldRuntime

/// The part of the application player that lives on the players' thread: it is made when something
/// is first asked of it.
@PlayerActor
final class ApplicationDeck {
    private static var existing: ApplicationDeck?

    /// Tells `core` of everything.
    static func shared(for core: ApplicationCore) -> ApplicationDeck {
        if let existing { return existing }
        let deck = ApplicationDeck(core)
        existing = deck
        return deck
    }

    let player = LocalPlayer()
    private lazy var line = RequestLine { [unowned self] in carryOut($0, then: $1) }
    private let core: ApplicationCore
    /// What was queued by its place in the model's queue.
    private var entries: [EntryID: MusicPlayer.Queue.Entry] = [:]
    private var ids: [MusicPlayer.Queue.Entry.ID: EntryID] = [:]
    private var picture = PlayerPicture()
    private var shownRevision: UInt64?
    private var repeatIsChosen = false
    private var shuffleIsChosen = false
    private var isInterrupted = false
    private var scan: (direction: ScanDirection, timer: EventSource)?
    /// Why what was queued last cannot be played.
    private var problem: MusicSourceError?

    private var session: PlayerSession { player.session }

    private init(_ core: ApplicationCore) {
        self.core = core
        player.onDescribed = { [weak self] descriptions in self?.take(descriptions) }
        player.onProblem = { [weak self] problem in self?.take(problem) }
        player.onChange = { [weak self] state, now in self?.publish(state, at: now) }
        ApplicationPresence.shared.show(session)
    }

    // MARK: Requests

    /// Does what has no outcome to wait for.
    func perform(_ request: PlayerRequest) {
        perform(request) { result in
            guard case .failure(let error) = result else { return }
            Log.info("A request to the application player had no effect.", "\(error)")
        }
    }

    func perform(_ request: PlayerRequest, then completion: @escaping PlayerThread.Completion) {
        line.take(request, then: completion)
        // Until its songs are known, an album is shown as such, and nothing plays.
        guard case .replace = request, line.promise != nil else { return }
        replace(by: [], startingAt: nil)
    }

    private func carryOut(
        _ request: PlayerRequest, then completion: @escaping PlayerThread.Completion
    ) {
        switch request {
        case .play: play(completion)
        case .prepare: completion(Result { try load() })
        case .insert(let entries, let position):
            completion(Result { try insert(entries, position) })
        case .replace(let entries, let start):
            replace(by: entries, startingAt: start)
            completion(.success(()))
        case .edit(let entries):
            edit(to: entries)
            completion(.success(()))
        case .scan(let direction):
            startScanning(direction)
            completion(.success(()))
        default:
            completion(Result { for command in commands(for: request) { try send(command) } })
        }
    }

    /// The simple requests in the model's words.
    private func commands(for request: PlayerRequest) -> [PlayerCommand] {
        switch request {
        case .pause: return [.pause]
        case .stop: return [.stop]
        case .restart: return [.restart]
        case .skipToNext: return [.skipToNext]
        case .skipToPrevious: return [.skipToPrevious]
        case .seek(let time): return seeking(to: MediaTime(seconds: time))
        case .setRate(let rate): return [.setRate(Double(rate))]
        case .setRepeatMode(let mode):
            repeatIsChosen = mode != nil
            return [.setLoop(LoopStatus(mode))]
        case .setShuffleMode(let mode):
            shuffleIsChosen = mode != nil
            return [.setShuffle(mode == .songs)]
        case .designate(let id): return ids[id].map { [.designate($0)] } ?? []
        case .play, .prepare, .scan, .replace, .edit, .insert: return []
        }
    }

    private func send(_ command: PlayerCommand) throws {
        do throws(PlayerRefusal) {
            try session.command(command)
        } catch .nothingQueued {
            throw problem as (any Error)? ?? MusicPlayerError.queueIsEmpty
        } catch {
            throw MusicPlayerError.cannotPlay(error.description)
        }
    }

    private func seeking(to time: MediaTime) -> [PlayerCommand] {
        guard let current = session.state.queue.current else { return [] }
        let target = max(.zero, time)
        return [.setPosition(current, session.state.length.map { min($0, target) } ?? target)]
    }

    private func play(_ completion: @escaping PlayerThread.Completion) {
        do {
            try prepare()
        } catch {
            return completion(.failure(error))
        }
        isInterrupted = false
        player.play { result in
            completion(result.mapError { MusicPlayerError.cannotPlay("\($0).") })
        }
    }

    /// Fills the pipeline, silently: paused at the beginning.
    private func load() throws {
        try prepare()
        guard session.state.status == .stopped else { return }
        session.handle([.command(.play), .command(.pause)])
    }

    private func prepare() throws {
        let queue = session.state.queue
        guard let current = queue.current, let track = queue[current] else {
            throw problem as (any Error)? ?? MusicPlayerError.queueIsEmpty
        }
        if let path = FileURI.decode(track.url) {
            do {
                try checkReadable(path)
            } catch  where queue.count == 1 {
                throw MusicPlayerError.cannotPlay("“\(track.displayTitle)”: \(error).")
            } catch {
                // The next one will be played in its place, and the problem reported.
            }
        }
        guard !picture.isPrepared else { return }
        picture.isPrepared = true
        core.show(picture, changed: [])
    }

    // MARK: The queue

    private func replace(
        by new: [MusicPlayer.Queue.Entry], startingAt start: MusicPlayer.Queue.Entry.ID?
    ) {
        stopScanning()
        problem = nil
        isInterrupted = false
        picture.isPrepared = false
        shownRevision = nil
        let tracks = register(new)
        guard !tracks.isEmpty else {
            session.handle([.command(.clear)])
            // Where nothing was queued before, that has changed nothing.
            if shownRevision == nil { publish(session.state, at: session.now) }
            return
        }
        let first = new.first { $0.id == start }.flatMap { firstID(of: $0) }
        session.handle(
            [.command(.insert(tracks, .replacing, play: false))]
                + (first.map { [.command(.designate($0))] } ?? []))
    }

    private func insert(
        _ new: [MusicPlayer.Queue.Entry], _ position: MusicPlayer.Queue.EntryInsertionPosition
    ) throws {
        problem = nil
        let tracks = register(new)
        if let problem { throw problem }
        session.handle([
            .command(
                .insert(tracks, position == .tail ? .end : .afterCurrent, play: false))
        ])
    }

    /// Removes what is not in `wanted`, adds what is new, and puts all into its order.
    private func edit(to wanted: [MusicPlayer.Queue.Entry]) {
        let kept = Set(wanted.compactMap { ids[$0.id] })
        let gone = session.state.queue.ids.filter { !kept.contains($0) }
        let tracks = register(wanted.filter { ids[$0.id] == nil })
        let order = wanted.flatMap { allIDs(of: $0) }
        session.handle([
            .command(.insert(tracks, .end, play: false)), .command(.remove(gone)),
            .command(.arrange(order)),
        ])
    }

    /// Remembers entries under the places that they are about to get; what stands for several
    /// becomes those.
    private func register(_ new: [MusicPlayer.Queue.Entry]) -> [GatefoldModel.Track] {
        var next = session.state.queue.nextID
        var tracks: [GatefoldModel.Track] = []
        expansions = [:]
        for entry in new {
            for part in entry.parts {
                guard let track = part.playable else {
                    problem = .notPlayable(part.title)
                    Log.warning("An entry was left out: nobody tells where its sound is.")
                    continue
                }
                let id = EntryID(rawValue: next)
                entries[id] = part
                ids[part.id] = id
                expansions[entry.id, default: []].append(id)
                tracks.append(track)
                next += 1
            }
        }
        return tracks
    }
    /// What the entries that were registered last became.
    private var expansions: [MusicPlayer.Queue.Entry.ID: [EntryID]] = [:]

    private func firstID(of entry: MusicPlayer.Queue.Entry) -> EntryID? {
        allIDs(of: entry).first
    }

    private func allIDs(of entry: MusicPlayer.Queue.Entry) -> [EntryID] {
        expansions[entry.id] ?? ids[entry.id].map { [$0] } ?? []
    }

    // MARK: Scanning

    /// As fast as ten times the recorded speed, in steps that a pipeline can follow.
    private static let scanStep = MediaTime(milliseconds: 2500)
    private static let scanInterval = Duration.milliseconds(250)

    private func startScanning(_ direction: ScanDirection?) {
        stopScanning()
        if let direction, session.state.status != .stopped { step(direction) }
        publish(session.state, at: session.now)
    }

    private func stopScanning() {
        scan?.timer.cancel()
        scan = nil
    }

    private func step(_ direction: ScanDirection) {
        let timer = EventSource.timeout(after: Self.scanInterval) { [weak self] in
            guard let self, scan != nil, session.state.status != .stopped else { return }
            let distance = direction == .forward ? Self.scanStep : .zero - Self.scanStep
            // Where it cannot be sought, the sound goes on.
            try? session.command(.seek(distance))
            step(direction)
        }
        scan = (direction, timer)
    }

    // MARK: News

    private func take(_ problem: PlayerProblem) {
        guard case .output = problem else { return }
        isInterrupted = true
        publish(session.state, at: session.now)
    }

    private func take(_ descriptions: [EntryDescription]) {
        for description in descriptions {
            guard case .file(let uri) = description.tags.artwork, let url = URL(string: uri),
                let entry = entries[description.id]
            else { continue }
            entries[description.id] = entry.completed(by: Artwork(url: url))
            shownRevision = nil
        }
    }

    private func publish(_ state: PlayerState, at now: MonotonicTime) {
        let old = picture
        if state.status != .paused { isInterrupted = false }
        if state.status == .stopped { stopScanning() }
        let isNewList = state.queue.revision != shownRevision
        if isNewList { list(state.queue) }
        shownRevision = state.queue.revision
        picture.show(state, at: now)
        picture.current = state.queue.current.flatMap { entries[$0] }
        if let promise = line.promise {
            picture.entries = promise.entries
            picture.current = promise.entries.first { $0.id == promise.start }
        }
        picture.isPrepared = picture.isPrepared && picture.current != nil
        if isInterrupted { picture.status = .interrupted }
        if let scan {
            picture.status = scan.direction == .forward ? .seekingForward : .seekingBackward
        }
        if state.loop == .none, !repeatIsChosen { picture.repeatMode = nil }
        if !state.queue.isShuffled, !shuffleIsChosen { picture.shuffleMode = nil }
        var changed: PlayerObservers.Change = []
        if !picture.hasSameState(as: old) { changed.insert(.state) }
        if isNewList || picture.current != old.current { changed.insert(.queue) }
        core.show(picture, changed: changed)
    }

    /// Follows the model's list: what came by the bus gets an entry, what is gone loses it.
    private func list(_ queue: GatefoldModel.Queue) {
        var kept: [EntryID: MusicPlayer.Queue.Entry] = [:]
        kept.reserveCapacity(queue.count)
        for id in queue.ids {
            if let entry = entries[id] {
                kept[id] = entry
            } else if let track = queue[id] {
                kept[id] = MusicPlayer.Queue.Entry(Song(track))
            }
        }
        entries = kept
        ids = Dictionary(uniqueKeysWithValues: kept.map { ($1.id, $0) })
        picture.entries = queue.ids.compactMap { kept[$0] }
    }
}

extension LoopStatus {
    fileprivate init(_ mode: MusicPlayer.RepeatMode?) {
        switch mode {
        case .one: self = .track
        case .all: self = .playlist
        case nil, .some(.none): self = .none
        }
    }
}

extension PlayerPicture {
    fileprivate mutating func show(_ state: PlayerState, at now: MonotonicTime) {
        switch state.status {
        case .playing: status = .playing
        case .paused: status = .paused
        case .stopped: status = .stopped
        }
        rate = state.status == .playing ? Float(state.rate) : 0
        repeatMode =
            switch state.loop {
            case .none: MusicPlayer.RepeatMode.none
            case .track: .one
            case .playlist: .all
            }
        shuffleMode = state.queue.isShuffled ? .songs : .off
        audioVariant = state.queue.currentTrack.flatMap { AudioVariant(fileAt: $0.url) }
        clock = state.clock
        length = state.length
    }
}

/// - Throws: why a file cannot be read, in the words of the system.
private func checkReadable(_ path: FilePath) throws {
    let text = String(decoding: path.bytes, as: UTF8.self)
    guard !FileManager.default.isReadableFile(atPath: text) else { return }
    throw CocoaError(
        FileManager.default.fileExists(atPath: text) ? .fileReadNoPermission : .fileReadNoSuchFile)
}
