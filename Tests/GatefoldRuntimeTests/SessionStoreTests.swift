// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

@testable import GatefoldRuntime

#if canImport(Glibc)
    import Glibc
#endif

/// A session with its store in a folder.
@PlayerActor
private final class StoreRig {
    let clock = ManualClock()
    let engine = FakeEngine()
    let session: PlayerSession
    let store: SessionStore

    /// The main context's thread is started before: what is isolated waits for it.
    nonisolated static func begun(in directory: FilePath) async -> StoreRig {
        MainContext.shared.startThread()
        return await StoreRig(directory)
    }

    private init(_ directory: FilePath) {
        let clock = clock
        session = PlayerSession(
            engine: engine, state: PlayerState(seed: 3), clock: { clock.now })
        store = SessionStore(directory: directory.printable)
        if let saved = store.load() { session.handle([.restore(saved)]) }
        store.keep(session)
    }

    var state: PlayerState { session.state }

    func insert(_ count: Int) {
        let tracks = (1...count).map { number in
            var tags = TrackTags()
            tags.title = "\(number)"
            tags.length = MediaTime(milliseconds: 60_000)
            return Track(url: "file:///\(number).ogg", tags: tags)
        }
        session.handle([.command(.insert(tracks, .end, play: false))])
    }

    func command(_ commands: PlayerCommand...) {
        session.handle(commands.map(PlayerInput.command))
    }

    /// Plays 10 seconds of the second entry.
    func playSecond() {
        command(.jump(EntryID(rawValue: 2)))
        engine.report(.playing(.zero))
        clock.advance(MediaTime(milliseconds: 10_000))
    }

    /// What Save answers.
    func save() async -> String? {
        await withCheckedContinuation { continuation in
            store.save { continuation.resume(returning: $0) }
        }
    }

    func close() {
        store.close(session.state, at: session.now)
    }

    func mark(_ position: MediaTime, generation: UInt64? = nil) throws {
        let mark = try #require(store.openPositionMark())
        let loaded = try #require(state.loadedGeneration)
        mark.store(
            generation: generation.map(Generation.init(rawValue:)) ?? loaded, position: position)
    }
}

