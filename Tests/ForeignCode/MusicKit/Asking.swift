// SPDX-License-Identifier: MPL-2.0

import MusicKit

// Every request, and what their items tell.

func rights() async throws -> Bool {
    switch await MusicAuthorization.request() {
    case .authorized: break
    case .notDetermined, .denied, .restricted: return false
    @unknown default: return false
    }
    let subscription = try await MusicSubscription.current
    for await update in MusicSubscription.subscriptionUpdates where update.canBecomeSubscriber {
        return subscription.hasCloudLibraryEnabled
    }
    let offer = MusicSubscriptionOffer.Options(messageIdentifier: .playMusic, itemID: "1")
    return subscription.canPlayCatalogContent && offer.itemID != nil
}

func catalog(genre: Genre) async throws {
    var search = MusicCatalogSearchRequest(
        term: "sky", types: [Song.self, Album.self, Artist.self, Playlist.self, Station.self])
    search.limit = 25
    search.offset = 0
    search.includeTopResults = true
    let found = try await search.response()
    print(found.songs.count, found.albums.first?.title ?? "", Array(found.artists))
    for result in found.topResults {
        if case .album(let album) = result { print(album.title) }
    }
    var songs = found.songs
    while songs.hasNextBatch, let next = try await songs.nextBatch(limit: 10) { songs += next }

    var resource = MusicCatalogResourceRequest<Album>(matching: \.id, equalTo: "1")
    resource.properties = [.tracks, .artists]
    resource.limit = 1
    resource.options = [MusicCatalogResourceRequestOption.findEquivalents]
    print(try await resource.response().items.first?.tracks ?? [])
    _ = MusicCatalogResourceRequest<Song>(matching: \.isrc, equalTo: "x")
    _ = MusicCatalogResourceRequest<Song>(matching: \.id, memberOf: ["1", "2"])
    _ = try await MusicCatalogResourceRequest<Genre>().response()

    var charts = MusicCatalogChartsRequest(
        genre: genre, kinds: [.mostPlayed, .dailyGlobalTop], types: [Song.self, Album.self])
    charts.limit = 50
    let top: MusicItemCollection<Song> = try await charts.response().songCharts.first?.items ?? []
    print(top)
    let suggestions = try await MusicCatalogSearchSuggestionsRequest(
        term: "s", includingTopResultsOfTypes: [Song.self]
    ).response()
    print(suggestions.suggestions.map(\.displayTerm))
}

func library(playlist: Playlist, song: Song, album: Album, artist: Artist) async throws {
    var songs = MusicLibraryRequest<Song>()
    songs.filter(matching: \.artistName, equalTo: "Ann")
    songs.filter(matching: \.title, memberOf: ["a", "b"])
    songs.filter(matching: \.artists, contains: artist)
    songs.filter(text: "x")
    songs.sort(by: \.lastPlayedDate, ascending: false)
    songs.sort(by: \.libraryAddedDate, ascending: true)
    songs.limit = 50
    print(try await songs.response().items)
    var playlists = MusicLibraryRequest<Playlist>()
    playlists.sort(by: \.lastModifiedDate, ascending: false)
    print(try await playlists.response().items.map(\.name))
    let sections = MusicLibrarySectionedRequest<Artist, Album>()
    for section in try await sections.response().sections {
        print(section.name, section.items.count)
    }
    let found = try await MusicLibrarySearchRequest(term: "x", types: [Song.self]).response()
    print(found.songs)
    try await MusicLibrary.shared.add(song)
    try await MusicLibrary.shared.add(album)
    try await MusicLibrary.shared.add(song, to: playlist)
    try await MusicLibrary.shared.add([song], to: playlist)
    try await MusicLibrary.shared.createPlaylist(name: "New", description: "d", items: [song])
    let edited = try await MusicLibrary.shared.edit(playlist, name: "Other")
    print(edited)
    print(try await MusicRecentlyPlayedRequest<Song>().response().items)
    print(try await MusicPersonalRecommendationsRequest().response().recommendations)
}

func details(of album: Album, song: Song, artist: Artist, playlist: Playlist) async throws {
    let detailed = try await album.with([.tracks, .artists, .relatedAlbums])
    for track in detailed.tracks ?? [] {
        print(track.title, track.artistName, track.duration ?? 0, track.artwork as Any)
    }
    _ = try await song.with(.albums, .station, .audioVariants)
    _ = try await artist.with([.topSongs, .albums], preferredSource: .catalog)
    for entry in try await playlist.with([.entries]).entries ?? [] {
        print(entry.title, entry.position)
    }
    if let artwork = song.artwork {
        print(
            artwork.url(width: 300, height: 300) as Any, artwork.backgroundColor?.components ?? [])
    }
    print(song.previewAssets?.first?.url as Any, album.editorialNotes?.short ?? "")
    let copy = try JSONDecoder().decode(Song.self, from: JSONEncoder().encode(song))
    print(copy == song, Set([song, copy]).count)
}

func raw() async throws -> Data {
    guard let url = URL(string: "https://api.music.apple.com/v1/catalog/us/genres") else {
        throw URLError(.badURL)
    }
    do {
        return try await MusicDataRequest(urlRequest: URLRequest(url: url)).response().data
    } catch let error as MusicTokenRequestError where error == .developerTokenRequestFailed {
        return Data()
    }
}

struct Row: Identifiable {
    let song: Song
    var id: MusicItemID { song.id }
}

func recommended() async throws -> [String] {
    let recommendations = try await MusicPersonalRecommendationsRequest().response().recommendations
    var titles: [String] = []
    for item in recommendations.first?.items ?? [] {
        switch item {
        case .album(let album): titles.append(album.title)
        case .playlist(let playlist): titles.append(playlist.name)
        case .station(let station): titles.append(station.name)
        @unknown default: print(item.title, item.subtitle ?? "", item.artwork as Any)
        }
        ApplicationMusicPlayer.shared.queue = [item]
    }
    let recent = try await MusicRecentlyPlayedContainerRequest().response().items
    print(recent.debugDescription, recent.first?.playParameters as Any)
    return titles
}

func genres(in data: Data) throws -> MusicItemCollection<Genre> {
    try JSONDecoder().decode(MusicCatalogResourceResponse<Genre>.self, from: data).items
}
