// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

/// A source that answers when a test says so.
@PlayerActor
private final class SlowSource {
    private var waiting: [(SourceURI, CheckedContinuation<Result<String, SourceError>, Never>)] = []
    private(set) var asked: [String] = []

    func address(of uri: SourceURI) async throws(SourceError) -> String {
        asked.append(uri.id)
        return try await withCheckedContinuation { waiting.append((uri, $0)) }.get()
    }

    /// Answers what is asked for the longest time.
    func answer(_ error: SourceError? = nil) {
        let (uri, continuation) = waiting.removeFirst()
        continuation.resume(returning: error.map { .failure($0) } ?? .success(Self.url(uri.id)))
    }

    var isWaiting: Bool { !waiting.isEmpty }

    nonisolated static func url(_ id: String) -> String { "http://127.0.0.1/\(id)?t=hidden" }
}

@Suite @PlayerActor struct `An engine behind a resolver` {
    private let engine = FakeEngine()
    private let source = SlowSource()
    private let resolver: StreamResolver
    private let reports = Reports()

    @PlayerActor
    private final class Reports {
        var events: [EngineReport] = []
    }

    init() {
        let source = source
        resolver = StreamResolver(engine) { (uri) async throws(SourceError) in
            try await source.address(of: uri)
        }
        resolver.onReports = { [reports] in reports.events += $0 }
    }

    private func song(_ id: String, _ generation: UInt64, start: Int64 = 0) -> EngineItem {
        EngineItem(
            generation: Generation(rawValue: generation), url: "gatefold:at/home/song/\(id)",
            start: MediaTime(milliseconds: start))
    }

    private func resolved(_ id: String, _ generation: UInt64, start: Int64 = 0) -> EngineItem {
        EngineItem(
            generation: Generation(rawValue: generation), url: SlowSource.url(id),
            start: MediaTime(milliseconds: start))
    }

    private func file(_ generation: UInt64) -> EngineItem {
        EngineItem(generation: Generation(rawValue: generation), url: "file:///a.ogg")
    }

    private func answer(_ error: SourceError? = nil) async throws {
        try await eventually("the source is asked") { source.isWaiting }
        let count = engine.effects.count + reports.events.count
        source.answer(error)
        try await eventually("the answer has an effect") {
            engine.effects.count + reports.events.count > count
        }
    }

    @Test func `plays files at once, and has nobody asked`() {
        resolver.perform(.load(file(1), playing: true))
        resolver.perform(.prepare(file(2)))
        #expect(engine.effects == [.load(file(1), playing: true), .prepare(file(2))])
        #expect(source.asked == [])
    }

    @Test func `gets the address once the source has made it, and is silent until then`()
        async throws
    {
        resolver.perform(.load(song("a", 1), playing: true))
        #expect(engine.effects == [.prepare(nil), .setPlaying(false)])
        try await answer()
        #expect(engine.effects.last == .load(resolved("a", 1), playing: true))
    }

