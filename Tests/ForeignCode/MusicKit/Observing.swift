// SPDX-License-Identifier: MPL-2.0

import MusicKit
import os.log

// The ways in which views and models follow a player. Nothing but MusicKit is imported for them.

private let log = Logger(subsystem: "org.example", category: "player")

@MainActor
@Observable
final class NowPlaying {
    var title = ""
    var isPlaying = false
    private var subscriptions: Set<AnyCancellable> = []
    private var timer: Timer?
    private let player = ApplicationMusicPlayer.shared

    func follow() {
        player.queue.objectWillChange
            .receive(on: DispatchQueue.main)
            .sink { [weak self] in
                Task { @MainActor in self?.update() }
            }
            .store(in: &subscriptions)
        player.state.objectWillChange
            .receive(on: RunLoop.main)
            .debounce(for: .milliseconds(50), scheduler: RunLoop.main)
            .sink { [weak self] _ in
                Task { @MainActor in self?.update() }
            }
            .store(in: &subscriptions)
        timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in
            Task { @MainActor in self?.update() }
        }
    }

    func update() {
        title = player.queue.currentEntry?.title ?? ""
        isPlaying = player.state.playbackStatus == .playing
        log.info("Now \(title, privacy: .public) at \(self.player.playbackTime)")
    }
}

@MainActor
final class Model: ObservableObject {
    @Published var entry: MusicPlayer.Queue.Entry?
    @Published private(set) var isPlaying = false
    @Published var term = ""
    private var searches: AnyCancellable?
    private let player = ApplicationMusicPlayer.shared

    init() {
        searches =
            $term
            .removeDuplicates()
            .debounce(for: .seconds(0.3), scheduler: DispatchQueue.main)
            .filter { !$0.isEmpty }
            .sink { term in log.debug("searching \(term)") }
    }

    func observe() {
        Task {
            for await _ in player.state.objectWillChange.values {
                isPlaying = player.state.playbackStatus == .playing
            }
        }
        Task {
            for await _ in player.queue.objectWillChange.values {
                entry = player.queue.currentEntry
            }
        }
    }

    func track() {
        withObservationTracking {
            _ = player.state.playbackStatus
            _ = player.queue.currentEntry
        } onChange: {
            Task { @MainActor in self.track() }
        }
    }
}
