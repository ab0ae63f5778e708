// SPDX-License-Identifier: MPL-2.0

import GatefoldArtwork
import GatefoldGLib
import GatefoldLibrary
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

@testable import GatefoldRuntime

/// An intake on real files, and what it tells.
@PlayerActor
private final class IntakeRig {
    let folder: TemporaryFolder
    let engine = FakeEngine()
    let session: PlayerSession
    let intake: LibraryIntake
    private(set) var events: [IntakeEvent] = []
    /// What the callback of `take` said, with the state at that moment.
    private(set) var started: [(Result<Void, SourceProblem>, PlayerState)] = []

    nonisolated static func begun() async throws -> IntakeRig {
        MainContext.shared.startThread()
        return await IntakeRig(try TemporaryFolder())
    }

    private init(_ folder: TemporaryFolder) {
        self.folder = folder
        session = PlayerSession(engine: engine, state: PlayerState(seed: 3))
        let cache = ArtworkCache(directory: folder["cache"].printable)
        intake = LibraryIntake(session: session, describer: TrackDescriber(cache: cache))
        intake.onEvent = { [weak self] in self?.events.append($0) }
    }

    @discardableResult
    func take(_ names: String..., place: QueuePlace = .end, play: Bool = false) -> UInt32 {
        let sources = names.map { FileURI.encode(folder[$0]) }
        return intake.take(sources, place, play: play) { [weak self] result in
            guard let self else { return }
            started.append((result, session.state))
        }
    }

    func command(_ command: PlayerCommand) {
        session.handle([.command(command)])
    }

    var titles: [String] {
        let queue = session.state.queue
        return queue.ids.compactMap { queue[$0]?.displayTitle }
    }

    func isFinished(_ job: UInt32) -> Bool {
        events.contains { event in
            if case .progress(job, _, _, finished: true) = event { true } else { false }
        }
    }

    func finish(_ job: UInt32) async throws {
        try await eventually("job \(job) is finished") { isFinished(job) }
    }
}

extension TemporaryFolder {
    /// A tenth of a second of silence.
    fileprivate func wave(_ names: some Sequence<String>) throws {
        let count = 800
        let chunk = { (name: String, bytes: [UInt8]) in
            Array(name.utf8) + littleEndian(bytes.count, 4) + bytes
        }
        let format =
            littleEndian(1, 2) + littleEndian(1, 2) + littleEndian(8000, 4) + littleEndian(8000, 4)
            + littleEndian(1, 2) + littleEndian(8, 2)
        let content =
            Array("WAVE".utf8) + chunk("fmt ", format)
            + chunk("data", [UInt8](repeating: 128, count: count))
        for name in names { try write(chunk("RIFF", content), to: name) }
    }
}

private func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

@Suite(.serialized) struct `Taking sources into the queue` {
    @Test func `plays a folder in natural order, and reads its tags`() async throws {
        let rig = try await IntakeRig.begun()
        try rig.folder.wave(["a/10.wav", "a/9.wav", "a/b/1.wav"])
        let job = await rig.take("a", place: .replacing, play: true)
        try await rig.finish(job)
        #expect(await rig.titles == ["1", "9", "10"])
        #expect(await rig.session.state.status == .playing)
        #expect(await rig.events.last == .progress(job: job, found: 3, read: 3, finished: true))
        let queue = await rig.session.state.queue
        for id in queue.ids {
            #expect(queue[id]?.tags?.length == MediaTime(milliseconds: 100))
        }
    }

    @Test func `calls back when the first track plays, and is there with its tags`() async throws {
        let rig = try await IntakeRig.begun()
        try rig.folder.wave(["1.wav", "2.wav"])
        try await rig.finish(await rig.take("1.wav", "2.wav", play: true))
        #expect(await rig.started.count == 1)
        let (result, state) = try #require(await rig.started.first)
        #expect(throws: Never.self) { try result.get() }
        #expect(state.status == .playing)
        #expect(state.queue.currentTrack?.tags?.artwork == Artwork.none)
    }

    @Test func `calls back with the reason where there is nothing, once`() async throws {
        let rig = try await IntakeRig.begun()
        let job = await rig.take("missing.wav", "absent.wav", play: true)
        try await rig.finish(job)
        let missing = SourceProblem(
            source: rig.folder["missing.wav"].printable, reason: "does not exist")
        #expect(await rig.started.count == 1)
        let (result, state) = try #require(await rig.started.first)
        #expect(throws: missing) { try result.get() }
        #expect(state.status == .stopped)
        #expect(await rig.events.contains(.problem(job: job, missing)))
        #expect(await rig.events.last == .progress(job: job, found: 0, read: 0, finished: true))
    }

