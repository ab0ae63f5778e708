// SPDX-License-Identifier: MPL-2.0

import CGatefoldGLib
import Glibc
import MediaPlayer

/// An app whose main thread does what the first argument says, for tests.
///
/// Each command writes its name, and whether it came on the main thread, as the title.
@main
struct LoopProgram {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let name = arguments.first, let loop = Loop(rawValue: name) else {
            return print("one of: \(Loop.allCases.map(\.rawValue))")
        }
        let app = App()
        app.register()
        app.write("started")
        loop.run(app)
    }
}

/// What main threads do.
private enum Loop: String, CaseIterable {
    case runLoop, dispatch, glib, servedGLib, gtk, sleep, busy, blocked, pushing, timed, features

    func run(_ app: App) {
        switch self {
        case .runLoop: RunLoop.main.run()
        case .dispatch: dispatchMain()
        case .glib: glibLoop()
        case .servedGLib:
            serveMainQueueFromGLib()
            glibLoop()
        case .gtk:
            GTK.showWindow()
            serveMainQueueFromGLib()
            glibLoop()
        case .sleep: while true { Glibc.sleep(3600) }
        case .busy:
            // Starts slowly, and serves its queue afterwards.
            let end = Date(timeIntervalSinceNow: 2.5)
            while Date() < end {}
            dispatchMain()
        case .blocked:
            // Handlers on the main thread, which is lost for ever.
            DispatchQueue.main.async { while true { Glibc.sleep(3600) } }
            dispatchMain()
        case .pushing:
            app.pushTwiceASecond()
            dispatchMain()
        case .features:
            let features = Features()
            features.use()
            withExtendedLifetime(features) { dispatchMain() }
        case .timed:
            // For GatefoldBenchmarks.
            app.writeTimes()
            dispatchMain()
        }
    }

    private func glibLoop() {
        g_main_loop_run(g_main_loop_new(nil, 0))
    }

    /// What a GTK app in Swift does, once.
    private func serveMainQueueFromGLib() {
        let source = g_unix_fd_source_new(MPRISController.shared.mainQueueDescriptor, G_IO_IN)
        let serve: GUnixFDSourceFunc = { _, _, _ in
            MPRISController.shared.serveMainQueue()
            return 1
        }
        gatefold_unix_fd_source_set_callback(source, serve, nil, nil)
        g_source_attach(source, nil)
    }
}

/// Writes what it is told.
private final class App: Sendable {
    private let start = Date()

    func register() {
        let commands = MPRemoteCommandCenter.shared()
        commands.playCommand.addTarget { [self] _ in
            write("play")
            return .success
        }
        commands.pauseCommand.addTarget { [self] _ in
            write("pause", rate: 0)
            return .success
        }
        commands.nextTrackCommand.addTarget { [self] event in
            write("next")
            // Handlers may take themselves away, and others too.
            event.command.removeTarget(nil)
            return .success
        }
        commands.nextTrackCommand.addTarget { [self] _ in
            write("never")
            return .success
        }
        commands.previousTrackCommand.addTarget { _ in .noSuchContent }
    }

    func write(_ title: String, rate: Double = 1) {
        MPNowPlayingInfoCenter.default().nowPlayingInfo = [
            MPMediaItemPropertyTitle: "\(title) \(isMainThread ? "main" : "other")",
            MPMediaItemPropertyPlaybackDuration: 300,
            MPNowPlayingInfoPropertyPlaybackRate: rate,
            MPNowPlayingInfoPropertyExternalContentIdentifier: "1",
        ]
    }

    /// On Linux `dispatchMain()` ends the main thread, and its queue goes on without it.
    private var isMainThread: Bool {
        Thread.isMainThread || isOnMainQueue
    }

    private var isOnMainQueue: Bool {
        DispatchQueue.getSpecific(key: Self.key) != nil
    }

    private static let key = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Writes the nanoseconds of the monotonic clock as the title, fifty times a second.
    func writeTimes() {
        repeatedly(every: .milliseconds(20)) {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            MPNowPlayingInfoCenter.default().nowPlayingInfo = [
                MPMediaItemPropertyTitle: String(time.tv_sec * 1_000_000_000 + time.tv_nsec),
                MPMediaItemPropertyArtist: "Artist",
                // With a position above 0 there would be two signals, and the floor has one.
                MPNowPlayingInfoPropertyElapsedPlaybackTime: 0,
                MPNowPlayingInfoPropertyExternalContentIdentifier: "1",
                MPNowPlayingInfoPropertyPlaybackRate: 0,
            ]
        }
    }

    private func repeatedly(
        every interval: DispatchTimeInterval, _ action: @escaping @Sendable () -> Void
    ) {
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now(), repeating: interval)
        timer.setEventHandler { [timer] in
            // Holds it for the life of the process.
            withExtendedLifetime(timer, action)
        }
        timer.resume()
    }

    func pushTwiceASecond() {
        repeatedly(every: .milliseconds(500)) { [self] in
            MPNowPlayingInfoCenter.default().nowPlayingInfo = [
                MPMediaItemPropertyTitle: "pushed",
                MPMediaItemPropertyPlaybackDuration: 300,
                MPNowPlayingInfoPropertyElapsedPlaybackTime: Date().timeIntervalSince(start),
                MPNowPlayingInfoPropertyPlaybackRate: 1.0,
                MPNowPlayingInfoPropertyExternalContentIdentifier: "1",
            ]
        }
    }
}