private func text(_ path: FilePath) -> String {
    (try? readFile(path: path.bytes, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
        ?? ""
}

private func remove(_ path: FilePath) {
    _ = path.withCString { unlink($0) }
}

@Suite struct `A session on disk` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var queueFile: FilePath { folder["queue.txt"] }
    private var placeFile: FilePath { folder["session.txt"] }

    /// A session, and the one that the next run finds.
    private func reloaded(
        _ body: @PlayerActor (StoreRig) async throws -> Void
    ) async throws -> PlayerState {
        let rig = await StoreRig.begun(in: folder.path)
        try await body(rig)
        return await StoreRig.begun(in: folder.path).state
    }

    @Test func `survives with queue, place and modes`() async throws {
        let state = try await reloaded { rig in
            rig.insert(3)
            rig.command(
                .jump(EntryID(rawValue: 2)), .pause, .seek(MediaTime(milliseconds: 7_500)),
                .setLoop(.playlist), .setRate(1.25), .setVolume(0.3), .setMuted(true),
                .setShuffle(true), .setReplayGain(.track))
            #expect(await rig.save() == nil)
        }
        #expect(state.queue.ids.map(\.rawValue) == [1, 2, 3])
        #expect(state.queue.current == EntryID(rawValue: 2))
        #expect(state.queue.currentTrack?.tags?.title == "2")
        #expect(state.status == .paused)
        #expect(state.position(at: .now) == MediaTime(milliseconds: 7_500))
        #expect(state.loop == .playlist)
        #expect(state.queue.isShuffled)
        #expect(state.rate == 1.25)
        #expect(state.volume == 0.3)
        #expect(state.isMuted)
        #expect(state.replayGain == .track)
    }

    @Test func `is absent in an empty folder`() async throws {
        let state = await StoreRig.begun(in: folder["new"]).state
        #expect(state.queue.isEmpty)
        #expect(state.volume == 1)
    }

    @Test func `goes on at the mark, paused, when playing was killed`() async throws {
        let state = try await reloaded { rig in
            rig.insert(3)
            rig.playSecond()
            #expect(await rig.save() == nil)
            try rig.mark(MediaTime(milliseconds: 23_456))
        }
        #expect(state.status == .paused)
        #expect(state.queue.current == EntryID(rawValue: 2))
        #expect(state.position(at: .now) == MediaTime(milliseconds: 23_456))
    }

    @Test func `does not believe a mark of another load`() async throws {
        let state = try await reloaded { rig in
            rig.insert(3)
            rig.playSecond()
            #expect(await rig.save() == nil)
            try rig.mark(MediaTime(milliseconds: 23_456), generation: 99)
        }
        #expect(state.position(at: .now) == MediaTime(milliseconds: 10_000))
    }

    @Test func `knows the place better than the mark when it was closed`() async throws {
        let state = try await reloaded { rig in
            rig.insert(3)
            rig.playSecond()
            try rig.mark(MediaTime(milliseconds: 10_200))
            rig.close()
        }
        #expect(state.status == .paused)
        #expect(state.position(at: .now) == MediaTime(milliseconds: 10_000))
    }

    @Test func `stays stopped when it was stopped`() async throws {
        let state = try await reloaded { rig in
            rig.insert(3)
            rig.playSecond()
            rig.command(.stop)
            rig.close()
        }
        #expect(state.status == .stopped)
        #expect(state.queue.current == EntryID(rawValue: 2))
    }

    @Test func `is written at once, without being asked`() async throws {
        let rig = await StoreRig.begun(in: folder.path)
        await rig.insert(2)
        try await eventually("the queue is on disk") { text(queueFile).contains("2.ogg") }
        await rig.command(.setVolume(0.25))
        try await eventually("the volume is on disk") { text(placeFile).contains("volume 0.25") }
        await rig.playSecond()
        try await eventually("the status is on disk") { text(placeFile).contains("Playing") }
    }

    @Test func `writes the queue only when it was edited`() async throws {
        let rig = await StoreRig.begun(in: folder.path)
        await rig.insert(2)
        #expect(await rig.save() == nil)
        remove(queueFile)
        await rig.command(.setVolume(0.25))
        try await eventually("the volume is on disk") { text(placeFile).contains("volume 0.25") }
        #expect(text(queueFile) == "")
        await rig.insert(1)
        try await eventually("the queue is on disk") { text(queueFile).contains("entry 3 ") }
    }

    @Test func `does not write a queue again just because it was read`() async throws {
        _ = try await reloaded { rig in
            rig.insert(2)
            rig.close()
        }
        let rig = await StoreRig.begun(in: folder.path)
        remove(queueFile)
        await rig.command(.setVolume(0.5))
        try await eventually("the volume is on disk") { text(placeFile).contains("volume 0.5") }
        #expect(text(queueFile) == "")
    }

    @Test func `writes nothing while playing goes on`() async throws {
        let rig = await StoreRig.begun(in: folder.path)
        await rig.insert(3)
        await rig.playSecond()
        #expect(await rig.save() == nil)
        remove(placeFile)
        await rig.clock.advance(MediaTime(milliseconds: 50))
        await rig.engine.report(
            .playing(MediaTime(milliseconds: 10_050)), .length(MediaTime(milliseconds: 60_020)))
        try await eventually("it has looked") { await rig.store.isSettled }
        #expect(text(placeFile) == "")
    }

    @Test func `loses neither the queue with a damaged place nor the reverse`() async throws {
        _ = try await reloaded { rig in
            rig.insert(2)
            rig.command(.setVolume(0.5))
            rig.close()
        }
        try folder.write(Array("rubbish".utf8), to: "session.txt")
        let withoutPlace = await StoreRig.begun(in: folder.path)
        #expect(await withoutPlace.state.queue.count == 2)
        #expect(text(folder["session.txt.damaged"]) == "rubbish")
        await withoutPlace.command(.setVolume(0.25))
        await withoutPlace.close()

        try folder.write(Array("rubbish".utf8), to: "queue.txt")
        let withoutQueue = await StoreRig.begun(in: folder.path).state
        #expect(withoutQueue.queue.isEmpty)
        #expect(withoutQueue.volume == 0.25)
        #expect(text(folder["queue.txt.damaged"]) == "rubbish")
    }

    @Test func `says why it cannot be saved, and writes everything once it can`() async throws {
        let place = try folder.write([], to: "state")
        let rig = await StoreRig.begun(in: place)
        await rig.insert(2)
        #expect(await rig.save() == "making a folder: Not a directory")
        remove(place)
        // No edit of the queue: what failed before is due still.
        await rig.command(.setVolume(0.5))
        try await eventually("the queue is on disk") {
            text(place.appending(Array("queue.txt".utf8))).contains("entry 2 ")
        }
    }

    @Test func `saves tags that came after the edit`() async throws {
        let rig = await StoreRig.begun(in: folder.path)
        await rig.insert(2)
        var tags = TrackTags()
        tags.title = "Late"
        await rig.session.handle([.described([EntryDescription(EntryID(rawValue: 2), tags)])])
        #expect(await rig.save() == nil)
        #expect(text(queueFile).contains("title Late"))
    }

    @Test func `writes at its end a queue that is not on disk as it is, and no other`() async throws
    {
        let rig = await StoreRig.begun(in: folder.path)
        await rig.insert(2)
        #expect(await rig.save() == nil)
        remove(queueFile)
        await rig.close()
        #expect(text(queueFile) == "")

        let later = await StoreRig.begun(in: folder.path)
        await later.insert(1)
        #expect(await later.save() == nil)
        var tags = TrackTags()
        tags.title = "Late"
        let only = await later.state.queue.ids[0]
        await later.session.handle([.described([EntryDescription(only, tags)])])
        await later.close()
        #expect(text(queueFile).contains("title Late"))
    }

    @Test func `is whole when it is closed while a change waits to be written`() async throws {
        let state = try await reloaded { rig in
            rig.insert(2)
            #expect(!rig.store.isSettled)
            rig.close()
        }
        #expect(state.queue.count == 2)
    }

    @Test func `saves tags when all are read`() async throws {
        let rig = await StoreRig.begun(in: folder.path)
        await rig.insert(2)
        #expect(await rig.save() == nil)
        var tags = TrackTags()
        tags.title = "Late"
        await rig.session.handle([.described([EntryDescription(EntryID(rawValue: 2), tags)])])
        await rig.store.saveDescriptions()
        try await eventually("the tags are on disk") { text(queueFile).contains("title Late") }
        try await eventually("the writer rests") { await rig.store.isSettled }
        await rig.store.saveDescriptions()
        #expect(await rig.store.isSettled)
    }

    @Test func `keeps the last word against a slower writer`() async throws {
        MainContext.shared.startThread()
        let files = SessionFiles(directory: folder.path.printable)
        let early = files.nextNumber()
        let late = files.nextNumber()
        var place = SavedPlace()
        place.volume = 0.75
        #expect(files.write(SessionFiles.Snapshot(place: place, queue: nil), late) == nil)
        #expect(files.write(SessionFiles.Snapshot(place: SavedPlace(), queue: nil), early) == nil)
        #expect(files.place()?.volume == 0.75)
    }

    @Test func `takes no more once it is closed`() async throws {
        let rig = await StoreRig.begun(in: folder.path)
        await rig.insert(2)
        await rig.close()
        await rig.command(.clear)
        #expect(await rig.save() != nil)
        #expect(await StoreRig.begun(in: folder.path).state.queue.count == 2)
    }
}
