// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import Testing

@testable import GatefoldRuntime

@Suite struct `The files of a session` {
    private static var place: SavedPlace {
        var place = SavedPlace()
        place.current = EntryID(rawValue: 42)
        place.status = .playing
        place.position = MediaTime(nanoseconds: 123_456_789_012)
        place.generation = Generation(rawValue: 7)
        place.loop = .playlist
        place.isShuffled = true
        place.playlist = PlaylistID(rawValue: "0af9")
        place.rate = 1.1
        place.volume = 0.1
        place.isMuted = true
        return place
    }

    private static var tags: TrackTags {
        var tags = TrackTags()
        tags.title = "Two\nlines \\n and \\ back"
        tags.artists = ["A", "", "Ä \u{1F3B5}"]
        tags.album = ""
        tags.albumArtists = ["end", "entry 1 x"]
        tags.genres = ["G"]
        tags.composers = ["K"]
        tags.lyricists = [" L "]
        tags.comments = ["N\r\n"]
        tags.trackNumber = 3
        tags.discNumber = -1
        tags.audioBPM = 120
        tags.contentCreated = "2024-05-06"
        tags.length = MediaTime(nanoseconds: 61_000_000_001)
        tags.artwork = .file("file:///a%20b.png")
        tags.artworkURL = "https://host/a%20b.png?token=x"
        return tags
    }

    private static var queue: Queue {
        var queue = Queue()
        queue.append([
            Track(url: "file:///a%20b.ogg", tags: tags), Track(url: "http://host/?a b"),
            Track(url: "file:///c.ogg", tags: TrackTags()),
        ])
        return queue
    }

    @Test func `keep the place and the modes exactly`() throws {
        #expect(try SavedPlace(Self.place.bytes) == Self.place)
        #expect(try SavedPlace(SavedPlace().bytes) == SavedPlace())
    }

    @Test func `keep entries with all that was read of them, and that nothing was`() throws {
        let queue = Self.queue
        let entries = try SavedQueue(SavedQueue.bytes(queue)).entries
        #expect(entries.map(\.0) == queue.ids)
        #expect(entries.map(\.1) == queue.ids.compactMap { queue[$0] })
        #expect(entries[1].1.tags == nil)
        #expect(entries[2].1.tags == TrackTags())
    }

    @Test func `tell apart texts that are written alike, or like those before`() throws {
        var queue = Queue()
        for artists in [["\\n"], ["\n"], ["\n"], ["A"], ["A"], ["A", "B"], ["B"], []] {
            var tags = TrackTags()
            tags.artists = artists
            tags.album = artists.first
            tags.artwork = artists.first.map(Artwork.file) ?? .none
            queue.append([Track(url: "file:///a%20b", tags: tags)])
        }
        queue.append([Track(url: "file:///untold")])
        let entries = try SavedQueue(SavedQueue.bytes(queue)).entries
        #expect(entries.map(\.1) == queue.ids.compactMap { queue[$0] })
    }

    @Test func `are damaged wherever they end too early, or go on`() {
        for bytes in [SavedQueue.bytes(Self.queue), Self.place.bytes] {
            for count in bytes.indices { #expect(!isIntact(Array(bytes[..<count])), "\(count)") }
            #expect(!isIntact(bytes + [UInt8(ascii: "\n")]))
            #expect(isIntact(bytes))
        }
    }

    @Test(arguments: [
        "gatefold-queue 1\nentry x file:///a\nend\n", "gatefold-queue 1\nentry 5\nend\n",
        "gatefold-queue 1\nentry 0 file:///a\nend\n", "gatefold-queue 2\nend\n",
        "gatefold-queue 1\nentry 5 file:///a\nlength long\nend\n",
        "gatefold-session 1\nstatus Dancing\nend\n", "gatefold-session 1\nvolume loud\nend\n",
        "gatefold-session 1\n\nend\n", "{}", "\0\0\0\0",
    ])
    func `are damaged where a line makes no sense`(_ text: String) {
        #expect(!isIntact(Array(text.utf8)))
    }

    @Test func `may have lines of a later version`() throws {
        let place = try SavedPlace(Array("gatefold-session 1\nmood blue\nvolume 0.5\nend\n".utf8))
        #expect(place.volume == 0.5)
        let text = "gatefold-queue 1\nentry 5 file:///a\nmood blue\ntitle T\nend\n"
        #expect(try SavedQueue(Array(text.utf8)).entries.map(\.1.tags?.title) == ["T"])
    }

    private func isIntact(_ bytes: [UInt8]) -> Bool {
        (try? SavedQueue(bytes)) != nil || (try? SavedPlace(bytes)) != nil
    }
}
