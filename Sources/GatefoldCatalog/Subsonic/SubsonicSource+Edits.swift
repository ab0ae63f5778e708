// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// Favourites, ratings and playlists.
extension SubsonicSource {
    package func edit(_ edit: LibraryEdit) async throws(SourceError) -> String? {
        switch edit {
        case .setFavourite(let uri, let isFavourite):
            try await setFavourite(try own(uri), isFavourite)
        case .setRating(let uri, let rating): try await setRating(try own(uri), rating)
        case .createPlaylist(let name, let sources):
            return try await createPlaylist(name, try await songIDs(of: sources))
        case .renamePlaylist(let uri, let name):
            try await update(try playlist(uri), [QueryItem("name", name)])
        case .deletePlaylist(let uri):
            _ = try await call("deletePlaylist", [QueryItem("id", try playlist(uri).id)])
        case .addToPlaylist(let uri, let sources, let index):
            try await add(try await songIDs(of: sources), to: try playlist(uri), at: index)
        case .removeFromPlaylist(let uri, let entries):
            try await remove(entries, from: try playlist(uri))
        case .movePlaylistEntry(let uri, let entry, let index):
            try await move(entry, to: index, in: try playlist(uri))
        case .addFolder, .removeFolder: throw missing("folders that could be changed from here")
        case .importPlaylist, .exportPlaylist: throw missing("way to import or export playlists")
        }
        return nil
    }

    // MARK: Favourites and ratings

    private func setFavourite(_ uri: SourceURI, _ isFavourite: Bool) async throws(SourceError) {
        let parameter =
            switch uri.kind {
            case .song: "id"
            case .album: "albumId"
            case .artist: "artistId"
            default: throw missing("favourites of this kind of thing")
            }
        do throws(SourceError) {
            _ = try await call(isFavourite ? "star" : "unstar", [QueryItem(parameter, uri.id)])
        } catch  where error.code == .failed {
            // Some servers call it an error to be asked for what is the case already.
            let item = try await items([uri.text]).first
            guard item?.isFavourite == isFavourite else { throw error }
        }
    }

    private func setRating(_ uri: SourceURI, _ rating: Double?) async throws(SourceError) {
        guard [.song, .album, .artist].contains(uri.kind) else {
            throw missing("ratings of this kind of thing")
        }
        let stars = Int((min(max(rating ?? 0, 0), 1) * 5).rounded())
        _ = try await call("setRating", [QueryItem("id", uri.id), QueryItem("rating", stars)])
    }

    // MARK: Playlists

    private func playlist(_ uri: String) throws(SourceError) -> SourceURI {
        let own = try own(uri)
        guard own.kind == .playlist else {
            throw SourceError(.invalid, "“\(quoted(uri))” is no playlist.")
        }
        return own
    }

    /// The ids of all songs that are in the sources.
    private func songIDs(of sources: [String]) async throws(SourceError) -> [String] {
        let songs = try await together(sources) { source throws(SourceError) in
            let uri = try self.own(source)
            if uri.kind == .song { return [uri.id] }
            return try await self.wholeContent(of: uri, .song).compactMap {
                SourceURI($0.uri)?.id
            }
        }
        return songs.flatMap(\.self)
    }

    /// Servers before 1.14 do not say what they made: it is the newest of its name.
    private func createPlaylist(
        _ title: String, _ songs: [String]
    ) async throws(SourceError) -> String? {
        guard try await !playlists().contains(where: { $0.title == title }) else {
            throw SourceError(.exists, "There is a playlist “\(title)” on “\(name)” already.")
        }
        var request = SubsonicRequest("createPlaylist", [QueryItem("name", title)])
        request.items += songs.map { QueryItem("songId", $0) }
        request.repeats = false
        if let playlist = try await call(request).playlist,
            let item = SourceItem(playlist, of: name)
        {
            return item.uri
        }
        return try await playlists().filter { $0.title == title }
            .max { ($0.added ?? 0) < ($1.added ?? 0) }?.uri
    }

