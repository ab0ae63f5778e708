// SPDX-License-Identifier: MPL-2.0

import MusicKit

// Every way to make a queue, to change it and to steer a player.

let application = ApplicationMusicPlayer.shared
let system = SystemMusicPlayer.shared

func makeQueues(
    song: Song, songs: [Song], album: Album, playlist: Playlist, track: Track,
    tracks: MusicItemCollection<Track>, video: MusicVideo, station: Station
) {
    application.queue = [song]
    application.queue = [album, playlist, track, video, station]
    application.queue = .init(for: tracks)
    application.queue = ApplicationMusicPlayer.Queue(for: songs, startingAt: songs.first)
    application.queue = ApplicationMusicPlayer.Queue(for: [song, song, song])
    application.queue = ApplicationMusicPlayer.Queue(album: album)
    application.queue = ApplicationMusicPlayer.Queue(album: album, startingAt: track)
    application.queue = ApplicationMusicPlayer.Queue(playlist: playlist)
    let entries = songs.map { MusicPlayer.Queue.Entry($0, startTime: 1, endTime: nil) }
    application.queue = ApplicationMusicPlayer.Queue(entries, startingAt: entries.last)
    system.queue = MusicPlayer.Queue(for: songs)
    system.queue = [song]
}

func changeQueue(song: Song, songs: [Song], album: Album) async throws {
    let queue = application.queue
    try await queue.insert(song, position: .afterCurrentEntry)
    try await queue.insert(songs, position: .tail)
    try await queue.insert(album, position: .tail)
    let entry = ApplicationMusicPlayer.Queue.Entry(song)
    try await queue.insert(entry, position: .afterCurrentEntry)
    try await queue.insert([entry], position: .tail)
    queue.entries.append(entry)
    queue.entries.removeAll { $0.isTransient }
    queue.entries.move()
    queue.currentEntry = queue.entries.first
    for entry in queue.entries {
        let words: (String, String?, Artwork?) = (entry.title, entry.subtitle, entry.artwork)
        print(entry.id, words)
        switch entry.item {
        case .song(let song): print(song.albumTitle ?? "")
        case .musicVideo(let video): print(video.title)
        case nil: print(entry.transientItem?.id.rawValue ?? "")
        @unknown default: break
        }
    }
}

extension ApplicationMusicPlayer.Queue.Entries {
    mutating func move() {
        guard let last = popLast() else { return }
        insert(last, at: 0)
    }
}

func steer() async throws {
    try await application.prepareToPlay()
    guard application.isPreparedToPlay else { return }
    try await application.play()
    application.pause()
    application.stop()
    application.restartCurrentEntry()
    try await application.skipToNextEntry()
    try await application.skipToPreviousEntry()
    application.beginSeekingForward()
    application.beginSeekingBackward()
    application.endSeeking()
    application.playbackTime += 15
    application.transition = .crossfade
    application.transition = .crossfade(duration: 3)
    application.transition = .none
    application.state.repeatMode = .all
    application.state.repeatMode = MusicPlayer.RepeatMode.none
    application.state.shuffleMode = application.state.shuffleMode == .off ? .songs : .off
    application.state.playbackRate = 1.5
    if application.state.audioVariant == .dolbyAtmos { print("Atmos") }
}

func words(for status: MusicPlayer.PlaybackStatus) -> String {
    switch status {
    case .stopped: "stopped"
    case .playing: "playing"
    case .paused: "paused"
    case .interrupted: "interrupted"
    case .seekingForward, .seekingBackward: "seeking"
    @unknown default: "unknown"
    }
}

/// A player behind an app's own protocol.
protocol Playing: AnyObject, Sendable {
    func play() async throws
    func pause()
}

extension MusicPlayer: Playing {}
