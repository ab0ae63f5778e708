// SPDX-License-Identifier: MPL-2.0

import GatefoldLibrary
import GatefoldModel
import GatefoldTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct `Expanding a playlist` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["a.mp3", "b.mp3", "sub/c d.mp3", "sub/Ü.mp3"] {
            try folder.write("x".utf8, to: name)
        }
    }

    // MARK: M3U

    @Test func `reads titles, lengths and relative paths of M3U`() throws {
        let expansion = try expand(
            "list.m3u8",
            """
            \u{FEFF}#EXTM3U\r
            #PLAYLIST:Ours\r
            #EXTINF:123,One – Tïtle, with a comma\r
            a.mp3\r
            \r
            # a comment\r
            #EXTINF:-1 group="x,y",Two\r
            sub/c d.mp3\r
            ./b.mp3
            """)
        #expect(expansion.names(in: folder) == ["a.mp3", "sub/c d.mp3", "./b.mp3"])
        #expect(expansion.tracks.map(\.tags?.title) == ["One – Tïtle, with a comma", "Two", nil])
        #expect(expansion.tracks.map(\.tags?.length) == [MediaTime(seconds: 123), nil, nil])
        #expect(expansion.tracks[0].tags?.artwork == .unread)
        #expect(expansion.problems.isEmpty)
    }

    @Test func `takes what is written, or what it may have meant`() throws {
        try folder.write("x".utf8, to: "50%25.mp3")
        let expansion = try expand(
            "list.m3u", "50%25.mp3\nsub\\c d.mp3\nsub/c%20d.mp3\n  a.mp3  \n")
        #expect(
            expansion.names(in: folder) == ["50%25.mp3", "sub/c d.mp3", "sub/c d.mp3", "a.mp3"])
        #expect(expansion.problems.isEmpty)
    }

    @Test func `finds names that a Latin-1 playlist means`() throws {
        let latin1: [UInt8] =
            Array("#EXTINF:1,B".utf8) + [0xF6, 0x72, 0x6B] + Array("\nsub/".utf8) + [0xDC]
            + Array(".mp3\n".utf8)
        let expansion = Expansion(try folder.write(latin1, to: "list.m3u"))
        #expect(expansion.names(in: folder) == ["sub/Ü.mp3"])
        #expect(expansion.tracks.first?.tags?.title == "Börk")
    }

    @Test func `passes network addresses on, also those of playlists`() throws {
        let expansion = try expand(
            "list.m3u", "#EXTINF:-1,Radio\nhttp://radio.example/a b\nhttps://x.example/l.m3u\n")
        #expect(
            expansion.tracks.map(\.url) == [
                "http://radio.example/a%20b", "https://x.example/l.m3u",
            ])
        #expect(expansion.tracks[0].tags?.title == "Radio")
        #expect(expansion.tracks[0].tags?.artwork == Artwork.none)
    }

    @Test func `reads the addresses of pictures`() throws {
        let expansion = try expand(
            "list.m3u8",
            """
            #EXTM3U
            #EXTINF:-1 tvg-id="x" tvg-logo="https://h/logo.png" group="a",Radio
            http://radio.example/1
            #EXTALBUMARTURL:https://h/a b.jpg?token=1
            #EXTINF:12,Two
            http://radio.example/2
            #EXTINF:12,Three
            #EXTIMG: front cover http://h/3.jpg
            a.mp3
            #EXTIMG: front cover.jpg
            http://radio.example/4
            """)
        #expect(
            expansion.tracks.map(\.tags?.artworkURL) == [
                "https://h/logo.png", "https://h/a%20b.jpg?token=1", "http://h/3.jpg", nil,
            ])
        #expect(expansion.tracks.prefix(3).map(\.tags?.title) == ["Radio", "Two", "Three"])
        #expect(expansion.tracks[2].tags?.artwork == .unread)
    }

    @Test func `leaves a live stream's playlist to the engine`() throws {
        let expansion = try expand(
            "live.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:9,\nsegment1.ts\n")
        #expect(expansion.names(in: folder) == ["live.m3u8"])
    }

    // MARK: PLS

    @Test func `reads PLS in the order of its numbers`() throws {
        let expansion = try expand(
            "list.pls",
            """
            [playlist]
            File10=b.mp3
            title2=Zwei
            file2=a.mp3
            Length2=65
            File1=http://radio.example/
            Length1=-1
            Title3=without a file
            NumberOfEntries=3
            """)
        #expect(expansion.names(in: folder) == ["http://radio.example/", "a.mp3", "b.mp3"])
        #expect(expansion.tracks[1].tags?.title == "Zwei")
        #expect(expansion.tracks[1].tags?.length == MediaTime(seconds: 65))
        #expect(expansion.tracks[0].tags == nil)
    }

    // MARK: XSPF

    @Test func `reads XSPF with its fields, entities and prefixes`() throws {
        let expansion = try expand(
            "list.xspf",
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <x:playlist version="1" xmlns:x="http://xspf.org/ns/0/"><title>Ours</title>
            <x:trackList>
              <x:track>
                <x:location> sub/c%20d.mp3 </x:location><x:location>b.mp3</x:location>
                <x:title>Rock &amp; R&#xF6;ll <![CDATA[<3]]></x:title>
                <creator>A</creator><album>B</album><trackNum>7</trackNum>
                <image>cover.png</image><image>https://h/a.png?t=1&amp;u=2</image>
                <duration>1500</duration><extension><title>not this</title></extension>
              </x:track>
              <track><title>Nowhere</title></track>
              <track><location>\(FileURI.encode(folder["a.mp3"]))</location></track>
            </x:trackList></x:playlist>
            """)
        #expect(expansion.names(in: folder) == ["sub/c d.mp3", "a.mp3"])
        let tags = try #require(expansion.tracks.first?.tags)
        #expect(tags.title == "Rock & Röll <3")
        #expect(tags.artists == ["A"])
        #expect(tags.album == "B")
        #expect(tags.trackNumber == 7)
        #expect(tags.length == MediaTime(milliseconds: 1500))
        #expect(tags.artworkURL == "https://h/a.png?t=1&u=2")
        #expect(expansion.problems.isEmpty)
    }

    @Test func `expands no entities and opens nothing that XML names`() throws {
        let secret = try folder.write("http://leaked.example/".utf8, to: "secret")
        let expansion = try expand(
            "list.xspf",
            """
            <!DOCTYPE playlist [<!ENTITY s SYSTEM "\(FileURI.encode(secret))">]>
            <playlist><trackList><track><location>a.mp3</location></track>
            <track><location>&s;</location></track></trackList></playlist>
            """)
        #expect(expansion.names(in: folder) == ["a.mp3"])
        #expect(expansion.reasons.count == 1)
        #expect(expansion.reasons.first?.hasPrefix("is damaged: ") == true)
    }

    @Test func `keeps what comes before the damage`() throws {
        let expansion = try expand(
            "list.xspf", "<playlist><trackList><track><location>a.mp3</location></track><track>")
        #expect(expansion.names(in: folder) == ["a.mp3"])
        #expect(expansion.reasons.first?.hasPrefix("is damaged: ") == true)
    }

    @Test func `knows XML that is no playlist`() throws {
        #expect(try expand("list.xspf", "<html></html>").reasons == ["is no XSPF playlist"])
    }

    // MARK: Problems

    @Test(arguments: ["list.m3u", "list.m3u8", "list.pls"])
    func `says that there is nothing in it`(name: String) throws {
        #expect(try expand(name, "#EXTM3U\n#x\n").reasons == ["the playlist contains no tracks"])
    }

    @Test func `names each entry that leads nowhere, and plays the rest`() throws {
        let expansion = try expand(
            "list.m3u", "gone.mp3\na.mp3\nftp://host/x.mp3\nC:\\Music\\x.mp3\n")
        #expect(expansion.names(in: folder) == ["a.mp3"])
        let place = folder["list.m3u"].printable
        #expect(
            expansion.reasons == [
                "does not exist, in \(place)", "the URL scheme \"ftp\" is not supported",
                "does not exist, in \(place)",
            ])
        #expect(expansion.problems.first?.source == folder["gone.mp3"].printable)
    }

    @Test func `that refers to itself ends, also round a corner`() throws {
        try folder.write("one.m3u\nb.mp3\n".utf8, to: "two.m3u")
        let expansion = try expand("one.m3u", "one.m3u\na.mp3\ntwo.m3u\n")
        #expect(expansion.names(in: folder) == ["a.mp3", "b.mp3"])
        #expect(
            expansion.reasons == [
                "the playlist refers to itself", "the playlist refers to itself",
            ])
    }

    @Test func `takes playlists and folders that it names`() throws {
        try folder.write("../a.mp3\n".utf8, to: "sub/inner.pls.m3u")
        let expansion = try expand("list.m3u", "sub/inner.pls.m3u\nsub\n")
        #expect(expansion.names(in: folder) == ["sub/../a.mp3", "sub/c d.mp3", "sub/Ü.mp3"])
    }

    @Test func `does not multiply without end`() throws {
        for level in 0..<8 {
            let lines = String(repeating: "\(level + 1).m3u\n", count: 10)
            try folder.write(lines.utf8, to: "\(level).m3u")
        }
        try folder.write("a.mp3\n".utf8, to: "8.m3u")
        let expansion = Expansion([folder["0.m3u"].printable]) { $0.problems.count < 2000 }
        #expect(expansion.tracks.isEmpty)
        #expect(expansion.problems.count < 2000)
        #expect(Set(expansion.reasons) == ["too many playlists refer to each other"])
    }

    @Test func `as long as a saved queue of 100,000 entries is read`() throws {
        let comment = "#" + String(repeating: "x", count: 1023) + "\n"
        let text = String(repeating: comment, count: 20 << 10) + "http://example.org/a.mp3\n"
        let file = try folder.write(text.utf8, to: "list.m3u")
        #expect(Expansion(file).tracks.map(\.url) == ["http://example.org/a.mp3"])
    }

    @Test func `of more than sixty-four megabytes is refused`() throws {
        let file = try folder.write("a.mp3\n".utf8, to: "list.m3u")
        #expect(truncate(file.printable, 65 << 20) == 0)
        #expect(Expansion(file).reasons == ["the playlist is too large"])
    }

    @Test(arguments: ["list.m3u", "list.pls", "list.xspf"])
    func `of random bytes is survived`(name: String) throws {
        var generator = SystemRandomNumberGenerator()
        let seed = generator.next()
        var state = seed
        for _ in 0..<200 {
            let bytes = (0..<200).map { _ -> UInt8 in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            }
            let expansion = Expansion(try folder.write(bytes, to: name))
            #expect(!expansion.chunks.isEmpty, "seed \(seed)")
        }
    }

    private func expand(_ name: String, _ text: String) throws -> Expansion {
        Expansion(try folder.write(text.utf8, to: name))
    }
}
