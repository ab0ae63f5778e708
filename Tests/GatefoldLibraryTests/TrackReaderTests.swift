// SPDX-License-Identifier: MPL-2.0

import GatefoldLibrary
import GatefoldModel
import GatefoldTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct `Reading tags` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: SampleFiles.formats)
    func `finds every field in each format`(format: String) throws {
        let tags = try TrackReader.tags(ofFileAt: SampleFiles.path(format))
        var expected = TrackTags()
        expected.title = "Títle 音"
        expected.artists = ["One", "Two"]
        expected.album = "Album"
        expected.albumArtists = ["Band"]
        expected.genres = ["Jazz", "Folk"]
        expected.composers = ["Composer"]
        expected.lyricists = ["Lyricist"]
        expected.comments = ["Comment"]
        expected.trackNumber = 3
        expected.discNumber = 2
        expected.audioBPM = 128
        expected.contentCreated = "2024-05-06"
        expected.length = tags.length
        #expect(tags == expected)
        let seconds = try #require(tags.length).seconds
        #expect((0.4...0.7).contains(seconds))
    }

    @Test(arguments: SampleFiles.formats)
    func `prefers the front cover in each format`(format: String) throws {
        let picture = try TrackReader.picture(ofFileAt: SampleFiles.path(format))
        #expect(picture == TestImage.png(1))
    }

    @Test func `takes any picture where none is the front cover`() throws {
        let file = try folder.write(id3v2([picture(type: 4, TestImage.jpeg(7))]), to: "a.mp3")
        #expect(TrackReader.picture(ofFileAt: file) == TestImage.jpeg(7))
    }

    @Test(arguments: [
        ("2024", "2024"), ("2024-05", "2024-05"), ("2024-05-06 07:08", "2024-05-06T07:08:00"),
        ("2024-05-06T07:08:09Z", "2024-05-06T07:08:09"), ("2024-00-00", "2024"),
        ("2024/05/06", "2024"), ("06.05.2024", nil), ("0000", nil), ("unknown", nil),
    ])
    func `keeps of a date what is ISO 8601`(text: String, date: String?) throws {
        let file = try folder.write(id3v2([frame("TDRC", [3] + Array(text.utf8))]), to: "a.mp3")
        #expect(TrackReader.tags(ofFileAt: file).contentCreated == date)
    }

    @Test(arguments: [("0", nil), ("12", 12), ("7/0", 7), ("A1", nil), ("99999999999", nil)])
    func `takes only positive track numbers`(text: String, number: Int32?) throws {
        let file = try folder.write(
            id3v2([frame("TIT2", [3, 0x41]), frame("TRCK", [3] + Array(text.utf8))]), to: "a.mp3")
        #expect(TrackReader.tags(ofFileAt: file).trackNumber == number)
    }

    @Test(arguments: [
        "a b#c?d%e ü", "line\nend", "%20", "  ", "'\"$(x)\\",
    ])
    func `opens names of every kind`(name: String) throws {
        let file = try folder.write(id3v2([frame("TIT2", [3, 0x41])]), to: name + ".mp3")
        #expect(TrackReader.tags(ofFileAt: file).title == "A")
    }

    @Test func `opens a name that is no UTF-8`() throws {
        let file = try folder.write(
            id3v2([frame("TIT2", [3, 0x41])]), to: folder.path.appending(cafe + Array(".mp3".utf8)))
        #expect(TrackReader.tags(ofFileAt: file).title == "A")
    }
}

