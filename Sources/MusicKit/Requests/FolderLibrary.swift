// SPDX-License-Identifier: MPL-2.0

internal import Foundation

/// The user's music folder as a library.
///
/// Every request reads the folder anew: some thousand files a second.
enum FolderLibrary {
    /// Songs in the order of their files.
    static func songs() async throws -> [Song] {
        try await LocalMusic.songs(in: MusicFolder.url)
    }

    static func albums() async throws -> [Album] {
        try await albums(of: songs())
    }

    /// Songs that name an album, by its title and folder: the artists may differ.
    static func albums(of songs: [Song]) -> [Album] {
        struct Key: Hashable {
            let title: String
            let folder: URL?
        }
        let groups = grouped(songs) { song in
            song.albumTitle.map {
                Key(title: $0, folder: song.location?.deletingLastPathComponent())
            }
        }
        return groups.map { key, songs in
            Album(
                id: MusicItemID("album:\(key.folder?.path ?? "")/\(key.title)"), title: key.title,
                songs: songs.sorted { $0.placeOnAlbum < $1.placeOnAlbum })
        }
    }

    static func artists() async throws -> [Artist] {
        let songs = try await songs()
        return grouped(songs) { $0.artistName.isEmpty ? nil : $0.artistName }.map { name, songs in
            Artist(name: name, albums: albums(of: songs))
        }
    }

    static func genres() async throws -> [Genre] {
        var seen: Set<String> = []
        return try await songs().flatMap(\.genreNames).filter { seen.insert($0).inserted }
            .map { Genre(name: $0) }
    }

    /// The playlist files in the folder.
    static func playlists() async throws -> [Playlist] {
        var playlists: [Playlist] = []
        for file in try await LocalMusic.playlistFiles(in: MusicFolder.url) {
            // A playlist of nothing that is there is none.
            guard let playlist = try? await Playlist(contentsOf: file) else { continue }
            playlists.append(playlist)
        }
        return playlists
    }

    /// In the order of each group's first element.
    private static func grouped<Element, Key: Hashable>(
        _ elements: [Element], by key: (Element) -> Key?
    ) -> [(Key, [Element])] {
        var places: [Key: Int] = [:]
        var groups: [(Key, [Element])] = []
        for element in elements {
            guard let key = key(element) else { continue }
            if let place = places[key] {
                groups[place].1.append(element)
            } else {
                places[key] = groups.count
                groups.append((key, [element]))
            }
        }
        return groups
    }
}

extension Song {
    var location: URL? { playParameters?.location }

    /// Sorts the songs of an album.
    var placeOnAlbum: Int { (discNumber ?? 1) * 10_000 + (trackNumber ?? 9_999) }
}

/// What the music folder has.
protocol FolderLibraryItem: MusicLibraryRequestable {
    static func inLibrary() async throws -> [Self]
    /// What is searched for a text.
    var words: [String] { get }
}

extension Song: FolderLibraryItem {
    static func inLibrary() async throws -> [Song] { try await FolderLibrary.songs() }
    var words: [String] { [title, artistName, albumTitle ?? ""] }
}

extension Album: FolderLibraryItem {
    static func inLibrary() async throws -> [Album] { try await FolderLibrary.albums() }
    var words: [String] { [title, artistName] }
}

extension Artist: FolderLibraryItem {
    static func inLibrary() async throws -> [Artist] { try await FolderLibrary.artists() }
    var words: [String] { [name] }
}

extension Genre: FolderLibraryItem {
    static func inLibrary() async throws -> [Genre] { try await FolderLibrary.genres() }
    var words: [String] { [name] }
}

extension Playlist: FolderLibraryItem {
    static func inLibrary() async throws -> [Playlist] { try await FolderLibrary.playlists() }
    var words: [String] { [name] }
}

extension MusicVideo: FolderLibraryItem {
    /// There are no videos in a folder of music.
    static func inLibrary() async throws -> [MusicVideo] { [] }
    var words: [String] { [title, artistName] }
}
