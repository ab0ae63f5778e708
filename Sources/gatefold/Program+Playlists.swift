// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus
internal import GatefoldModel

/// Playlists by their names.
extension Program {
    func listPlaylists(of client: PlayerClient) throws(ClientError) {
        try client.start()
        let playlists = try client.playlists()
        guard !playlists.isEmpty else {
            return console.line("There are no playlists; gatefold queue save makes one.")
        }
        // Only names for a script; a terminal also sees which one plays.
        let marks = console.outputIsTerminal
        for playlist in playlists {
            let mark = marks ? (playlist.isActive ? "▶ " : "  ") : ""
            console.line(mark + TerminalText.sanitised(playlist.name))
        }
    }

    func play(playlist name: String, on client: PlayerClient) throws(ClientError) {
        try client.start()
        try client.play(try find(name, in: try client.playlists()))
        try tellWhatPlays(client)
    }

    /// By its exact name, or by the only one that differs from it in capitals.
    private func find(
        _ name: String, in playlists: [PlaylistEntry]
    ) throws(ClientError) -> PlaylistEntry {
        let exact = playlists.filter { $0.name == name }
        let similar = playlists.filter { $0.name.lowercased() == name.lowercased() }
        let found = exact.isEmpty ? similar : exact
        guard let playlist = found.first else {
            let hint =
                Suggestion.nearest(to: name, in: playlists.map(\.name)).map {
                    " Did you mean “\($0)”?"
                } ?? ""
            throw ClientError(.refused, "There is no playlist “\(name)”.\(hint)")
        }
        try require(
            found.count == 1,
            "There are \(found.count) playlists “\(name)”: play one of the files by its path.")
        return playlist
    }

    func savePlaylist(
        _ name: String, force: Bool, of client: PlayerClient
    ) throws(ClientError) {
        do {
            try client.savePlaylist(name, replacing: force)
        } catch  where error.code == .exists {
            throw ClientError(.exists, error.description + " --force replaces it.")
        }
        console.line("Saved as “\(TerminalText.sanitised(name))”.")
    }
}

/// Changing those of the library, or of an online source.
extension Program {
    func edit(
        _ command: PlaylistCommand, of source: String?, _ client: PlayerClient
    ) throws(ClientError) -> Int32 {
        try client.start()
        switch command {
        case .show(let name): try show(try playlist(name, of: source, client), client)
        case .create(let name, let paths):
            guard let sources = sources(paths) else { return 1 }
            try edit(.createPlaylist(name: name, sources: sources), on: source, client)
        case .rename(let name, let newName):
            let uri = try playlist(name, of: source, client).uri
            try edit(.renamePlaylist(uri, name: newName), on: source, client)
        case .add(let name, let paths):
            guard let sources = sources(paths) else { return 1 }
            let uri = try playlist(name, of: source, client).uri
            try edit(.addToPlaylist(uri, sources: sources, index: nil), on: source, client)
        case .remove(let name, let ranges): try remove(ranges, from: name, of: source, client)
        case .move(let name, let from, let to):
            let playlist = try playlist(name, of: source, client)
            let entries = try entries([from...from, to...to], of: playlist, client)
            try edit(
                .movePlaylistEntry(playlist.uri, entry: entries[0], index: to - 1), on: source,
                client)
        case .delete(let name):
            let uri = try playlist(name, of: source, client).uri
            try edit(.deletePlaylist(uri), on: source, client)
        case .importing(let files):
            guard let sources = sources(files) else { return 1 }
            for file in sources { try client.edit(.importPlaylist(file: file)) }
        case .exporting(let name, let file, let force):
            return try export(name, to: file, force: force, client)
        }
        return 0
    }

    /// Nil where one of them cannot be: then nothing is changed, and it was told.
    private func sources(_ paths: [Argument]) -> [String]? {
        var sources: [String] = []
        for path in paths {
            do {
                sources.append(try Source.uri(of: path))
            } catch {
                console.complain(error.description)
            }
        }
        return sources.count == paths.count ? sources : nil
    }

    private func edit(
        _ edit: LibraryEdit, on source: String?, _ client: PlayerClient
    ) throws(ClientError) {
        if let source { try client.edit(edit, on: source) } else { try client.edit(edit) }
    }

    private func playlist(
        _ name: String, of source: String?, _ client: PlayerClient
    ) throws(ClientError) -> SourceItem {
        let all =
            if let source { try client.playlists(of: source) } else {
                try client.list(.playlists, count: 2000)
            }
        let found = all.filter { $0.title.lowercased() == name.lowercased() }
        let exact = found.filter { $0.title == name }
        guard found.isEmpty else {
            return try choose(.playlist, named: name, among: exact.isEmpty ? found : exact)
        }
        if source == nil, try client.playlists().contains(where: { $0.name == name }) {
            throw ClientError(
                .refused,
                "“\(name)” is a file, or makes itself: only playlists of the library change here.")
        }
        let hint =
            Suggestion.nearest(to: name, in: all.map(\.title)).map { " Did you mean “\($0)”?" }
            ?? ""
        let place = source ?? "the library"
        throw ClientError(.refused, "There is no playlist “\(name)” in \(place).\(hint)")
    }

    private func show(_ playlist: SourceItem, _ client: PlayerClient) throws(ClientError) {
        let songs = try client.content(of: playlist.uri)
        guard !songs.isEmpty else { return console.line("The playlist is empty.") }
        let lines = ListingTable.lines(songs, lead: .number, columns: console.columns)
        console.write(lines.map { $0 + "\n" }.joined())
    }

    private func remove(
        _ ranges: [ClosedRange<Int>], from name: String, of source: String?,
        _ client: PlayerClient
    ) throws(ClientError) {
        let playlist = try playlist(name, of: source, client)
        let entries = try entries(ranges, of: playlist, client)
        try edit(.removeFromPlaylist(playlist.uri, entries: entries), on: source, client)
    }

    /// The entries at these positions.
    private func entries(
        _ ranges: [ClosedRange<Int>], of playlist: SourceItem, _ client: PlayerClient
    ) throws(ClientError) -> [Int64] {
        let songs = try client.content(of: playlist.uri)
        var entries: [Int64] = []
        for range in ranges {
            try require(
                range.upperBound <= songs.count,
                "There is no song \(range.upperBound): the playlist has "
                    + "\(Words.count(songs.count, "song", "songs")).")
            entries += songs[(range.lowerBound - 1)..<range.upperBound].compactMap(\.entry)
        }
        return entries
    }

    private func export(
        _ name: String, to file: Argument, force: Bool, _ client: PlayerClient
    ) throws(ClientError) -> Int32 {
        let uri: String
        do {
            uri = try Source.futureURI(of: file)
        } catch {
            console.complain(error.description)
            return 1
        }
        let playlist = try playlist(name, of: nil, client)
        do {
            try client.edit(.exportPlaylist(playlist.uri, file: uri, replaces: force))
        } catch  where error.code == .exists {
            throw ClientError(.exists, error.description + " --force replaces it.")
        }
        return 0
    }
}
