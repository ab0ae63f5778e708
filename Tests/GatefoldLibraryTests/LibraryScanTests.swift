// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldLibrary
import GatefoldModel
import GatefoldSamples
import GatefoldTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct `Scanning a folder` {
    let tree: MusicTree

    init() throws {
        tree = try MusicTree()
    }

    @Test func `finds what the tags say`() async throws {
        try tree.add(
            "A/01.flac", "TITLE=Jóga", "ARTIST=Björk", "ALBUM=Homogenic", "TRACKNUMBER=2",
            "GENRE=Electronic", "GENRE=Pop", "DATE=1997-09-22", "ORIGINALDATE=1997",
            "REPLAYGAIN_TRACK_GAIN=-7.03 dB", "REPLAYGAIN_TRACK_PEAK=0.98",
            "MUSICBRAINZ_TRACKID=AB3D2F2B-0000-4000-8000-0123456789AB")
        let summary = try await tree.scan()
        #expect(summary.added == 1)
        let track = try await tree.track("Jóga")
        #expect(track.tags.artists == ["Björk"])
        #expect(track.tags.album == "Homogenic")
        #expect(track.tags.genres == ["Electronic", "Pop"])
        #expect(track.tags.trackNumber == 2)
        #expect(track.tags.contentCreated == "1997-09-22")
        #expect(track.originalDate == "1997")
        #expect(track.tags.length == MediaTime(seconds: 200))
        #expect(track.replayGain.trackGain == -7.03)
        #expect(track.replayGain.trackPeak == 0.98)
        #expect(track.musicBrainzID == "ab3d2f2b-0000-4000-8000-0123456789ab")
        #expect(track.track.url == FileURI.encode(tree.music.appending(Array("A/01.flac".utf8))))
    }

    @Test(arguments: SampleFiles.formats)
    func `takes every format`(format: String) async throws {
        let sample = try contents(of: SampleFiles.path(format))
        try tree.folder.write(sample, to: "music/a.\(format)")
        try await tree.scan()
        let track = try await tree.track("Títle 音")
        #expect(track.tags.artists == ["One", "Two"])
        #expect(track.tags.albumArtists == ["Band"])
        #expect(track.tags.composers == ["Composer"])
        #expect(track.replayGain.trackGain == -6.5)
        #expect(track.originalDate == "2001-02-03")
        #expect(track.isCompilation)
    }

    @Test func `reads nothing again that has not changed`() async throws {
        try tree.add("A/01.flac", "TITLE=A")
        try tree.add("A/02.flac", "TITLE=B")
        #expect(try await tree.scan().added == 2)
        try tree.add("A/02.flac", "TITLE=Changed")
        let summary = try await tree.scan()
        #expect(summary.found == 2)
        #expect(summary.added == 0)
        #expect(summary.changed == 1)
        #expect(try await tree.titles() == ["A", "Changed"])
    }

    @Test func `notices a change that keeps the size`() async throws {
        try tree.add("01.flac", "TITLE=A")
        try await tree.scan()
        let file = try tree.add("01.flac", "TITLE=B")
        // The clock of the file system may not have moved on.
        var times = [timespec(tv_sec: 5, tv_nsec: 1), timespec(tv_sec: 5, tv_nsec: 1)]
        try #require(file.withCString { utimensat(AT_FDCWD, $0, &times, 0) } == 0)
        #expect(try await tree.scan().changed == 1)
        #expect(try await tree.titles() == ["B"])
    }

    @Test func `leaves out what is no music, and what is hidden`() async throws {
        try tree.folder.write("x".utf8, to: "music/cover.jpg")
        try tree.folder.write("x".utf8, to: "music/album.cue")
        try tree.folder.write([], to: "music/empty.flac")
        try tree.add(".hidden.flac", "TITLE=Hidden")
        try tree.add(".trash/a.flac", "TITLE=Trash")
        try tree.add("A.FLAC", "TITLE=A")
        #expect(try await tree.scan().found == 1)
        #expect(try await tree.titles() == ["A"])
    }

    @Test func `keeps a name that is no UTF-8`() async throws {
        let path = tree.music.appending(cafe + Array(".flac".utf8))
        try tree.folder.write(silentFLAC(["TITLE=A"], seconds: 1), to: path)
        try await tree.scan()
        #expect(try await tree.track("A").track.url == FileURI.encode(path))
    }

    @Test func `ends in a loop of links, and knows a file by its own place`() async throws {
        try tree.add("b/a.flac", "TITLE=A")
        for (link, target) in [("b/loop", ".."), ("a", "b")] {
            try #require(symlink(target, tree.folder["music/" + link].printable) == 0)
        }
        #expect(try await tree.scan().found == 1)
        #expect(try await tree.track("A").track.url.hasSuffix("/b/a.flac"))
    }

    @Test func `makes sense of absurd tags`() async throws {
        let genres = (0..<100).map { "GENRE=Genre \($0)" }
        let comments =
            [
                "TITLE=" + String(repeating: "ü", count: 500_000), "TRACKNUMBER=2000000000",
                "DISCNUMBER=-4", "DATE=99999-77-66", "ORIGINALDATE=0000", "ARTIST=A; B;a",
                "REPLAYGAIN_TRACK_GAIN=nan dB", "REPLAYGAIN_TRACK_PEAK=-1", "BPM=99999999999999",
            ] + genres
        try tree.folder.write(silentFLAC(comments, seconds: 1), to: "music/a.flac")
        try await tree.scan()
        let track = try #require(
            try await tree.read { (reader) throws(LibraryError) in try reader.tracks() }.first)
        #expect(track.tags.title == String(repeating: "ü", count: 512))
        #expect(track.tags.artists == ["A", "B"])
        #expect(track.tags.genres.count == 32)
        #expect(track.tags.trackNumber == nil)
        #expect(track.tags.discNumber == nil)
        #expect(track.tags.audioBPM == nil)
        #expect(track.originalDate == nil)
        #expect(track.replayGain == ReplayGainTags())
    }

    @Test func `calls an untagged file after its name`() async throws {
        try tree.folder.write("no music".utf8, to: "music/03 - Song.mp3")
        try await tree.scan()
        #expect(try await tree.track("Song").tags.trackNumber == 3)
    }
}

