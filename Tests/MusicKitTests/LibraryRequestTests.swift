// SPDX-License-Identifier: MPL-2.0

import Foundation
import GatefoldModel
import GatefoldTestSupport
import Testing

@testable import MusicKit

@Suite struct `Asking a library for songs` {
    private let rig: LibraryRig

    init() throws {
        rig = try LibraryRig.filled()
    }

    private func titles(
        _ change: (inout MusicLibraryRequest<Song>) async throws -> Void
    ) async throws -> [String] {
        try await rig.asking {
            var request = MusicLibraryRequest<Song>()
            try await change(&request)
            return try await request.response().items.map(\.title)
        }
    }

    @Test func `filters by every property`() async throws {
        #expect(
            try await titles { $0.filter(matching: \.artistName, equalTo: "Bo") }
                == ["Ash", "Zoo"])
        #expect(
            try await titles { $0.filter(matching: \.albumTitle, memberOf: ["Air", "Fire"]) }
                == ["Ash", "Öl", "Sky", "Zoo"])
        #expect(
            try await titles { $0.filter(matching: \.composerName, equalTo: "Cy") } == ["Ash"])
        #expect(try await titles { $0.filter(matching: \.title, equalTo: "sky") } == [])
        let id = try await rig.asking { try await rig.song("Sky").id }
        #expect(try await titles { $0.filter(matching: \.id, equalTo: id) } == ["Sky"])
    }

    @Test func `filters by related items, all filters at once`() async throws {
        let (ann, jazz, fire) = try await rig.asking {
            (try await rig.artist("Ann"), try await rig.genre("Jazz"), try await rig.album("Fire"))
        }
        #expect(
            try await titles { $0.filter(matching: \.artists, contains: ann) }
                == ["apple", "Öl", "Sky", "Stone"])
        #expect(
            try await titles {
                $0.filter(matching: \.artists, contains: ann)
                $0.filter(matching: \.genres, contains: jazz)
            } == ["Öl", "Sky"])
        #expect(
            try await titles { $0.filter(matching: \.albums, containsAny: [fire]) }
                == ["Ash", "Zoo"])
    }

    @Test func `filters by text`() async throws {
        #expect(try await titles { $0.filter(text: "ann s") } == ["Sky", "Stone"])
        #expect(try await titles { $0.filter(text: "OL") } == ["Öl"])
    }

    @Test func `looks at what only a key path knows in all items`() async throws {
        #expect(
            try await titles { $0.filter(matching: \.title.count, equalTo: 5) }
                == ["apple", "Stone"])
        #expect(
            try await titles {
                $0.filter(matching: \.artistName, equalTo: "Ann")
                $0.sort(by: \.title.count, ascending: false)
                $0.sort(by: \.title, ascending: true)
                $0.limit = 3
            } == ["apple", "Stone", "Sky"])
    }

    @Test func `sorts by several properties`() async throws {
        #expect(
            try await titles {
                $0.sort(by: \.artistName, ascending: false)
                $0.sort(by: \.title, ascending: true)
            } == ["Ash", "Zoo", "apple", "Öl", "Sky", "Stone"])
        #expect(
            try await titles {
                $0.sort(by: \.trackNumber, ascending: false)
                $0.sort(by: \.title, ascending: false)
            } == ["Zoo", "Stone", "Öl", "Sky", "Ash", "apple"])
    }

    @Test func `sorts by what was heard`() async throws {
        try await rig.asking {
            try await rig.note(1, of: rig.song("Sky"))
            try await rig.note(2, of: rig.song("Zoo"))
        }
        #expect(
            try await titles {
                $0.sort(by: \.lastPlayedDate, ascending: false)
                $0.limit = 2
            } == ["Zoo", "Sky"])
        #expect(
            try await titles {
                $0.sort(by: \.playCount, ascending: false)
                $0.limit = 2
            } == ["Zoo", "Sky"])
    }

    @Test func `comes in batches`() async throws {
        try await rig.asking {
            var request = MusicLibraryRequest<Song>()
            request.limit = 4
            request.offset = 1
            var items = try await request.response().items
            #expect(items.map(\.title) == ["Ash", "Öl", "Sky", "Stone"])
            #expect(items.hasNextBatch)
            let next = try #require(try await items.nextBatch())
            items += next
            #expect(items.count == 5)
            #expect(!items.hasNextBatch)
            #expect(try await items.nextBatch() == nil)
        }
    }

    @Test func `asks the source for its page alone`() async throws {
        let source = ScriptedSource("x", .has((1...100).map { String($0) }))
        var query = LibraryQuery<Song, any LibrarySongFilter, any LibrarySongSortProperties>()
        query.sort(by: \.title, ascending: true)
        query.require(\.artistName, ["Ann"])
        let items = try await query.items(of: .song, from: [source], limit: 25, offset: 50) {
            Song($0)
        }
        #expect(items.count == 25)
        _ = try await items.nextBatch(limit: 10)
        let asked = await source.queries.map { [$0.offset, $0.limit ?? -1] }
        #expect(asked == [[50, 25], [75, 10]])
        let first = try #require(await source.queries.first)
        #expect(first.order == .title)
        #expect(first.conditions == [.property(.artist, ["Ann"])])
    }

    @Test func `tells what the library knows of a song`() async throws {
        try rig.add(
            "Air/Deep.flac", "TITLE=Deep", "ARTIST=Ann", "ARTIST=Bo", "ALBUM=Air", "GENRE=Dub",
            "GENRE=Jazz", "DISCNUMBER=2", "DATE=2001-02-03", seconds: 61,
            picture: TestImage.png(7))
        try await rig.asking {
            try await rig.note(3, of: rig.song("Deep"))
            let song = try await rig.song("Deep")
            #expect(song.artistName == "Ann, Bo")
            #expect(song.genreNames == ["Dub", "Jazz"])
            #expect(song.discNumber == 2)
            #expect(song.trackNumber == nil)
            #expect(song.duration == 61)
            #expect(song.releaseDate == Date(timeIntervalSince1970: 981_158_400))
            #expect(song.playCount == 3)
            let played = try #require(song.lastPlayedDate)
            #expect(abs(played.timeIntervalSinceNow) < 3600)
            #expect(song.libraryAddedDate != nil)
            #expect(song.audioVariants == [.lossless])
            #expect(song.playParameters?.location?.isFileURL == true)
            let picture = try #require(song.artwork?.url(width: 300, height: 300))
            #expect(try Data(contentsOf: picture) == Data(TestImage.png(7)))
            #expect(try await rig.song("Sky").artwork?.url(width: 300, height: 300) == nil)
        }
    }
}

