// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib

/// Requests to a player in the order in which they were made.
///
/// An album or a playlist of a source has its songs only when that was asked for: a request with such
/// an entry waits for them, and those behind it wait, too. All others go through at once.
@PlayerActor
final class RequestLine {
    typealias Perform = @PlayerActor (PlayerRequest, @escaping PlayerThread.Completion) -> Void

    private let perform: Perform
    private var waiting: [(request: PlayerRequest, completion: PlayerThread.Completion)] = []
    private var opening: Task<Void, Never>?

    init(_ perform: @escaping Perform) {
        self.perform = perform
    }

    /// The entries that are about to be the queue; nil while nothing is waited for.
    var promise: (entries: [MusicPlayer.Queue.Entry], start: MusicPlayer.Queue.Entry.ID?)? {
        guard case .replace(let entries, let start)? = waiting.first?.request else { return nil }
        return (entries, start)
    }

    func take(_ request: PlayerRequest, then completion: @escaping PlayerThread.Completion) {
        if case .replace = request { giveUp() }
        guard !waiting.isEmpty || request.isClosed else { return perform(request, completion) }
        waiting.append((request, completion))
        if waiting.count == 1 { open() }
    }

    /// Another queue takes the place: nothing that waits has a meaning any more.
    private func giveUp() {
        opening?.cancel()
        opening = nil
        let given = waiting
        waiting = []
        for (_, completion) in given { completion(.failure(CancellationError())) }
    }

    /// Looks into the first request.
    private func open() {
        guard let request = waiting.first?.request else { return }
        opening = Task { [weak self] in
            let opened = await request.opened()
            guard !Task.isCancelled, let self else { return }
            advance(opened)
        }
    }

    /// Carries out the first request, and what follows up to the next that has to be looked into.
    private func advance(_ opened: PlayerRequest) {
        opening = nil
        var next = opened
        while !waiting.isEmpty {
            let completion = waiting.removeFirst().completion
            perform(next, completion)
            guard let following = waiting.first?.request else { return }
            if following.isClosed { return open() }
            next = following
        }
    }
}

extension PlayerRequest {
    /// Whether it has an entry of which a source has to tell the songs.
    fileprivate var isClosed: Bool { entries.contains(where: \.isClosed) }

    private var entries: [MusicPlayer.Queue.Entry] {
        switch self {
        case .replace(let entries, _), .edit(let entries), .insert(let entries, _): entries
        default: []
        }
    }

    /// The same with the songs of all entries.
    fileprivate func opened() async -> PlayerRequest {
        var opened: [MusicPlayer.Queue.Entry] = []
        for entry in entries { opened.append(await entry.opened()) }
        return switch self {
        case .replace(_, let start): .replace(opened, startingAt: start)
        case .edit: .edit(opened)
        case .insert(_, let position): .insert(opened, position)
        default: self
        }
    }
}

extension MusicPlayer.Queue.Entry {
    fileprivate var isClosed: Bool {
        switch transientItem {
        case let album as Album: album.tracks == nil && Sources.source(of: album.id) != nil
        case let playlist as Playlist:
            playlist.playableEntries == nil && Sources.source(of: playlist.id) != nil
        default: false
        }
    }

    /// With the songs of the album or playlist; as it is where nobody can tell them.
    fileprivate func opened() async -> Self {
        // The player says of what it leaves out that it cannot be played.
        switch transientItem {
        case let album as Album where isClosed:
            (try? await album.with([.tracks])).map { replacing($0) } ?? self
        case let playlist as Playlist where isClosed:
            (try? await playlist.with([.entries])).map { replacing($0) } ?? self
        default: self
        }
    }

    private func replacing(_ item: any PlayableMusicItem) -> Self {
        Self(item, id: id, startTime: startTime, endTime: endTime)
    }
}
