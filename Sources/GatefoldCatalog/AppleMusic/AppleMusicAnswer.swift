// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// A resource of the Apple Music API.
struct AppleMusicResource: Decodable, Sendable {
    @LooseText var id: String?
    @LooseText var type: String?
    @Loose var attributes: Attributes?
    @Loose var relationships: Relationships?

    struct Attributes: Decodable, Sendable {
        @LooseText var name: String?
        @LooseText var artistName: String?
        @LooseText var albumName: String?
        @LooseText var curatorName: String?
        @LooseText var composerName: String?
        @LooseText var releaseDate: String?
        @LooseText var lastModifiedDate: String?
        @LooseText var contentRating: String?
        @LooseText var isrc: String?
        @LooseText var upc: String?
        @LooseText var url: String?
        @LooseList var genreNames: [String]
        @LooseList var previews: [Preview]
        @LooseNumber var durationInMillis: Double?
        @LooseNumber var discNumber: Double?
        @LooseNumber var trackNumber: Double?
        @LooseNumber var trackCount: Double?
        @LooseFlag var isCompilation: Bool?
        @Loose var artwork: Artwork?
        @Loose var editorialNotes: Notes?
        @Loose var description: Notes?
    }

    struct Artwork: Decodable, Sendable {
        @LooseText var url: String?
    }

    struct Preview: Decodable, Sendable {
        @LooseText var url: String?
    }

    struct Notes: Decodable, Sendable {
        @LooseText var standard: String?
        @LooseText var short: String?
    }

    struct Relationships: Decodable, Sendable {
        @Loose var albums: AppleMusicPage?
        @Loose var artists: AppleMusicPage?
        /// Of something in a library what it is in the catalog.
        @Loose var catalog: AppleMusicPage?
    }

    /// What the catalog calls its type, also where it is in a library.
    var catalogType: String? {
        type.map { $0.hasPrefix("library-") ? String($0.dropFirst("library-".count)) : $0 }
    }
}

/// A part of a list of resources.
struct AppleMusicPage: Decodable, Sendable {
    @LooseList var data: [AppleMusicResource]
    @LooseText var next: String?

    /// Where the next part begins, if there is one.
    ///
    /// Only this is taken of `next`: what is asked, and where, is for us to say.
    var nextOffset: Int? {
        guard let query = next?.split(separator: "?", maxSplits: 1).dropFirst().first else {
            return nil
        }
        let item = query.split(separator: "&").first { $0.hasPrefix("offset=") }
        return item.flatMap { Int($0.dropFirst("offset=".count)) }
    }
}

/// Of a search a page by its type, of charts a list of pages.
struct AppleMusicResults: Decodable, Sendable {
    @Loose var results: Types?

    struct Types: Decodable, Sendable {
        @LooseList var songs: [AppleMusicPage]
        @LooseList var albums: [AppleMusicPage]
        @LooseList var artists: [AppleMusicPage]
        @LooseList var playlists: [AppleMusicPage]
        @LooseList var stations: [AppleMusicPage]
    }

    func page(of kind: SourceItem.Kind) -> AppleMusicPage? {
        switch kind {
        case .song: results?.songs.first
        case .album: results?.albums.first
        case .artist: results?.artists.first
        case .playlist: results?.playlists.first
        case .station: results?.stations.first
        case .genre: nil
        }
    }
}

/// Why the API refuses.
struct AppleMusicErrors: Decodable, Sendable {
    @LooseList var errors: [Failure]

    struct Failure: Decodable, Sendable {
        @LooseText var title: String?
        @LooseText var detail: String?
    }
}

extension SourceItem.Kind {
    /// What the API calls it.
    var appleMusicType: String {
        switch self {
        case .song: "songs"
        case .album: "albums"
        case .artist: "artists"
        case .genre: "genres"
        case .playlist: "playlists"
        case .station: "stations"
        }
    }
}

extension SourceItem {
    /// Nil for what is none of our kinds, or has no name.
    init?(_ resource: AppleMusicResource, of source: String) {
        guard let id = resource.id, let attributes = resource.attributes,
            let name = attributes.name,
            let kind = Kind.allCases.first(where: { $0.appleMusicType == resource.catalogType }),
            let uriKind = SourceURI.Kind(rawValue: kind.rawValue)
        else { return nil }
        let uri = SourceURI(source: source, kind: uriKind, id: id)
        self.init(kind, uri: uri.text, title: name)
        artist = attributes.artistName ?? attributes.curatorName
        album = attributes.albumName
        length = attributes.$durationInMillis.map { MediaTime(milliseconds: Int64($0)) }
        trackCount = attributes.$trackCount
        modified = attributes.lastModifiedDate.flatMap(isoNanoseconds)
        details = SourceItemDetails(resource, attributes, of: source)
    }
}

extension SourceItemDetails {
    fileprivate init(
        _ resource: AppleMusicResource, _ attributes: AppleMusicResource.Attributes,
        of source: String
    ) {
        self.init(catalogued: attributes.artistName, attributes.releaseDate)
        albumArtist = resource.catalogType == "albums" ? attributes.artistName : nil
        composers = [attributes.composerName].compactMap(\.self)
        // The last of each is the root of all genres.
        genres = attributes.genreNames.filter { $0 != "Music" }
        trackNumber = attributes.$trackNumber
        discNumber = attributes.$discNumber
        isCompilation = attributes.isCompilation
        isExplicit = attributes.contentRating.map { $0 == "explicit" }
        isrc = attributes.isrc
        upc = attributes.upc
        text =
            [attributes.editorialNotes, attributes.description].lazy
            .compactMap { $0?.standard ?? $0?.short }.first
        artworkURL = attributes.artwork?.url
        let relationships = resource.relationships
        let catalogued = relationships?.catalog?.data.first?.attributes
        page = attributes.url ?? catalogued?.url
        previewURL = (attributes.previews + (catalogued?.previews ?? [])).first?.url
        albumURI = sourceURI(.album, relationships?.albums?.data.first?.id, source)
        artistURIs = (relationships?.artists?.data ?? []).compactMap {
            sourceURI(.artist, $0.id, source)
        }
    }
}
