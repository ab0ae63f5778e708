// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

// What a Subsonic server has, as lists show it; nil for what has no id.

extension SourceItem {
    init?(_ song: SubsonicSong, of source: String) {
        guard let id = song.id, song.isDir != true, song.isVideo != true else { return nil }
        let uri = SourceURI(source: source, kind: .song, id: id)
        self.init(.song, uri: uri.text, title: song.title ?? "Untitled")
        artist = song.displayArtist ?? song.artist ?? joined(song.artists)
        album = song.album
        length = time(song.duration)
        plays = song.$playCount
        played = song.played.flatMap(isoNanoseconds)
        added = song.created.flatMap(isoNanoseconds)
        isFavourite = song.starred != nil
        rating = stars(song.userRating)
        details = SourceItemDetails(song, of: source)
    }

    init?(_ album: SubsonicAlbum, of source: String) {
        guard let id = album.id else { return nil }
        let uri = SourceURI(source: source, kind: .album, id: id)
        self.init(.album, uri: uri.text, title: album.name ?? "Untitled")
        artist = album.displayArtist ?? album.artist ?? joined(album.artists)
        length = time(album.duration)
        trackCount = album.$songCount
        plays = album.$playCount
        played = album.played.flatMap(isoNanoseconds)
        added = album.created.flatMap(isoNanoseconds)
        isFavourite = album.starred != nil
        rating = stars(album.userRating)
        details = SourceItemDetails(album, of: source)
    }

    init?(_ artist: SubsonicArtist, of source: String) {
        guard let id = artist.id, let name = artist.name else { return nil }
        let uri = SourceURI(source: source, kind: .artist, id: id)
        self.init(.artist, uri: uri.text, title: name)
        isFavourite = artist.starred != nil
        rating = stars(artist.userRating)
        if let picture = artist.coverArt {
            details.artworkURL = artwork(picture, source)
        }
    }

    init?(_ genre: SubsonicGenre, of source: String) {
        guard let name = genre.value ?? genre.name else { return nil }
        let uri = SourceURI(source: source, kind: .genre, id: name)
        self.init(.genre, uri: uri.text, title: name)
        trackCount = genre.$songCount
    }

    init?(_ playlist: SubsonicPlaylist, of source: String) {
        guard let id = playlist.id else { return nil }
        let uri = SourceURI(source: source, kind: .playlist, id: id)
        self.init(.playlist, uri: uri.text, title: playlist.name ?? "Untitled")
        artist = playlist.owner
        length = time(playlist.duration)
        trackCount = playlist.$songCount
        added = playlist.created.flatMap(isoNanoseconds)
        modified = playlist.changed.flatMap(isoNanoseconds)
        var details = SourceItemDetails()
        details.text = playlist.comment
        details.artworkURL = playlist.coverArt.map { artwork($0, source) }
        self.details = details
    }

    init?(_ station: SubsonicStation, of source: String) {
        guard let id = station.id, station.streamUrl != nil else { return nil }
        let uri = SourceURI(source: source, kind: .station, id: id)
        self.init(.station, uri: uri.text, title: station.name ?? "Untitled")
        if let page = station.homePageUrl { details.page = page }
    }

    /// Something that is known by its name only.
    init?(_ kind: SourceURI.Kind, _ itemKind: Kind, _ name: SubsonicName, of source: String) {
        guard let title = name.name, let id = name.id else { return nil }
        self.init(
            itemKind, uri: SourceURI(source: source, kind: kind, id: id).text, title: title)
    }
}

extension SourceItemDetails {
    fileprivate init(_ song: SubsonicSong, of source: String) {
        self.init()
        artists = names(song.artists, or: song.artist)
        albumArtist = song.displayAlbumArtist
        composers = song.displayComposer.map { [$0] } ?? []
        genres = names(song.genres, or: song.genre)
        trackNumber = song.$track.flatMap(counted)
        discNumber = song.$discNumber.flatMap(counted)
        released = song.$year.flatMap(counted).map(String.init)
        isExplicit = explicitness(song.explicitStatus)
        isrc = song.isrc.first
        text = song.comment
        artworkURL = song.coverArt.map { artwork($0, source) }
        albumURI = song.albumId.map { SourceURI(source: source, kind: .album, id: $0).text }
        artistURIs = uris(song.artists, or: song.artistId, source)
    }

    fileprivate init(_ album: SubsonicAlbum, of source: String) {
        self.init()
        artists = names(album.artists, or: album.artist)
        albumArtist = album.displayArtist ?? album.artist
        genres = names(album.genres, or: album.genre)
        released = album.$year.flatMap(counted).map(String.init)
        isCompilation = album.isCompilation
        artworkURL = album.coverArt.map { artwork($0, source) }
        artistURIs = uris(album.artists, or: album.artistId, source)
    }
}

private func artwork(_ id: String, _ source: String) -> String {
    SourceURI(source: source, kind: .artwork, id: id).text
}

private func joined(_ names: [SubsonicName]) -> String? {
    let texts = names.compactMap(\.name)
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
}

private func names(_ list: [SubsonicName], or single: String?) -> [String] {
    let texts = list.compactMap(\.name)
    return texts.isEmpty ? [single].compactMap(\.self) : texts
}

private func uris(_ list: [SubsonicName], or single: String?, _ source: String) -> [String] {
    let ids = list.compactMap(\.id)
    let all = ids.isEmpty ? [single].compactMap(\.self) : ids
    return all.map { SourceURI(source: source, kind: .artist, id: $0).text }
}

/// Servers say 0 or less of what they do not know.
private func counted(_ number: Int) -> Int? { number > 0 ? number : nil }

private func time(_ seconds: Double?) -> MediaTime? {
    seconds.flatMap { $0 > 0 ? MediaTime(seconds: $0) : nil }
}

/// Of five stars; none is no rating.
private func stars(_ rating: Double?) -> Double? {
    rating.flatMap { $0 > 0 ? min($0 / 5, 1) : nil }
}

private func explicitness(_ status: String?) -> Bool? {
    switch status {
    case "explicit": true
    case "clean": false
    default: nil
    }
}
