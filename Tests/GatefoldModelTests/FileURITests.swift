// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import Testing

@Suite struct `File URIs` {
    @Test(arguments: [
        ("/a b#c?d%e/ü.mp3", "file:///a%20b%23c%3Fd%25e/%C3%BC.mp3"),
        ("/a%20b.mp3", "file:///a%2520b.mp3"),
        (
            "/line\nend;x=1&y'z(!)*+,:@$.mp3",
            "file:///line%0Aend%3Bx%3D1%26y%27z%28%21%29%2A%2B%2C%3A%40%24.mp3"
        ),
        ("/-._~/Az09", "file:///-._~/Az09"),
    ])
    func `encode everything but unreserved characters and slashes, and decode once`(
        path: String, uri: String
    ) {
        #expect(FileURI.encode(FilePath(path)) == uri)
        #expect(FileURI.decode(uri) == FilePath(path))
    }

    @Test func `carry every byte that a path can have`() {
        let path = FilePath(bytes: [UInt8(ascii: "/")] + (1...255))
        #expect(FileURI.decode(FileURI.encode(path)) == path)
        #expect(FileURI.encode(FilePath(bytes: [0x2F, 0xFF])) == "file:///%FF")
    }

    @Test(arguments: [
        "file://localhost/a.mp3", "FILE:///a.mp3", "file:/a.mp3", "file:///%61.mp3",
    ])
    func `are read in the spellings that others use`(uri: String) {
        #expect(FileURI.decode(uri) == FilePath("/a.mp3"))
    }

    @Test func `are forgiven a missing encoding`() {
        #expect(FileURI.decode("file:///a b#1?100%.mp3") == FilePath("/a b#1?100%.mp3"))
    }

    @Test(arguments: [
        "", "file:", "file://", "file://server/a.mp3", "file:a.mp3", "http://host/a.mp3",
        "/a.mp3", "file:///a%00b",
    ])
    func `that name no file of this computer are refused`(uri: String) {
        #expect(FileURI.decode(uri) == nil)
    }

    @Test func `of the network keep their escapes and lose blanks`() {
        #expect(
            FileURI.tidyRemote("http://host/a b%20ü?q=\"1\"#f")
                == "http://host/a%20b%20%C3%BC?q=%221%22#f")
    }
}

@Suite struct `Paths` {
    @Test(arguments: [
        ("/music/Song.MP3", "Song.MP3", "Song", "mp3", "/music"),
        ("/.hidden", ".hidden", ".hidden", "", "/"),
        ("/a.b/c", "c", "c", "", "/a.b"),
        ("/a/b.tar.gz", "b.tar.gz", "b.tar", "gz", "/a"),
    ])
    func `know their parts`(
        path: String, name: String, stem: String, fileExtension: String, parent: String
    ) {
        let path = FilePath(path)
        #expect(Array(path.name) == Array(name.utf8))
        #expect(Array(path.stem) == Array(stem.utf8))
        #expect(path.fileExtension == fileExtension)
        #expect(path.parent == FilePath(parent))
    }

    @Test func `are joined with one slash, and an absolute one wins`() {
        #expect(FilePath("/").appending(Array("a".utf8)) == FilePath("/a"))
        #expect(FilePath("/a").appending(Array("b/c".utf8)) == FilePath("/a/b/c"))
        #expect(FilePath("/a").appending(Array("/b".utf8)) == FilePath("/b"))
    }
}

@Suite struct `The table of formats` {
    @Test func `knows extensions and names every MIME type once`() {
        #expect(AudioFormats.isAudio(fileExtension: "flac"))
        #expect(!AudioFormats.isAudio(fileExtension: "m3u"))
        #expect(AudioFormats.playlistKind(fileExtension: "m3u8") == .m3u)
        #expect(AudioFormats.playlistKind(fileExtension: "mp3") == nil)
        #expect(Set(AudioFormats.mimeTypes).count == AudioFormats.mimeTypes.count)
        #expect(AudioFormats.mimeTypes.contains("application/xspf+xml"))
    }
}
