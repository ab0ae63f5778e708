// SPDX-License-Identifier: MPL-2.0

internal import Foundation
internal import GatefoldModel

/// An item that a source may have.
protocol SourceBacked: MusicItem {
    static var kind: SourceItem.Kind { get }
    init(_ item: SourceItem)
}

extension Song: SourceBacked {
    static let kind = SourceItem.Kind.song

    init(_ item: SourceItem) {
        let details = item.details
        var attributes = Attributes(name: item.title, artistName: item.artist ?? "")
        attributes.albumName = item.album
        attributes.artwork = Artwork(details)
        attributes.durationInMillis = item.length.map { Int($0.nanoseconds / 1_000_000) }
        attributes.composerName = details.composers.isEmpty ? nil : details.composers.shown
        attributes.contentRating = ContentRating(details)
        attributes.discNumber = details.discNumber
        attributes.genreNames = details.genres
        attributes.isrc = details.isrc
        attributes.releaseDate = details.released
        attributes.trackNumber = details.trackNumber
        attributes.playCount = item.plays
        attributes.lastPlayedDate = DateText.text(nanoseconds: item.played)
        attributes.dateAdded = DateText.text(nanoseconds: item.added)
        attributes.previews = PreviewAsset.all(details)
        attributes.audioVariants = AudioVariant(fileAt: item.uri).map { [$0] }
        attributes.url = details.page.flatMap { URL(string: $0) }
        attributes.playParams = PlayParameters(item, "song", location: URL(string: item.uri))
        self.init(id: MusicItemID(item.uri), attributes: attributes, relations: Relations())
    }
}

extension Track: SourceBacked {
    static let kind = SourceItem.Kind.song

    init(_ item: SourceItem) { self = .song(Song(item)) }
}

extension Album: SourceBacked {
    static let kind = SourceItem.Kind.album

    init(_ item: SourceItem) {
        let details = item.details
        var attributes = Attributes(name: item.title, artistName: item.artist ?? "")
        attributes.artwork = Artwork(details)
        attributes.contentRating = ContentRating(details)
        attributes.editorialNotes = EditorialNotes(details)
        attributes.genreNames = details.genres
        attributes.isCompilation = details.isCompilation
        attributes.lastPlayedDate = DateText.text(nanoseconds: item.played)
        attributes.dateAdded = DateText.text(nanoseconds: item.added)
        attributes.releaseDate = details.released
        attributes.trackCount = item.trackCount
        attributes.upc = details.upc
        attributes.url = details.page.flatMap { URL(string: $0) }
        attributes.playParams = PlayParameters(item, "album")
        self.init(id: MusicItemID(item.uri), attributes: attributes, relations: Relations())
    }
}

extension Artist: SourceBacked {
    static let kind = SourceItem.Kind.artist

    init(_ item: SourceItem) {
        let details = item.details
        var attributes = Attributes(name: item.title)
        attributes.artwork = Artwork(details)
        attributes.editorialNotes = EditorialNotes(details)
        attributes.genreNames = details.genres.isEmpty ? nil : details.genres
        attributes.dateAdded = DateText.text(nanoseconds: item.added)
        attributes.albumCount = details.albumCount
        attributes.url = details.page.flatMap { URL(string: $0) }
        self.init(id: MusicItemID(item.uri), attributes: attributes, relations: Relations())
    }
}

extension Genre: SourceBacked {
    static let kind = SourceItem.Kind.genre

    init(_ item: SourceItem) {
        var attributes = Attributes(name: item.title)
        attributes.dateAdded = DateText.text(nanoseconds: item.added)
        self.init(id: MusicItemID(item.uri), attributes: attributes, relations: Relations())
    }
}

extension Playlist: SourceBacked {
    static let kind = SourceItem.Kind.playlist

    init(_ item: SourceItem) {
        let details = item.details
        var attributes = Attributes(name: item.title)
        attributes.artwork = Artwork(details)
        attributes.curatorName = item.artist
        attributes.playlistType = .userShared
        attributes.description = EditorialNotes(details)
        attributes.lastPlayedDate = DateText.text(nanoseconds: item.played)
        attributes.dateAdded = DateText.text(nanoseconds: item.added)
        attributes.lastModifiedDate = DateText.text(nanoseconds: item.modified)
        attributes.url = details.page.flatMap { URL(string: $0) }
        attributes.playParams = PlayParameters(item, "playlist")
        self.init(id: MusicItemID(item.uri), attributes: attributes, relations: Relations())
    }
}

extension Station: SourceBacked {
    static let kind = SourceItem.Kind.station

    init(_ item: SourceItem) {
        let details = item.details
        var attributes = Attributes(name: item.title)
        attributes.artwork = Artwork(details)
        attributes.editorialNotes = EditorialNotes(details)
        attributes.isLive = true
        attributes.stationProviderName = item.artist
        attributes.url = details.page.flatMap { URL(string: $0) }
        attributes.playParams = PlayParameters(
            item, "radioStation", location: URL(string: item.uri))
        self.init(id: MusicItemID(item.uri), attributes: attributes, relations: NoRelations())
    }
}

// MARK: Parts

extension PlayParameters {
    /// Nil for what the source does not let anybody play.
    fileprivate init?(_ item: SourceItem, _ kind: String, location: URL? = nil) {
        guard item.details.isPlayable else { return nil }
        self.init(id: item.uri, kind: kind, location: location)
    }
}

extension Artwork {
    fileprivate init?(_ details: SourceItemDetails) {
        guard let template = details.artworkURL else { return nil }
        self.init(template: template)
    }
}

extension ContentRating {
    fileprivate init?(_ details: SourceItemDetails) {
        guard let isExplicit = details.isExplicit else { return nil }
        self = isExplicit ? .explicit : .clean
    }
}

extension EditorialNotes {
    fileprivate init?(_ details: SourceItemDetails) {
        guard let text = details.text else { return nil }
        self.init(short: nil, standard: text, name: nil, tagline: nil)
    }
}

extension PreviewAsset {
    fileprivate static func all(_ details: SourceItemDetails) -> [PreviewAsset]? {
        details.previewURL.flatMap { URL(string: $0) }.map {
            [PreviewAsset(url: $0, hlsURL: nil, artwork: nil)]
        }
    }
}

extension [String] {
    fileprivate var shown: String { joined(separator: ", ") }
}
