// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Testing

@testable import GatefoldCatalog

private let text = """
    #EXTM3U
    # By hand.
    #EXTINF:-1 tvg-id="x" tvg-logo="https://i.example/sea.png" group-title="A, B",  Sea  FM
    http://radio.example/sea

    #EXTINF:-1,Pop
    #EXTIMG:http://i.example/pop.png
    https://user:hidden@radio.example/pop
    radio.mp3
    HTTP://radio.example:8000/plain

    """

@Suite struct `A list of radio stations` {
    @Test func `is read from a playlist`() {
        let stations = StationList(text).stations
        #expect(stations.map(\.title) == ["Sea FM", "Pop", "radio.example:8000"])
        #expect(
            stations.map(\.url) == [
                "http://radio.example/sea", "https://user:hidden@radio.example/pop",
                "HTTP://radio.example:8000/plain",
            ])
        #expect(
            stations.map(\.logo) == [
                "https://i.example/sea.png", "http://i.example/pop.png", nil,
            ])
    }

    @Test func `keeps what it does not understand`() {
        #expect(StationList(text).text == text)
        #expect(StationList("\u{FEFF}#EXTM3U\r\nhttp://a.example/\r\n").stations.count == 1)
    }

    @Test func `begins with the head of an extended playlist`() {
        var list = StationList()
        list.add(.init(title: "A", url: "http://a.example/"))
        #expect(list.text == "#EXTM3U\n#EXTINF:-1,A\nhttp://a.example/\n")
    }

    @Test func `has each address once`() {
        var list = StationList(text)
        list.add(.init(title: "Ocean", url: "http://radio.example/sea"))
        #expect(list.stations.map(\.title) == ["Ocean", "Pop", "radio.example:8000"])
        #expect(list.text.contains("# By hand.\n#EXTINF:-1,Ocean\nhttp://radio.example/sea\n"))
    }

    @Test func `loses what is removed and nothing else`() {
        var list = StationList(text)
        let pop = list.stations[1].id
        let removals = (1...2).map { _ in list.remove(id: pop) }
        #expect(removals == [true, false])
        #expect(list.stations.map(\.title) == ["Sea FM", "radio.example:8000"])
        #expect(!list.text.contains("pop"))
        #expect(list.text.contains("radio.mp3"))
    }

    @Test(arguments: ["", "\n", "#EXTINF:", "#EXTINF:-1,", "#EXTINF:\"\nhttp", "\u{0}"])
    func `survives nonsense`(text: String) {
        #expect(StationList(text).stations.isEmpty)
    }
}

@Suite struct `The radio` {
    private func radio(_ folder: TemporaryFolder) async -> RadioStations {
        RadioStations(path: folder["config/stations.m3u"].printable, client: await HTTPClient())
    }

    @Test func `keeps stations in a file of the user`() async throws {
        let folder = try TemporaryFolder()
        let radio = await radio(folder)
        #expect(try await radio.items(SourceQuery(.station)).items.isEmpty)
        let uri = try await radio.add("Sea\n FM", url: " http://radio.example/sea ")
        let items = try await self.radio(folder).items(SourceQuery(.station)).items
        #expect(items.map(\.title) == ["Sea FM"])
        #expect(items.map(\.uri) == [uri])
        let stream = try await radio.stream(of: try #require(SourceURI(uri)))
        #expect(stream == "http://radio.example/sea")
        try await radio.remove(uri)
        #expect(try await radio.items([uri]).isEmpty)
        let error = await sourceError { () throws(SourceError) in try await radio.remove(uri) }
        #expect(error?.code == .notFound)
    }

    @Test func `shows no secret of an address`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(text.utf8, to: "config/stations.m3u")
        let items = try await radio(folder).items(SourceQuery(.station)).items
        #expect(items.count == 3)
        #expect(items.allSatisfy { !$0.uri.contains("hidden") })
    }

    @Test func `loses none of many changes at once`() async throws {
        let folder = try TemporaryFolder()
        let radio = await radio(folder)
        _ = try await together(Array(1...20)) { number throws(SourceError) in
            try await radio.add("\(number)", url: "http://radio.example/\(number)")
        }
        #expect(try await radio.items(SourceQuery(.station)).items.count == 20)
    }

    @Test func `finds stations by their names`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(text.utf8, to: "config/stations.m3u")
        let pages = try await radio(folder).search(
            SourceSearch("fm sea", kinds: [.station, .song]))
        #expect(pages.map { $0.items.map(\.title) } == [["Sea FM"]])
    }

    @Test(arguments: [
        ("/a.pls", "[playlist]\nNumberOfEntries=1\nFile1=http://radio.example/sea\nTitle1=Sea\n"),
        ("/a.M3U?x=y", "#EXTM3U\r\n#EXTINF:-1,Sea\r\nhttp://radio.example/sea\r\n"),
    ])
    func `looks into a playlist for the stream`(path: String, text: String) async throws {
        let server = try LocalServer([path: .file(Array(text.utf8))])
        let radio = await radio(try TemporaryFolder())
        let uri = try await radio.add("Sea", url: server.url(path))
        let stream = try await radio.stream(of: try #require(SourceURI(uri)))
        #expect(stream == "http://radio.example/sea")
    }

    @Test(arguments: ["", "ftp://radio.example/", "radio", "http://a b", "http://a\nhttp://b"])
    func `takes nothing that is no address`(url: String) async throws {
        let folder = try TemporaryFolder()
        let radio = await radio(folder)
        let error = await sourceError { () throws(SourceError) in
            try await radio.add("x", url: url)
        }
        #expect(error?.code == .invalid)
        #expect((try? folder.names(in: "config")) ?? [] == [])
    }
}
