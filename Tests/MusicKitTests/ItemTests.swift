// SPDX-License-Identifier: MPL-2.0

import Foundation
import MusicKit
import Testing

@Suite struct `Music items` {
    init() {
        _ = ProcessLibrary.folder
    }

    private static let json = """
        {"data": [
          {"id": "203709340", "type": "songs", "attributes": {
            "name": "Sky", "artistName": "Ann", "albumName": "Air", "durationInMillis": 215500,
            "artwork": {"width": 3000, "height": 2000, "bgColor": "ff8000",
              "url": "https://example.org/a/{w}x{h}{c}.{f}"},
            "genreNames": ["Pop"], "releaseDate": "2013-01-22", "trackNumber": 3,
            "contentRating": "explicit", "hasLyrics": true, "audioVariants": ["lossless"],
            "previews": [{"url": "https://example.org/p.m4a"}],
            "playParams": {"id": "203709340", "kind": "song"}},
           "relationships": {"albums": {"data": [
             {"id": "1", "type": "albums", "attributes": {"name": "Air", "artistName": "Ann"}}]}}},
          {"id": "2", "type": "songs", "attributes": {"name": "Sea", "artistName": "Bo"}}]}
        """

    private func songs() throws -> MusicItemCollection<Song> {
        try JSONDecoder().decode(MusicItemCollection<Song>.self, from: Data(Self.json.utf8))
    }

    @Test func `are read as the Apple Music API writes them`() throws {
        let song = try songs()[0]
        #expect(song.id == "203709340")
        #expect(song.title == "Sky")
        #expect(song.artistName == "Ann")
        #expect(song.albumTitle == "Air")
        #expect(song.duration == 215.5)
        #expect(song.genreNames == ["Pop"])
        #expect(song.trackNumber == 3)
        #expect(song.contentRating == .explicit)
        #expect(song.hasLyrics)
        #expect(song.audioVariants == [.lossless])
        #expect(song.previewAssets?.first?.url == URL(string: "https://example.org/p.m4a"))
        #expect(song.releaseDate == Date(timeIntervalSince1970: 1_358_812_800))
        #expect(song.albums?.first?.title == "Air")
        #expect(song.artists == nil)
        #expect(song.playParameters != nil)
    }

    @Test func `lack what was not said`() throws {
        let song = try songs()[1]
        #expect(song.genreNames == [])
        #expect(!song.hasLyrics)
        #expect(song.duration == nil)
        #expect(song.artwork == nil)
        #expect(song.playParameters == nil)
    }

    @Test func `are the same after they were written and read`() throws {
        let songs = try songs()
        let data = try JSONEncoder().encode(songs)
        #expect(try JSONDecoder().decode(MusicItemCollection<Song>.self, from: data) == songs)
        let track = Track.song(songs[0])
        let again = try JSONDecoder().decode(Track.self, from: JSONEncoder().encode(track))
        #expect(again == track)
    }

    @Test func `have artwork in any size`() throws {
        let artwork = try #require(try songs()[0].artwork)
        #expect(
            artwork.url(width: 300, height: 200)?.absoluteString
                == "https://example.org/a/300x200bb.jpg")
        #expect(artwork.maximumWidth == 3000)
        #expect(artwork.backgroundColor?.components == [1, 128.0 / 255, 0, 1])
        #expect(artwork.primaryTextColor == nil)
    }

    @Test func `say what they are`() throws {
        #expect(
            try songs()[0].description == #"Song(id: "203709340", title: "Sky", artistName: "Ann")"#
        )
        let id: MusicItemID = "7"
        #expect("\(id)" == "7")
    }

    @Test func `tell videos from songs in a list of tracks`() throws {
        let json = """
            [{"id": "1", "type": "music-videos", "attributes": {"name": "A", "artistName": "B"}},
             {"id": "2", "type": "songs", "attributes": {"name": "C", "artistName": "D"}}]
            """
        let tracks = try JSONDecoder().decode(
            MusicItemCollection<Track>.self, from: Data(json.utf8))
        guard case .musicVideo = tracks[0], case .song = tracks[1] else {
            Issue.record("the types are mixed up: \(tracks)")
            return
        }
        #expect(tracks.map(\.title) == ["A", "C"])
    }
}

@Suite struct `Collections of items` {
    init() {
        _ = ProcessLibrary.folder
    }

    private var songs: MusicItemCollection<Song> {
        MusicItemCollection("abc".map { Song(title: "\($0)", location: nil) })
    }

    @Test func `behave as arrays do`() {
        var collection = songs
        #expect(collection.count == 3)
        #expect(collection[1].title == "b")
        #expect(collection.map(\.title) == ["a", "b", "c"])
        collection += songs
        #expect(collection.count == 6)
        let none: MusicItemCollection<Song> = []
        #expect(none.isEmpty)
        #expect(!none.hasNextBatch)
    }

    @Test func `end with their last batch`() async throws {
        #expect(try await songs.nextBatch() == nil)
    }
}

@Suite struct `Asking for properties` {
    @Test func `leaves an album that has its tracks as it is`() async throws {
        let album = Album(title: "One", songs: [Song(title: "a", location: nil)])
        let detailed = try await album.with([.tracks])
        #expect(detailed.tracks?.count == 1)
        #expect(detailed == album)
    }

    @Test func `says what nobody can tell`() async {
        let album = Album(title: "One", songs: [Song(title: "a", location: nil)])
        await #expect {
            try await album.with(.tracks, .artists, preferredSource: .library)
        } throws: {
            $0.localizedDescription.contains("could tell artists of Album")
        }
    }
}

@Suite struct `Items from files` {
    init() {
        _ = ProcessLibrary.folder
    }

    private var album: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../data/demo-album").standardizedFileURL
    }

    @Test func `a song has its file's tags and picture`() throws {
        let song = try Song(contentsOf: album.appendingPathComponent("02 First Light.flac"))
        #expect(song.title == "First Light")
        #expect(song.artistName == "Gatefold")
        #expect(song.albumTitle == "Demo Sleeve")
        #expect(song.trackNumber == 2)
        #expect(song.audioVariants == [.lossless])
        #expect((song.duration ?? 0) > 1)
        #expect(song.artwork?.url(width: 1, height: 1)?.isFileURL == true)
    }

    @Test func `an album has its folder's songs in order`() async throws {
        let album = try await Album(contentsOf: album)
        #expect(album.title == "Demo Sleeve")
        #expect(album.artistName == "Gatefold")
        #expect(album.trackCount == 5)
        #expect(album.tracks?.first?.title == "Needle Drop")
        #expect(album.isCompilation == false)
    }

    @Test func `what is no music is refused in words`() {
        let picture = album.appendingPathComponent("cover.jpg")
        #expect {
            try Song(contentsOf: picture)
        } throws: {
            $0.localizedDescription.hasSuffix("cover.jpg is no music file.")
        }
        #expect(throws: MusicSourceError.self) {
            try Song(contentsOf: album.appendingPathComponent("none.ogg"))
        }
    }
}
