// SPDX-License-Identifier: MPL-2.0

import GatefoldLibrary
import GatefoldModel
import GatefoldTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct `Looking for playlists` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func found(_ roots: String...) -> PlaylistFolders {
        PlaylistFolders(in: roots.map { folder[$0] })
    }

    @Test func `finds the formats that can be read, in folders below too, nearer ones first`()
        throws
    {
        for name in [
            "m/deep/er/four.M3U8", "m/one.m3u", "m/song.ogg", "m/list.txt", "m/deep/three.pls",
            "n/two.xspf",
        ] {
            try folder.write("x".utf8, to: name)
        }
        let names = found("m", "n").playlists.map(\.name)
        #expect(names == ["one", "two", "three", "four"])
    }

    @Test func `tells the folders that it looked into`() throws {
        try folder.write("x".utf8, to: "m/a/b/one.m3u")
        #expect(
            found("m", "missing").folders == [folder["m"], folder["m/a"], folder["m/a/b"]])
    }

    @Test func `leaves out what is hidden, a folder of that name, and what leads nowhere`() throws {
        try folder.write("x".utf8, to: "m/.hidden.m3u")
        try folder.write("x".utf8, to: "m/.folder/one.m3u")
        try folder.write("x".utf8, to: "m/folder.m3u/song.ogg")
        symlink("/nowhere", folder["m/broken.m3u"].printable)
        #expect(found("m").playlists.isEmpty)
    }

    @Test func `ends where a link leads back, and counts a folder by two ways once`() throws {
        try folder.write("x".utf8, to: "m/a/one.m3u")
        symlink(folder["m"].printable, folder["m/a/back"].printable)
        #expect(found("m", "m", "m/a").playlists.map(\.name) == ["one"])
    }

    @Test func `goes on where a folder may not be read`() throws {
        try folder.write("x".utf8, to: "m/closed/one.m3u")
        try folder.write("x".utf8, to: "m/two.m3u")
        chmod(folder["m"].printable, 0o755)
        chmod(folder["m/closed"].printable, 0)
        defer { chmod(folder["m/closed"].printable, 0o755) }
        #expect(try asStranger { found("m").playlists.map(\.name) } == ["two"])
    }

    @Test func `names each by its place, whatever is in it`() throws {
        try folder.write("x".utf8, to: "m/one.m3u")
        try folder.write("x".utf8, to: "m/a/one.m3u")
        let before = found("m").playlists
        try folder.write("another content".utf8, to: "m/one.m3u")
        let after = found("m").playlists
        #expect(after.map(\.id) == before.map(\.id))
        #expect(Set(after.map(\.id)).count == 2)
        #expect(after.first?.url == FileURI.encode(folder["m/one.m3u"]))
    }

    @Test func `takes names that are no UTF-8`() throws {
        try folder.write("x".utf8, to: folder["m"].appending([0xE9, 0x2E, 0x6D, 0x33, 0x75]))
        let playlist = try #require(found("m").playlists.first)
        #expect(playlist.name == "\u{FFFD}")
        #expect(playlist.url.hasSuffix("/%E9.m3u"))
    }

    @Test func `tells when each was written`() throws {
        let path = try folder.write("x".utf8, to: "m/one.m3u")
        var times = [timeval(tv_sec: 1000, tv_usec: 5), timeval(tv_sec: 1000, tv_usec: 5)]
        #expect(path.withCString { utimes($0, &times) } == 0)
        #expect(found("m").playlists.first?.modified == 1_000_000_005_000)
    }
}

@Suite struct `A written playlist` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func readBack(_ tracks: [Track]) throws -> [Track] {
        let bytes = XSPFWriter.bytes(title: "A & B", tracks)
        return Expansion(try folder.write(bytes, to: "list.xspf")).tracks
    }

    @Test func `leads to the same tracks, whatever their names are`() throws {
        let names = ["a b & c <d>.ogg", "100% #1?.ogg", "Ä.ogg", "\u{7}.ogg"]
        let files = try names.map { try folder.write("x".utf8, to: $0) }
        let odd = try folder.write("x".utf8, to: folder.path.appending([0xFF, 0x2E, 0x61]))
        let tracks = (files + [odd]).map { Track(url: FileURI.encode($0)) }
        #expect(try readBack(tracks).map(\.url) == tracks.map(\.url))
    }

    @Test func `keeps what is known of a stream, and its address`() throws {
        var tags = TrackTags()
        tags.title = "R & B <live>\u{1}"
        tags.artists = ["One", "Two"]
        tags.album = "\u{FFFE}Radio \"Nine\""
        tags.trackNumber = 7
        tags.length = MediaTime(milliseconds: 61_500)
        let url = "https://example.org/stream?a=1&b=2"
        let track = try #require(try readBack([Track(url: url, tags: tags)]).first)
        #expect(track.url == url)
        #expect(track.tags?.title == "R & B <live>")
        #expect(track.tags?.artists == ["One, Two"])
        #expect(track.tags?.album == "Radio \"Nine\"")
        #expect(track.tags?.trackNumber == 7)
        #expect(track.tags?.length == MediaTime(milliseconds: 61_500))
    }

    @Test func `is the document that the format's schema has`() {
        let bytes = XSPFWriter.bytes(title: "A & B", [Track(url: "file:///a.ogg")])
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <playlist version="1" xmlns="http://xspf.org/ns/0/">
                <title>A &amp; B</title><trackList>
                <track><location>file:///a.ogg</location></track>
                </trackList>
                </playlist>

                """)
    }
}
