// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

// What the library holds, as lists show it.
extension SourceItem {
    package init(_ track: LibraryTrack) {
        self.init(.song, uri: track.track.url, title: track.track.displayTitle)
        let tags = track.tags
        artist = tags.artists.isEmpty ? nil : tags.artists.joined(separator: ", ")
        album = tags.album
        length = tags.length
        plays = track.history.plays
        skips = track.history.skips
        played = track.history.played
        added = track.added
        isFavourite = track.history.isFavourite
        rating = track.history.rating
    }

    package init(_ album: LibraryAlbum) {
        self.init(.album, uri: LibraryURI.album(album.id.rawValue).text, title: album.title)
        artist = album.artist
        length = album.length
        trackCount = album.trackCount
        added = album.added
    }

    package init(_ artist: LibraryArtist) {
        self.init(.artist, uri: LibraryURI.artist(artist.id.rawValue).text, title: artist.name)
        trackCount = artist.trackCount
    }

    package init(_ genre: LibraryGenre) {
        self.init(.genre, uri: LibraryURI.genre(genre.id.rawValue).text, title: genre.name)
        trackCount = genre.trackCount
    }

    package init(_ playlist: LibraryPlaylist) {
        self.init(
            .playlist, uri: LibraryURI.playlist(playlist.id.rawValue).text, title: playlist.name)
        trackCount = playlist.trackCount
    }

    package init(_ place: LibraryPlaylistEntry) {
        self.init(.song, uri: place.track.url, title: place.track.displayTitle)
        let tags = place.track.tags
        artist = tags?.artists.isEmpty == false ? tags?.artists.joined(separator: ", ") : nil
        album = tags?.album
        length = tags?.length
        entry = place.id.rawValue
    }
}
