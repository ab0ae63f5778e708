// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// An item about which a source can tell more.
protocol SourceRelated: MusicItem {
    /// What a property of this name is to a source; nil for one that comes with the item, if at all.
    static func relation(_ name: String) -> Relation<Self>?
}

/// How a property of an item is got from a source.
struct Relation<Item>: Sendable {
    typealias Question = @Sendable (inout Item, String, any MusicSource) async throws -> Void
    let load: Question

    /// A list of what belongs to the item.
    static func list<Related: SourceBacked>(
        _ change: @escaping @Sendable (inout SourceQuery) -> Void = { _ in },
        limit: Int? = nil,
        into set: @escaping @Sendable (inout Item, MusicItemCollection<Related>) -> Void
    ) -> Relation {
        Relation { item, uri, source in
            var query = SourceQuery(Related.kind, .of(uri: uri))
            change(&query)
            set(
                &item,
                try await .batch(of: SourceList([source], query), limit: limit) { Related($0) })
        }
    }

    /// What no source keeps.
    static func nothing(_ set: @escaping @Sendable (inout Item) -> Void) -> Relation {
        Relation { item, _, _ in set(&item) }
    }
}

extension SourceRelated {
    /// - Returns: nil where the source does not have the item.
    func completed(
        with names: [String], from source: any MusicSource
    ) async throws -> Self? {
        let uri = id.rawValue
        let known = try await Sources.ask(source) { (source) throws(SourceError) in
            try await source.items([uri])
        }
        guard !known.isEmpty else { return nil }
        var item = self
        for name in names { try await Self.relation(name)?.load(&item, uri, source) }
        return item
    }
}

extension MusicItemCollection where MusicItemType: Decodable {
    /// The same items with properties; further batches come without.
    func completed(
        with properties: [PartialMusicAsyncProperty<MusicItemType>]
    ) async throws -> Self {
        var items: [MusicItemType] = []
        for item in self {
            guard let container = item as? any MusicPropertyContainer & MusicItem,
                let whole = try await container.completed(with: properties) as? MusicItemType
            else { return self }
            items.append(whole)
        }
        return replacing(by: items)
    }
}

extension MusicPropertyContainer where Self: MusicItem {
    /// - Parameter properties: of this type.
    fileprivate func completed(with properties: [AnyMusicProperty]) async throws -> Self {
        try await with(properties.compactMap { $0 as? PartialMusicAsyncProperty<Self> })
    }
}

// MARK: Items

extension Song: SourceRelated {
    static func relation(_ name: String) -> Relation<Song>? {
        switch name {
        case "albums": .list { $0.relations.albums = $1 }
        case "artists": .list { $0.relations.artists = $1 }
        case "genres": .list { $0.relations.genres = $1 }
        case "composers":
            .nothing { song in
                let name = song.composerName
                song.relations.composers = MusicItemCollection(
                    name.map { [Artist(name: $0)] } ?? [])
            }
        case "musicVideos": .nothing { $0.relations.musicVideos = [] }
        case "station": .nothing { $0.relations.station = [] }
        default: nil
        }
    }
}

extension Track: SourceRelated {
    static func relation(_ name: String) -> Relation<Track>? {
        Song.relation(name).map { relation in
            Relation { track, uri, source in
                guard case .song(var song) = track else { return }
                try await relation.load(&song, uri, source)
                track = .song(song)
            }
        }
    }
}

extension Album: SourceRelated {
    static func relation(_ name: String) -> Relation<Album>? {
        switch name {
        case "tracks": .list { $0.relations.tracks = $1 }
        case "artists": .list { $0.relations.artists = $1 }
        case "genres": .list { $0.relations.genres = $1 }
        case "appearsOn": .list { $0.relations.appearsOn = $1 }
        case "recordLabels": .nothing { $0.relations.recordLabels = [] }
        case "otherVersions": .nothing { $0.relations.otherVersions = [] }
        case "relatedAlbums": .nothing { $0.relations.relatedAlbums = [] }
        case "relatedVideos": .nothing { $0.relations.relatedVideos = [] }
        default: nil
        }
    }
}

extension Artist: SourceRelated {
    static func relation(_ name: String) -> Relation<Artist>? {
        switch name {
        case "albums": .list { $0.relations.albums = $1 }
        case "genres": .list { $0.relations.genres = $1 }
        case "playlists": .list { $0.relations.playlists = $1 }
        case "topSongs":
            .list({ query in (query.order, query.isDescending) = (.plays, true) }, limit: 25) {
                $0.relations.topSongs = $1
            }
        case "latestRelease":
            .list({ query in (query.order, query.isDescending) = (.released, true) }, limit: 1) {
                $0.relations.latestRelease = $1
            }
        case "fullAlbums": albums(.full) { $0.relations.fullAlbums = $1 }
        case "singles": albums(.single) { $0.relations.singles = $1 }
        case "compilationAlbums": albums(.compilation) { $0.relations.compilationAlbums = $1 }
        case "appearsOnAlbums": albums(.others) { $0.relations.appearsOnAlbums = $1 }
        case "liveAlbums": .nothing { $0.relations.liveAlbums = [] }
        case "featuredAlbums": .nothing { $0.relations.featuredAlbums = [] }
        case "featuredPlaylists": .nothing { $0.relations.featuredPlaylists = [] }
        case "similarArtists": .nothing { $0.relations.similarArtists = [] }
        case "musicVideos": .nothing { $0.relations.musicVideos = [] }
        case "topMusicVideos": .nothing { $0.relations.topMusicVideos = [] }
        case "station": .nothing { $0.relations.station = [] }
        default: nil
        }
    }

    private enum AlbumSort: Sendable {
        case full, single, compilation, others

        /// A single has at most three tracks, as Apple's has.
        init(_ album: Album, of artist: String) {
            self =
                album.isCompilation == true
                ? .compilation
                : album.artistName != artist ? .others : album.trackCount <= 3 ? .single : .full
        }
    }

    private static func albums(
        _ sort: AlbumSort,
        _ set: @escaping @Sendable (inout Artist, MusicItemCollection<Album>) -> Void
    ) -> Relation<Artist> {
        .list { (artist, albums: MusicItemCollection<Album>) in
            let name = artist.name
            set(
                &artist, MusicItemCollection(albums.filter { AlbumSort($0, of: name) == sort }))
        }
    }
}

extension Playlist: SourceRelated {
    static func relation(_ name: String) -> Relation<Playlist>? {
        switch name {
        case "tracks": .list { $0.relations.tracks = $1 }
        case "entries":
            .list { (playlist, tracks: MusicItemCollection<Track>) in
                playlist.relations.entries = MusicItemCollection(
                    tracks.enumerated().map { Playlist.Entry($1, position: $0) })
            }
        case "featuredArtists": .list { $0.relations.featuredArtists = $1 }
        case "curator": .nothing { $0.relations.curator = [] }
        case "radioShow": .nothing { $0.relations.radioShow = [] }
        case "moreByCurator": .nothing { $0.relations.moreByCurator = [] }
        default: nil
        }
    }
}

extension Genre: SourceRelated {
    static func relation(_ name: String) -> Relation<Genre>? {
        name == "parent" ? .nothing { $0.relations.parent = [] } : nil
    }
}
