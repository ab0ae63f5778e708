// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

extension Track {
    /// Something of an online source as the queue takes it.
    init(_ item: SourceItem) {
        self.init(url: item.uri, tags: TrackTags(item))
    }
}

extension TrackTags {
    fileprivate init(_ item: SourceItem) {
        let details = item.details
        self.init()
        title = item.title
        artists = details.artists.isEmpty ? [item.artist].compactMap(\.self) : details.artists
        album = item.album
        albumArtists = [details.albumArtist].compactMap(\.self)
        genres = details.genres
        composers = details.composers
        trackNumber = details.trackNumber.map { Int32(clamping: $0) }
        discNumber = details.discNumber.map { Int32(clamping: $0) }
        contentCreated = details.released
        isPreview = !details.isPlayable
        page = isPreview ? details.page : nil
        // That of the whole is not that of a piece.
        length = isPreview ? nil : item.length
        artworkURL = details.artworkURL.map(Self.sized)
        artwork = artworkURL == nil ? .none : .unread
    }

    /// The address of a picture in the size that players show, where it leaves that open.
    private static func sized(_ url: String) -> String {
        let parts = url.split(separator: "{", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts[0])) { text, part in
            let isSize = part.hasPrefix("w}") || part.hasPrefix("h}")
            return text + (isSize ? "\(PictureDesk.width)" + part.dropFirst(2) : "{" + part)
        }
    }
}
