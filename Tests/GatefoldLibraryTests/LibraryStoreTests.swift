// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldLibrary
import GatefoldModel
import GatefoldTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct `Albums of the library` {
    let tree: MusicTree

    init() throws {
        tree = try MusicTree()
    }

    private func albums() async throws -> [LibraryAlbum] {
        try await tree.read { (reader) throws(LibraryError) in try reader.albums() }
    }

    @Test func `of one title in two folders are two`() async throws {
        try tree.add("Queen/a.flac", "TITLE=A", "ALBUM=Greatest Hits", "ARTIST=Queen")
        try tree.add("Abba/a.flac", "TITLE=B", "ALBUM=Greatest Hits", "ARTIST=Abba")
        try await tree.scan()
        #expect(try await albums().map(\.artist).sorted() == ["Abba", "Queen"])
    }

    @Test func `of one title by two artists in one folder are two`() async throws {
        try tree.add("a.flac", "TITLE=A", "ALBUM=Best Of", "ALBUMARTIST=Queen")
        try tree.add("b.flac", "TITLE=B", "ALBUM=Best Of", "ALBUMARTIST=Abba")
        try await tree.scan()
        #expect(try await albums().count == 2)
    }

    @Test func `on several discs are one, in order`() async throws {
        for (disc, number) in [(2, 1), (1, 2), (1, 1), (2, 10), (2, 2)] {
            try tree.add(
                "L/CD\(disc)/\(number).flac", "TITLE=\(disc).\(number)", "ALBUM=L", "ARTIST=X",
                "DISCNUMBER=\(disc)", "TRACKNUMBER=\(number)", seconds: 60)
        }
        try await tree.scan()
        let album = try #require(try await albums().first)
        #expect(album.trackCount == 5)
        #expect(album.length == MediaTime(seconds: 300))
        let titles = try await tree.read { (reader) throws(LibraryError) in
            try reader.tracks(of: album.id)
        }.compactMap(\.tags.title)
        #expect(titles == ["1.1", "1.2", "2.1", "2.2", "2.10"])
        #expect(try await albums().count == 1)
    }

    @Test func `are of various artists when nobody is on most of them`() async throws {
        for artist in ["A", "B", "C"] {
            try tree.add("\(artist).flac", "TITLE=\(artist)", "ALBUM=Mix", "ARTIST=\(artist)")
        }
        try await tree.scan()
        #expect(try await albums().map(\.artist) == ["Various Artists"])
        let found = try await tree.read { (reader) throws(LibraryError) in
            try reader.search("various mix", kinds: [.album])
        }
        #expect(found.albums.map(\.title) == ["Mix"])
    }

    @Test func `go with their last track`() async throws {
        try tree.add("a.flac", "TITLE=A", "ALBUM=Old", "ARTIST=X", "GENRE=G")
        try await tree.scan()
        try tree.add("a.flac", "TITLE=A", "ALBUM=New", "ARTIST=Y")
        try await tree.scan()
        #expect(try await albums().map(\.title) == ["New"])
        let names = try await tree.read { (reader) throws(LibraryError) in
            try reader.artists().map(\.name) + reader.genres().map(\.name)
        }
        #expect(names == ["Y"])
    }

    @Test func `are listed by what is asked for`() async throws {
        for (title, artist, date) in [
            ("B", "The Xs", "1990"), ("A", "Ys", "1980"), ("C", "Xs", "1970"),
        ] {
            try tree.add(
                "\(title)/1.flac", "TITLE=\(title)", "ALBUM=\(title)", "ARTIST=\(artist)",
                "DATE=\(date)", "GENRE=\(artist == "Ys" ? "Pop" : "Rock")")
        }
        try await tree.scan()
        let lists = try await tree.read { (reader) throws(LibraryError) in
            var query = LibraryAlbumQuery()
            var lists = [try reader.albums(query)]
            query.order = .artist
            lists.append(try reader.albums(query))
            query.order = .released
            query.isDescending = true
            query.page = LibraryPage(offset: 1, limit: 1)
            lists.append(try reader.albums(query))
            query = LibraryAlbumQuery()
            query.genre = try reader.genre(named: "ROCK")?.id
            lists.append(try reader.albums(query))
            query = LibraryAlbumQuery()
            query.artist = try reader.artist(named: "ys")?.id
            lists.append(try reader.albums(query))
            return lists.map { $0.map(\.title).joined() }
        }
        #expect(lists == ["ABC", "CBA", "A", "BC", "A"])
    }
}

@Suite struct `The history of the library` {
    let tree: MusicTree

