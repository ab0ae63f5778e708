// SPDX-License-Identifier: MPL-2.0

import Foundation
import GatefoldTestSupport
import MusicKit
import Synchronization
import Testing

/// What uses the one player of the process.
@Suite(.serialized) struct `The application player` {
    @Suite(.serialized) struct `Playing a queue` {
        let rig: PlayerRig
        let player = ApplicationMusicPlayer.shared

        init() throws {
            rig = try PlayerRig()
        }

        @Test func `shows what was queued at once`() async throws {
            let songs = try await rig.songs("abc")
            player.queue = .init(for: songs, startingAt: songs[1])
            #expect(rig.titles == "abc")
            #expect(rig.current == "b")
            #expect(player.state.playbackStatus == .stopped)
            #expect(player.queue.currentEntry?.subtitle == "Artist of b")
            guard case .song(let song)? = player.queue.currentEntry?.item else {
                Issue.record("the entry has no song")
                return
            }
            #expect(song == songs[1])
        }

        @Test func `plays, pauses, goes on and stops`() async throws {
            player.queue = .init(for: try await rig.songs("ab"))
            try await player.play()
            #expect(player.state.playbackStatus == .playing)
            #expect(player.state.playbackRate == 1)
            #expect(player.isPreparedToPlay)
            player.pause()
            #expect(player.state.playbackStatus == .paused)
            #expect(player.state.playbackRate == 0)
            let place = player.playbackTime
            #expect(player.playbackTime == place)
            try await player.play()
            #expect(player.playbackTime >= place)
            player.stop()
            #expect(player.state.playbackStatus == .stopped)
            #expect(player.playbackTime == 0)
        }

        @Test func `goes to the next entry and back, and ends behind the last`() async throws {
            player.queue = .init(for: try await rig.songs("ab"))
            try await player.play()
            try await player.skipToNextEntry()
            #expect(rig.current == "b")
            try await player.skipToPreviousEntry()
            #expect(rig.current == "a")
            try await player.skipToNextEntry()
            try await player.skipToNextEntry()
            #expect(player.state.playbackStatus == .stopped)
        }

        @Test func `only designates an entry while nothing plays`() async throws {
            player.queue = .init(for: try await rig.songs("ab"))
            try await player.skipToNextEntry()
            #expect(rig.current == "b")
            #expect(player.state.playbackStatus == .stopped)
            player.queue.currentEntry = player.queue.entries.first
            #expect(rig.current == "a")
            #expect(player.state.playbackStatus == .stopped)
        }

        @Test func `jumps to an entry that is made the current one`() async throws {
            player.queue = .init(for: try await rig.songs("abc"))
            try await player.play()
            player.queue.currentEntry = player.queue.entries.last
            #expect(rig.current == "c")
            #expect(player.state.playbackStatus == .playing)
        }

        @Test func `seeks, restarts and scans`() async throws {
            player.queue = .init(for: try await rig.songs("a"))
            try await player.prepareToPlay()
            #expect(player.state.playbackStatus == .paused)
            player.playbackTime = 12
            #expect(player.playbackTime == 12)
            player.playbackTime = 1000
            #expect(player.playbackTime == 20)
            player.restartCurrentEntry()
            #expect(player.playbackTime == 0)
            try await player.play()
            player.beginSeekingForward()
            #expect(player.state.playbackStatus == .seekingForward)
            try await eventually("it has moved on") { player.playbackTime > 4 }
            player.endSeeking()
            #expect(player.state.playbackStatus == .playing)
        }

        @Test func `goes on by itself, and ends`() async throws {
            player.queue = .init(for: try await rig.songs("ab", seconds: 0.4))
            try await player.play()
            try await eventually("b is heard") { rig.current == "b" }
            try await eventually("the queue has ended") {
                player.state.playbackStatus == .stopped
            }
        }

