// SPDX-License-Identifier: MPL-2.0

/// What the tracks of an album say about it together.
struct AlbumSummary: Hashable {
    struct Part {
        var artists: [String]
        var albumArtists: [String] = []
        var isCompilation = false
        var released: String?
        var original: String?
        var added: Int64 = 0
        /// In milliseconds.
        var length: Int64 = 0
    }

    static let variousArtists = "Various Artists"

    var artist = ""
    var isCompilation = false
    var released: String?
    var original: String?
    var added: Int64 = 0
    var length: Int64 = 0

    init(_ parts: [Part]) {
        isCompilation = parts.contains(where: \.isCompilation)
        artist = Self.artist(parts, isCompilation: isCompilation)
        // The tracks of one album agree, or nobody can say which is right.
        released = parts.compactMap(\.released).min()
        original = parts.compactMap(\.original).min()
        added = parts.map(\.added).min() ?? 0
        length = parts.reduce(0) { $0 + $1.length }
    }

    /// That of the tags; else the one whose name comes first on most tracks.
    private static func artist(_ parts: [Part], isCompilation: Bool) -> String {
        if let named = parts.first(where: { !$0.albumArtists.isEmpty }) {
            return named.albumArtists.joined(separator: ", ")
        }
        if isCompilation { return variousArtists }
        var counts: [String: (name: String, count: Int)] = [:]
        for name in parts.compactMap(\.artists.first) {
            counts[SearchText.fold(name), default: (name, 0)].count += 1
        }
        guard let most = counts.values.max(by: { $0.count < $1.count }) else { return "" }
        return counts.count == 1 || most.count * 2 > parts.count ? most.name : variousArtists
    }
}