@Suite struct `Asking a library` {
    private let rig: LibraryRig

    init() throws {
        rig = try LibraryRig.filled()
    }

    @Test func `for albums, artists and genres has filters and orders of their own`() async throws {
        try await rig.asking {
            var albums = MusicLibraryRequest<Album>()
            albums.filter(matching: \.genres, contains: try await rig.genre("Jazz"))
            albums.filter(matching: \.isCompilation, equalTo: false)
            albums.sort(by: \.title, ascending: false)
            #expect(try await albums.response().items.map(\.title) == ["Fire", "Air"])
            var artists = MusicLibraryRequest<Artist>()
            artists.sort(by: \.albumCount, ascending: false)
            let found = try await artists.response().items
            #expect(found.map(\.name) == ["Ann", "Bo"])
            #expect(found.map(\.albumCount) == [2, 1])
            var folk = MusicLibraryRequest<Artist>()
            folk.filter(matching: \.genres, contains: try await rig.genre("Folk"))
            #expect(try await folk.response().items.map(\.name) == ["Ann"])
            var genres = MusicLibraryRequest<Genre>()
            genres.filter(text: "ja")
            #expect(try await genres.response().items.map(\.name) == ["Jazz"])
            #expect(try await MusicLibraryRequest<MusicVideo>().response().items.isEmpty)
        }
    }

    @Test func `for sections has their items in order`() async throws {
        try await rig.asking {
            var request = MusicLibrarySectionedRequest<Artist, Song>()
            request.sortSections(by: \.name, ascending: false)
            request.sortItems(by: \.title, ascending: true)
            request.filterItems(matching: \.albumTitle, equalTo: "Earth")
            let sections = try await request.response().sections
            #expect(sections.map(\.name) == ["Ann"])
            #expect(sections.first?.items.map(\.title) == ["apple", "Stone"])
            let albums = try await MusicLibrarySectionedRequest<Genre, Album>().response().sections
            #expect(albums.map(\.name) == ["Folk", "Jazz"])
            #expect(albums.last?.items.count == 2)
        }
    }

    @Test func `for playlists finds those of the library and the files`() async throws {
        try rig.folder.write(Array("Air/Sky.flac\nFire/Zoo.flac\n".utf8), to: "music/mix.m3u")
        try await rig.asking {
            let song = try await rig.song("Ash")
            try await MusicLibrary.shared.createPlaylist(name: "New", items: [song])
            var request = MusicLibraryRequest<Playlist>()
            request.sort(by: \.lastModifiedDate, ascending: false)
            let playlists = try await request.response().items
            #expect(playlists.map(\.name).sorted() == ["New", "mix"])
            let mix = try #require(playlists.first { $0.name == "mix" })
            let whole = try await mix.with([.tracks, .entries, .featuredArtists])
            #expect(whole.tracks?.map(\.title) == ["Sky", "Zoo"])
            #expect(whole.entries?.map(\.position) == [0, 1])
            #expect(whole.featuredArtists?.map(\.name) == ["Ann", "Bo"])
        }
    }

    @Test func `finds a file that was put there a moment ago`() async throws {
        try await rig.asking {
            #expect(try await MusicLibraryRequest<Song>().response().items.count == 6)
            try rig.add("Late/Late.flac", "TITLE=Late")
            #expect(try await MusicLibraryRequest<Song>().response().items.count == 7)
        }
    }

