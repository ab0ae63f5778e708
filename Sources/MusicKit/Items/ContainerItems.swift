// SPDX-License-Identifier: MPL-2.0

/// An album, playlist or station that was heard.
public enum RecentlyPlayedMusicItem: PlayableMusicItem, ContainerItem, Codable, Hashable,
    Identifiable, Sendable
{
    /// An album.
    case album(Album)
    /// A playlist.
    case playlist(Playlist)
    /// A station.
    case station(Station)

    var content: Content {
        switch self {
        case .album(let album): .album(album)
        case .playlist(let playlist): .playlist(playlist)
        case .station(let station): .station(station)
        }
    }

    /// That of the item.
    public var id: MusicItemID { content.item.id }
    /// The title of the album, or the name of what it is else.
    public var title: String { content.words.title }
    /// The artist of the album, or who made what it is else; nil where that is not known.
    public var subtitle: String? { content.words.subtitle }
    /// The picture.
    public var artwork: Artwork? { content.artwork }
    /// What a player needs to play it; nil where it cannot be played.
    public var playParameters: PlayParameters? { content.item.playParameters }
}

extension MusicPersonalRecommendation {
    /// An album, playlist or station that the user may like.
    public enum Item: PlayableMusicItem, ContainerItem, Codable, Hashable, Identifiable, Sendable {
        /// An album.
        case album(Album)
        /// A playlist.
        case playlist(Playlist)
        /// A station.
        case station(Station)

        var content: Content {
            switch self {
            case .album(let album): .album(album)
            case .playlist(let playlist): .playlist(playlist)
            case .station(let station): .station(station)
            }
        }

        /// That of the item.
        public var id: MusicItemID { content.item.id }
        /// The title of the album, or the name of what it is else.
        public var title: String { content.words.title }
        /// The artist of the album, or who made what it is else; nil where that is not known.
        public var subtitle: String? { content.words.subtitle }
        /// The picture.
        public var artwork: Artwork? { content.artwork }
        /// What a player needs to play it; nil where it cannot be played.
        public var playParameters: PlayParameters? { content.item.playParameters }
    }
}

/// What stands for one of several types; a queue takes what it stands for.
protocol ContainerItem {
    typealias Content = ContainerContent

    var content: Content { get }
}

/// An album, playlist or station.
enum ContainerContent {
    case album(Album)
    case playlist(Playlist)
    case station(Station)

    var item: any PlayableMusicItem {
        switch self {
        case .album(let album): album
        case .playlist(let playlist): playlist
        case .station(let station): station
        }
    }

    var words: (title: String, subtitle: String?) {
        switch self {
        case .album(let album): (album.title, album.artistName)
        case .playlist(let playlist): (playlist.name, playlist.curatorName)
        case .station(let station): (station.name, station.stationProviderName)
        }
    }

    var artwork: Artwork? {
        switch self {
        case .album(let album): album.artwork
        case .playlist(let playlist): playlist.artwork
        case .station(let station): station.artwork
        }
    }
}
