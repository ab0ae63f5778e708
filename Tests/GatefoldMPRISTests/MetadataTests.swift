// SPDX-License-Identifier: MPL-2.0

import GatefoldMPRIS
import GatefoldModel
import Testing

@Suite struct `Metadata of a track` {
    private let id = EntryID(rawValue: 7)

    private func metadata(_ change: (inout TrackTags) -> Void) -> Metadata {
        var tags = TrackTags()
        change(&tags)
        return Metadata(
            id, Track(url: "file:///music/01%20One.flac", tags: tags), length: tags.length)
    }

    @Test func `C049 C050 has a track id below our own prefix, and the URL`() {
        let metadata = Metadata(id, Track(url: "file:///a%20b.ogg"), length: nil)
        #expect(metadata["mpris:trackid"] == .objectPath("/org/gatefold/track/7"))
        #expect(metadata["xesam:url"] == .string("file:///a%20b.ogg"))
    }

    @Test func `takes the name of an unread file as its title`() {
        let metadata = Metadata(id, Track(url: "file:///x/50%25%20caf%C3%A9.ogg"), length: nil)
        #expect(metadata["xesam:title"] == .string("50% café"))
    }

    @Test(arguments: ["\n\u{1B}", " ", "\u{A0}\u{85}", ""])
    func `C072 has a title that can be seen`(_ text: String) {
        var tags = TrackTags()
        tags.title = text
        for (url, title) in [
            ("file:///x/a%20b.ogg", "a b"), ("file:///x/%0A%7F.ogg", "%0A%7F.ogg"),
        ] {
            #expect(
                Metadata(id, Track(url: url, tags: tags), length: nil)["xesam:title"]
                    == .string(title))
        }
    }

    @Test func `says of a piece that it is one, and where the whole is`() {
        let metadata = metadata {
            $0.title = "One"
            $0.comments = ["fine"]
            $0.isPreview = true
            $0.page = "https://music.example.org/one"
        }
        #expect(metadata["xesam:title"] == .string("One (Preview)"))
        #expect(
            metadata["xesam:comment"]
                == .strings(["Preview of https://music.example.org/one", "fine"]))
        #expect(metadata["gatefold:preview"] == .boolean(true))
        #expect(metadata["gatefold:page"] == .string("https://music.example.org/one"))
        let whole = self.metadata { $0.title = "One" }
        #expect(whole["gatefold:preview"] == nil)
    }

    @Test func `has the types that MPRIS gives the keys`() {
        let metadata = metadata {
            $0.title = "One"
            $0.artists = ["A", "B"]
            $0.album = "Album"
            $0.albumArtists = ["C"]
            $0.genres = ["Jazz"]
            $0.composers = ["D"]
            $0.lyricists = ["E"]
            $0.comments = ["fine"]
            $0.trackNumber = 3
            $0.discNumber = 1
            $0.audioBPM = 120
            $0.contentCreated = "2024-05-06"
            $0.length = MediaTime(milliseconds: 10_800_000)
            $0.artwork = .file("file:///cache/1.png")
        }
        let expected: [String: MetadataValue] = [
            "mpris:trackid": .objectPath("/org/gatefold/track/7"),
            "mpris:length": .int64(10_800_000_000), "mpris:artUrl": .string("file:///cache/1.png"),
            "xesam:title": .string("One"), "xesam:artist": .strings(["A", "B"]),
            "xesam:album": .string("Album"), "xesam:albumArtist": .strings(["C"]),
            "xesam:genre": .strings(["Jazz"]), "xesam:composer": .strings(["D"]),
            "xesam:lyricist": .strings(["E"]), "xesam:comment": .strings(["fine"]),
            "xesam:trackNumber": .int32(3), "xesam:discNumber": .int32(1),
            "xesam:audioBPM": .int32(120), "xesam:contentCreated": .string("2024-05-06"),
            "xesam:url": .string("file:///music/01%20One.flac"),
        ]
        let fields = metadata.fields.map { ($0.key, $0.value) }
        #expect(Dictionary(fields, uniquingKeysWith: { first, _ in first }) == expected)
        #expect(fields.count == expected.count)
    }

    @Test func `C009 leaves out what is not known`() {
        let metadata = metadata {
            $0.title = "One"
            $0.artists = ["", "  "]
            $0.album = ""
            $0.length = .zero
            $0.artwork = .none
        }
        #expect(
            Set(metadata.fields.map(\.key)) == ["mpris:trackid", "xesam:title", "xesam:url"])
    }

    @Test func `has at most eight artists`() {
        let metadata = metadata { $0.artists = (1...20).map(String.init) }
        #expect(metadata["xesam:artist"] == .strings((1...8).map(String.init)))
    }

    @Test func `stays small whatever the tags hold`() throws {
        let metadata = metadata {
            $0.title = String(repeating: "é", count: 5000)
            $0.comments = Array(repeating: String(repeating: "x", count: 100_000), count: 50)
        }
        guard case .string(let title) = metadata["xesam:title"] else {
            Issue.record("no title")
            return
        }
        #expect(title.hasPrefix("éé") && title.hasSuffix("é…"))
        #expect(title.utf8.count <= 1024)
        #expect("\(metadata)".utf8.count < 32_768)
    }

    @Test func `C066 names no credentials`() {
        let track = Track(
            url: "https://me:pw@music.example/rest/stream?id=9&u=me&t=26719a&s=c19b2d")
        let metadata = Metadata(id, track, length: nil)
        #expect(metadata["xesam:url"] == .string("https://music.example/rest/stream?id=9"))
    }

    @Test func `names none in the title of a bare address`() {
        let track = Track(url: "https://me:pw@music.example")
        #expect(Metadata(id, track, length: nil)["xesam:title"] == .string("music.example"))
    }
}

@Suite struct `Track ids` {
    @Test(arguments: [0, 1, 42, UInt64.max])
    func `come back as the entry that they name`(number: UInt64) {
        let id = EntryID(rawValue: number)
        #expect(EntryID(objectPath: id.objectPath) == id)
    }

    @Test(arguments: [
        "/", "/org/mpris/MediaPlayer2/TrackList/NoTrack", "/org/gatefold/track/",
        "/org/gatefold/track/07", "/org/gatefold/track/-1", "/org/gatefold/track/+1",
        "/org/gatefold/track/1/2", "/org/gatefold/track/99999999999999999999",
    ])
    func `of other players and of no track name no entry`(path: String) {
        #expect(EntryID(objectPath: path) == nil)
    }
}

@Suite struct `Text for a widget` {
    @Test(arguments: [
        ("One", "One"), ("", ""), ("  padded \t", "padded"), ("two\nlines", "two lines"),
        ("bell\u{7}", "bell"), ("\u{1B}[31mred", "[31mred"), ("nul\u{0}inside", "nulinside"),
        ("c1\u{85}next", "c1next"), ("Üni中☂ & <b>\"🎵", "Üni中☂ & <b>\"🎵"),
        ("no\u{A0}break", "no\u{A0}break"),
        ("live from http://me:pw@h/a?token=x today", "live from http://h/a today"),
    ])
    func `has no control characters and no credentials, and keeps everything else`(
        text: String, shown: String
    ) {
        #expect(printable(text) == shown)
    }
}
