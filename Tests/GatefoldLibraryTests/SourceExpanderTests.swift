// SPDX-License-Identifier: MPL-2.0

import GatefoldLibrary
import GatefoldModel
import GatefoldTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// What one run of the expander handed over.
final class Expansion {
    private(set) var chunks: [[Track]] = []
    private(set) var problems: [SourceProblem] = []

    /// - Parameter body: after each chunk; false cancels.
    init(_ sources: [String], body: @escaping (Expansion) -> Bool = { _ in true }) {
        SourceExpander.expand(sources) { tracks, problems in
            self.chunks.append(tracks)
            self.problems += problems
            return body(self)
        }
    }

    convenience init(_ path: FilePath) {
        self.init([FileURI.encode(path)])
    }

    var tracks: [Track] { chunks.flatMap { $0 } }

    /// The tracks' names below a folder, the problems' reasons.
    func names(in folder: TemporaryFolder) -> [String] {
        tracks.map { track in
            guard let path = FileURI.decode(track.url) else { return track.url }
            return String(path.printable.dropFirst(folder.path.bytes.count + 1))
        }
    }

    var reasons: [String] { problems.map(\.reason) }
}

@Suite struct `Expanding a folder` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `goes in natural order, folders first`() throws {
        for name in [
            "10 z.mp3", "2 b.MP3", "1 a.flac", "CD10/1.mp3", "cd2/01.mp3", "cd2/1 b.mp3",
            "a.mp3", "B.ogg", "a.ogg", "Ärger.ogg",
        ] {
            try folder.write("x".utf8, to: name)
        }
        #expect(
            Expansion(folder.path).names(in: folder) == [
                "cd2/01.mp3", "cd2/1 b.mp3", "CD10/1.mp3", "1 a.flac", "2 b.MP3", "10 z.mp3",
                "a.mp3", "a.ogg", "B.ogg", "Ärger.ogg",
            ])
    }

    @Test func `takes audio files only, and nothing hidden`() throws {
        for name in [
            "a.mp3", "cover.jpg", "list.m3u", "README", ".hidden.mp3", ".trash/b.mp3", "mp3",
        ] {
            try folder.write("x".utf8, to: name)
        }
        let expansion = Expansion(folder.path)
        #expect(expansion.names(in: folder) == ["a.mp3"])
        #expect(expansion.problems.isEmpty)
    }

    @Test func `keeps names with blanks, signs, line ends and bytes that are no UTF-8`() throws {
        try folder.write("x".utf8, to: "a b#c?d%e.mp3")
        try folder.write("x".utf8, to: "b\nc.mp3")
        try folder.write("x".utf8, to: folder.path.appending([0x63, 0xE9] + Array(".mp3".utf8)))
        let base = FileURI.encode(folder.path)
        #expect(
            Expansion(folder.path).tracks.map(\.url) == [
                base + "/a%20b%23c%3Fd%25e.mp3", base + "/b%0Ac.mp3", base + "/c%E9.mp3",
            ])
    }

    @Test func `ends in spite of links that lead back`() throws {
        try folder.write("x".utf8, to: "a/1.mp3")
        #expect(symlink("..", folder["a/up"].printable) == 0)
        #expect(symlink(".", folder["a/self"].printable) == 0)
        #expect(symlink("endless.mp3", folder["a/endless.mp3"].printable) == 0)
        let expansion = Expansion(folder.path)
        #expect(expansion.names(in: folder) == ["a/1.mp3"])
        #expect(expansion.reasons == ["symbolic links form a loop"])
    }

    @Test func `follows links to files and folders elsewhere`() throws {
        let other = try TemporaryFolder()
        try other.write("x".utf8, to: "1.mp3")
        try folder.write("x".utf8, to: "z.mp3")
        #expect(symlink(other.path.printable, folder["link"].printable) == 0)
        #expect(symlink("z.mp3", folder["y.mp3"].printable) == 0)
        #expect(
            Expansion(folder.path).names(in: folder) == ["link/1.mp3", "y.mp3", "z.mp3"])
    }

    @Test func `says that there is no music in it`() throws {
        #expect(Expansion(folder.path).reasons == ["contains no audio files"])
        try folder.write("x".utf8, to: "sub/README")
        #expect(Expansion(folder.path).reasons == ["contains no audio files"])
    }

    @Test func `says that it may not look in, and goes on`() throws {
        try folder.write("x".utf8, to: "closed/1.mp3")
        try folder.write("x".utf8, to: "open.mp3")
        try folder.write("x".utf8, to: "secret.mp3")
        #expect(chmod(folder["closed"].printable, 0) == 0)
        #expect(chmod(folder["secret.mp3"].printable, 0) == 0)
        let expansion = try asStranger { Expansion(folder.path) }
        #expect(expansion.names(in: folder) == ["open.mp3"])
        #expect(expansion.reasons == ["permission denied", "permission denied"])
        #expect(chmod(folder["closed"].printable, 0o700) == 0)
    }

    // MARK: Chunks

    @Test func `hands over one track, then sixteen, then 256 at a time`() throws {
        try fill(600)
        let expansion = Expansion(folder.path)
        #expect(expansion.chunks.map(\.count) == [1, 16, 256, 256, 71])
        #expect(Set(expansion.tracks).count == 600)
    }

    @Test func `of ten thousand files stops at the first when told so`() throws {
        try fill(10_000)
        let expansion = Expansion([folder.path.printable]) { _ in false }
        #expect(expansion.names(in: folder) == ["0.mp3"])
        #expect(expansion.chunks.count == 1)
    }

    @Test func `looks at a file only when its turn comes`() throws {
        try fill(40)
        let folder = folder
        let expansion = Expansion([folder.path.printable]) { expansion in
            // Would go unnoticed if it had been examined already.
            if expansion.chunks.count == 1 { unlink(folder["1.mp3"].printable) }
            return true
        }
        #expect(expansion.tracks.count == 39)
        #expect(expansion.problems.map(\.source) == [folder["1.mp3"].printable])
    }

    /// Names of one file, which are made faster than files.
    private func fill(_ count: Int) throws {
        let first = try folder.write([1], to: "0.mp3").printable
        for index in 1..<count {
            #expect(link(first, folder["\(index).mp3"].printable) == 0)
        }
    }
}