    @Test func `takes what there is of a playlist, and names the rest`() async throws {
        let rig = try await IntakeRig.begun()
        try rig.folder.wave(["1.wav", "2.wav"])
        try rig.folder.write(Array("1.wav\nmissing.wav\n2.wav\n".utf8), to: "list.m3u")
        let job = await rig.take("list.m3u")
        try await rig.finish(job)
        #expect(await rig.titles == ["1", "2"])
        let problems = await rig.events.filter { event in
            if case .problem = event { true } else { false }
        }
        #expect(problems.count == 1)
    }

    @Test(arguments: [
        (QueuePlace.replacing, 0, 0), (.afterCurrent, 2, 1), (.end, 3, 0),
    ])
    func `keeps the order of many files wherever they go`(
        _ place: QueuePlace, _ before: Int, _ after: Int
    ) async throws {
        let rig = try await IntakeRig.begun()
        try rig.folder.wave(["old/1.wav", "old/2.wav", "old/3.wav"])
        try rig.folder.wave((100..<700).map { "new/\($0).wav" })
        try await rig.finish(await rig.take("old"))
        await rig.command(.jump(EntryID(rawValue: 2)))
        try await rig.finish(await rig.take("new", place: place))
        #expect(
            await rig.titles
                == ["1", "2", "3"].prefix(before) + (100..<700).map(String.init)
                + ["1", "2", "3"].suffix(after))
    }

    @Test func `plays the first of many before it has read the others`() async throws {
        let rig = try await IntakeRig.begun()
        try rig.folder.wave((1000..<3000).map { "many/\($0).wav" })
        let job = await rig.take("many", place: .replacing, play: true)
        try await rig.finish(job)
        let (_, state) = try #require(await rig.started.first)
        #expect(state.status == .playing)
        #expect(state.queue.count == 1)
        #expect(await rig.events.first == .progress(job: job, found: 1, read: 0, finished: false))
        #expect(
            await rig.events.last == .progress(job: job, found: 2000, read: 2000, finished: true))
        #expect(await rig.titles == (1000..<3000).map(String.init))
    }

    @Test func `ends a job that something else replaces`() async throws {
        let rig = try await IntakeRig.begun()
        try rig.folder.wave((1000..<2000).map { "many/\($0).wav" })
        try rig.folder.wave(["one.wav"])
        let (first, second) = await rig.replaceAtOnce("many", by: "one.wav")
        #expect(await rig.isFinished(first))
        try await rig.finish(second)
        #expect(await rig.titles == ["one"])
        let later = await rig.events.drop { event in
            if case .progress(first, _, _, finished: true) = event { false } else { true }
        }.dropFirst()
        #expect(later.allSatisfy { !$0.isAbout(first) })
        let (result, _) = try #require(await rig.started.first)
        #expect(throws: SourceProblem.self) { try result.get() }
    }

    @Test func `stops reading and adding when it is cancelled`() async throws {
        let rig = try await IntakeRig.begun()
        try rig.folder.wave((1000..<2000).map { "many/\($0).wav" })
        let job = await rig.take("many")
        try await eventually("something is there") { await !rig.titles.isEmpty }
        await rig.cancelAndClear()
        #expect(await rig.isFinished(job))
        // What comes now is behind everything that was on the way.
        try rig.folder.wave(["one.wav"])
        try await rig.finish(await rig.take("one.wav"))
        #expect(await rig.titles == ["one"])
    }

    @Test func `reads what an earlier run had no time to read`() async throws {
        let rig = try await IntakeRig.begun()
        try rig.folder.wave((10..<90).map { "\($0).wav" })
        let tracks = (10..<90).map { Track(url: FileURI.encode(rig.folder["\($0).wav"])) }
        await rig.command(.insert(tracks, .end, play: false))
        await rig.intake.readMissingTags()
        try await eventually("all are read") {
            let queue = await rig.session.state.queue
            return queue.ids.allSatisfy { queue[$0]?.tags?.length != nil }
        }
        let count = await rig.events.count
        await rig.intake.readMissingTags()
        #expect(await rig.events.count == count)
    }

    @Test func `is told by a stream that it has no tags to read`() async throws {
        let rig = try await IntakeRig.begun()
        let job = await rig.intake.take(
            ["http://127.0.0.1:9/stream"], .end, play: false, started: nil)
        try await rig.finish(job)
        #expect(await rig.titles == ["stream"])
    }
}

extension IntakeRig {
    fileprivate func replaceAtOnce(_ first: String, by second: String) -> (UInt32, UInt32) {
        (
            take(first, place: .replacing, play: true),
            take(second, place: .replacing, play: true)
        )
    }

    fileprivate func cancelAndClear() {
        intake.cancel()
        command(.clear)
    }
}

extension IntakeEvent {
    fileprivate func isAbout(_ number: UInt32) -> Bool {
        switch self {
        case .progress(let job, _, _, _), .problem(let job, _): job == number
        }
    }
}
