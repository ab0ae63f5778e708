// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// Things of the library as they are listed.
enum ListingTable {
    /// What is in front of a name.
    enum Lead: Sendable {
        case nothing
        /// The position, from 1.
        case number
        case plays
        /// When it was played, or added.
        case played, added
    }

    static func lines(
        _ items: [SourceItem], lead: Lead = .nothing, columns: Int?
    ) -> [String] {
        let leads: [TextTable.Alignment] = lead == .nothing ? [] : [.right]
        var table = TextTable(leads + [.left, .left, .left, .right])
        for (index, item) in items.enumerated() {
            table.add(cells(of: lead, item, at: index) + cells(of: item))
        }
        return table.lines(columns: columns)
    }

    /// The kinds below headings, where there are several.
    static func grouped(_ items: [SourceItem], columns: Int?) -> [String] {
        let kinds = SourceItem.Kind.allCases.filter { kind in
            items.contains { $0.kind == kind }
        }
        guard kinds.count > 1, columns != nil else { return lines(items, columns: columns) }
        var lines: [String] = []
        for kind in kinds {
            if !lines.isEmpty { lines.append("") }
            lines.append(heading(kind))
            lines += Self.lines(
                items.filter { $0.kind == kind }, columns: columns.map { max(1, $0 - 2) }
            ).map { "  " + $0 }
        }
        return lines
    }

    private static func heading(_ kind: SourceItem.Kind) -> String {
        switch kind {
        case .song: "Songs"
        case .album: "Albums"
        case .artist: "Artists"
        case .genre: "Genres"
        case .playlist: "Playlists"
        case .station: "Stations"
        }
    }

    private static func cells(of item: SourceItem) -> [String] {
        let tracks = item.trackCount.map { Words.count($0, "track", "tracks") } ?? ""
        let length = item.length.map(Words.time) ?? ""
        return item.kind == .song
            ? [
                item.title + (item.details.isPlayable ? "" : " (Preview)"), item.artist ?? "",
                item.album ?? "", length,
            ]
            : [item.title, item.artist ?? "", tracks, item.kind == .album ? length : ""]
    }

    private static func cells(of lead: Lead, _ item: SourceItem, at index: Int) -> [String] {
        switch lead {
        case .nothing: []
        case .number: ["\(index + 1)"]
        case .plays: ["\(Words.count(item.plays ?? 0))×"]
        case .played: [Words.date(nanoseconds: item.played ?? 0)]
        case .added: [Words.date(nanoseconds: item.added ?? 0)]
        }
    }
}

/// Things of the library for programs: the keys are stable.
enum ListingJSON {
    static func text(_ item: SourceItem) -> String {
        text(item, of: SourceSettings.library)
    }

    static func text(_ item: SourceItem, of source: String) -> String {
        var json = JSONText()
        json.add("kind", item.kind.rawValue)
        json.add("title", item.title)
        json.add("artist", item.artist)
        json.add("album", item.album)
        json.add("uri", item.uri)
        json.add("length_us", item.length?.microseconds)
        json.add("tracks", item.trackCount.map(Int64.init))
        json.add("plays", item.plays.map(Int64.init))
        json.add("skips", item.skips.map(Int64.init))
        json.add("played", seconds(item.played))
        json.add("added", seconds(item.added))
        json.add("favourite", item.isFavourite)
        json.add("stars", item.rating.map { Int64(($0 * 5).rounded()) })
        json.add("preview", !item.details.isPlayable)
        json.add("page", item.details.page)
        json.add("source", source)
        return json.text
    }

    static func text(_ figures: [LibraryFigure: Int64]) -> String {
        var json = JSONText()
        for figure in LibraryFigure.allCases {
            json.add(key(figure), figures[figure] ?? 0)
        }
        return json.text
    }

    private static func key(_ figure: LibraryFigure) -> String {
        switch figure {
        case .length: "length_us"
        case .playedLength: "played_length_us"
        case .size: "size_bytes"
        default: figure.rawValue
        }
    }

    /// 0 is never.
    private static func seconds(_ nanoseconds: Int64?) -> Int64? {
        nanoseconds.flatMap { $0 > 0 ? $0 / 1_000_000_000 : nil }
    }

    static let documentation = """
        --json prints one object per line with these keys; what is unknown is null:
          kind           "song", "album", "artist", "genre", "playlist" or "station"
          title          text: the name of what has no title
          artist, album  text
          uri            what gatefold play takes
          length_us      microseconds
          tracks         how many songs are in it
          plays, skips   how often it was played, or left early
          played, added  when, in seconds since 1970
          favourite      true or false
          stars          1 to 5
          preview        true where only a piece of it is to be heard
          page           its page on the web
          source         "library", or the name of an online source
        """

    static let figuresDocumentation = """
        --json prints one object with the numbers of tracks, albums, artists, genres, playlists,
        favourites, missing files and plays, and with length_us, played_length_us and size_bytes.
        """
}
