// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldTestSupport
internal import Testing

@testable import gatefold

private func parse(_ words: String...) -> Result<Command, UsageError> {
    Result { () throws(UsageError) in
        try Arguments.parse(words.map { Argument(bytes: $0.utf8) })
    }
}

@Suite struct `Commands of the library` {
    @Test func `take values of options with a space or an equals sign`() throws {
        var wish = SearchWish(text: "best of")
        wish.kinds = [.album, .song]
        wish.limit = 5
        wish.json = true
        let orders = [
            ["search", "--type", "album", "--type=song", "--limit", "5", "--json", "best", "of"],
            ["search", "best", "--limit=5", "of", "--type=album", "--json", "--type", "song"],
        ]
        for words in orders {
            let command = try Arguments.parse(words.map { Argument(bytes: $0.utf8) })
            #expect(command == .search(wish))
        }
    }

    @Test func `name one thing to play`() {
        #expect(
            parse("play", "--album", "Best Of") == .success(.playFound(.named(.album, "Best Of"))))
        #expect(parse("play", "--genre=Jazz") == .success(.playFound(.named(.genre, "Jazz"))))
        #expect(parse("play", "--search", "a b") == .success(.playFound(.found("a b"))))
        #expect(parse("play", "--playlist", "Sunday") == .success(.playPlaylist("Sunday")))
    }

    @Test func `are understood`() {
        #expect(parse("library") == .success(.library(.status)))
        #expect(
            parse("library", "add", "/m", "/n", "--background")
                == .success(.library(.add(["/m", "/n"], background: true))))
        #expect(parse("library", "scan", "--cancel") == .success(.library(.cancel)))
        #expect(
            parse("library", "recent", "--added", "--limit", "3")
                == .success(.library(.list(.recentlyAdded, limit: 3, json: false))))
        #expect(parse("favourite", "off") == .success(.favourite(false)))
        #expect(parse("favourite") == .success(.favourite(nil)))
        #expect(parse("stars", "0") == .success(.stars(0)))
        #expect(parse("stars") == .success(.stars(nil)))
    }

    @Test func `edit playlists by name and position`() {
        #expect(
            parse("playlists", "create", "A", "x.flac")
                == .success(.playlist(.create("A", ["x.flac"]))))
        #expect(
            parse("playlists", "add", "A", "x.flac", "--source", "home")
                == .success(.playlist(.add("A", ["x.flac"]), source: "home")))
        #expect(
            parse("playlists", "remove", "A", "1", "3-5")
                == .success(.playlist(.remove("A", [1...1, 3...5]))))
        #expect(
            parse("playlists", "move", "A", "7", "2")
                == .success(.playlist(.move("A", from: 7, to: 2))))
        #expect(
            parse("playlists", "export", "A", "a.m3u8", "--force")
                == .success(.playlist(.exporting("A", "a.m3u8", force: true))))
    }

    @Test(arguments: [
        ["search"], ["search", "--limit", "0", "x"], ["search", "--limit"], ["search", "--json=1"],
        ["search", "--type", "genre", "x"], ["play", "--album", "A", "--artist", "B"],
        ["play", "--album", "A", "path"], ["library", "add"], ["library", "remove"],
        ["library", "scan", "x"], ["favourite", "yes"], ["stars", "6"], ["stars", "-1"],
        ["playlists", "create"], ["playlists", "add", "A"], ["playlists", "move", "A", "1"],
        ["playlists", "remove", "A"], ["playlists", "export", "A"], ["playlists", "rename", "A"],
    ])
    func `are refused where something is missing, too much or impossible`(words: [String]) {
        #expect(throws: UsageError.self) {
            try Arguments.parse(words.map { Argument(bytes: $0.utf8) })
        }
    }
}

@Suite struct `A table of texts` {
    private func table(_ rows: [String]...) -> TextTable {
        var table = TextTable([.left, .left, .right])
        for row in rows { table.add(row) }
        return table
    }

