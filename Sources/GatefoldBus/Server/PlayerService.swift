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
    /// Writes queue and position to disk, and says when that is done.
    package var onSave: (@PlayerActor (@escaping @PlayerActor @Sendable () -> Void) -> Void)?
    /// What is wrong with the sound; empty if nothing is.
    package var output = "" {
        didSet {
            if output != oldValue { announce([("Output", .string(output))]) }
        }
    }

    let session: PlayerSession
    let intake: any SourceIntake
    private let connection: DBusConnection
    private var announced: Values

    /// What is announced when it changes.
    struct Values: Equatable {
        var isMuted: Bool
        var queueLength: Int
        var currentIndex: Int?
        var isStalled: Bool

        init(_ state: PlayerState) {
            isMuted = state.isMuted
            queueLength = state.queue.count
            currentIndex = state.queue.currentIndex
            isStalled = state.isStalled
        }

        var properties: [(String, DBusValue)] {
            [
                ("Muted", .boolean(isMuted)),
                ("QueueLength", .uint32(UInt32(clamping: queueLength))),
                ("CurrentIndex", .int32(Int32(clamping: currentIndex ?? -1))),
                ("Buffering", .boolean(isStalled)),
            ]
        }
    }

    package init(_ connection: DBusConnection, _ session: PlayerSession, _ intake: any SourceIntake)
    {
        self.connection = connection
        self.session = session
        self.intake = intake
        announced = Values(session.state)
    }

    package func start() {
        session.add(self)
        intake.onEvent = { [weak self] in self?.tell($0) }
        connection.export([interface], at: .player)
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
                [.uint32(job), .string(printable(problem.source)), .string(problem.reason)])
        }
    }

    private func announce(_ changed: [(String, DBusValue)]) {
        connection.emitPropertiesChanged(Player1.interface, at: .player, changed: changed)
    }

    private func emit(_ signal: String, _ arguments: [DBusValue]) {
        connection.emit(Player1.interface, signal, at: .player, arguments)
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
