// SPDX-License-Identifier: MPL-2.0

/// Names something of the library as a source for the queue, such as `gatefold:album/12`.
///
/// A single song is the `file://` URI that it is anyway.
package enum LibraryURI: Sendable, Hashable {
    /// Every song.
    case songs
    case album(Int64)
    case artist(Int64)
    case genre(Int64)
    case playlist(Int64)
    /// A list that makes itself, by its name.
    case list(String)

    package static let scheme = "gatefold:"

    /// Nil for what is no such URI.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.scheme) else { return nil }
        let parts = text.dropFirst(Self.scheme.count).split(
            separator: "/", omittingEmptySubsequences: false)
        let number = parts.count == 2 ? Int64(parts[1]) : nil
        switch (parts[0], number) {
        case ("songs", _) where parts.count == 1: self = .songs
        case ("album", let number?): self = .album(number)
        case ("artist", let number?): self = .artist(number)
        case ("genre", let number?): self = .genre(number)
        case ("playlist", let number?): self = .playlist(number)
        case ("list", _) where parts.count == 2: self = .list(String(parts[1]))
        default: return nil
        }
    }

    package var text: String {
        let path =
            switch self {
            case .songs: "songs"
            case .album(let id): "album/\(id)"
            case .artist(let id): "artist/\(id)"
            case .genre(let id): "genre/\(id)"
            case .playlist(let id): "playlist/\(id)"
            case .list(let name): "list/\(name)"
            }
        return Self.scheme + path
    }
}
