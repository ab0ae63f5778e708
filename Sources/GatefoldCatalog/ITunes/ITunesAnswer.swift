// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// What the iTunes Search API answers.
struct ITunesAnswer: Decodable, Sendable {
    let results: [Loose<ITunesThing>]

    var things: [ITunesThing] { results.compactMap(\.wrappedValue) }
}

/// A song, an album or an artist, by its `wrapperType`.
struct ITunesThing: Decodable, Sendable {
    @LooseText var wrapperType: String?
    @LooseText var kind: String?
    @LooseText var trackId: String?
    @LooseText var collectionId: String?
    @LooseText var artistId: String?
    @LooseText var trackName: String?
    @LooseText var collectionName: String?
    @LooseText var artistName: String?
    @LooseText var collectionArtistName: String?
    @LooseText var trackViewUrl: String?
    @LooseText var collectionViewUrl: String?
    @LooseText var artistLinkUrl: String?
    @LooseText var previewUrl: String?
    @LooseText var artworkUrl100: String?
    @LooseText var releaseDate: String?
    @LooseText var trackExplicitness: String?
    @LooseText var collectionExplicitness: String?
    @LooseText var primaryGenreName: String?
    @LooseNumber var trackTimeMillis: Double?
    @LooseNumber var trackNumber: Double?
    @LooseNumber var discNumber: Double?
    @LooseNumber var trackCount: Double?
}

/// What the feeds of charts answer.
struct ChartFeed: Decodable, Sendable {
    @Loose var feed: Feed?

    struct Feed: Decodable, Sendable {
        @LooseList var results: [Entry]
    }

    struct Entry: Decodable, Sendable {
        @LooseText var id: String?
        @LooseText var name: String?
        @LooseText var artistName: String?
        @LooseText var artistId: String?
        @LooseText var releaseDate: String?
        @LooseText var contentAdvisoryRating: String?
        @LooseText var artworkUrl100: String?
        @LooseText var url: String?
        @LooseList var genres: [Genre]
    }

    struct Genre: Decodable, Sendable {
        @LooseText var name: String?
    }
}

extension SourceItem {
    /// Nil for what is neither a song, an album nor an artist.
    init?(_ thing: ITunesThing, of source: String) {
        switch (thing.wrapperType, thing.kind) {
        case ("track", "song"): self.init(song: thing, of: source)
        case ("collection", _): self.init(album: thing, of: source)
        case ("artist", _): self.init(artist: thing, of: source)
        default: return nil
        }
    }

    private init?(song: ITunesThing, of source: String) {
        guard let id = song.trackId, let title = song.trackName else { return nil }
        let uri = SourceURI(source: source, kind: .song, id: id)
        self.init(.song, uri: uri.text, title: title)
        artist = song.artistName
        album = song.collectionName
        length = song.$trackTimeMillis.map { MediaTime(milliseconds: Int64($0)) }
        var details = SourceItemDetails(catalogued: song.artistName, song.releaseDate)
        details.albumArtist = song.collectionArtistName
        details.genres = [song.primaryGenreName].compactMap(\.self)
        details.trackNumber = song.$trackNumber
        details.discNumber = song.$discNumber
        details.isExplicit = explicitness(song.trackExplicitness)
        details.artworkURL = song.artworkUrl100.map(artworkTemplate)
        details.page = song.trackViewUrl
        details.previewURL = song.previewUrl
        details.albumURI = sourceURI(.album, song.collectionId, source)
        details.artistURIs = [sourceURI(.artist, song.artistId, source)].compactMap(\.self)
        self.details = details
    }

    private init?(album: ITunesThing, of source: String) {
        guard let id = album.collectionId, let title = album.collectionName else { return nil }
        let uri = SourceURI(source: source, kind: .album, id: id)
        self.init(.album, uri: uri.text, title: title)
        artist = album.artistName
        trackCount = album.$trackCount
        var details = SourceItemDetails(catalogued: album.artistName, album.releaseDate)
        details.albumArtist = album.artistName
        details.genres = [album.primaryGenreName].compactMap(\.self)
        details.isExplicit = explicitness(album.collectionExplicitness)
        details.artworkURL = album.artworkUrl100.map(artworkTemplate)
        details.page = album.collectionViewUrl
        details.artistURIs = [sourceURI(.artist, album.artistId, source)].compactMap(\.self)
        self.details = details
    }

    private init?(artist: ITunesThing, of source: String) {
        guard let id = artist.artistId, let name = artist.artistName else { return nil }
        let uri = SourceURI(source: source, kind: .artist, id: id)
        self.init(.artist, uri: uri.text, title: name)
        var details = SourceItemDetails(catalogued: nil, nil)
        details.genres = [artist.primaryGenreName].compactMap(\.self)
        details.page = artist.artistLinkUrl
        self.details = details
    }

    /// An entry of a chart, without a length and a preview.
    init?(_ entry: ChartFeed.Entry, _ kind: Kind, of source: String) {
        guard let id = entry.id, let name = entry.name else { return nil }
        let uri = SourceURI(source: source, kind: kind == .album ? .album : .song, id: id)
        self.init(kind, uri: uri.text, title: name)
        artist = entry.artistName
        var details = SourceItemDetails(catalogued: entry.artistName, entry.releaseDate)
        details.genres = entry.genres.compactMap(\.name).filter { $0 != "Music" }
        // The feed misspells the rest of the word.
        details.isExplicit = entry.contentAdvisoryRating?.hasPrefix("Expli") == true
        details.artworkURL = entry.artworkUrl100.map(artworkTemplate)
        details.page = entry.url
        details.artistURIs = [sourceURI(.artist, entry.artistId, source)].compactMap(\.self)
        self.details = details
    }
}

extension SourceItemDetails {
    /// Of a catalog whose songs are protected: only a preview can be heard.
    init(catalogued artist: String?, _ released: String?) {
        self.init()
        artists = [artist].compactMap(\.self)
        isPlayable = false
        self.released = released.map { String($0.prefix { $0 != "T" }) }
    }
}

private func explicitness(_ text: String?) -> Bool? {
    switch text {
    case "explicit": true
    case "cleaned", "notExplicit": false
    default: nil
    }
}

/// The address of a picture of 100 pixels, with places for a size.
///
/// Its last part names the size, such as `100x100bb.jpg`; another address stays as it is.
func artworkTemplate(_ url: String) -> String {
    guard let slash = url.lastIndex(of: "/"), url[slash...].hasPrefix("/100x100") else {
        return url
    }
    return url[...slash] + "{w}x{h}" + url[slash...].dropFirst("/100x100".count)
}

/// With a size in the places for one.
package func artworkURL(_ template: String, width: Int) -> String {
    var text = ""
    var rest = template[...]
    while let brace = rest.firstIndex(of: "{") {
        text += rest[..<brace]
        rest = rest[brace...]
        let isPlace = rest.hasPrefix("{w}") || rest.hasPrefix("{h}")
        text += isPlace ? "\(max(1, width))" : "{"
        rest = rest.dropFirst(isPlace ? 3 : 1)
    }
    return text + rest
}