    @Test func `is told what was asked meanwhile: a pause, a place, and what follows`()
        async throws
    {
        resolver.perform(.load(song("a", 1), playing: true))
        resolver.perform(.setPlaying(false))
        resolver.perform(.seek(MediaTime(milliseconds: 5000), Generation(rawValue: 1)))
        resolver.perform(.prepare(song("b", 2)))
        resolver.perform(.setVolume(0.5))
        #expect(engine.effects.last == .setVolume(0.5), "this is for whatever plays")
        try await answer()
        #expect(
            engine.effects.suffix(2)
                == [.load(resolved("a", 1, start: 5000), playing: false), .prepare(song("b", 2))])
    }

    @Test func `never plays what was given up before its address came`() async throws {
        resolver.perform(.load(song("a", 1), playing: true))
        resolver.perform(.load(song("b", 2), playing: true))
        try await eventually("both are asked for") { source.asked == ["a", "b"] }
        source.answer()
        try await answer()
        let loads = engine.effects.filter { if case .load = $0 { true } else { false } }
        #expect(loads == [.load(resolved("b", 2), playing: true)])
    }

    @Test func `plays nothing after an unload, though the address comes`() async throws {
        resolver.perform(.load(song("a", 1), playing: true))
        try await eventually("it is asked for") { source.isWaiting }
        resolver.perform(.unload)
        source.answer()
        resolver.perform(.load(song("b", 2), playing: true))
        try await answer()
        let loads = engine.effects.filter { if case .load = $0 { true } else { false } }
        #expect(loads == [.load(resolved("b", 2), playing: true)])
    }

    @Test func `gets the address of what follows when it is about to open it`() async throws {
        resolver.perform(.load(file(1), playing: true))
        resolver.perform(.prepare(song("b", 2)))
        #expect(source.asked == [], "an address may expire")
        let needed = [EngineReport(.needsAddress, Generation(rawValue: 2))]
        engine.onReports?(needed)
        engine.onReports?(needed)
        try await answer()
        #expect(engine.effects.last == .prepare(resolved("b", 2)))
        #expect(source.asked == ["b"], "once is enough")
        #expect(reports.events == [], "and the session has nothing to do with it")
    }

    @Test func `prepares nothing that another entry has replaced`() async throws {
        resolver.perform(.load(file(1), playing: true))
        resolver.perform(.prepare(song("b", 2)))
        engine.onReports?([EngineReport(.needsAddress, Generation(rawValue: 2))])
        try await eventually("it is asked for") { source.isWaiting }
        resolver.perform(.prepare(song("c", 3)))
        source.answer()
        engine.onReports?([EngineReport(.needsAddress, Generation(rawValue: 3))])
        try await answer()
        #expect(!engine.effects.contains(.prepare(resolved("b", 2))))
        #expect(engine.effects.last == .prepare(resolved("c", 3)))
    }

    @Test func `fails, in the words of the source, where there is no address`() async throws {
        resolver.perform(.load(song("a", 1), playing: true))
        try await answer(SourceError(.offline, "The server does not answer."))
        #expect(
            reports.events == [
                EngineReport(
                    .failed(PlaybackFailure(.network, "the server does not answer")),
                    Generation(rawValue: 1))
            ])
    }

    @Test(arguments: [true, false])
    func `fails in the words of the server, where that sent a refusal in place of sound`(
        explains: Bool
    ) async throws {
        let engine = FakeEngine()
        let reports = Reports()
        let resolver = StreamResolver(engine) { uri in
            explains ? SourceError(.notFound, "“\(uri.source)” does not have this.") : nil
        } address: { uri in
            SlowSource.url(uri.id)
        }
        resolver.onReports = { reports.events += $0 }
        resolver.perform(.load(song("a", 1), playing: true))
        try await eventually("it is loaded") { engine.effects.count == 3 }
        let failure = PlaybackFailure(.damaged, "is not audio")
        engine.report(.failed(failure))
        try await eventually("it is told") { !reports.events.isEmpty }
        let told = PlaybackFailure(.notFound, "“home” does not have this")
        #expect(
            reports.events == [
                EngineReport(.failed(explains ? told : failure), Generation(rawValue: 1))
            ])
    }

    @Test func `fails what is a file at once`() {
        resolver.perform(.load(file(1), playing: true))
        engine.report(.failed(PlaybackFailure(.damaged, "is not audio")))
        #expect(reports.events.count == 1)
    }

    @Test func `fails what follows, and plays on`() async throws {
        resolver.perform(.load(file(1), playing: true))
        resolver.perform(.prepare(song("b", 2)))
        engine.onReports?([EngineReport(.needsAddress, Generation(rawValue: 2))])
        try await answer(SourceError(.notFound, "It is gone."))
        #expect(reports.events.map(\.generation) == [Generation(rawValue: 2)])
        #expect(engine.effects == [.load(file(1), playing: true), .prepare(song("b", 2))])
    }
}

@Suite @PlayerActor struct `A session on a source that fails` {
    @Test func `goes on to what can be played, and to all of it when the source is back`()
        async throws
    {
        let engine = FakeEngine()
        engine.answers = true
        let isAway = Switch()
        let resolver = StreamResolver(engine) { (uri) async throws(SourceError) in
            if isAway.isOn { throw SourceError(.offline, "The server is away.") }
            return SlowSource.url(uri.id)
        }
        let session = PlayerSession(engine: resolver, state: PlayerState(seed: 1))
        var problems: [String] = []
        session.onProblem = { problems.append($0.description) }
        isAway.isOn = true
        let tracks = ["gatefold:at/home/song/a", "file:///b.ogg", "gatefold:at/home/song/c"]
        session.handle([.command(.insert(tracks.map { Track(url: $0) }, .end, play: true))])
        try await eventually("the file plays") {
            session.state.isHeard && session.state.queue.currentTrack?.url == tracks[1]
        }
        #expect(problems == ["Skipped “a”: the server is away."])
        isAway.isOn = false
        try session.command(.next)
        try await eventually("the source plays") {
            session.state.isHeard && session.state.queue.currentTrack?.url == tracks[2]
        }
        #expect(problems.count == 1)
    }

    @PlayerActor
    private final class Switch {
        var isOn = false
    }
}