    @Test func `throws CancellationError in a cancelled task`() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await rig.asking {
                try await MusicLibrarySearchRequest(term: "s", types: [Song.self]).response()
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

@Suite struct `What was heard last` {
    @Test func `comes last first`() async throws {
        let rig = try LibraryRig.filled()
        try await rig.asking {
            #expect(try await MusicRecentlyPlayedRequest<Song>().response().items.isEmpty)
            try await rig.note(1, of: rig.song("Sky"))
            try await rig.note(1, of: rig.song("Zoo"))
            let songs = try await MusicRecentlyPlayedRequest<Song>().response().items
            #expect(songs.map(\.title) == ["Zoo", "Sky"])
            var tracks = MusicRecentlyPlayedRequest<MusicKit.Track>()
            tracks.limit = 1
            let first = try await tracks.response().items
            #expect(first.map(\.title) == ["Zoo"])
            #expect(try await first.nextBatch()?.map(\.title) == ["Sky"])
            let containers = try await MusicRecentlyPlayedContainerRequest().response().items
            #expect(
                containers.map(\.id) == [
                    try await rig.album("Fire").id, try await rig.album("Air").id,
                ])
        }
    }
}

@Suite struct `What the user may like` {
    @Test func `is what was heard, and what is new`() async throws {
        let rig = try LibraryRig.filled()
        try await rig.asking {
            try await rig.note(2, of: rig.song("Stone"))
            let found = try await MusicPersonalRecommendationsRequest().response().recommendations
            #expect(
                found.map(\.title) == ["Recently Played", "Most Played", "Recently Added"])
            #expect(found.first?.albums.map(\.title) == ["Earth"])
            #expect(found.last?.albums.count == 3)
            let item = try #require(found.first?.items.first)
            #expect(item.title == "Earth" && item.id == found.first?.albums.first?.id)
            #expect(found.first?.types.count == 1)
            // A queue takes it for the album that it is.
            let entry = MusicPlayer.Queue.Entry(item)
            #expect(entry.title == "Earth" && entry.transientItem is Album)
        }
    }
}

@Suite struct `The properties of a library's items` {
    @Test func `are all known to sources as filters`() {
        let song: [AnyKeyPath] = [
            \(any LibrarySongFilter).id, \(any LibrarySongFilter).title,
            \(any LibrarySongFilter).albumTitle, \(any LibrarySongFilter).artistName,
            \(any LibrarySongFilter).composerName,
        ]
        let others: [AnyKeyPath] = [
            \(any LibraryAlbumFilter).id, \(any LibraryAlbumFilter).title,
            \(any LibraryAlbumFilter).artistName, \(any LibraryAlbumFilter).isCompilation,
            \(any LibraryArtistFilter).id, \(any LibraryArtistFilter).name,
            \(any LibraryPlaylistFilter).id, \(any LibraryPlaylistFilter).name,
            \(any LibraryGenreFilter).id, \(any LibraryGenreFilter).name,
        ]
        for keyPath in song + others {
            #expect(LibraryProperties.condition(keyPath, ["x"]) != nil, "\(keyPath)")
        }
    }

    @Test func `are all known to sources as orders`() {
        let song: [AnyKeyPath] = [
            \(any LibrarySongSortProperties).title, \(any LibrarySongSortProperties).artistName,
            \(any LibrarySongSortProperties).albumTitle,
            \(any LibrarySongSortProperties).composerName,
            \(any LibrarySongSortProperties).duration,
            \(any LibrarySongSortProperties).discNumber,
            \(any LibrarySongSortProperties).trackNumber,
            \(any LibrarySongSortProperties).playCount,
            \(any LibrarySongSortProperties).lastPlayedDate,
            \(any LibrarySongSortProperties).libraryAddedDate,
        ]
        let others: [AnyKeyPath] = [
            \(any LibraryAlbumSortProperties).title,
            \(any LibraryAlbumSortProperties).artistName,
            \(any LibraryAlbumSortProperties).releaseDate,
            \(any LibraryAlbumSortProperties).trackCount,
            \(any LibraryAlbumSortProperties).lastPlayedDate,
            \(any LibraryAlbumSortProperties).libraryAddedDate,
            \(any LibraryArtistSortProperties).name,
            \(any LibraryArtistSortProperties).albumCount,
            \(any LibraryArtistSortProperties).libraryAddedDate,
            \(any LibraryPlaylistSortProperties).name,
            \(any LibraryPlaylistSortProperties).lastPlayedDate,
            \(any LibraryPlaylistSortProperties).libraryAddedDate,
            \(any LibraryPlaylistSortProperties).lastModifiedDate,
            \(any LibraryGenreSortProperties).name,
            \(any LibraryGenreSortProperties).libraryAddedDate,
        ]
        for keyPath in song + others {
            #expect(LibraryProperties.order(keyPath) != nil, "\(keyPath)")
        }
    }
}
