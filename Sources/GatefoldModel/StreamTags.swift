// SPDX-License-Identifier: MPL-2.0

/// What a stream says of itself while it plays.
package struct StreamTags: Sendable, Hashable {
    package var title: String?
    package var artist: String?
    /// The station: `icy-name` (GStreamer's `organization`).
    package var station: String?
    package var genre: String?
    /// A picture of the song or the station: ICY's `StreamUrl`, where that names an image.
    package var artworkURL: String?

    package init() {}

    /// The title and the artist; the one field of ICY often holds both, as `Artist - Title`.
    ///
    /// Not split where that tells nothing: the station is no artist of its own programme.
    package var song: (title: String?, artist: String?) {
        guard let title else { return (nil, artist) }
        let words = title.split(separator: " ")
        let isNothing = words.allSatisfy { Self.dashes.contains($0) }
        if isNothing { return (nil, artist) }
        guard artist == nil, let dash = words.firstIndex(where: Self.dashes.contains) else {
            return (title, artist)
        }
        let (left, right) = (words[..<dash], words[(dash + 1)...])
        let name = left.joined(separator: " ")
        guard !left.isEmpty, !right.isEmpty, name.lowercased() != station?.lowercased() else {
            return (title, nil)
        }
        return (right.joined(separator: " "), name)
    }

    private static let dashes: Set<Substring> = ["-", "–", "—"]
}
