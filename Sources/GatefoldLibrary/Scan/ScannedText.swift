// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// A file's texts as the library sorts and searches by them: made where files are read, which is done
/// by several threads, and not where they are written.
struct ScannedText: Sendable {
    /// A row of the full-text table.
    struct Words: Sendable {
        let title: String
        let artists: String
        let albumArtists: String
        let album: String
        let composers: String
        let genres: String
    }

    let titleKey: String
    let artistKey: String
    let words: Words

    init(_ file: FileTags) {
        let tags = file.tags
        let artist = file.artistSort ?? tags.artists.first ?? tags.albumArtists.first ?? ""
        titleKey = SearchText.sortKey(file.titleSort ?? tags.title ?? "")
        artistKey = SearchText.sortKey(artist)
        words = Words(
            title: SearchText.fold(tags.title ?? ""), artists: Self.fold(tags.artists),
            albumArtists: Self.fold(tags.albumArtists), album: SearchText.fold(tags.album ?? ""),
            composers: Self.fold(tags.composers), genres: Self.fold(tags.genres))
    }

    private static func fold(_ texts: [String]) -> String {
        texts.count == 1 ? SearchText.fold(texts[0]) : SearchText.fold(texts.joined(separator: " "))
    }
}
