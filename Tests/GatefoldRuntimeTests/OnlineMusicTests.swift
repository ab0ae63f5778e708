// SPDX-License-Identifier: MPL-2.0

import GatefoldArtwork
import GatefoldCatalog
import GatefoldGLib
import GatefoldLibrary
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

@testable import GatefoldRuntime

/// A queue that takes from online sources.
@PlayerActor
private final class QueueRig {
    nonisolated let desk: DeskRig
    let session: PlayerSession
    let intake: LibraryIntake
    private(set) var problems: [String] = []
    private(set) var finished: Set<UInt32> = []

    nonisolated static func begun() async throws -> QueueRig {
        await QueueRig(try await DeskRig.begun())
    }

    private init(_ desk: DeskRig) {
        self.desk = desk
        session = PlayerSession(engine: FakeEngine(), state: PlayerState(seed: 3))
        let cache = ArtworkCache(directory: desk.folder["cache"].printable)
        intake = LibraryIntake(session: session, describer: TrackDescriber(cache: cache))
        intake.sources = desk.desk
        intake.onEvent = { [weak self] event in
            switch event {
            case .problem(_, let problem): self?.problems.append(problem.description)
            case .progress(let job, _, _, finished: true): self?.finished.insert(job)
            case .progress: break
            }
        }
    }

    nonisolated func take(_ uris: String...) async throws {
        let job = await start(uris)
        try await eventually("the job is finished") { await finished.contains(job) }
    }

    private func start(_ uris: [String]) -> UInt32 {
        intake.take(uris, .end, play: false, started: nil)
    }

    var tracks: [Track] {
        let queue = session.state.queue
        return queue.ids.compactMap { queue[$0] }
    }

    var titles: [String] { tracks.map(\.displayTitle) }
}

@Suite(.serialized) struct `Taking from an online source` {
    @Test func `brings an album in its order, and its tags with it`() async throws {
        let rig = try await QueueRig.begun()
        let source = try await rig.desk.add("home")[0]
        var song = source.song("2", title: "Jóga")
        song.details.artists = ["Björk", "Somebody"]
        song.details.trackNumber = 2
        song.details.artworkURL = source.uri(.artwork, "cover")
        let album = source.album("a")
        source.put([source.song("1", title: "Hunter"), song], into: album)
        try await rig.take(album.uri)
        #expect(await rig.titles == ["Hunter", "Jóga"])
        let track = try #require(await rig.tracks.last)
        #expect(track.url == "gatefold:at/home/song/2")
        #expect(track.tags?.artists == ["Björk", "Somebody"])
        #expect(track.tags?.album == "Album")
        #expect(track.tags?.trackNumber == 2)
        #expect(track.length == MediaTime(seconds: 60))
        #expect(track.tags?.artworkURL == "gatefold:at/home/artwork/cover")
    }

    @Test func `asks for page after page`() async throws {
        let rig = try await QueueRig.begun()
        let source = try await rig.desk.add("home")[0]
        source.limitPages(to: 2)
        let album = source.album("a")
        source.put((1...5).map { source.song("\($0)") }, into: album)
        try await rig.take(album.uri)
        #expect(await rig.titles == ["1", "2", "3", "4", "5"])
        #expect(source.questions.map { $0.suffix(1) } == ["0", "2", "4"])
    }

    @Test func `keeps the order of several, wherever they are`() async throws {
        let rig = try await QueueRig.begun()
        let sources = try await rig.desk.add("home", "work")
        sources[0].add(sources[0].song("1"))
        sources[1].add(sources[1].song("2"))
        try await Tone(seconds: 0.1).write("f.wav", in: rig.desk.folder)
        let file = FileURI.encode(rig.desk.folder["f.wav"])
        try await rig.take(sources[1].uri(.song, "2"), file, sources[0].uri(.song, "1"))
        #expect(await rig.titles == ["2", "f", "1"])
    }

