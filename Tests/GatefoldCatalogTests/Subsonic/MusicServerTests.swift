// SPDX-License-Identifier: MPL-2.0

import GatefoldArtwork
import GatefoldGLib
import GatefoldModel
import GatefoldTestSupport
import Testing

@testable import GatefoldCatalog

@Suite struct `A real Subsonic server` {
    private let titles = [
        "Needle Drop", "First Light", "Open Water", "Paper Lanterns", "Run-out Groove",
    ]

    @Test(arguments: MusicServer.Kind.allCases)
    func `lets its user in, and nobody else`(_ kind: MusicServer.Kind) async throws {
        let server = try await MusicServer(kind)
        let account = try await server.source().account()
        #expect(account == SourceAccount(canPlay: true, canEdit: true))
        for stranger in [
            await server.source(password: "wrong"), await server.source(user: "nobody"),
        ] {
            let error = await sourceError { () throws(SourceError) in try await stranger.account() }
            #expect(error?.code == .unauthorised)
        }
    }

    @Test(arguments: [(MusicServer.Kind.supysonic, "p="), (.maneki, "t=")])
    func `is sent the password itself only if it understands no token`(
        _ kind: MusicServer.Kind, _ secret: String
    ) async throws {
        let server = try await MusicServer(kind)
        let source = await server.source()
        let song = try #require(try await source.items(SourceQuery(.song)).items.first)
        let url = try await source.stream(of: try #require(SourceURI(song.uri)))
        let secrets = url.split { "?&".contains($0) }.filter {
            $0.hasPrefix("p=") || $0.hasPrefix("t=")
        }
        #expect(secrets.count == 1 && secrets[0].hasPrefix(secret))
    }

    @Test(arguments: MusicServer.Kind.allCases)
    func `lists albums, artists, genres and songs`(_ kind: MusicServer.Kind) async throws {
        let server = try await MusicServer(kind)
        let source = await server.source()
        let album = try #require(try await source.items(SourceQuery(.album)).items.first)
        #expect(album.title == "Demo Sleeve")
        #expect(album.artist == "Gatefold")
        #expect(album.trackCount == 5)
        let songs = try await source.items(SourceQuery(.song, .of(uri: album.uri))).items
        #expect(songs.map(\.title) == titles)
        #expect(songs.map(\.details.trackNumber) == [1, 2, 3, 4, 5])
        let artist = try #require(try await source.items(SourceQuery(.artist)).items.first)
        #expect(artist.title == "Gatefold")
        let albums = try await source.items(SourceQuery(.album, .of(uri: artist.uri)))
        #expect(albums.items.map(\.uri) == [album.uri])
        let genres = try await source.items(SourceQuery(.genre)).items
        #expect(genres.map(\.title) == ["Ambient", "Classical", "Folk", "Lo-fi"])
        let folk = try await source.items(SourceQuery(.song, .of(uri: genres[2].uri))).items
        #expect(folk.map(\.title) == ["Paper Lanterns"])
        let song = try #require(try await source.items([songs[1].uri]).first)
        #expect(song.title == "First Light")
        #expect(song.details.albumURI == album.uri)
        var all = SourceQuery(.song)
        all.order = .title
        #expect(try await source.items(all).items.map(\.title) == titles.sorted())
    }

    @Test(arguments: MusicServer.Kind.allCases)
    func `finds what is searched for`(_ kind: MusicServer.Kind) async throws {
        let server = try await MusicServer(kind)
        let pages = try await server.source().search(
            SourceSearch("light", kinds: [.song, .album, .artist]))
        #expect(pages.map { $0.items.map(\.title) } == [["First Light"], [], []])
        var search = SourceSearch("light", kinds: [.song])
        search.limit = 2000
        #expect(try await server.source().search(search).map(\.items.count) == [1])
    }

    @Test(arguments: MusicServer.Kind.allCases)
    func `sends sound and pictures to who has their address`(_ kind: MusicServer.Kind) async throws
    {
        let server = try await MusicServer(kind)
        let source = await server.source()
        let found = try await source.search(SourceSearch("First", kinds: [.song]))
        let song = try #require(found.first?.items.first)
        let uri = try #require(SourceURI(song.uri))
        let url = try await source.stream(of: uri)
        let sound = try await fetch(url)
        #expect(sound.status == 200)
        #expect(sound.body.starts(with: "fLaC".utf8))
        var seek = HTTPRequest(url)
        seek.headers = [HTTPHeader("Range", "bytes=1000-")]
        let rest = try await fetch(seek)
        #expect(rest.status == 206)
        #expect(rest.body.elementsEqual(sound.body.dropFirst(1000)))
        let picture = try #require(song.details.artworkURL.flatMap { SourceURI($0) })
        for width in [64, 5000] {
            let image = try await fetch(try await source.picture(of: picture, width: width))
            #expect(ImageFormat(of: image.body) != nil)
        }
    }

    @Test(arguments: MusicServer.Kind.allCases)
    func `keeps playlists, which can be changed`(_ kind: MusicServer.Kind) async throws {
        let server = try await MusicServer(kind)
        let source = await server.source()
        let album = try #require(try await source.items(SourceQuery(.album)).items.first)
        let songs = try await source.items(SourceQuery(.song, .of(uri: album.uri))).items
        let witness = PlaylistWitness(source, songs)
        let uri = try #require(
            try await source.edit(.createPlaylist(name: "Über & Sea", sources: [album.uri])))
        try await witness.expect(uri, [0, 1, 2, 3, 4])
        _ = try await source.edit(.addToPlaylist(uri, sources: [songs[0].uri], index: nil))
        try await witness.expect(uri, [0, 1, 2, 3, 4, 0])
        _ = try await source.edit(.addToPlaylist(uri, sources: [songs[4].uri], index: 1))
        try await witness.expect(uri, [0, 4, 1, 2, 3, 4, 0])
        var entries = try await witness.entries(uri)
        _ = try await source.edit(.movePlaylistEntry(uri, entry: entries[5], index: 0))
        try await witness.expect(uri, [4, 0, 4, 1, 2, 3, 0])
        entries = try await witness.entries(uri)
        _ = try await source.edit(.removeFromPlaylist(uri, entries: [entries[6], entries[0]]))
        try await witness.expect(uri, [0, 4, 1, 2, 3])
        _ = try await source.edit(.renamePlaylist(uri, name: "Sea"))
        let playlists = try await source.items(SourceQuery(.playlist)).items
        #expect(playlists.map(\.title) == ["Sea"])
        #expect(playlists.map(\.trackCount) == [5])
        let error = await sourceError { () throws(SourceError) in
            try await source.edit(.createPlaylist(name: "Sea", sources: []))
        }
        #expect(error?.code == .exists)
        _ = try await source.edit(.deletePlaylist(uri))
        #expect(try await source.items(SourceQuery(.playlist)).items.isEmpty)
        #expect(try await source.items([uri]).isEmpty)
    }

