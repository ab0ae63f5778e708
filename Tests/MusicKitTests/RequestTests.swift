// SPDX-License-Identifier: MPL-2.0

import Foundation
import GatefoldTestSupport
import MusicKit
import Testing

@testable import MusicKit

@Suite struct `Rights` {
    @Test func `nobody is asked, and a readable folder is allowed`() async {
        let status = await MusicAuthorization.request()
        #expect(status == MusicAuthorization.currentStatus)
        #expect(status == .authorized)
        #expect("\(status)" == "authorized")
    }

    @Test func `the user's own music needs no subscription`() async throws {
        let subscription = try await MusicSubscription.current
        #expect(subscription.canPlayCatalogContent)
        #expect(!subscription.canBecomeSubscriber)
        #expect(subscription.hasCloudLibraryEnabled)
        var updates = MusicSubscription.subscriptionUpdates.makeAsyncIterator()
        #expect(await updates.next() == subscription)
    }

    @Test func `updates wait without an end, until their task is cancelled`() async {
        let task = Task {
            var count = 0
            for await _ in MusicSubscription.subscriptionUpdates { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value <= 1)
    }
}

@Suite struct `Requests to a catalog` {
    @Test func `say that there is none`() async {
        let search = MusicCatalogSearchRequest(term: "sky", types: [Song.self, Album.self])
        await #expect {
            try await search.response()
        } throws: {
            ($0 as? MusicSourceError)?.code == .noCatalog
                && $0.localizedDescription
                    == "There is no catalog: searching for “sky” needs an online source."
        }
        await #expect(throws: MusicSourceError.self) {
            try await MusicCatalogChartsRequest(types: [Song.self]).response()
        }
        await #expect(throws: MusicSourceError.self) {
            try await MusicCatalogResourceRequest<Album>(matching: \.id, equalTo: "1").response()
        }
        await #expect(throws: MusicSourceError.self) {
            try await MusicCatalogResourceRequest<Genre>().response()
        }
    }

    @Test func `need a developer's token for the Apple Music API`() async throws {
        let url = try #require(URL(string: "https://api.music.apple.com/v1/test"))
        await #expect(throws: MusicTokenRequestError.developerTokenRequestFailed) {
            try await MusicDataRequest(urlRequest: URLRequest(url: url)).response()
        }
    }
}

@Suite struct `Asking a library` {
    private typealias Query = LibraryQuery<
        Song, any LibrarySongFilter, any LibrarySongSortProperties
    >

    private let songs = [
        Song(title: "Öl", artistName: "Bo", albumTitle: "X", duration: 30, location: nil),
        Song(title: "apple", artistName: "Ann", albumTitle: "Y", duration: 10, location: nil),
        Song(title: "Zoo", artistName: "Ann", albumTitle: "X", location: nil),
    ]

    private func titles(_ change: (inout Query) -> Void) -> [String] {
        var query = Query()
        change(&query)
        return query.apply(to: songs) { [$0.title, $0.artistName] }.map(\.title)
    }

    @Test func `filters by properties and text`() {
        #expect(titles { $0.require(\.artistName, ["Ann"]) } == ["apple", "Zoo"])
        #expect(titles { $0.require(\.albumTitle, ["X", "Z"]) } == ["Öl", "Zoo"])
        #expect(titles { $0.require(text: "ann zo") } == ["Zoo"])
        #expect(titles { $0.require(text: "OL") } == ["Öl"])
    }

    @Test func `sorts by several properties, what is unknown first`() {
        #expect(titles { $0.sort(by: \.title, ascending: true) } == ["apple", "Öl", "Zoo"])
        #expect(titles { $0.sort(by: \.duration, ascending: true) } == ["Zoo", "apple", "Öl"])
        #expect(titles { $0.sort(by: \.duration, ascending: false) } == ["Öl", "apple", "Zoo"])
        let order = titles {
            $0.sort(by: \.artistName, ascending: true)
            $0.sort(by: \.title, ascending: false)
        }
        #expect(order == ["Zoo", "apple", "Öl"])
    }

    @Test func `gives batches`() async throws {
        let batch = MusicItemCollection.batch(of: songs, limit: 2)
        #expect(batch.count == 2)
        #expect(batch.hasNextBatch)
        let next = try #require(try await batch.nextBatch())
        #expect(next.map(\.title) == ["Zoo"])
        #expect(!next.hasNextBatch)
        #expect(MusicItemCollection.batch(of: songs, limit: nil, offset: 2).count == 1)
        #expect(!MusicItemCollection.batch(of: songs, limit: 0).hasNextBatch)
    }

    @Test func `changes nothing in the user's folder`() async {
        let song = songs[0]
        let playlist = Playlist(name: "P", songs: songs)
        await #expect(throws: MusicLibrary.Error.unableToAddItem) {
            try await MusicLibrary.shared.add(song)
        }
        await #expect(throws: MusicLibrary.Error.addToPlaylistFailed) {
            try await MusicLibrary.shared.add(songs, to: playlist)
        }
        await #expect(throws: MusicLibrary.Error.createPlaylistFailed) {
            try await MusicLibrary.shared.createPlaylist(name: "New")
        }
    }
}

/// The folder is chosen by the environment, which belongs to the whole process.
@Suite(.serialized) struct `The music folder as a library` {
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        for name in ["a", "b", "c"] {
            try await Tone(seconds: 0.1).write("One/\(name).wav", in: folder)
        }
        try folder.write(Array("One/a.wav\nOne/c.wav\n".utf8), to: "mix.m3u")
        setenv("XDG_MUSIC_DIR", folder.url().path, 1)
    }

    @Test func `has songs and playlists, in order and in batches`() async throws {
        var request = MusicLibraryRequest<Song>()
        request.sort(by: \.title, ascending: false)
        request.limit = 2
        let songs = try await request.response().items
        #expect(songs.map(\.title) == ["c", "b"])
        #expect(try await songs.nextBatch()?.map(\.title) == ["a"])
        let playlists = try await MusicLibraryRequest<Playlist>().response().items
        #expect(playlists.map(\.name) == ["mix"])
        #expect(playlists.first?.tracks?.map(\.title) == ["a", "c"])
        let found = try await MusicLibrarySearchRequest(term: "B", types: [Song.self]).response()
        #expect(found.songs.map(\.title) == ["b"])
        #expect(found.albums.isEmpty)
    }
}