        @Test func `keeps the modes, which are unset at first`() async throws {
            player.queue = .init(for: try await rig.songs("abc"))
            #expect(player.state.repeatMode == nil)
            #expect(player.state.shuffleMode == nil)
            player.state.repeatMode = .all
            player.state.shuffleMode = .songs
            #expect(player.state.repeatMode == .all)
            #expect(player.state.shuffleMode == .songs)
            player.state.shuffleMode = .off
            player.state.repeatMode = MusicPlayer.RepeatMode.none
            #expect(player.state.repeatMode == MusicPlayer.RepeatMode.none)
            #expect(player.state.shuffleMode == .off)
            player.state.playbackRate = 2
            try await player.play()
            #expect(player.state.playbackRate == 2)
            player.state.playbackRate = 1
        }
    }

    @Suite(.serialized) struct `Changing the queue` {
        let rig: PlayerRig
        let player = ApplicationMusicPlayer.shared

        init() throws {
            rig = try PlayerRig()
        }

        @Test func `inserts in four ways`() async throws {
            let songs = try await rig.songs("abcdef")
            player.queue = [songs[0], songs[1]]
            try await player.queue.insert(songs[2], position: .afterCurrentEntry)
            try await player.queue.insert([songs[3]], position: .tail)
            try await player.queue.insert(
                MusicPlayer.Queue.Entry(songs[4]), position: .afterCurrentEntry)
            try await player.queue.insert([MusicPlayer.Queue.Entry(songs[5])], position: .tail)
            #expect(rig.titles == "aecbdf")
        }

        @Test func `puts the tracks of an album and a playlist in its place`() async throws {
            let songs = try await rig.songs("abcd")
            let album = Album(title: "One", songs: songs[..<2])
            player.queue = [album]
            #expect(rig.titles == "ab")
            #expect(player.queue.entries.allSatisfy { !$0.isTransient })
            player.queue = ApplicationMusicPlayer.Queue(
                album: album, startingAt: album.tracks?.last)
            #expect(rig.current == "b")
            let playlist = Playlist(name: "Two", songs: songs[2...])
            try await player.queue.insert(playlist, position: .tail)
            #expect(rig.titles == "abcd")
            player.queue = ApplicationMusicPlayer.Queue(playlist: playlist)
            #expect(rig.titles == "cd")
        }

        @Test func `edits the entries by hand, and goes on playing what is still there`()
            async throws
        {
            let songs = try await rig.songs("abcde")
            player.queue = .init(for: songs[..<4])
            try await player.play()
            try await player.skipToNextEntry()
            player.queue.entries.swapAt(0, 3)
            #expect(rig.titles == "dbca")
            player.queue.entries.removeAll { $0.title == "c" }
            player.queue.entries.insert(MusicPlayer.Queue.Entry(songs[4]), at: 1)
            #expect(rig.titles == "deba")
            #expect(rig.current == "b")
            #expect(player.state.playbackStatus == .playing)
            player.queue.entries.removeAll { $0.title == "b" }
            #expect(rig.current == "a")
            player.queue.entries = []
            #expect(player.queue.currentEntry == nil)
            #expect(player.state.playbackStatus == .stopped)
        }

        @Test func `keeps what a replaced queue had, to be given back`() async throws {
            let songs = try await rig.songs("abc")
            let first = ApplicationMusicPlayer.Queue(for: songs[..<2])
            player.queue = first
            player.queue = [songs[2]]
            #expect(first.entries.map(\.title) == ["a", "b"])
            player.queue = first
            #expect(rig.titles == "ab")
            try await player.queue.insert(songs[2], position: .tail)
            player.queue = first
            #expect(rig.titles == "abc")
        }