    @Test func `has columns as wide as they need to be`() {
        let table = table(["Title", "Artist", "3:05"], ["A longer title", "X", "12:00"])
        #expect(
            table.lines(columns: 80) == [
                "Title           Artist   3:05", "A longer title  X       12:00",
            ])
    }

    @Test(arguments: [10, 20, 24, 30, 41, 80])
    func `fits, whatever is in it`(columns: Int) {
        let table = table(
            [String(repeating: "長い", count: 20), "Artist", "1:00"],
            ["e\u{301}", String(repeating: "x", count: 60), "100:00:00"])
        for line in table.lines(columns: columns) {
            #expect(TerminalText.width(line) <= columns)
        }
    }

    @Test func `shortens the widest column first, and numbers never`() {
        let table = table([String(repeating: "a", count: 30), "Artist", "3:05"])
        #expect(table.lines(columns: 30) == ["aaaaaaaaaaaaaaa…  Artist  3:05"])
    }

    @Test func `leaves out columns without anything in them`() {
        #expect(table(["a", "", "1"], ["b", "", "2"]).lines(columns: 20) == ["a  1", "b  2"])
    }

    @Test func `is separated by tabs for programs, whole, and without control characters`() {
        let long = String(repeating: "a", count: 200)
        #expect(table([long, "b\t\u{1B}[1mc", "1"]).lines(columns: nil) == [long + "\tb c\t1"])
    }
}

@Suite struct `Lists of the library` {
    private static func song(_ title: String, _ artist: String = "Artist") -> SourceItem {
        var song = SourceItem(.song, uri: "file:///\(title)", title: title)
        song.artist = artist
        song.album = "Album"
        song.length = MediaTime(milliseconds: 65_000)
        song.plays = 1234
        return song
    }

    private static func album(_ title: String, by artist: String) -> SourceItem {
        var album = SourceItem(.album, uri: "gatefold:album/1", title: title)
        album.artist = artist
        album.trackCount = 12
        return album
    }

    @Test func `have headings where there are several kinds, on a terminal`() {
        let items = [Self.album("Best", by: "X"), Self.song("Best Song")]
        #expect(
            ListingTable.grouped(items, columns: 80) == [
                "Songs", "  Best Song  Artist  Album  1:05", "", "Albums", "  Best  X  12 tracks",
            ])
        #expect(
            ListingTable.grouped(items, columns: nil) == [
                "Best\tX\t12 tracks\t", "Best Song\tArtist\tAlbum\t1:05",
            ])
    }

    @Test func `say how often something was played`() {
        #expect(
            ListingTable.lines([Self.song("A")], lead: .plays, columns: 80)
                == ["1,234×  A  Artist  Album  1:05"])
    }

    @Test func `are JSON with all keys`() {
        var song = Self.song("A \"quote\"")
        song.isFavourite = true
        song.rating = 0.8
        song.played = 1_700_000_000 * 1_000_000_000
        #expect(
            ListingJSON.text(song)
                == #"{"kind":"song","title":"A \"quote\"","artist":"Artist","album":"Album","#
                + #""uri":"file:///A \"quote\"","length_us":65000000,"tracks":null,"#
                + #""plays":1234,"skips":null,"played":1700000000,"added":null,"#
                + #""favourite":true,"stars":4,"preview":false,"page":null,"source":"library"}"#)
    }

    @Test func `show sizes in words`() {
        #expect(Words.size(bytes: 999) == "999 bytes")
        #expect(Words.size(bytes: 1_000) == "1.0 kB")
        #expect(Words.size(bytes: 999_999) == "1.0 MB")
        #expect(Words.size(bytes: 3_210_000_000) == "3.2 GB")
        #expect(Words.days(MediaTime(seconds: 65)) == "1:05")
        #expect(Words.days(MediaTime(seconds: 86_400 + 65)) == "1 day 1:05")
    }
}

