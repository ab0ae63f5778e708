// SPDX-License-Identifier: MPL-2.0

import GatefoldArtwork
import GatefoldLibrary
import GatefoldModel
import GatefoldTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct `Describing a track` {
    let folder: TemporaryFolder
    let cacheFolder: TemporaryFolder
    let describer: TrackDescriber

    init() throws {
        folder = try TemporaryFolder()
        cacheFolder = try TemporaryFolder()
        describer = TrackDescriber(
            cache: ArtworkCache(directory: cacheFolder.path.printable, pictureLimit: 1000))
    }

    @Test func `reads its tags and publishes the picture in them`() throws {
        try folder.write(TestImage.png(9), to: "cover.png")
        let tags = try describe(
            id3v2([frame("TIT2", [3, 0x41]), picture(type: 3, TestImage.jpeg(1))]))
        #expect(tags.title == "A")
        #expect(try image(tags) == TestImage.jpeg(1))
    }

    @Test(arguments: [
        (["cover.jpg", "folder.jpg"], "cover.jpg"), (["folder.png", "front.jpg"], "folder.png"),
        (["AlbumArt.JPG", "x.jpg", "y.jpg"], "AlbumArt.JPG"), (["Cover.PNG"], "Cover.PNG"),
        (["cover.jpeg", "cover.jpg"], "cover.jpg"), (["only.webp"], "only.webp"),
        (["x.png", "y.png"], nil), ([".cover.png"], nil), (["cover.txt"], nil),
    ])
    func `finds the picture beside it`(names: [String], chosen: String?) throws {
        for name in names {
            try folder.write(TestImage.png(UInt8(name.utf8.reduce(0, ^))), to: name)
        }
        let expected = chosen.map { TestImage.png(UInt8($0.utf8.reduce(0, ^))) }
        #expect(try image(describe(Array("sound".utf8))) == expected)
    }

    @Test func `passes over an image that is none and takes the next`() throws {
        try folder.write("no image".utf8, to: "cover.jpg")
        try folder.write(TestImage.jpeg(2), to: "folder.jpg")
        #expect(try image(describe(Array("sound".utf8))) == TestImage.jpeg(2))
    }

    @Test func `goes without a picture that is too large`() throws {
        try folder.write(TestImage.jpeg(2, size: 1001), to: "cover.jpg")
        let tags = try describe(id3v2([picture(type: 3, TestImage.jpeg(1, size: 1001))]))
        #expect(tags.artwork == .none)
        #expect(tags.title == "track")
    }

    @Test func `keeps its tags when the cache cannot be written to`() throws {
        let file = try folder.write("in the way".utf8, to: "file")
        let describer = TrackDescriber(cache: ArtworkCache(directory: file.printable + "/cache"))
        let track = try folder.write(
            id3v2([frame("TIT2", [3, 0x41]), picture(type: 3, TestImage.jpeg(1))]), to: "a.mp3")
        let tags = describer.describe(Track(url: FileURI.encode(track)))
        #expect(tags.title == "A")
        #expect(tags.artwork == .none)
    }

    @Test func `sees that the picture beside it changed, came or went`() throws {
        let sound = Array("sound".utf8)
        #expect(try describe(sound).artwork == .none)
        try folder.write(TestImage.png(1), to: "cover.png")
        #expect(try image(describe(sound)) == TestImage.png(1))
        try folder.write(TestImage.png(2, size: 65), to: "cover.png")
        #expect(try image(describe(sound)) == TestImage.png(2, size: 65))
        unlink(folder["cover.png"].printable)
        #expect(try describe(sound).artwork == .none)
    }

    @Test func `publishes again a picture that was removed from the cache`() throws {
        try folder.write(TestImage.png(1), to: "cover.png")
        let tags = try describe(Array("sound".utf8))
        guard case .file(let uri) = tags.artwork, let path = FileURI.decode(uri) else {
            Issue.record("no artwork")
            return
        }
        unlink(path.printable)
        #expect(try image(describe(Array("sound".utf8))) == TestImage.png(1))
    }

    @Test func `does not read the picture beside an album's tracks again for each`() throws {
        let cover = try folder.write(TestImage.png(1), to: "cover.png")
        let first = try describe(Array("sound".utf8))
        // Neither size nor time tell that the file is another one, so only its bytes could.
        try keepingTime(of: cover) { try folder.write(TestImage.png(2), to: cover) }
        #expect(try describe(Array("sound".utf8)) == first)
    }

    @Test func `fills in what a playlist said where the file has no tags`() throws {
        var hint = TrackTags()
        hint.title = "Playlist title"
        hint.length = MediaTime(seconds: 5)
        let untagged = try folder.write("sound".utf8, to: "a.mp3")
        let described = describer.describe(Track(url: FileURI.encode(untagged), tags: hint))
        #expect(described.title == "Playlist title")
        #expect(described.length == MediaTime(seconds: 5))
        hint.artworkURL = "https://host/a.png"
        let tagged = try folder.write(id3v2([frame("TIT2", [3, 0x41])]), to: "b.mp3")
        let known = describer.describe(Track(url: FileURI.encode(tagged), tags: hint))
        #expect(known.title == "A")
        #expect(known.artworkURL == "https://host/a.png")
    }

    @Test func `in a hurry reads tags and leaves pictures for later`() throws {
        try folder.write(TestImage.png(1), to: "cover.png")
        let file = try folder.write(
            id3v2([frame("TIT2", [3, 0x41]), picture(type: 3, TestImage.jpeg(1))]), to: "a.mp3")
        let tags = describer.read(Track(url: FileURI.encode(file)))
        #expect(tags.title == "A")
        #expect(tags.artwork == .unread)
        #expect(try cacheFolder.names().isEmpty)
    }

    @Test func `leaves a network stream as it is`() {
        let tags = describer.describe(Track(url: "http://radio.example/"))
        #expect(tags.title == nil)
        #expect(tags.artwork == .none)
    }

    private func describe(_ content: [UInt8]) throws -> TrackTags {
        describer.describe(Track(url: FileURI.encode(try folder.write(content, to: "track.mp3"))))
    }

    private func image(_ tags: TrackTags) throws -> [UInt8]? {
        guard case .file(let uri) = tags.artwork, let path = FileURI.decode(uri) else { return nil }
        return try contents(of: path)
    }

    private func keepingTime(of path: FilePath, _ body: () throws -> Void) throws {
        var status = stat()
        #expect(stat(path.printable, &status) == 0)
        try body()
        #expect(utimensat(AT_FDCWD, path.printable, [status.st_atim, status.st_mtim], 0) == 0)
    }
}