    init() async throws {
        tree = try MusicTree()
        for title in ["A", "B", "C"] {
            try tree.add("\(title).flac", "TITLE=\(title)", "ARTIST=X", seconds: 100)
        }
        try await tree.scan()
    }

    private func list(_ list: SmartList) async throws -> String {
        try await tree.read { (reader) throws(LibraryError) in
            try reader.tracks(in: list, .all)
        }.compactMap(\.tags.title).joined()
    }

    @Test func `counts plays and skips, and makes lists of them`() async throws {
        let (a, b) = (try await tree.track("A").id, try await tree.track("B").id)
        try await tree.write { (writer) throws(LibraryError) in
            for _ in 0..<3 { try writer.notePlayed(b) }
            try writer.notePlayed(a)
            try writer.noteSkipped(a)
        }
        #expect(try await list(.mostPlayed) == "BA")
        #expect(try await list(.neverPlayed) == "C")
        #expect(try await list(.recentlyAdded).count == 3)
        let track = try await tree.track("A")
        #expect(track.history.skips == 1)
        let statistics = try await tree.read { (reader) throws(LibraryError) in
            try reader.statistics()
        }
        #expect(statistics.plays == 4)
        #expect(statistics.playedLength == MediaTime(seconds: 400))
        #expect(statistics.tracks == 3)
        #expect(statistics.length == MediaTime(seconds: 300))
    }

    @Test func `keeps when a favourite became one`() async throws {
        let (a, b) = (try await tree.track("A").id, try await tree.track("B").id)
        for id in [a, b, a] {
            try await tree.write { (writer) throws(LibraryError) in
                try writer.setFavourite(id, true)
            }
        }
        #expect(try await list(.favourites) == "BA")
        try await tree.write { (writer) throws(LibraryError) in try writer.setFavourite(b, false) }
        #expect(try await list(.favourites) == "A")
    }

    @Test(arguments: [(0.5, 0.5), (-3, 0), (7, 1), (Double.nan, 0), (nil, nil)])
    func `keeps ratings from 0 to 1`(rating: Double?, kept: Double?) async throws {
        let a = try await tree.track("A").id
        try await tree.write { (writer) throws(LibraryError) in try writer.setRating(a, rating) }
        #expect(try await tree.track("A").history.rating == kept)
    }

    @Test func `refuses what is not in the library`() async throws {
        await #expect(throws: LibraryError.self) {
            try await tree.write { (writer) throws(LibraryError) in
                try writer.notePlayed(LibraryID(rawValue: 12_345))
            }
        }
    }
}

@Suite struct `Playlists of the library` {
    let tree: MusicTree
    let tracks: [Track]

    init() async throws {
        tree = try MusicTree()
        for title in ["A", "B", "C"] { try tree.add("\(title).flac", "TITLE=\(title)", "ARTIST=X") }
        try await tree.scan()
        tracks = try await tree.read { (reader) throws(LibraryError) in
            try reader.tracks().map(\.track)
        }
    }

    private func titles(_ id: LibraryPlaylist.ID) async throws -> String {
        try await entries(id).map { $0.track.tags?.title ?? "?" }.joined()
    }

    private func entries(_ id: LibraryPlaylist.ID) async throws -> [LibraryPlaylistEntry] {
        try await tree.read { (reader) throws(LibraryError) in try reader.entries(of: id) }
    }

    private func make() async throws -> LibraryPlaylist.ID {
        let tracks = tracks
        return try await tree.write { (writer) throws(LibraryError) in
            try writer.createPlaylist(named: " Mine ", tracks)
        }
    }

    @Test func `are made, renamed and deleted`() async throws {
        let id = try await make()
        let playlists = { [tree] in
            try await tree.read { (reader) throws(LibraryError) in try reader.playlists() }
        }
        #expect(try await playlists().map(\.name) == ["Mine"])
        #expect(try await playlists().map(\.trackCount) == [3])
        try await tree.write { (writer) throws(LibraryError) in
            try writer.renamePlaylist(id, to: "Yours")
            try writer.noteChosen(id)
        }
        #expect(try await playlists().map(\.name) == ["Yours"])
        #expect(try #require(try await playlists().first).played > 0)
        try await tree.write { (writer) throws(LibraryError) in try writer.deletePlaylist(id) }
        #expect(try await playlists().isEmpty)
        #expect(try await entries(id).isEmpty)
    }

