// SPDX-License-Identifier: MPL-2.0

internal import FoundationEssentials
package import GatefoldModel

/// The user's own library there, for who has given a token of theirs.
extension AppleMusicSource {
    /// With the song of the catalog that one of the library stands for: only that has a preview.
    static var whole: [QueryItem] { [QueryItem("include", "catalog")] }

    /// Whether an id is one of a library: of a song, an album, an artist or a playlist.
    func isOfLibrary(_ id: String) -> Bool {
        ["i.", "l.", "r.", "p."].contains { id.hasPrefix($0) }
    }

    // MARK: Lists

    /// All of a kind.
    func library(_ query: SourceQuery) async throws(SourceError) -> SourcePage {
        guard [.song, .album, .artist, .playlist].contains(query.kind) else {
            throw missing("list of all")
        }
        let limit = query.isInOrder ? query.limit : nil
        let found = try await pages(
            "me/library/" + query.kind.appleMusicType, query.kind == .song ? Self.whole : [],
            limit: min(max(0, limit ?? Self.longest), Self.longest), pageSize: Self.tracksPage,
            offset: query.isInOrder ? query.first : 0)
        guard query.isInOrder else { return await .whole(items(found.things), of: query) }
        return SourcePage(query.kind, items(found.things), hasMore: found.hasMore)
    }

    /// The user's playlists in whose name all words are; none without a user.
    func ownPlaylists(_ text: String) async throws(SourceError) -> [SourceItem] {
        guard try await userToken() != nil else { return [] }
        return try await library(SourceQuery(.playlist)).items.containing(wordsOf: text)
    }

    // MARK: Changes

    package func edit(_ edit: LibraryEdit) async throws(SourceError) -> String? {
        switch edit {
        case .createPlaylist(let name, let sources):
            return try await createPlaylist(name, try await tracks(of: sources))
        case .addToPlaylist(let uri, let sources, nil):
            let playlist = try own(uri)
            guard playlist.kind == .playlist, isOfLibrary(playlist.id) else {
                throw SourceError(
                    .notAllowed, "“\(name)”: only playlists of your own can be changed.")
            }
            let body = TrackList(data: try await tracks(of: sources))
            _ = try await response(
                "me/library/playlists/\(segment(playlist.id))/tracks", [], method: "POST",
                body: json(body))
        case .setFavourite(let uri, let isFavourite):
            try await setFavourite(try own(uri), isFavourite)
        default: throw missing("way to change this")
        }
        return nil
    }

    private func createPlaylist(
        _ title: String, _ tracks: [TrackReference]
    ) async throws(SourceError) -> String? {
        let body = NewPlaylist(
            attributes: .init(name: title), relationships: .init(tracks: TrackList(data: tracks)))
        let response = try await response(
            "me/library/playlists", [], method: "POST", body: json(body))
        return items(try await decode(AppleMusicPage.self, response).data).first?.uri
    }

    /// A rating of one is what Apple's own player calls a favourite.
    private func setFavourite(_ uri: SourceURI, _ isFavourite: Bool) async throws(SourceError) {
        guard [.song, .album, .playlist].contains(uri.kind) else {
            throw missing("favourites of this kind of thing")
        }
        let type = (isOfLibrary(uri.id) ? "library-" : "") + uri.kind.rawValue + "s"
        let path = "me/ratings/\(type)/\(segment(uri.id))"
        let body = isFavourite ? json(Rating()) : nil
        _ = try await response(path, [], method: isFavourite ? "PUT" : "DELETE", body: body)
    }

    /// All songs that are in the sources.
    private func tracks(of sources: [String]) async throws(SourceError) -> [TrackReference] {
        let songs = try await together(sources) { source throws(SourceError) in
            let uri = try self.own(source)
            if uri.kind == .song { return [uri.id] }
            return try await self.items(SourceQuery(.song, .of(uri: source))).items
                .compactMap { SourceURI($0.uri)?.id }
        }
        return songs.flatMap(\.self).map {
            TrackReference(id: $0, type: isOfLibrary($0) ? "library-songs" : "songs")
        }
    }

    private func json(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Texts and whole numbers can always be encoded.
        return Array((try? encoder.encode(value)) ?? Data())
    }
}

// Named as in the JSON.

private struct TrackReference: Encodable, Sendable {
    let id: String
    let type: String
}

private struct TrackList: Encodable {
    let data: [TrackReference]
}

private struct NewPlaylist: Encodable {
    struct Attributes: Encodable {
        let name: String
    }

    struct Relationships: Encodable {
        let tracks: TrackList
    }

    let attributes: Attributes
    let relationships: Relationships
}

private struct Rating: Encodable {
    struct Attributes: Encodable {
        let value = 1
    }

    let type = "rating"
    let attributes = Attributes()
}