    @Test func `tells what cannot be had, and takes the rest`() async throws {
        let rig = try await QueueRig.begun()
        let sources = try await rig.desk.add("home", "work")
        sources[0].fail(SourceError(.offline, "The server is away."))
        sources[1].add(sources[1].song("2"))
        try await rig.take(
            sources[0].uri(.song, "1"), "gatefold:at/nobody/song/1", sources[1].uri(.song, "2"),
            sources[1].uri(.song, "gone"))
        #expect(await rig.titles == ["2"])
        #expect(
            await rig.problems == [
                "gatefold:at/home/song/1: The server is away.",
                "gatefold:at/nobody/song/1: There is no source “nobody”: gatefold source list "
                    + "names all.",
                "gatefold:at/work/song/gone: there is nothing to play in it",
            ])
    }

    @Test func `labels a piece as one, with its page and without the length of the whole`()
        async throws
    {
        let rig = try await QueueRig.begun()
        let source = try await rig.desk.add("shop")[0]
        var song = source.song("1", title: "Jóga")
        song.details.isPlayable = false
        song.details.page = "https://music.example.org/joga"
        source.add(song)
        try await rig.take(song.uri)
        let track = try #require(await rig.tracks.first)
        #expect(track.displayTitle == "Jóga (Preview)")
        #expect(track.tags?.page == "https://music.example.org/joga")
        #expect(track.length == nil)
    }

    @Test func `fills the size into the address of a picture`() throws {
        var item = SourceItem(.song, uri: "gatefold:at/x/song/1", title: "")
        item.details.artworkURL = "https://i.example.org/{id}/{w}x{h}.jpg"
        #expect(Track(item).tags?.artworkURL == "https://i.example.org/{id}/600x600.jpg")
    }
}

@Suite(.serialized) struct `Telling a source what is heard` {
    private static let uri = "gatefold:at/home/song/1"

    @Test func `names the song, and since when`() async throws {
        let rig = try await DeskRig.begun()
        let source = try await rig.add("home")[0]
        let reporter = await ListeningReporter(rig.desk)
        await reporter.take(.began(url: Self.uri))
        await reporter.take(.played(url: Self.uri))
        await reporter.take(.skipped(url: Self.uri))
        await reporter.take(.played(url: "file:///a.ogg"))
        await reporter.finish()
        #expect(source.questions == ["began 1", "heard 1 true"])
    }

    @Test func `does not keep the player from its end`() async throws {
        let rig = try await DeskRig.begun()
        let source = try await rig.add("home")[0]
        source.hang()
        let reporter = await ListeningReporter(rig.desk)
        await reporter.take(.began(url: Self.uri))
        await reporter.finish(within: .milliseconds(20))
    }
}

@Suite(.serialized) struct `Telling a log what is heard` {
    private static let url = "file:///a.ogg"

    /// A log beside a music server, and a queue with one track.
    private func begun(
        _ rig: DeskRig, _ tags: TrackTags?, url: String = url
    ) async throws -> (log: FakeSource, reporter: ListeningReporter, queue: QueueBox) {
        try await rig.add(SourceSettings(.listenBrainz, name: "log"))
        _ = try await rig.add("home")
        let log = try #require(await rig.made.first { $0.name == "log" })
        let queue = await QueueBox(Track(url: url, tags: tags))
        let reporter = await ListeningReporter(rig.desk) { queue.queue }
        return (log, reporter, queue)
    }

    private func tags(_ title: String = "Hunter") -> TrackTags {
        var tags = TrackTags()
        tags.title = title
        return tags
    }

    @Test func `names everything, wherever it comes from`() async throws {
        let rig = try await DeskRig.begun()
        let (log, reporter, _) = try await begun(rig, tags())
        await reporter.take(.began(url: Self.url))
        await reporter.take(.played(url: Self.url))
        await reporter.finish()
        #expect(log.questions == ["log began Hunter", "log heard Hunter true"])
    }

    @Test func `waits for the tags, and remembers them when the entry is gone`() async throws {
        let rig = try await DeskRig.begun()
        let (log, reporter, box) = try await begun(rig, nil)
        await reporter.take(.began(url: Self.url))
        await box.describe(tags())
        await reporter.publish(PlayerState(seed: 1), at: MonotonicTime(nanoseconds: 1))
        await box.empty()
        await reporter.take(.played(url: Self.url))
        await reporter.finish()
        #expect(log.questions == ["log began Hunter", "log heard Hunter true"])
    }

