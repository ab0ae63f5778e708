// SPDX-License-Identifier: MPL-2.0

import MusicKit

// A library as an app shows it: lists, pages, a search field, playlists.

@MainActor
@Observable
final class Browser {
    private(set) var songs: MusicItemCollection<Song> = []
    private(set) var found: MusicLibrarySearchResponse?
    private(set) var problem: String?
    private var search: Task<Void, Never>?

    func load() async {
        var request = MusicLibraryRequest<Song>()
        request.includeOnlyDownloadedContent = true
        request.sort(by: \.artistName, ascending: true)
        request.sort(by: \.title, ascending: true)
        request.limit = 50
        do {
            songs = try await request.response().items
        } catch {
            problem = error.localizedDescription
        }
    }

    func loadMore(after song: Song) async {
        guard song == songs.last, songs.hasNextBatch else { return }
        if let next = try? await songs.nextBatch(limit: 50) { songs += next }
    }

    func type(_ text: String) {
        search?.cancel()
        search = Task {
            do {
                var request = MusicLibrarySearchRequest(
                    term: text, types: [Song.self, Album.self, Artist.self, Playlist.self])
                request.limit = 10
                request.includeTopResults = true
                found = try await request.response()
            } catch is CancellationError {
                return
            } catch {
                problem = error.localizedDescription
            }
        }
    }
}

func albums(of artist: Artist, in genre: Genre) async throws -> [(String, Int)] {
    var request = MusicLibraryRequest<Album>()
    request.filter(matching: \.artists, contains: artist)
    request.filter(matching: \.genres, containsAny: [genre])
    request.filter(matching: \.isCompilation, equalTo: false)
    request.sort(by: \.releaseDate, ascending: false)
    return try await request.response().items.map { ($0.title, $0.trackCount) }
}

func shelves() async throws -> [String: [String]] {
    var request = MusicLibrarySectionedRequest<Genre, Album>()
    request.sortSections(by: \.name, ascending: true)
    request.sortItems(by: \.libraryAddedDate, ascending: false)
    request.filterItems(text: "live")
    let sections = try await request.response().sections
    return Dictionary(uniqueKeysWithValues: sections.map { ($0.name, $0.items.map(\.title)) })
}

func play(_ album: Album, then playlist: Playlist) async throws {
    let player = ApplicationMusicPlayer.shared
    player.queue = [album]
    try await player.play()
    try await player.queue.insert(playlist, position: .tail)
}

func keep(_ songs: [Song], as name: String) async throws -> Playlist {
    do {
        return try await MusicLibrary.shared.createPlaylist(name: name, items: songs)
    } catch MusicLibrary.Error.createPlaylistFailed {
        var request = MusicLibraryRequest<Playlist>()
        request.filter(matching: \.name, equalTo: name)
        guard let playlist = try await request.response().items.first else {
            throw CancellationError()
        }
        return try await MusicLibrary.shared.edit(playlist, items: songs)
    }
}

func recent() async throws -> ([Track], [RecentlyPlayedMusicItem]) {
    var request = MusicRecentlyPlayedRequest<Track>()
    request.limit = 10
    let tracks = try await request.response().items
    let containers = try await MusicRecentlyPlayedContainerRequest().response().items
    return (Array(tracks), Array(containers))
}