@Suite struct `Tags in an undeclared encoding` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: undeclared)
    func `are recognised in ID3v2`(bytes: [UInt8], text: String) throws {
        let file = try folder.write(id3v2([frame("TIT2", [0] + bytes)]), to: "a.mp3")
        #expect(TrackReader.tags(ofFileAt: file).title == text)
    }

    @Test(arguments: undeclared)
    func `are recognised in ID3v1`(bytes: [UInt8], text: String) throws {
        let title = bytes + [UInt8](repeating: 0, count: 30 - bytes.count)
        let rest = [UInt8](repeating: 0, count: 94) + [255]
        let file = try folder.write(Array("TAG".utf8) + title + rest, to: "a.mp3")
        #expect(TrackReader.tags(ofFileAt: file).title == text)
    }

    @Test func `are judged together, so that a short one is decoded like its neighbours`() throws {
        // 0x8A 0x43, a single character, is also a Windows-1252 capital and a letter.
        let frames = [
            frame("TIT2", [0, 0x8A, 0x43]),
            frame("TPE1", [0, 0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA]),
        ]
        let tags = TrackReader.tags(ofFileAt: try folder.write(id3v2(frames), to: "a.mp3"))
        #expect(tags.title == "海")
        #expect(tags.artists == ["日本語"])
    }

    @Test func `lose a character that ID3v1 cut in two`() throws {
        let title =
            [UInt8]((0..<14).flatMap { _ in [0x82, 0xA0] } + [0x82, 0xA0]).dropLast() + [0]
        let file = try folder.write(
            Array("TAG".utf8) + title + [UInt8](repeating: 0, count: 95), to: "a.mp3")
        #expect(
            TrackReader.tags(ofFileAt: file).title == String(repeating: "あ", count: 14))
    }

    @Test func `are left alone where the encoding is declared`() throws {
        let file = try folder.write(
            id3v2([frame("TIT2", [3] + Array("Привет Café".utf8))]), to: "a.mp3")
        #expect(TrackReader.tags(ofFileAt: file).title == "Привет Café")
    }

    private static let undeclared: [([UInt8], String)] = [
        (cafe, "Café"),
        ([0x42, 0x6A, 0xF6, 0x72, 0x6B], "Björk"),
        ([0x4D, 0x6F, 0x74, 0xF6, 0x72, 0x68, 0x65, 0x61, 0x64], "Motörhead"),
        ([0x63, 0x72, 0xE9, 0xE9, 0x65], "créée"),
        ([0x44, 0x6F, 0x6E, 0x92, 0x74], "Don’t"),
        ([0xC0, 0x20, 0x6C, 0x61], "À la"),
        (Array("Café ☕".utf8), "Café ☕"),
        ([0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA], "日本語"),
        ([0x83, 0x8D, 0x83, 0x62, 0x83, 0x4E], "ロック"),
        ([0xC6, 0xFC, 0xCB, 0xDC, 0xA4, 0xCE, 0xB2, 0xCE], "日本の歌"),
        ([0xD6, 0xD0, 0xB9, 0xFA, 0xD2, 0xF4, 0xC0, 0xD6], "中国音乐"),
        ([0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x20, 0xEC, 0xE8, 0xF0], "Привет мир"),
        ([0xCA, 0xC8, 0xCD, 0xCE], "КИНО"),
    ]
}

@Suite struct `Untagged files` {
    @Test(arguments: [
        ("01 - Name.mp3", "Name", 1), ("01. Name.mp3", "Name", 1), ("07.Name.flac", "Name", 7),
        ("01-Name.mp3", "Name", 1), ("12) Name.mp3", "Name", 12), ("03 Name.mp3", "Name", 3),
        ("04_Some_Name.mp3", "Some Name", 4), ("1 - 99 Luftballons.mp3", "99 Luftballons", 1),
        ("99 Luftballons.mp3", "99 Luftballons", nil), ("3.14.mp3", "3.14", nil),
        ("1999.mp3", "1999", nil), ("24-7 Love.mp3", "24-7 Love", nil),
        ("Some_Name.mp3", "Some Name", nil), ("0 - Intro.mp3", "0 - Intro", nil),
        ("01.mp3", "01", nil), ("01 - .mp3", "01 -", nil), (".mp3", ".mp3", nil),
        ("no extension", "no extension", nil),
    ])
    func `are called after their file`(name: String, title: String, number: Int32?) {
        let tags = TrackReader.tags(ofFileAt: FilePath("/nowhere/" + name))
        #expect(tags.title == title)
        #expect(tags.trackNumber == number)
    }