@Suite struct `Files that come and go` {
    let tree: MusicTree

    init() throws {
        tree = try MusicTree()
    }

    @Test func `are missing when they are gone, and not shown`() async throws {
        try tree.add("A/a.flac", "TITLE=A", "ARTIST=X", "GENRE=G", "ALBUM=L")
        try tree.add("B/b.flac", "TITLE=B")
        try await tree.scan()
        try tree.remove("A/a.flac")
        #expect(try await tree.scan().lost == 1)
        #expect(try await tree.titles() == ["B"])
        #expect(try await tree.found("a") == [])
        let counts = try await tree.read { (reader) throws(LibraryError) in
            [
                try reader.artists().count, try reader.genres().count, try reader.albums().count,
                try reader.statistics().missing,
            ]
        }
        #expect(counts == [0, 0, 0, 1])
    }

    @Test func `keep their history when they are moved`() async throws {
        try tree.add("A/a.flac", "TITLE=A", "ARTIST=X")
        try await tree.scan()
        let before = try await tree.track("A")
        try await tree.write { (writer) throws(LibraryError) in
            try writer.notePlayed(before.id)
            try writer.setRating(before.id, 0.8)
            try writer.setFavourite(before.id, true)
        }
        try tree.move("A/a.flac", to: "Z/Y/b.flac")
        let summary = try await tree.scan()
        #expect(summary.moved == 1)
        #expect(summary.added == 0)
        let after = try await tree.track("A")
        #expect(after.id == before.id)
        #expect(after.track.url.hasSuffix("/Z/Y/b.flac"))
        #expect(after.history.plays == 1)
        #expect(after.history.rating == 0.8)
        #expect(after.history.isFavourite)
        #expect(after.added == before.added)
    }

    @Test func `are recognised by their content where nothing is tagged`() async throws {
        try tree.add("old name.flac")
        try await tree.scan()
        let before = try await tree.track("old name")
        try tree.move("old name.flac", to: "new name.flac")
        #expect(try await tree.scan().moved == 1)
        #expect(try await tree.track("new name").id == before.id)
    }

    @Test func `are recognised by tags and length when they were encoded anew`() async throws {
        try tree.add("a.flac", "TITLE=A", "ARTIST=X", "ALBUM=L", seconds: 200)
        try await tree.scan()
        let before = try await tree.track("A")
        try tree.remove("a.flac")
        try tree.add("b.flac", "TITLE=A", "ARTIST=X", "ALBUM=L", "ENCODER=new", seconds: 201)
        #expect(try await tree.scan().moved == 1)
        #expect(try await tree.track("A").id == before.id)
    }

