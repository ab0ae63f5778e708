// SPDX-License-Identifier: MPL-2.0

import Foundation
import MusicKit
import Synchronization
import Testing

@Suite struct `A queue that no player has` {
    init() {
        _ = ProcessLibrary.folder
    }

    private let songs = "abc".map {
        Song(id: MusicItemID(String($0)), title: String($0), location: nil)
    }

    @Test func `begins where it is told to`() {
        #expect(MusicPlayer.Queue(for: songs).currentEntry?.title == "a")
        #expect(MusicPlayer.Queue(for: songs, startingAt: songs[2]).currentEntry?.title == "c")
        let entries = songs.map { MusicPlayer.Queue.Entry($0) }
        #expect(MusicPlayer.Queue(entries, startingAt: entries[1]).currentEntry?.title == "b")
        let queue: ApplicationMusicPlayer.Queue = []
        #expect(queue.currentEntry == nil)
    }

    @Test func `has an entry for an album whose tracks are not known`() {
        let album = Album(title: "One", artistName: "Ann", songs: songs)
        let entry = MusicPlayer.Queue.Entry(album)
        #expect(entry.isTransient)
        #expect(entry.item == nil)
        #expect(entry.title == "One")
        #expect(entry.subtitle == "Ann")
        #expect(MusicPlayer.Queue(album: album).currentEntry?.title == "a")
    }

    @Test func `can be changed, and tells of it`() async throws {
        let queue = ApplicationMusicPlayer.Queue(for: songs)
        let count = Mutex(0)
        let cancellable = queue.objectWillChange.sink { count.withLock { $0 += 1 } }
        try await queue.insert(Song(title: "x", location: nil), position: .afterCurrentEntry)
        #expect(queue.entries.map(\.title) == ["a", "x", "b", "c"])
        queue.entries.removeFirst()
        #expect(queue.currentEntry?.title == "x")
        queue.currentEntry = queue.entries.last
        #expect(queue.currentEntry?.title == "c")
        queue.currentEntry = MusicPlayer.Queue.Entry(songs[0])
        #expect(queue.currentEntry?.title == "c")
        #expect(count.withLock { $0 } == 4)
        cancellable.cancel()
    }

    @Test func `tells two places of one song apart`() {
        let queue = ApplicationMusicPlayer.Queue(for: [songs[0], songs[0]])
        #expect(Set(queue.entries.map(\.id)).count == 2)
        #expect(queue.entries[0] != queue.entries[1])
    }
}