    private func add(
        _ songs: [String], to playlist: SourceURI, at index: Int?
    ) async throws(SourceError) {
        guard let index else {
            return try await update(playlist, songs.map { QueryItem("songIdToAdd", $0) })
        }
        var ids = try await songIDs(in: playlist)
        ids.insert(contentsOf: songs, at: min(max(0, index), ids.count))
        try await rewrite(playlist, ids)
    }

    private func remove(_ entries: [Int64], from playlist: SourceURI) async throws(SourceError) {
        let ids = try await songIDs(in: playlist)
        let places = try entries.map { entry throws(SourceError) in try place(of: entry, in: ids)
        }
        try await update(playlist, Set(places).sorted().map { QueryItem("songIndexToRemove", $0) })
    }

    private func move(
        _ entry: Int64, to index: Int, in playlist: SourceURI
    ) async throws(SourceError) {
        var ids = try await songIDs(in: playlist)
        let song = ids.remove(at: try place(of: entry, in: ids))
        ids.insert(song, at: min(max(0, index), ids.count))
        try await rewrite(playlist, ids)
    }

    private func update(
        _ playlist: SourceURI, _ items: [QueryItem]
    ) async throws(SourceError) {
        guard !items.isEmpty else { return }
        var request = SubsonicRequest("updatePlaylist", [QueryItem("playlistId", playlist.id)])
        request.items += items
        request.repeats = false
        _ = try await call(request)
    }

    /// The API cannot move an entry; in one call, so that nothing gets lost between two.
    private func rewrite(_ playlist: SourceURI, _ songs: [String]) async throws(SourceError) {
        var request = SubsonicRequest("createPlaylist", [QueryItem("playlistId", playlist.id)])
        request.items += songs.map { QueryItem("songId", $0) }
        request.repeats = false
        _ = try await call(request)
    }

    // MARK: Entries

    /// What is in a playlist, each at its index there.
    private func entries(of playlist: SourceURI) async throws(SourceError) -> [SubsonicSong] {
        let answer = try await call("getPlaylist", [QueryItem("id", playlist.id)])
        guard let playlist = answer.playlist else { throw .senseless(name) }
        return playlist.entry
    }

    /// The ids of the songs; an entry that has none could not be written again.
    private func songIDs(in playlist: SourceURI) async throws(SourceError) -> [String] {
        try await entries(of: playlist).map { entry throws(SourceError) in
            guard let id = entry.id else { throw .senseless(name) }
            return id
        }
    }

    func content(of playlist: SourceURI) async throws(SourceError) -> [SourceItem] {
        try await entries(of: playlist).enumerated().compactMap { index, song in
            guard let id = song.id, var item = SourceItem(song, of: name) else { return nil }
            item.entry = SubsonicEntry.number(song: id, index: index)
            return item
        }
    }

    private func place(of entry: Int64, in songs: [String]) throws(SourceError) -> Int {
        guard let place = SubsonicEntry.place(of: entry, in: songs) else {
            throw SourceError(
                .notFound, "The playlist was changed in the meantime: list it again.")
        }
        return place
    }
}

/// A place in a playlist of the server, which numbers places only: with what was there, so that
/// nothing else is moved or removed when the playlist was changed elsewhere.
enum SubsonicEntry {
    /// 31 bits of a hash of the song's id, and 32 of the index.
    static func number(song: String, index: Int) -> Int64 {
        Int64(hash(song) >> 1) << 32 | Int64(truncatingIfNeeded: index) & 0xFFFF_FFFF
    }

    /// Where the entry is: where it was, or where its song is alone; nil for nowhere.
    static func place(of number: Int64, in songs: [String]) -> Int? {
        let index = Int(number & 0xFFFF_FFFF)
        let places = songs.indices.filter {
            Self.number(song: songs[$0], index: index) == number
        }
        return places.contains(index) ? index : places.count == 1 ? places[0] : nil
    }

    /// FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/): the same in every process.
    private static func hash(_ text: String) -> UInt32 {
        text.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }
}