    @Test func `are not taken for others of the same name`() async throws {
        try tree.add("a.flac", "TITLE=A", "ARTIST=X", seconds: 200)
        try await tree.scan()
        try tree.remove("a.flac")
        try tree.add("b.flac", "TITLE=A", "ARTIST=X", seconds: 290)
        #expect(try await tree.scan().added == 1)
    }

    @Test func `keep their history when they exchange their names`() async throws {
        try tree.add("1.flac", "TITLE=A", "ARTIST=X", seconds: 100)
        try tree.add("2.flac", "TITLE=B b", "ARTIST=X", seconds: 300)
        try await tree.scan()
        let (a, b) = (try await tree.track("A"), try await tree.track("B b"))
        try tree.move("1.flac", to: "3.flac")
        try tree.move("2.flac", to: "1.flac")
        try tree.move("3.flac", to: "2.flac")
        try await tree.scan()
        #expect(try await tree.track("A").id == a.id)
        #expect(try await tree.track("B b").id == b.id)
        #expect(try await tree.track("A").track.url.hasSuffix("/2.flac"))
    }

    @Test func `keep their history when they are tagged anew`() async throws {
        try tree.add("a.flac", "TITLE=A")
        try await tree.scan()
        let id = try await tree.track("A").id
        try await tree.write { (writer) throws(LibraryError) in try writer.notePlayed(id) }
        try tree.add("a.flac", "TITLE=Anders", "ARTIST=X", "COMMENT=long", seconds: 200)
        try await tree.scan()
        #expect(try await tree.track("Anders").history.plays == 1)
    }

    @Test func `come back as they were with a disk that was not there`() async throws {
        try tree.add("a.flac", "TITLE=A")
        try await tree.scan()
        let id = try await tree.track("A").id
        let (music, away) = (tree.music.printable, tree.folder["away"].printable)
        try #require(rename(music, away) == 0)
        // A mount point without its disk.
        try makeDirectories(path: music)
        let summary = try await tree.scan()
        #expect(summary.unavailable == [tree.music])
        #expect(try await tree.titles() == [])
        #expect(
            try await tree.read { (reader) throws(LibraryError) in try reader.folders() }
                .map(\.isAvailable) == [false])
        try #require(rmdir(music) == 0 && rename(away, music) == 0)
        let again = try await tree.scan()
        #expect(again.added + again.changed + again.moved == 0)
        #expect(try await tree.track("A").id == id)
    }

    @Test func `are missing when their folder is removed from the library`() async throws {
        try tree.add("a.flac", "TITLE=A")
        try await tree.scan()
        let id = try await tree.track("A").id
        let music = tree.music
        try await tree.write { (writer) throws(LibraryError) in try writer.removeFolder(music) }
        #expect(try await tree.titles() == [])
        try await tree.scan()
        #expect(try await tree.track("A").id == id)
    }

    @Test func `leave the folder beside one of the same beginning alone`() async throws {
        try tree.add("a.flac", "TITLE=A")
        try tree.folder.write(silentFLAC(["TITLE=B"], seconds: 1), to: "music 2/b.flac")
        let (first, second) = (tree.music, tree.folder["music 2"])
        try await tree.write { (writer) throws(LibraryError) in try writer.addFolder(second) }
        try await tree.scan()
        try await tree.write { (writer) throws(LibraryError) in try writer.removeFolder(first) }
        #expect(try await tree.titles() == ["B"])
    }
}

@Suite struct `A scan that is cancelled` {
    @Test func `ends, keeps what was read, and goes on the next time`() async throws {
        let tree = try MusicTree()
        for number in 0..<4000 { try tree.add("\(number).flac", "TITLE=\(number)") }
        let music = tree.music
        try await tree.write { (writer) throws(LibraryError) in try writer.addFolder(music) }
        let result = await cancelAtFirstWrite(tree.store)
        guard case .failure(let error) = result else {
            Issue.record("the scan was not cancelled")
            return
        }
        #expect(error.code == .cancelled)
        let count = try await tree.titles().count
        #expect(count > 0 && count < 4000)
        #expect(try await tree.scan().added == 4000 - count)
        #expect(try await tree.titles().count == 4000)
    }

    @PlayerActor
    private func cancelAtFirstWrite(
        _ store: LibraryStore
    ) async -> Result<ScanSummary, LibraryError> {
        await withCheckedContinuation { continuation in
            let scan = Running()
            scan.request = store.scan { progress in
                if progress.read > 0 { scan.request?.cancel() }
            } then: { result in
                continuation.resume(returning: result)
            }
        }
    }

    @PlayerActor
    private final class Running {
        var request: LibraryRequest?
    }
}
