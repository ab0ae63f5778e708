// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

extension LibraryReader {
    package func listings(
        _ list: LibraryList, _ page: LibraryPage
    ) throws(LibraryError) -> [SourceItem] {
        switch list {
        case .songs:
            var query = LibraryTrackQuery()
            query.page = page
            return try tracks(query).map { SourceItem($0) }
        case .albums:
            var query = LibraryAlbumQuery()
            query.order = .artist
            query.page = page
            return try albums(query).map { SourceItem($0) }
        case .artists: return try artists(page).map { SourceItem($0) }
        case .genres: return try genres(page).map { SourceItem($0) }
        case .playlists:
            let playlists = try playlists().dropFirst(page.offset)
            return playlists.prefix(page.limit ?? .max).map { SourceItem($0) }
        case .recentlyPlayed: return try lastPlayed(page).map { SourceItem($0) }
        case .recentlyAdded: return try tracks(in: .recentlyAdded, page).map { SourceItem($0) }
        case .mostPlayed: return try tracks(in: .mostPlayed, page).map { SourceItem($0) }
        case .favourites: return try tracks(in: .favourites, page).map { SourceItem($0) }
        case .neverPlayed: return try tracks(in: .neverPlayed, page).map { SourceItem($0) }
        }
    }

    /// What is behind a URI, in the order in which it is played; nil for what is not there.
    package func tracks(
        of uri: LibraryURI, _ page: LibraryPage = .all
    ) throws(LibraryError) -> [Track]? {
        if case .playlist(let id) = uri {
            let id = LibraryPlaylist.ID(rawValue: id)
            guard try playlist(id) != nil else { return nil }
            return try entries(of: id, page).map(\.track)
        }
        return try libraryTracks(of: uri, page)?.map(\.track)
    }

    /// The songs of anything but a playlist.
    package func libraryTracks(
        of uri: LibraryURI, _ page: LibraryPage
    ) throws(LibraryError) -> [LibraryTrack]? {
        var query = LibraryTrackQuery()
        query.order = .artist
        query.page = page
        switch uri {
        case .songs: break
        case .album(let id):
            query.order = .album
            query.album = LibraryAlbum.ID(rawValue: id)
        case .artist(let id): query.artist = LibraryArtist.ID(rawValue: id)
        case .genre(let id): query.genre = LibraryGenre.ID(rawValue: id)
        case .playlist: return nil
        case .list(let name):
            guard let list = SmartList(rawValue: name) else { return nil }
            let limit = min(page.limit ?? .max, list.length - page.offset)
            return try tracks(in: list, LibraryPage(offset: page.offset, limit: limit))
        }
        let tracks = try tracks(query)
        // What is gone has no songs.
        return tracks.isEmpty && page.offset == 0 ? nil : tracks
    }
}

extension SmartList {
    package var name: String {
        switch self {
        case .recentlyAdded: "Recently Added"
        case .mostPlayed: "Most Played"
        case .favourites: "Favourites"
        case .neverPlayed: "Never Played"
        }
    }

    /// How many songs are in it at most: the latest hundred are recent, and who wants to hear what
    /// is unknown wants all of it.
    package var length: Int {
        switch self {
        case .recentlyAdded, .mostPlayed: 100
        case .favourites, .neverPlayed: .max
        }
    }
}
