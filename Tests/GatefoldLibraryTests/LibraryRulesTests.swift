// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import Testing

@testable import GatefoldLibrary

@Suite struct `A code of the industry` {
    @Test(arguments: [
        ("XX-TST-21-00002", "XXTST2100002"), ("xxtst2100002", "XXTST2100002"),
        ("XX TST 21 00002", "XXTST2100002"), ("XXTST210000", nil), ("XXTST21000O\u{DC}", nil),
        ("", nil),
    ])
    func `of a recording is twelve letters and digits`(text: String, code: String?) {
        #expect(IndustryCode.isrc(text) == code)
    }

    @Test(arguments: [
        ("036000291452", "036000291452"), ("0 36000 29145 2", "036000291452"),
        ("4006381333931", "4006381333931"), ("1234567", nil), ("123456789012345", nil),
        ("none", nil),
    ])
    func `of a release is a number of eight to fourteen digits`(text: String, code: String?) {
        #expect(IndustryCode.upc(text) == code)
    }

    @Test func `of a release is the same with zeros before it`() {
        let upc = Set(IndustryCode.shapes(ofUPC: "036000291452"))
        #expect(upc == Set(IndustryCode.shapes(ofUPC: "00036000291452")))
        #expect(upc.contains("36000291452") && upc.contains("0036000291452"))
        #expect(IndustryCode.shapes(ofUPC: "00000000").allSatisfy { $0.utf8.count >= 8 })
        #expect(IndustryCode.shapes(ofUPC: "x").isEmpty)
    }
}

@Suite struct `Rules of the library` {
    @Test(arguments: [
        ("Björk", "bjork"), ("BJÖRK", "bjork"), ("Bjo\u{308}rk", "bjork"), ("Straße", "strasse"),
        ("Łódź", "lodz"), ("Ærø", "aero"), ("Ｆｕｌｌ", "full"), ("Ёлка", "елка"), ("İzmir", "izmir"),
        ("日本", "日本"), ("ﬁne", "fine"), ("AC/DC", "ac/dc"), ("", ""),
    ])
    func `fold case, accents and shapes`(text: String, folded: String) {
        #expect(SearchText.fold(text) == folded)
    }

    @Test(arguments: [
        ("The Beatles", "beatles"), ("A Day", "day"), ("An Apple", "apple"), ("Theory", "theory"),
        ("The", "the"), ("Ähnlich", "ahnlich"),
    ])
    func `sort without an article`(text: String, key: String) {
        #expect(SearchText.sortKey(text) == key)
    }

    @Test(arguments: [
        ("CD1", true), ("cd 2", true), ("Disc 2", true), ("Disk-03", true), ("disc 1 - Live", true),
        ("CD_12", true), ("Side B", true), ("Vinyl 2", true), ("Disco", false), ("CDs", false),
        ("Disc", false), ("CD 1999", false), ("LP", false), ("Sides", false), ("Music", false),
        ("Side-B", true), ("CD1x", false),
    ])
    func `know the folder of one disc`(name: String, isDisc: Bool) {
        let folder = FilePath("/music/Album").appending(Array(name.utf8))
        #expect(AlbumFolder.of(folder) == (isDisc ? FilePath("/music/Album") : folder))
    }

    @Test func `call an album after the artist of its tags`() {
        let parts = [
            AlbumSummary.Part(
                artists: ["A"], albumArtists: ["Band", "Choir"], isCompilation: true),
            AlbumSummary.Part(artists: ["B"]),
        ]
        #expect(AlbumSummary(parts).artist == "Band, Choir")
        #expect(AlbumSummary(parts).isCompilation)
    }

    @Test(arguments: [
        ([["A"], ["A", "Guest"], ["a"]], "A"), ([["A"], ["A"], ["B"]], "A"),
        ([["A"], ["B"]], "Various Artists"), ([["A"], ["B"], ["C"]], "Various Artists"),
        ([[], []], ""), ([["A"], []], "A"),
    ])
    func `call an album after who is on most of it`(artists: [[String]], artist: String) {
        let parts = artists.map { AlbumSummary.Part(artists: $0) }
        #expect(AlbumSummary(parts).artist == artist)
    }

    @Test func `call a compilation that of various artists`() {
        let parts = [AlbumSummary.Part(artists: ["A"], isCompilation: true)]
        #expect(AlbumSummary(parts).artist == "Various Artists")
    }

    @Test(arguments: [
        ("-7.03 dB", -7.03), ("+2.5", 2.5), ("3", 3), ("1000 dB", nil), ("dB", nil), ("", nil),
        ("--3", nil), ("1e300", 1),
    ])
    func `take a gain that can be one`(text: String, gain: Double?) {
        #expect(ReplayGainTags.gain(text) == gain)
    }

    @Test(arguments: [("0", 5.0), ("-1280", 0), ("256", 6), ("99999", nil), ("x", nil)])
    func `take a loudness of Opus to ReplayGain's reference`(text: String, gain: Double?) {
        #expect(ReplayGainTags.loudness(text) == gain)
    }

    @Test func `cut a text between characters`() {
        #expect(FileTags.cut("short") == "short")
        let cut = FileTags.cut("a" + String(repeating: "ü", count: 1000))
        #expect(cut.utf8.count == 1023)
        #expect(cut.hasSuffix("ü"))
    }

    @Test(arguments: [
        ("a/b.mp3", true), ("b.MP3", true), ("b.Flac", true), (".mp3", false), ("mp3", false),
        ("b.mp3x", false), ("b.", false), ("b.verylongextension", false), ("b.cue", false),
    ])
    func `tell music by its name as everywhere else`(name: String, isMusic: Bool) {
        let answer = Array(name.utf8).withUnsafeBytes { MusicName.isMusic($0) }
        #expect(answer == isMusic)
        #expect(answer == AudioFormats.isAudio(fileExtension: FilePath(name).fileExtension))
    }

    @Test(arguments: [
        ("/m/a/b.mp3", "/m/a", "b.mp3"), ("/m/b.mp3", "/m/a", "../b.mp3"),
        ("/m/x/y/b.mp3", "/m/a/c", "../../x/y/b.mp3"), ("/b.mp3", "/m/a", "/b.mp3"),
        ("/n/b.mp3", "/m/a", "/n/b.mp3"),
    ])
    func `find the way from a playlist to a file`(file: String, folder: String, way: String) {
        #expect(FilePath(file).relative(to: FilePath(folder)) == Array(way.utf8))
    }

    @Test(arguments: [
        ("love", "(\"love\" OR \"love\" *)"), ("love ", "\"love\""),
        ("The \"Wall\"", "\"the\" AND (\"wall\" OR \"wall\" *)"),
    ])
    func `quote every word`(text: String, expression: String) {
        #expect(SearchWords(text)?.expression == expression)
    }

    @Test func `count as far as anybody would type`() throws {
        let endless = try #require(SearchWords(String(repeating: "z", count: 1 << 20)))
        #expect(endless.words.map(\.utf8.count) == [4096])
        #expect(endless.key.utf8.count <= 4096)
    }
}