    @Test func `leaves out pieces, and stations`() async throws {
        var preview = tags()
        preview.isPreview = true
        let another = try await DeskRig.begun()
        let rig = try await DeskRig.begun()
        let (log, reporter, _) = try await begun(rig, preview)
        await reporter.take(.began(url: Self.url))
        await reporter.take(.played(url: Self.url))
        await reporter.finish()
        let radio = "http://radio.example.org/live"
        let (other, second, _) = try await begun(another, tags(), url: radio)
        await second.take(.began(url: radio))
        await second.take(.played(url: radio))
        await second.finish()
        #expect(log.questions + other.questions == [])
    }

    @Test func `begins with what it could not be told before`() async throws {
        let rig = try await DeskRig.begun()
        let (log, reporter, _) = try await begun(rig, tags())
        await reporter.start()
        await reporter.finish()
        #expect(log.questions == ["log flush"])
    }

    @Test func `is for the player alone, not for every program`() async throws {
        let rig = try await DeskRig.begun()
        try await rig.add(SourceSettings(.listenBrainz, name: "log"))
        let reporter = await ListeningReporter(rig.desk)
        await reporter.start()
        await reporter.take(.began(url: Self.url))
        await reporter.take(.played(url: Self.url))
        await reporter.finish()
        #expect(await rig.made.flatMap(\.questions) == [])
    }
}

/// A queue of one track.
@PlayerActor
private final class QueueBox {
    private(set) var queue = Queue()

    init(_ track: Track) {
        for entry in queue.append([track]) { queue.jump(to: entry) }
    }

    func describe(_ tags: TrackTags) {
        if let id = queue.current { queue.describe(id, tags) }
    }

    func empty() { queue = Queue() }
}

extension ListeningReporter {
    fileprivate func finish(within limit: Duration = .seconds(20)) async {
        await withCheckedContinuation { continuation in
            finish(within: limit) { continuation.resume() }
        }
    }
}

/// What pictures have come.
@PlayerActor
private final class Pictures {
    private(set) var files: [String: String] = [:]
    let desk: PictureDesk

    init(_ sources: SourceDesk, cache: String) {
        let fetcher = ArtworkFetcher(
            cache: ArtworkCache(directory: cache), client: HTTPClient())
        desk = PictureDesk(fetcher, sources)
        desk.onPicture = { [weak self] in self?.files[$0] = $1 }
    }
}

@Suite(.serialized) struct `Pictures of an online source` {
    @Test func `come by an address that only their server sees`() async throws {
        let server = try LocalServer { _ in .file(TestImage.png(1), type: "image/png") }
        let rig = try await DeskRig.begun { uri in server.url("/\(uri.id)?u=me&t=hidden") }
        let source = try await rig.add("home")[0]
        let pictures = await Pictures(rig.desk, cache: rig.folder["cache"].printable)
        let uri = source.uri(.artwork, "cover")
        await pictures.desk.want([uri, server.url("/other.png")])
        try await eventually("both are there") { await pictures.files.count == 2 }
        let file = try #require(await pictures.files[uri])
        #expect(file.hasPrefix("file:///") && !file.contains("hidden"))
        #expect(source.questions == ["picture cover 600"])
        #expect(server.requestHeads.contains { $0.hasPrefix("GET /cover?u=me&t=hidden") })
        await pictures.desk.want([])
        await pictures.desk.want([uri])
        #expect(source.questions.count == 1, "its address is known for a while")
    }

    @Test func `that the source does not have keep no other from coming`() async throws {
        let server = try LocalServer { _ in .file(TestImage.png(1), type: "image/png") }
        let rig = try await DeskRig.begun { uri in server.url("/\(uri.id)") }
        let sources = try await rig.add("home", "work")
        sources[0].fail(SourceError(.notFound, "There is none."))
        let pictures = await Pictures(rig.desk, cache: rig.folder["cache"].printable)
        let uri = sources[1].uri(.artwork, "cover")
        await pictures.desk.want([sources[0].uri(.artwork, "x"), uri])
        try await eventually("it is there") { await pictures.files[uri] != nil }
        #expect(await pictures.files.count == 1)
    }
}