@Suite struct `Choosing among several` {
    private let found = ["Greatest Hits", "greatest hits", "Greatest Hits Live"].map {
        SourceItem(.album, uri: "gatefold:album/1", title: $0)
    }

    @Test func `prefers what has exactly the name`() {
        #expect(Choice.candidates(for: "Greatest hits", among: found).count == 2)
        #expect(Choice.candidates(for: "greatest hits live", among: found) == [found[2]])
        #expect(Choice.candidates(for: "hits", among: found) == found)
    }

    @Test(arguments: [("1", 0), (" 3 \n", 2), ("0", nil), ("4", nil), ("", nil), ("x", nil)])
    func `takes a number that was offered`(answer: String, index: Int?) {
        #expect(Choice.index(answer, of: 3) == index)
    }
}

@Suite struct `The line of a scan` {
    private func stage(_ found: Int, _ unread: Int?, _ read: Int) -> ScanStage {
        var stage = ScanStage()
        (stage.found, stage.unread, stage.read) = (found, unread, read)
        return stage
    }

    @Test func `counts what is found, then shows a bar with rate and remaining time`() {
        #expect(
            ScanLine.text(stage(1200, nil, 0), elapsed: .zero, columns: 80)
                == "Looking… 1,200 files found")
        #expect(
            ScanLine.text(
                stage(1200, 1000, 250), elapsed: MediaTime(seconds: 2), columns: 80)
                == "[#######-----------------------] 25%  250 of 1,000  125/s  0:06 left")
    }

    @Test(arguments: [8, 20, 40, 60, 79])
    func `fits the terminal`(columns: Int) {
        for read in [0, 1, 500, 1000, 2000] {
            let text = ScanLine.text(
                stage(2000, 1000, read), elapsed: MediaTime(seconds: 3), columns: columns)
            #expect(TerminalText.width(text) <= columns)
        }
    }

    @Test func `says at the end what has changed`() {
        var result = ScanResult()
        result.found = 1000
        #expect(ScanLine.text(result) == "1,000 files: nothing new.")
        (result.added, result.moved, result.lost) = (12, 1, 3)
        #expect(ScanLine.text(result) == "1,000 files: 12 added, 1 moved, 3 gone.")
    }
}

@Suite struct `URIs of the library` {
    @Test(arguments: [
        LibraryURI.songs, .album(12), .artist(1), .genre(3), .playlist(9), .list("mostPlayed"),
    ])
    func `are read as they are written`(uri: LibraryURI) {
        #expect(LibraryURI(uri.text) == uri)
    }

    @Test(arguments: [
        "", "gatefold:", "gatefold:album", "gatefold:album/x", "gatefold:album/1/2",
        "gatefold:songs/1", "file:///gatefold:songs", "gatefold:other/1",
    ])
    func `are nothing else`(text: String) {
        #expect(LibraryURI(text) == nil)
    }
}

extension Fixture {
    func offer(_ found: (kind: String, title: String, artist: String)...) {
        player.found = found
    }

    func scanning(_ body: @escaping @PlayerActor (FakePlayer) -> Void) {
        player.onScan = body
    }

    nonisolated func terminal(_ arguments: String..., columns: UInt16 = 80) -> TerminalSession {
        TerminalSession(
            [program] + arguments,
            environment: bus.environment.merging(["TERM": "xterm"]) { $1 }, columns: columns)
    }
}