    @Test(arguments: MusicServer.Kind.allCases)
    func `keeps favourites`(_ kind: MusicServer.Kind) async throws {
        let server = try await MusicServer(kind)
        let source = await server.source()
        for kind in [SourceItem.Kind.song, .album, .artist] {
            let item = try #require(try await source.items(SourceQuery(kind)).items.first)
            for _ in 1...2 { _ = try await source.edit(.setFavourite(item.uri, true)) }
            let chart = SourceQuery(kind, .chart(.favourites))
            #expect(try await source.items(chart).items.map(\.uri) == [item.uri])
            for _ in 1...2 { _ = try await source.edit(.setFavourite(item.uri, false)) }
            #expect(try await source.items(chart).items.isEmpty)
        }
    }

    /// maneki says yes to a rating, and forgets it.
    @Test func `keeps ratings`() async throws {
        let server = try await MusicServer(.supysonic)
        let source = await server.source()
        let song = try #require(try await source.items(SourceQuery(.song)).items.first)
        for rating in [0.8, nil] {
            _ = try await source.edit(.setRating(song.uri, rating))
            #expect(try await source.items([song.uri]).map(\.rating) == [rating])
        }
    }

    @Test(arguments: MusicServer.Kind.allCases)
    func `has charts`(_ kind: MusicServer.Kind) async throws {
        let server = try await MusicServer(kind)
        let source = await server.source()
        let newest = try await source.items(SourceQuery(.album, .chart(.recentlyAdded))).items
        #expect(newest.map(\.title) == ["Demo Sleeve"])
        let recent = SourceQuery(.album, .chart(.recentlyPlayed))
        #expect(try await source.items(recent).items.isEmpty)
        let songs = try await source.items(SourceQuery(.song, .of(uri: newest[0].uri))).items
        let uri = try #require(SourceURI(songs[2].uri))
        // Supysonic counts what is streamed, maneki what it is told of; neither tells it of a song.
        _ = try await fetch(try await source.stream(of: uri))
        try await source.note(.heard(uri, since: 1_767_323_045_678_000_000))
        #expect(try await source.items(recent).items.map(\.title) == ["Demo Sleeve"])
        let most = try await source.items(SourceQuery(.song, .chart(.mostPlayed))).items
        #expect(most.map(\.title) == titles)
    }
}

/// What a playlist holds, told as places in a list of songs.
private struct PlaylistWitness {
    let source: SubsonicSource
    let songs: [SourceItem]

    init(_ source: SubsonicSource, _ songs: [SourceItem]) {
        self.source = source
        self.songs = songs
    }

    func entries(_ playlist: String) async throws -> [Int64] {
        try await source.items(SourceQuery(.song, .of(uri: playlist))).items.compactMap(\.entry)
    }

    func expect(
        _ playlist: String, _ places: [Int], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let items = try await source.items(SourceQuery(.song, .of(uri: playlist))).items
        #expect(
            items.map(\.title) == places.map { songs[$0].title }, sourceLocation: sourceLocation)
        #expect(Set(items.map(\.entry)).count == places.count, sourceLocation: sourceLocation)
    }
}
