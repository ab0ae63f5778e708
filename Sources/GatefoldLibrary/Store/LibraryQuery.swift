// SPDX-License-Identifier: MPL-2.0

/// Which part of a list is wanted.
package struct LibraryPage: Sendable, Hashable {
    package var offset: Int
    /// Nil for all.
    package var limit: Int?

    package init(offset: Int = 0, limit: Int? = nil) {
        self.offset = offset
        self.limit = limit
    }

    package static let all = LibraryPage()

    /// The limit that shows whether there is more.
    static func oneMore(than limit: Int) -> Int { min(max(limit, 0), .max - 1) + 1 }

    /// SQLite's -1 is no limit.
    var values: [any SQLConvertible] { [limit.map { max($0, 0) } ?? -1, max(offset, 0)] }
}

/// Which tracks are wanted, and in which order.
package struct LibraryTrackQuery: Sendable, Hashable {
    package enum Order: Sendable, Hashable {
        /// By title.
        case title
        /// By artist, album and place on it.
        case artist
        /// By album and place on it.
        case album
        case added, lastPlayed, playCount, rating, released, length
    }

    package var album: LibraryAlbum.ID?
    package var artist: LibraryArtist.ID?
    package var genre: LibraryGenre.ID?
    package var isFavourite: Bool?
    package var wasPlayed: Bool?
    package var order = Order.title
    package var isDescending = false
    package var page = LibraryPage.all

    package init() {}
}

/// Which albums are wanted, and in which order.
package struct LibraryAlbumQuery: Sendable, Hashable {
    package enum Order: Sendable, Hashable {
        case title
        /// By artist and date.
        case artist
        case added, released
    }

    /// Albums with something of the artist.
    package var artist: LibraryArtist.ID?
    package var genre: LibraryGenre.ID?
    package var order = Order.title
    package var isDescending = false
    package var page = LibraryPage.all

    package init() {}
}

/// Conditions of a statement, and the values of their places.
struct SQLConditions {
    private var texts: [String] = []
    private(set) var values: [any SQLConvertible] = []

    mutating func require(_ text: String, _ values: (any SQLConvertible)...) {
        require(text, values: values)
    }

    mutating func require(_ text: String, values: [any SQLConvertible]) {
        texts.append(text)
        self.values += values
    }

    /// `WHERE …`; empty where there are none.
    var clause: String { texts.isEmpty ? "" : "WHERE " + texts.joined(separator: " AND ") }
}

extension LibraryTrackQuery {
    var conditions: SQLConditions {
        var conditions = SQLConditions()
        conditions.require("track.missing = 0")
        if let album { conditions.require("track.album = ?", album.rawValue) }
        if let artist {
            conditions.require(
                "track.id IN (SELECT track FROM track_artist WHERE artist = ?)", artist.rawValue)
        }
        if let genre {
            conditions.require(
                "track.id IN (SELECT track FROM track_genre WHERE genre = ?)", genre.rawValue)
        }
        if let isFavourite {
            conditions.require("coalesce(history.favourite, 0) \(isFavourite ? "> 0" : "= 0")")
        }
        if let wasPlayed {
            conditions.require("coalesce(history.plays, 0) \(wasPlayed ? "> 0" : "= 0")")
        }
        return conditions
    }

    var orderClause: String {
        let way = isDescending ? " DESC" : ""
        let place = "track.disc_number, track.track_number, track.title_key"
        return switch order {
        case .title: "track.title_key\(way), track.id"
        case .artist: "track.artist_key\(way), album.title_key, track.album, \(place)"
        case .album: "album.title_key\(way), track.album, \(place)"
        case .added: "track.added\(way), track.id\(way)"
        case .lastPlayed: "coalesce(history.played, 0)\(way), track.title_key, track.id"
        case .playCount: "coalesce(history.plays, 0)\(way), track.title_key, track.id"
        case .rating: "coalesce(history.rating, -1)\(way), track.title_key, track.id"
        case .released: "track.released\(way), track.title_key, track.id"
        case .length: "track.length\(way), track.title_key, track.id"
        }
    }
}

extension LibraryAlbumQuery {
    var conditions: SQLConditions {
        var conditions = SQLConditions()
        conditions.require("album.tracks > 0")
        if let artist {
            conditions.require(
                """
                album.id IN (SELECT track.album FROM track_artist
                JOIN track ON track.id = track_artist.track AND track.missing = 0
                WHERE track_artist.artist = ?)
                """, artist.rawValue)
        }
        if let genre {
            conditions.require(
                """
                album.id IN (SELECT track.album FROM track_genre
                JOIN track ON track.id = track_genre.track AND track.missing = 0
                WHERE track_genre.genre = ?)
                """, genre.rawValue)
        }
        return conditions
    }

    var orderClause: String {
        let way = isDescending ? " DESC" : ""
        return switch order {
        case .title: "album.title_key\(way), album.id"
        case .artist: "album.artist_key\(way), album.released, album.title_key, album.id"
        case .added: "album.added\(way), album.id\(way)"
        case .released:
            "coalesce(album.original, album.released)\(way), album.title_key, album.id"
        }
    }
}