@Suite(.timeLimit(.minutes(2))) struct `The library on the command line` {
    @Test func `asks a terminal which of several is meant`() async throws {
        let fixture = try await Fixture()
        await fixture.offer(
            ("album", "Greatest Hits", "A"), ("album", "Greatest Hits", "B"),
            ("album", "Greatest Hits Live", "C"))
        let terminal = fixture.terminal("play", "--album", "greatest hits")
        #expect(await terminal.shows("Which one? [1-2] "))
        #expect(terminal.screen.contains("2  Greatest Hits  B"))
        terminal.type("2\n")
        let asked = await eventually {
            await fixture.player.calls.contains("Enqueue gatefold:album/1 replace true")
        }
        #expect(asked)
        terminal.type("\u{3}")
        _ = await terminal.end()
    }

    @Test func `plays nothing when the answer is none of them`() async throws {
        let fixture = try await Fixture()
        await fixture.offer(("artist", "A", ""), ("artist", "a", ""))
        let terminal = fixture.terminal("play", "--artist", "a")
        #expect(await terminal.shows("Which one? [1-2] "))
        terminal.type("7\n")
        #expect(await terminal.shows("“7” is none of them."))
        #expect(await terminal.end() == 1)
        #expect(await fixture.player.calls == ["Search a artist 50"])
    }

    @Test func `lists them where nobody can be asked`() async throws {
        let fixture = try await Fixture()
        await fixture.offer(("album", "Best", "A"), ("album", "Best", "B"))
        let result = await fixture.gatefold("play", "--album", "Best")
        #expect(result.status == 1)
        #expect(
            result.error == """
                gatefold: “Best” — A: gatefold:album/0
                gatefold: “Best” — B: gatefold:album/1
                gatefold: There are 2 of the name “Best”: gatefold play takes one of these URIs.

                """)
    }

    @Test func `prints what is found in columns of tabs, or as JSON`() async throws {
        let fixture = try await Fixture()
        await fixture.offer(("artist", "Bj\u{F6}rk\u{1B}[2J", "x"))
        let table = await fixture.gatefold("search", "bjork")
        #expect(table.output == "Björk\tx\t\t\n")
        let json = await fixture.gatefold("search", "--json", "--type=artist", "bj", "ork")
        #expect(json.output.hasPrefix(#"{"kind":"artist","title":"Björk"#))
        #expect(await fixture.player.calls == ["Search bjork  10", "Search bj ork artist 10"])
    }

    @Test func `follows a scan to its end`() async throws {
        let fixture = try await Fixture()
        await fixture.scanning { player in
            player.tell("ScanProgress", [.uint32(30), .int32(20), .uint32(10)])
            player.tell("ScanProblem", [.string("/music/x"), .string("permission denied")])
            player.tell(
                "ScanFinished",
                [30, 20, 0, 0, 1, 1].map { DBusValue.uint32($0) } + [.string("")])
        }
        let result = await fixture.gatefold("library", "scan")
        #expect(result.output == "30 files: 20 added, 1 gone.\n")
        #expect(result.error == "gatefold: /music/x: permission denied\n")
        #expect(result.status == 0)
    }

    @Test func `shows a bar on a terminal, and ends the scan on Ctrl-C`() async throws {
        let fixture = try await Fixture()
        await fixture.scanning { player in
            player.tell("ScanProgress", [.uint32(300), .int32(200), .uint32(50)])
        }
        let terminal = fixture.terminal("library", "scan")
        #expect(await terminal.shows("25%  50 of 200"))
        terminal.type("\u{3}")
        let cancelled = await eventually {
            await fixture.player.calls.contains("CancelScan")
        }
        #expect(cancelled)
        await fixture.player.tell(
            "ScanFinished",
            [UInt32](repeating: 0, count: 6).map { .uint32($0) } + [.string("It was ended.")])
        #expect(await terminal.shows("Stopped. What was read stays"))
        #expect(await terminal.end() == 0)
    }

    @Test func `rates the current song`() async throws {
        let fixture = try await Fixture()
        #expect(await fixture.gatefold("stars", "4").status == 0)
        #expect(await fixture.gatefold("stars", "0").status == 0)
        #expect(await fixture.gatefold("favourite", "on").status == 0)
        #expect(
            await fixture.player.calls == [
                "SetRating  0.8", "SetRating  -1.0", "SetFavourite  true",
            ])
    }
}