    @Test func `are edited at every place`() async throws {
        let id = try await make()
        let (a, c) = (tracks[0], tracks[2])
        try await tree.write { (writer) throws(LibraryError) in
            try writer.add([c, c], to: id, at: 1)
        }
        #expect(try await titles(id) == "ACCBC")
        try await tree.write { (writer) throws(LibraryError) in try writer.add([a], to: id) }
        #expect(try await titles(id) == "ACCBCA")
        let entries = try await entries(id)
        try await tree.write { (writer) throws(LibraryError) in
            try writer.remove([entries[1].id, entries[4].id], from: id)
            try writer.move(entries[3].id, to: 0, in: id)
            try writer.move(entries[0].id, to: 99, in: id)
        }
        #expect(try await titles(id) == "BCAA")
        try await tree.write { (writer) throws(LibraryError) in
            try writer.setTracks([c, a], of: id)
        }
        #expect(try await titles(id) == "CA")
    }

    @Test(arguments: ["", "  ", String(repeating: "x", count: 2000)])
    func `need a name`(name: String) async throws {
        await #expect(throws: LibraryError.self) {
            try await tree.write { (writer) throws(LibraryError) in
                try writer.createPlaylist(named: name)
            }
        }
    }

    @Test func `change wholly or not at all`() async throws {
        let id = try await make()
        await #expect(throws: LibraryError.self) {
            try await tree.write { (writer) throws(LibraryError) in
                try writer.setTracks([], of: id)
                try writer.deletePlaylist(LibraryID(rawValue: 99))
            }
        }
        #expect(try await titles(id) == "ABC")
    }

    @Test func `keep streams, and tracks that move or are missing`() async throws {
        var stream = Track(url: "http://host/stream", tags: TrackTags())
        stream.tags?.title = "Radio"
        let id = try await make()
        try await tree.write { [stream] (writer) throws(LibraryError) in
            try writer.add([stream], to: id)
        }
        try tree.move("A.flac", to: "elsewhere/A.flac")
        try tree.remove("B.flac")
        try await tree.scan()
        let entries = try await entries(id)
        #expect(entries.map { $0.track.tags?.title } == ["A", "B", "C", "Radio"])
        #expect(entries[0].track.url.hasSuffix("/elsewhere/A.flac"))
        #expect(entries[3].libraryTrack == nil)
        #expect(entries[3].track.url == "http://host/stream")
    }

    @Test(arguments: ["m3u8", "xspf"])
    func `go to files and back, with relative paths`(kind: String) async throws {
        let odd = ["#1: 50% é.flac", " blank .flac", "a:b.flac"]
        for name in odd { try tree.add("odd/" + name, "TITLE=\(name)", "ARTIST=X") }
        try await tree.scan()
        let all = try await tree.read { (reader) throws(LibraryError) in
            try reader.tracks().map(\.track)
        }
        let file = tree.folder["music/lists/mine.\(kind)"]
        try makeDirectories(path: file.parent.printable)
        try PlaylistFile.write(title: "Mine", all, to: file)
        let text = String(decoding: try contents(of: file), as: UTF8.self)
        #expect(!text.contains(tree.music.printable))
        // The folder as a whole may go elsewhere.
        try #require(rename(tree.music.printable, tree.folder["moved"].printable) == 0)
        let read = try PlaylistFile.read(tree.folder["moved/lists/mine.\(kind)"])
        #expect(read.title == "mine")
        #expect(read.problems.isEmpty)
        let moved = all.map { track in
            track.url.split(separator: "/music/").joined(separator: "/moved/")
        }
        #expect(read.tracks.map { normal($0.url) } == moved)
    }

    @Test func `keep a file that lies elsewhere by its whole path`() throws {
        let file = tree.folder["far.m3u8"]
        try PlaylistFile.write(
            title: "Far", [Track(url: "file:///elsewhere/a.mp3"), Track(url: "http://h/s")],
            to: file)
        let text = String(decoding: try contents(of: file), as: UTF8.self)
        #expect(text == "#EXTM3U\n/elsewhere/a.mp3\nhttp://h/s\n")
    }

    @Test func `cannot be files of another kind`() {
        #expect(throws: LibraryError.self) {
            try PlaylistFile.write(title: "", [], to: tree.folder["list.txt"])
        }
        #expect(throws: LibraryError.self) { try PlaylistFile.read(tree.folder["list.txt"]) }
        #expect(throws: LibraryError.self) { try PlaylistFile.read(tree.folder["none.m3u8"]) }
    }
}

/// Without `x/../`.
private func normal(_ url: String) -> String {
    var parts: [Substring] = []
    for part in url.split(separator: "/", omittingEmptySubsequences: false) {
        if part == ".." { parts.removeLast() } else if part != "." { parts.append(part) }
    }
    return parts.joined(separator: "/")
}
