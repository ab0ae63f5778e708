// SPDX-License-Identifier: MPL-2.0

import Foundation
import GatefoldLibrary
import GatefoldModel
import GatefoldSamples
import GatefoldTestSupport
import Testing

@testable import MusicKit

/// A library of a test's own, which its requests ask in the place of the user's.
struct LibraryRig {
    let folder: TemporaryFolder
    let store: LibraryStore
    let source: LocalSource

    init() throws {
        folder = try TemporaryFolder()
        // Whoever is the first to ask for the library of the process asks for this one.
        _ = ProcessLibrary.folder
        store = LibraryStore(path: folder["data/library.sqlite"].printable)
        source = LocalSource(store, music: folder["music"], ownPlaylists: folder["playlists"])
    }

    /// Six songs on three albums.
    static func filled() throws -> LibraryRig {
        let rig = try LibraryRig()
        for (album, artist, genre, titles) in [
            ("Air", "Ann", "Jazz", ["Sky", "Öl"]), ("Earth", "Ann", "Folk", ["apple", "Stone"]),
            ("Fire", "Bo", "Jazz", ["Ash", "Zoo"]),
        ] {
            for (index, title) in titles.enumerated() {
                try rig.add(
                    "\(album)/\(title).flac", "TITLE=\(title)", "ARTIST=\(artist)",
                    "ALBUM=\(album)", "GENRE=\(genre)", "TRACKNUMBER=\(index + 1)",
                    "COMPOSER=\(title == "Ash" ? "Cy" : artist)")
            }
        }
        return rig
    }

    func add(
        _ name: String, _ tags: String..., seconds: Double = 200, picture: [UInt8] = []
    ) throws {
        try folder.write(
            silentFLAC(tags, seconds: seconds, picture: picture), to: "music/" + name)
    }

    /// Runs requests that ask this library, and further sources behind it.
    @discardableResult
    func asking<Value>(
        _ others: [any MusicSource] = [], _ body: () async throws -> Value
    ) async rethrows -> Value {
        try await Sources.$replacement.withValue([source] + others, operation: body)
    }

    func note(_ plays: Int, of song: Song) async throws {
        try await store.write("testing") { (writer) throws(LibraryError) in
            guard let track = try writer.reader.track(url: song.id.rawValue) else { return }
            for _ in 0..<plays { try writer.notePlayed(track.id) }
        }
    }

    func song(_ title: String) async throws -> Song {
        var request = MusicLibraryRequest<Song>()
        request.filter(matching: \.title, equalTo: title)
        return try #require(try await request.response().items.first)
    }

    func album(_ title: String) async throws -> Album {
        var request = MusicLibraryRequest<Album>()
        request.filter(matching: \.title, equalTo: title)
        return try #require(try await request.response().items.first)
    }

    func artist(_ name: String) async throws -> Artist {
        var request = MusicLibraryRequest<Artist>()
        request.filter(matching: \.name, equalTo: name)
        return try #require(try await request.response().items.first)
    }

    func genre(_ name: String) async throws -> Genre {
        var request = MusicLibraryRequest<Genre>()
        request.filter(matching: \.name, equalTo: name)
        return try #require(try await request.response().items.first)
    }
}

/// A source that answers as a test wants, and remembers what it was asked.
actor ScriptedSource: OnlineSource {
    nonisolated let name: String
    private let behaviour: Behaviour
    private(set) var queries: [SourceQuery] = []

    enum Behaviour: Sendable {
        case has([String])
        case fails(SourceError.Code)
        /// Until nobody waits any more.
        case hangs
    }

    init(_ name: String, _ behaviour: Behaviour) {
        self.name = name
        self.behaviour = behaviour
    }

    private func answer() async throws(SourceError) -> [SourceItem] {
        switch behaviour {
        case .has(let titles):
            return titles.map { title in
                let uri = SourceURI(source: name, kind: .song, id: title)
                return SourceItem(.song, uri: uri.text, title: title)
            }
        case .fails(let code): throw SourceError(code, "\(name) is out of order.")
        case .hangs:
            for await _ in AsyncStream<Never>(unfolding: { await Self.wait() }) {}
            throw SourceError(.superseded, "Nobody waits.")
        }
    }

    /// Ends when the task is cancelled.
    private static func wait() async -> Never? {
        for await _ in AsyncStream<Never>.makeStream().stream {}
        return nil
    }

    func account() async throws(SourceError) -> SourceAccount {
        _ = try await answer()
        return SourceAccount(canPlay: true, canEdit: false)
    }

    func search(_ search: SourceSearch) async throws(SourceError) -> [SourcePage] {
        let items = try await answer().filter { $0.title.hasPrefix(search.text) }
            .dropFirst(search.offset)
        guard search.kinds.contains(.song) else { return [] }
        return [
            SourcePage(
                .song, Array(items.prefix(search.limit)), hasMore: items.count > search.limit)
        ]
    }

    func items(_ query: SourceQuery) async throws(SourceError) -> SourcePage {
        queries.append(query)
        let items = try await answer().dropFirst(query.offset)
        let limit = query.limit ?? items.count
        return SourcePage(query.kind, Array(items.prefix(limit)), hasMore: items.count > limit)
    }

    func items(_ uris: [String]) async throws(SourceError) -> [SourceItem] {
        try await answer().filter { uris.contains($0.uri) }
    }

    func edit(_ edit: LibraryEdit) async throws(SourceError) -> String? { nil }

    func stream(of uri: SourceURI) async throws(SourceError) -> String { uri.text }

    func picture(of uri: SourceURI, width: Int) async throws(SourceError) -> String { uri.text }

    func note(_ listening: SourceListening) async throws(SourceError) {}
}
