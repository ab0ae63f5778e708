// SPDX-License-Identifier: MPL-2.0

package import GatefoldDBus
package import GatefoldGLib
internal import GatefoldMPRIS
package import GatefoldModel
package import GatefoldPlayer

/// `org.gatefold.Player1` at its own path: what MPRIS cannot say.
///
/// Never on the MPRIS path, where a foreign interface in PropertiesChanged ends playerctld.
@PlayerActor
package final class PlayerService: StatePublisher {
    /// Is told when queue and position are on disk, or why they are not.
    package typealias SaveCompletion = @PlayerActor @Sendable (_ failure: String?) -> Void

    /// Writes queue and position to disk.
    package var onSave: (@PlayerActor (@escaping SaveCompletion) -> Void)?
    /// Where the queue can be saved as a playlist.
    package var playlists: (any PlaylistSource)?
    /// The interface of the library, which stands beside this one.
    package var library: LibraryService?
    /// Likewise that of the online sources.
    package var sources: SourcesService?
    /// What is wrong with the sound; empty if nothing is.
    package var output = "" {
        didSet {
            if output != oldValue { announce([("Output", .string(output))]) }
        }
    }

    let session: PlayerSession
    let intake: any SourceIntake
    private let registration: DBusRegistration
    private var announced: Values

    /// What is announced when it changes.
    struct Values: Equatable {
        var isMuted: Bool
        var queueLength: UInt32
        /// -1 in an empty queue.
        var currentIndex: Int32
        var isStalled: Bool
        var replayGain: ReplayGainMode

        init(_ state: PlayerState) {
            isMuted = state.isMuted
            queueLength = UInt32(clamping: state.queue.count)
            currentIndex = Int32(clamping: state.queue.currentIndex ?? -1)
            isStalled = state.isStalled
            replayGain = state.replayGain
        }

        var properties: [(String, DBusValue)] {
            [
                ("Muted", .boolean(isMuted)),
                ("QueueLength", .uint32(queueLength)),
                ("CurrentIndex", .int32(currentIndex)),
                ("Buffering", .boolean(isStalled)),
                ("ReplayGain", .string(replayGain.rawValue)),
            ]
        }
    }

    package init(
        _ registration: DBusRegistration, _ session: PlayerSession, _ intake: any SourceIntake
    ) {
        self.registration = registration
        self.session = session
        self.intake = intake
        announced = Values(session.state)
    }

    /// Exports the object, which is there whenever the bus is.
    package func start() {
        // What clients read first is not a change.
        announced = Values(session.state)
        session.add(self)
        intake.onEvent = { [weak self] in self?.tell($0) }
        library?.start()
        sources?.start()
        let others = [library?.interface, sources?.interface].compactMap(\.self)
        registration.export([interface] + others, at: .player)
    }

    package func publish(_ state: PlayerState, at now: MonotonicTime) {
        let earlier = announced
        announced = Values(state)
        guard announced != earlier else { return }
        let old = earlier.properties
        announce(
            zip(announced.properties, old).filter { $0.0.1 != $0.1.1 }.map { $0.0 })
    }

    /// Tells what went wrong while playing.
    package func tell(_ problem: PlayerProblem) {
        emit("Problem", [.string(printable(problem.description))])
    }

    var values: Values { announced }

    private func tell(_ event: IntakeEvent) {
        switch event {
        case .progress(let job, let found, let read, let finished):
            emit(
                "JobProgress",
                [.uint32(job), .uint32(found), .uint32(read), .boolean(finished)])
        case .problem(let job, let problem):
            emit(
                "JobProblem",
                [
                    .uint32(job), .string(printable(problem.source)),
                    .string(printable(problem.reason)),
                ])
        }
    }

    private func announce(_ changed: [(String, DBusValue)]) {
        registration.emitPropertiesChanged(Player1.interface, at: .player, changed: changed)
    }

    private func emit(_ signal: String, _ arguments: [DBusValue]) {
        registration.emit(Player1.interface, signal, at: .player, arguments)
    }
}

extension ObjectPath {
    static let player: ObjectPath = "/org/gatefold/Player1"
}

/// The names of the own interface.
package enum Player1 {
    /// The well-known name, which D-Bus activation starts.
    package static let busName = "org.gatefold.Gatefold"
    package static let objectPath = "/org/gatefold/Player1"
    package static let interface = "org.gatefold.Player1"
}