    @Test func `have names in legacy encodings, too`() {
        let path = FilePath("/nowhere").appending(cafe + Array(".mp3".utf8))
        #expect(TrackReader.tags(ofFileAt: path).title == "Café")
    }
}

@Suite struct `Damaged files` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: ["a.flac", "a.ogg", "a.mp3", "a.m4a", "a.opus", "a.wav", "a.ape", "a.wv"])
    func `of no bytes or of text have a name and no length`(name: String) throws {
        for content in ["", "This is a text and no music, whatever its name says.\n"] {
            let file = try folder.write(content.utf8, to: name)
            var expected = TrackTags()
            expected.title = "a"
            #expect(TrackReader.tags(ofFileAt: file) == expected)
            #expect(TrackReader.picture(ofFileAt: file) == nil)
        }
    }

    @Test(arguments: SampleFiles.formats)
    func `that end anywhere are survived`(format: String) throws {
        let whole = try contents(of: SampleFiles.path(format))
        for share in 1..<8 {
            let file = try folder.write(whole.prefix(whole.count * share / 8), to: "a.\(format)")
            #expect(TrackReader.tags(ofFileAt: file).title != nil)
            _ = TrackReader.picture(ofFileAt: file)
        }
    }

    @Test func `keep their tags when only the sound is cut`() throws {
        let whole = try contents(of: SampleFiles.path("mp3"))
        let file = try folder.write(whole.dropLast(whole.count / 4), to: "a.mp3")
        #expect(TrackReader.tags(ofFileAt: file).title == "Títle 音")
    }

    @Test func `are refused without waiting when they are FIFOs or folders`() {
        let fifo = folder["a.mp3"]
        #expect(fifo.withCString { mkfifo($0, 0o600) } == 0)
        #expect(TrackReader.tags(ofFileAt: fifo).title == "a")
        #expect(TrackReader.picture(ofFileAt: folder.path) == nil)
    }

    /// The larger one first, since the peak only grows.
    @Test(.serialized, arguments: [250, 60])
    func `with a huge picture keep their title, lose the picture and do not fill the memory`(
        megabytes: Int
    ) throws {
        let before = peakMemory()
        let file = try sparse(picture: megabytes << 20)
        #expect(TrackReader.tags(ofFileAt: file).title == "A")
        #expect(TrackReader.picture(ofFileAt: file) == nil)
        #expect(peakMemory() - before < 120 << 20)
    }

    /// A title, then a picture whose bytes are a hole in the file.
    private func sparse(picture size: Int) throws -> FilePath {
        let head = Array("image/png".utf8)
        let picture =
            Array("APIC".utf8) + synchsafe(head.count + 4 + size) + [0, 0, 0] + head + [0, 3, 0]
        let title = frame("TIT2", [3, 0x41])
        let file = try folder.write(
            Array("ID3".utf8) + [4, 0, 0] + synchsafe(title.count + picture.count + size + 1)
                + title
                + picture, to: "large.mp3")
        #expect(file.withCString { truncate($0, off_t(size) + 1000) } == 0)
        return file
    }

    /// In bytes.
    private func peakMemory() -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss * 1024
    }
}

/// Latin-1.
let cafe: [UInt8] = [0x43, 0x61, 0x66, 0xE9]

/// A tag of version 2.4 and no sound.
func id3v2(_ frames: [[UInt8]]) -> [UInt8] {
    Array("ID3".utf8) + [4, 0, 0] + synchsafe(frames.joined().count) + frames.joined()
}

func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + synchsafe(content.count) + [0, 0] + content
}

func picture(type: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    frame("APIC", [0] + Array("image/jpeg".utf8) + [0, type, 0] + bytes)
}

/// Four bytes of seven bits.
func synchsafe(_ value: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7F) }
}
