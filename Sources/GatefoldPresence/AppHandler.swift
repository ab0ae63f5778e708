// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPlayer

/// Hands commands to an app, as events that its handlers understand.
@PlayerActor
final class AppHandler: CommandHandler {
    let source: NowPlayingSource

    init(_ source: NowPlayingSource) {
        self.source = source
    }

    func command(_ command: PlayerCommand) throws(PlayerRefusal) {
        try self.command(command) {}
    }

    func command(
        _ command: PlayerCommand, then completion: @escaping @PlayerActor @Sendable () -> Void
    ) throws(PlayerRefusal) {
        guard let event = try source.nowPlaying.event(for: command, at: .now) else {
            return completion()
        }
        deliver(event, then: completion)
    }

    /// - Parameter completion: called once.
    func deliver(
        _ event: RemoteEvent, then completion: @escaping @PlayerActor @Sendable () -> Void
    ) {
        let answer = Answer(completion)
        source.deliver(event) { answer.give() }
        // A client does not wait for an app that hangs.
        answer.timer = .timeout(after: Self.patience) { answer.give() }
    }

    /// What comes first counts: that the app has done it, or that it takes too long.
    @PlayerActor
    private final class Answer {
        var timer: EventSource?
        private var completion: (@PlayerActor @Sendable () -> Void)?

        init(_ completion: @escaping @PlayerActor @Sendable () -> Void) {
            self.completion = completion
        }

        func give() {
            timer = nil
            completion?()
            completion = nil
        }
    }

    private static let patience = Duration.seconds(1)

    var position: MediaTime { source.nowPlaying.position(at: .now) }
}