@Suite struct `Expanding what a user names` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `takes paths and URIs, in the order given, and one twice if it is given twice`()
        throws
    {
        let file = try folder.write("x".utf8, to: "a%20b.mp3")
        let expansion = Expansion([
            file.printable, "https://radio.example/live stream", FileURI.encode(file),
        ])
        #expect(
            expansion.tracks.map(\.url) == [
                FileURI.encode(file), "https://radio.example/live%20stream", FileURI.encode(file),
            ])
        #expect(FileURI.encode(file).hasSuffix("a%2520b.mp3"))
        #expect(expansion.problems.isEmpty)
    }

    @Test func `takes songs of online sources from a playlist, with what it says of them`() throws {
        let song = "gatefold:at/home/song/tr-2"
        var tags = TrackTags()
        tags.title = "Jóga"
        tags.artworkURL = "gatefold:at/home/artwork/co"
        let bytes = XSPFWriter.bytes(title: "A", [Track(url: song, tags: tags)])
        let expansion = Expansion(try folder.write(bytes, to: "list.xspf"))
        #expect(expansion.problems.isEmpty)
        let track = try #require(expansion.tracks.first)
        #expect(track.url == song)
        #expect(track.displayTitle == "Jóga")
        #expect(track.tags?.artworkURL == "gatefold:at/home/artwork/co")
    }

    @Test func `takes a file of an unknown kind, which the engine may know`() throws {
        let file = try folder.write("x".utf8, to: "module.xm")
        #expect(Expansion(file).names(in: folder) == ["module.xm"])
    }

    @Test(arguments: [
        ("/nowhere/at/all.mp3", "does not exist"),
        ("file:///nowhere/at/all.mp3", "does not exist"),
        ("file://server/share.mp3", "names no file of this computer"),
        ("ftp://host/a.mp3", "the URL scheme \"ftp\" is not supported"),
        ("smb://host/a.mp3", "the URL scheme \"smb\" is not supported"),
        ("music/a.mp3", "is neither an absolute path nor a URL"),
        ("a: b.mp3", "is neither an absolute path nor a URL"),
        ("", "the name is empty"),
        ("/dev/null", "is a device, not a file"),
    ])
    func `says what is wrong with it`(source: String, reason: String) {
        let expansion = Expansion([source])
        #expect(expansion.tracks.isEmpty)
        #expect(expansion.reasons == [reason])
    }

    @Test func `says that a file is empty`() throws {
        let file = try folder.write([], to: "a.flac")
        #expect(Expansion(file).reasons == ["is empty"])
    }

    @Test func `does not wait for a FIFO`() throws {
        for name in ["a.mp3", "a.m3u"] {
            #expect(mkfifo(folder[name].printable, 0o600) == 0)
            #expect(Expansion(folder[name]).reasons == ["is a FIFO, not a file"])
        }
    }

    @Test func `prints no control characters of a name`() {
        let expansion = Expansion(["/nowhere/\u{1B}[2J\n.mp3"])
        #expect(expansion.problems.map(\.source) == ["/nowhere/\u{FFFD}[2J\u{FFFD}.mp3"])
    }

    @Test(arguments: ["/", "file:///", "http://host/", "", "https:"])
    func `refuses a name without end, and does not repeat it`(start: String) throws {
        let name = start + String(repeating: "a", count: 1 << 20)
        #expect(Expansion([name]).reasons == ["the name is too long"])
        #expect(Expansion([name]).problems.allSatisfy { $0.source.utf8.count <= 4096 })
        let list = try folder.write(Array((name + "\nb.mp3").utf8), to: "list.m3u")
        try folder.write("x".utf8, to: "b.mp3")
        let expansion = Expansion(list)
        #expect(expansion.names(in: folder) == ["b.mp3"])
        #expect(expansion.reasons == ["the name of an entry is too long"])
    }

    @Test func `plays the rest when something is missing`() throws {
        let file = try folder.write("x".utf8, to: "a.mp3")
        let expansion = Expansion(["/nowhere.mp3", file.printable])
        #expect(expansion.names(in: folder) == ["a.mp3"])
        #expect(expansion.problems.map(\.source) == ["/nowhere.mp3"])
    }
}
