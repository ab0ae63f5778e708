// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldTestSupport
import Testing

@testable import GatefoldLibrary

@Suite struct `Searching the library` {
    let tree: MusicTree

    init() async throws {
        tree = try MusicTree()
        try tree.add("1.flac", "TITLE=Jóga", "ARTIST=Björk", "ALBUM=Homogenic", "GENRE=Pop")
        try tree.add("2.flac", "TITLE=Pop Song", "ARTIST=Someone", "ALBUM=First")
        try tree.add("3.flac", "TITLE=Straße", "ARTIST=Łona", "COMPOSER=Mozart")
        try tree.add("4.flac", "TITLE=Sørensen", "ARTIST=Various", "ALBUMARTIST=Band of Popes")
        try tree.add("5.flac", "TITLE=Or Not", "ARTIST=AC/DC")
        try await tree.scan()
    }

    @Test(arguments: [
        ("bjork", ["Jóga"]), ("BJÖRK", ["Jóga"]), ("bjo", ["Jóga"]), ("joga bjork", ["Jóga"]),
        ("strasse", ["Straße"]), ("straße", ["Straße"]), ("STRASSE", ["Straße"]),
        ("lona", ["Straße"]), ("sorensen", ["Sørensen"]), ("moz", ["Straße"]),
        ("ac/dc", ["Or Not"]), ("dc ac", ["Or Not"]), ("nothing", []), ("", []), ("  ", []),
        ("homogenic jo", ["Jóga"]), ("homo jo", []), ("bjo joga", []), ("bjork ", ["Jóga"]),
        ("bjo ", []),
    ])
    func `finds by words, the last one by its beginning`(
        text: String, titles: [String]
    )
        async throws
    {
        #expect(try await tree.found(text) == titles)
    }

    @Test func `has the title before the genre`() async throws {
        #expect(try await tree.found("pop") == ["Pop Song", "Sørensen", "Jóga"])
    }

    @Test(arguments: [
        "\"", "or", "title:pop", "pop OR joga", "a AND", "NOT", "(", "pop*", "-pop", "^pop",
        "{title}",
        "NEAR(a b)", "'; DROP TABLE track; --", "\u{0}pop", "\u{1F}",
    ])
    func `takes nothing for an operator`(text: String) async throws {
        let found = try await tree.found(text)
        // The words are words: none of the songs has all of these, but for one each.
        let expected =
            switch text {
            case "or": ["Or Not"]
            case "NOT": ["Or Not"]
            case "pop*", "-pop", "^pop", "\u{0}pop": ["Pop Song", "Sørensen", "Jóga"]
            default: [String]()
            }
        #expect(found == expected)
    }

    @Test func `finds a decomposed text by a composed one`() async throws {
        try tree.add("6.flac", "TITLE=Ame\u{301}lie", "ARTIST=X")
        try await tree.scan()
        #expect(try await tree.found("amélie") == ["Ame\u{301}lie"])
    }

    @Test func `finds albums, artists and playlists`() async throws {
        try await tree.write { (writer) throws(LibraryError) in
            _ = try writer.createPlaylist(named: "Björk at home")
            _ = try writer.createPlaylist(named: "Other")
        }
        let results = try await tree.read { (reader) throws(LibraryError) in
            try reader.search("bjork")
        }
        #expect(results.songs.count == 1)
        #expect(results.albums.map(\.title) == ["Homogenic"])
        #expect(results.artists.map(\.name) == ["Björk"])
        #expect(results.playlists.map(\.name) == ["Björk at home"])
    }

    @Test func `gives the pages that are asked for`() async throws {
        let pages = try await tree.read { (reader) throws(LibraryError) in
            try [0, 1, 2, 3].map { (offset) throws(LibraryError) in
                try reader.search("pop", kinds: [.song], LibraryPage(offset: offset, limit: 1))
                    .songs.compactMap(\.tags.title)
            }
        }
        #expect(pages == [["Pop Song"], ["Sørensen"], ["Jóga"], []])
    }

    @Test func `prefers the word itself to what begins with it`() async throws {
        try tree.add("7.flac", "TITLE=Artist", "ARTIST=X")
        try tree.add("8.flac", "TITLE=Art", "ARTIST=X")
        try await tree.scan()
        #expect(try await tree.found("art") == ["Art", "Artist"])
    }

    @Test func `finds a title among thousands of the same genre`() async throws {
        for number in 0..<2500 {
            try tree.add("g/\(number).flac", "TITLE=\(number)", "GENRE=Rock")
        }
        try tree.add("z/last.flac", "TITLE=Rock", "ARTIST=X")
        try await tree.scan()
        #expect(try await tree.found("rock").first == "Rock")
    }
}

@Suite struct `Searching as somebody types` {
    @Test func `answers the latest question only, and in order`() async throws {
        let tree = try MusicTree()
        for number in 0..<300 { try tree.add("\(number).flac", "TITLE=Song \(number)") }
        try await tree.scan()
        let answers = try await Typing(tree.store).type(["s", "so", "son", "song", "song 1"])
        #expect(answers.last == "song 1")
        // What was answered before the next key came, came in order.
        #expect(answers == answers.sorted())
    }

    @Test func `ends what nobody waits for`() async throws {
        let tree = try MusicTree()
        try tree.add("1.flac", "TITLE=A")
        try await tree.scan()
        let request = LibraryRequest()
        let result = await withCheckedContinuation { continuation in
            tree.store.read(for: request) { (reader) throws(LibraryError) in
                request.cancel()
                // A statement that would take years ends by itself.
                return try reader.endless()
            } completion: {
                continuation.resume(returning: $0)
            }
        }
        guard case .failure(let error) = result else {
            Issue.record("the question was answered")
            return
        }
        #expect(error.code == .cancelled)
    }

    @Test func `ends when its task is cancelled`() async throws {
        let tree = try MusicTree()
        try tree.add("1.flac", "TITLE=A")
        try await tree.scan()
        let store = tree.store
        let task = Task {
            try await store.read { (reader) throws(LibraryError) in try reader.endless() }
        }
        task.cancel()
        await #expect(throws: LibraryError.self) { try await task.value }
    }
}

@PlayerActor
private final class Typing {
    private let search: LibrarySearch
    private var answers: [String] = []

    init(_ store: LibraryStore) {
        search = LibrarySearch(store)
    }

    func type(_ texts: [String]) async throws -> [String] {
        for text in texts {
            search.search(text) { [weak self] _ in self?.answers.append(text) }
        }
        try await eventually("the last question is answered") { answers.last == texts.last }
        return answers
    }
}

extension LibraryReader {
    /// Counts for ever.
    fileprivate func endless() throws(LibraryError) -> Int {
        try database.first(
            """
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers)
            SELECT count(*) FROM numbers
            """
        ) { $0.int(0) } ?? 0
    }
}
