// SPDX-License-Identifier: MPL-2.0

import Foundation
import GatefoldModel
import GatefoldSamples
import GatefoldTestSupport
import Testing

@testable import MusicKit

@Suite struct `Asking an item's source for more` {
    private let rig: LibraryRig

    init() throws {
        rig = try LibraryRig.filled()
    }

    @Test func `tells what belongs to each kind of item`() async throws {
        try await rig.asking {
            let song = try await rig.song("Sky").with([.albums, .artists, .genres, .composers])
            #expect(song.albums?.map(\.title) == ["Air"])
            #expect(song.artists?.map(\.name) == ["Ann"])
            #expect(song.genres?.map(\.name) == ["Jazz"])
            #expect(song.composers?.map(\.name) == ["Ann"])
            let album = try await rig.album("Air").with([.tracks, .artists, .genres])
            #expect(album.tracks?.map(\.title) == ["Sky", "Öl"])
            #expect(album.artists?.map(\.name) == ["Ann"])
            let track = try #require(album.tracks?.first)
            #expect(try await track.with([.albums]).albums?.map(\.title) == ["Air"])
        }
    }

    @Test func `tells an artist's albums by what they are`() async throws {
        for number in 1...4 {
            try rig.add(
                "Long/\(number).flac", "TITLE=L\(number)", "ARTIST=Ann", "ALBUM=Long",
                "DATE=1990")
        }
        try await rig.asking {
            try await rig.note(1, of: rig.song("Stone"))
            let ann = try await rig.artist("Ann").with(
                [.albums, .genres, .topSongs, .fullAlbums, .singles, .latestRelease])
            #expect(ann.albums?.count == 3)
            #expect(ann.genres?.map(\.name) == ["Folk", "Jazz"])
            #expect(ann.topSongs?.first?.title == "Stone")
            #expect(ann.fullAlbums?.map(\.title) == ["Long"])
            #expect(ann.singles?.map(\.title).sorted() == ["Air", "Earth"])
            #expect(ann.latestRelease?.title == "Long")
        }
    }

    @Test func `leaves empty what a library does not keep`() async throws {
        try await rig.asking {
            let album = try await rig.album("Air").with(.relatedAlbums, .relatedVideos)
            #expect(album.relatedAlbums?.isEmpty == true)
            #expect(album.relatedVideos?.isEmpty == true)
            #expect(try await rig.song("Sky").with([.station]).station == nil)
        }
    }

    @Test func `says so of an item that is gone`() async throws {
        await rig.asking {
            let gone = Album(
                SourceItem(.album, uri: "gatefold:album/999", title: "Gone"))
            await #expect {
                try await gone.with([.tracks])
            } throws: {
                ($0 as? MusicSourceError)?.code == .unknownProperty
            }
        }
    }
}

@Suite struct `Changing the library` {
    private let rig: LibraryRig

    init() throws {
        rig = try LibraryRig.filled()
    }

    private func titles(_ playlist: Playlist) async throws -> [String] {
        try await playlist.with([.tracks]).tracks?.map(\.title) ?? []
    }

    @Test func `makes a playlist, adds to it and changes it`() async throws {
        try await rig.asking {
            let library = MusicLibrary.shared
            let (sky, zoo) = (try await rig.song("Sky"), try await rig.song("Zoo"))
            let made = try await library.createPlaylist(name: "New", items: [sky])
            #expect(made.name == "New")
            #expect(made.lastModifiedDate != nil)
            let more = try await library.add([zoo, sky], to: made)
            #expect(try await titles(more) == ["Sky", "Zoo", "Sky"])
            try await library.add(try await rig.album("Earth"), to: made)
            #expect(try await titles(made).suffix(2) == ["apple", "Stone"])
            let edited = try await library.edit(made, name: "Other", items: [zoo])
            #expect(edited.id == made.id)
            #expect(edited.name == "Other")
            #expect(try await titles(edited) == ["Zoo"])
        }
    }

    @Test func `refuses a second playlist of a name, and one that is a file`() async throws {
        try rig.folder.write(Array("Air/Sky.flac\n".utf8), to: "music/mix.m3u")
        try await rig.asking {
            let library = MusicLibrary.shared
            try await library.createPlaylist(name: "New")
            await #expect(throws: MusicLibrary.Error.createPlaylistFailed) {
                try await library.createPlaylist(name: "New")
            }
            var request = MusicLibraryRequest<Playlist>()
            request.filter(matching: \.name, equalTo: "mix")
            let file = try #require(try await request.response().items.first)
            let sky = try await rig.song("Sky")
            await #expect(throws: MusicLibrary.Error.playlistNotInLibrary) {
                try await library.add(sky, to: file)
            }
            try await library.add(file)
            #expect(try await request.response().items.count == 2)
        }
    }

    @Test func `copies a song's file into the music folder`() async throws {
        let path = try rig.folder.write(
            silentFLAC(["TITLE=New", "ARTIST=Cy", "ALBUM=Sea"], seconds: 9), to: "away/new.flac")
        try await rig.asking {
            let song = try Song(contentsOf: URL(fileURLWithPath: path.printable))
            try await MusicLibrary.shared.add(song)
            #expect(try await rig.song("New").albumTitle == "Sea")
            #expect(try rig.folder.names(in: "music/Cy/Sea") == ["new.flac"])
            let known = try await rig.song("Sky")
            await #expect(throws: MusicLibrary.Error.itemAlreadyAdded) {
                try await MusicLibrary.shared.add(known)
            }
            await #expect(throws: MusicLibrary.Error.unableToAddItem) {
                try await MusicLibrary.shared.add(Song(title: "Nowhere", location: nil))
            }
        }
    }

    @Test func `copies an album's files`() async throws {
        for title in ["A", "B"] {
            try rig.folder.write(
                silentFLAC(["TITLE=\(title)", "ARTIST=Cy", "ALBUM=Sea"], seconds: 9),
                to: "away/\(title).flac")
        }
        try await rig.asking {
            let album = try await Album(contentsOf: rig.folder.url("away"))
            try await MusicLibrary.shared.add(album)
            #expect(try await rig.album("Sea").trackCount == 2)
        }
    }
}
