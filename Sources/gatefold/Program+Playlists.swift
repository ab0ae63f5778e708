// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus

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
