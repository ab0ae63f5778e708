// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus
internal import GatefoldModel

/// The music library.
extension Program {
    // MARK: Finding

    func search(_ wish: SearchWish, _ client: PlayerClient) throws(ClientError) -> Int32 {
        try client.start()
        if let source = wish.source { return try search(wish, in: source, client) }
        let found = try client.search(wish.text, for: wish.kinds, limit: wish.limit)
        if found.isEmpty { try requireTracks(client) }
        try require(!found.isEmpty, "Nothing in the library has “\(wish.text)”.")
        let lines =
            wish.json
            ? found.map(ListingJSON.text) : ListingTable.grouped(found, columns: console.columns)
        console.write(lines.map { $0 + "\n" }.joined())
        return 0
    }

    static let emptyLibrary =
        "The library is empty: gatefold library scan takes in the music folder, and "
        + "gatefold library add FOLDER another one."

    /// Says of an empty library what to do, where nothing was found in it.
    private func requireTracks(_ client: PlayerClient) throws(ClientError) {
        try require(try client.figures()[.tracks] ?? 0 > 0, Self.emptyLibrary)
    }

    func play(
        _ wish: LibraryWish, from source: String?, _ client: PlayerClient
    ) throws(ClientError) -> Int32 {
        try client.start()
        if let source { return try play(wish, from: source, client) }
        let uris: [String]
        switch wish {
        case .found(let text):
            uris = try client.search(text, for: [.song], limit: Self.mostFound).map(\.uri)
            if uris.isEmpty { try requireTracks(client) }
            try require(!uris.isEmpty, "Nothing in the library has “\(text)”.")
        case .named(let kind, let name):
            let found =
                kind == .genre
                ? try genres(named: name, client)
                : try client.search(name, for: [kind], limit: Self.mostAsked)
            if found.isEmpty { try requireTracks(client) }
            uris = [try choose(kind, named: name, among: found).uri]
        }
        try EnqueueJob(client, console, playing: true).run(uris, at: .replace)
        return 0
    }

    static let mostFound = 500
    /// More cannot be looked through.
    static let mostAsked = 50

    private func genres(
        named name: String, _ client: PlayerClient
    ) throws(ClientError) -> [SourceItem] {
        let name = name.lowercased()
        let all = try client.list(.genres, count: 2000)
        return Array(all.filter { $0.title.lowercased().contains(name) }.prefix(Self.mostAsked))
    }

    // MARK: Folders and lists

    func perform(_ command: LibraryCommand, _ client: PlayerClient) throws(ClientError) -> Int32 {
        switch command {
        case .status: try showStatus(client)
        case .add(let folders, let background):
            return try add(folders, background: background, client)
        case .remove(let folders): return try remove(folders, client)
        case .scan(let background): try scan(background: background, client)
        case .cancel:
            let isScanning = client.isRunning ? try client.isScanning() : false
            try require(isScanning, "No scan is under way.")
            try client.cancelScan()
        case .stats(let json): try showFigures(json: json, client)
        case .list(let list, let limit, let json):
            try client.start()
            try show(try client.list(list, count: limit), of: list, json: json)
        }
        return 0
    }

    private func showStatus(_ client: PlayerClient) throws(ClientError) {
        try client.start()
        let folders = try client.folders()
        guard !folders.isEmpty else { return console.line(Self.emptyLibrary) }
        var table = TextTable([.left, .right, .left])
        for folder in folders {
            let path = FileURI.decode(folder.uri)?.printable ?? folder.uri
            let tracks = Words.count(folder.trackCount, "track", "tracks")
            let state =
                folder.isAvailable
                ? (folder.scanned > 0 ? "" : "not scanned to its end yet") : "not there now"
            table.add([path, tracks, state])
        }
        for line in table.lines(columns: console.columns) { console.line(line) }
        if try client.isScanning() { console.line("A scan is under way.") }
    }

    private func add(
        _ folders: [Argument], background: Bool, _ client: PlayerClient
    ) throws(ClientError) -> Int32 {
        try client.start()
        let added = try edit(folders, client) { .addFolder($0) }
        guard added > 0 else { return 1 }
        try scan(background: background, client)
        return added == folders.count ? 0 : 1
    }