        @Test func `says what cannot be played, and why`() async throws {
            await #expect(throws: MusicPlayerError.queueIsEmpty) { try await player.play() }
            let known = Song(title: "Nowhere", location: nil)
            player.queue = [known]
            await #expect {
                try await player.play()
            } throws: {
                $0.localizedDescription.contains("“Nowhere” cannot be played")
            }
            let missing = rig.folder.url("missing.wav")
            player.queue = [Song(title: "Missing", location: missing)]
            await #expect(throws: MusicPlayerError.self) { try await player.play() }
            try rig.folder.write(Array("no sound".utf8), to: "bad.wav")
            let bad = rig.folder.url("bad.wav")
            player.queue = [Song(title: "Bad", location: bad)]
            await #expect(throws: MusicPlayerError.self) { try await player.play() }
            #expect(player.state.playbackStatus == .stopped)
        }
    }

    @Suite(.serialized) struct `Being observed` {
        let rig: PlayerRig
        let player = ApplicationMusicPlayer.shared

        init() throws {
            rig = try PlayerRig()
        }

        @Test func `tells of a track change when the entry has changed, to who subscribed once`()
            async throws
        {
            let songs = try await rig.songs("abcd")
            player.queue = .init(for: songs[..<2])
            let seen = Mutex<[String]>([])
            let cancellable = player.queue.objectWillChange.sink {
                seen.withLock { $0.append(player.queue.currentEntry?.title ?? "-") }
            }
            try await player.play()
            try await player.skipToNextEntry()
            try await eventually("b was seen") { seen.withLock { $0.last == "b" } }
            // Another queue: the subscription to the first one goes on.
            player.queue = .init(for: songs[2...])
            try await eventually("c was seen") { seen.withLock { $0.last == "c" } }
            try await player.skipToNextEntry()
            try await eventually("d was seen") { seen.withLock { $0.last == "d" } }
            cancellable.cancel()
        }

        @Test func `tells of an automatic change, on the queue that the subscriber asks for`()
            async throws
        {
            player.queue = .init(for: try await rig.songs("ab", seconds: 0.4))
            let seen = Mutex<[String]>([])
            let queue = DispatchQueue(label: "observer")
            let cancellable = player.queue.objectWillChange.receive(on: queue).sink {
                seen.withLock { $0.append(player.queue.currentEntry?.title ?? "-") }
            }
            try await player.play()
            try await eventually("b was seen") { seen.withLock { $0.contains("b") } }
            cancellable.cancel()
        }

        @Test func `gives the changes of its state as a sequence`() async throws {
            player.queue = .init(for: try await rig.songs("a"))
            let player = player
            let states = Task {
                var seen: [MusicPlayer.PlaybackStatus] = []
                for await _ in player.state.objectWillChange.values {
                    seen.append(player.state.playbackStatus)
                    if seen.last == .paused { return seen }
                }
                return seen
            }
            // Until the task has subscribed, changes are nobody's.
            try await eventually("the task has seen a pause", within: .seconds(10)) {
                try await player.play()
                player.pause()
                return await Self.isDone(states)
            }
            #expect(await states.value.last == .paused)
        }

        private static func isDone<Value>(_ task: Task<Value, Never>) async -> Bool {
            let done = Mutex(false)
            let watcher = Task {
                _ = await task.value
                done.withLock { $0 = true }
            }
            try? await Task.sleep(for: .milliseconds(20))
            watcher.cancel()
            return done.withLock { $0 }
        }

        @Test func `works with withObservationTracking`() async throws {
            player.queue = .init(for: try await rig.songs("ab"))
            let hasChanged = Mutex(false)
            let title = withObservationTracking {
                player.queue.currentEntry?.title
            } onChange: {
                hasChanged.withLock { $0 = true }
            }
            #expect(title == "a")
            try await player.skipToNextEntry()
            try await eventually("the change was told") { hasChanged.withLock { $0 } }
            let statusChanged = Mutex(false)
            _ = withObservationTracking {
                player.state.playbackStatus
            } onChange: {
                statusChanged.withLock { $0 = true }
            }
            try await player.play()
            try await eventually("the status was told") { statusChanged.withLock { $0 } }
        }

        @Test func `may be steered by its observers`() async throws {
            player.queue = .init(for: try await rig.songs("ab"))
            let cancellable = player.state.objectWillChange.sink {
                if player.state.playbackStatus == .playing { player.pause() }
            }
            try await player.play()
            try await eventually("the observer has paused it") {
                player.state.playbackStatus == .paused
            }
            cancellable.cancel()
        }
    }
}