    private func remove(
        _ folders: [Argument], _ client: PlayerClient
    ) throws(ClientError) -> Int32 {
        try client.start()
        return try edit(folders, client) { .removeFolder($0) } == folders.count ? 0 : 1
    }

    /// - Returns: how many folders it was done to; the others are told.
    private func edit(
        _ folders: [Argument], _ client: PlayerClient, _ make: (String) -> LibraryEdit
    ) throws(ClientError) -> Int {
        var count = 0
        for folder in folders {
            do {
                try client.edit(make(try Source.futureURI(of: folder)))
                count += 1
            } catch let problem as Source.Problem {
                console.complain(problem.description)
            } catch let error as ClientError {
                guard error.code == .refused else { throw error }
                console.complain(TerminalText.sanitised(error.description))
            } catch {
                preconditionFailure("nothing else is thrown")
            }
        }
        return count
    }

    private func scan(background: Bool, _ client: PlayerClient) throws(ClientError) {
        try client.start()
        guard background else { return try ScanFollower(client, console).run() }
        if try client.startScan().isEmpty { throw ScanFollower.noFolder }
        console.line("Scanning; gatefold library status tells when it is done.")
    }

    private func show(
        _ items: [SourceItem], of list: LibraryList, json: Bool
    ) throws(ClientError) {
        let lead: ListingTable.Lead =
            switch list {
            case .mostPlayed: .plays
            case .recentlyPlayed: .played
            case .recentlyAdded: .added
            default: .nothing
            }
        try require(
            !items.isEmpty,
            list == .recentlyAdded ? Self.emptyLibrary : "Nothing of the library was played yet.")
        let lines =
            json
            ? items.map(ListingJSON.text)
            : ListingTable.lines(items, lead: lead, columns: console.columns)
        console.write(lines.map { $0 + "\n" }.joined())
    }

    private func showFigures(json: Bool, _ client: PlayerClient) throws(ClientError) {
        try client.start()
        let figures = try client.figures()
        guard !json else { return console.line(ListingJSON.text(figures)) }
        for line in FigureTable.lines(figures, columns: console.columns) { console.line(line) }
    }

    // MARK: The current song

    func favourite(_ isOn: Bool?, _ client: PlayerClient) throws(ClientError) {
        if let isOn { return try client.setFavourite(isOn) }
        console.line(try currentSong(client).isFavourite == true ? "on" : "off")
    }

    func stars(_ stars: Int?, _ client: PlayerClient) throws(ClientError) {
        if let stars { return try client.setRating(stars == 0 ? nil : Double(stars) / 5) }
        let rating = try currentSong(client).rating
        console.line(rating.map { "\(Int(($0 * 5).rounded()))" } ?? "none")
    }

    private func currentSong(_ client: PlayerClient) throws(ClientError) -> SourceItem {
        guard let song = try client.currentSong() else {
            throw ClientError(.refused, "The current song is not in the library.")
        }
        return song
    }
}

/// The sizes of the library for people.
enum FigureTable {
    static func lines(_ figures: [LibraryFigure: Int64], columns: Int?) -> [String] {
        var table = TextTable([.left, .right])
        for (figure, name) in names {
            table.add([name, text(figures[figure] ?? 0, of: figure)])
        }
        return table.lines(columns: columns)
    }

    private static let names: [(LibraryFigure, String)] = [
        (.tracks, "Tracks"), (.albums, "Albums"), (.artists, "Artists"), (.genres, "Genres"),
        (.playlists, "Playlists"), (.favourites, "Favourites"), (.length, "Length"),
        (.size, "Size"), (.missing, "Missing"), (.plays, "Plays"), (.playedLength, "Played"),
    ]

    private static func text(_ value: Int64, of figure: LibraryFigure) -> String {
        switch figure {
        case .length, .playedLength: Words.days(MediaTime(microseconds: value))
        case .size: Words.size(bytes: value)
        default: Words.count(Int(value))
        }
    }
}
