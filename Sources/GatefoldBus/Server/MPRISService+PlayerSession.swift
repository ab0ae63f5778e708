// SPDX-License-Identifier: MPL-2.0

package import GatefoldDBus
internal import GatefoldGLib
internal import GatefoldMPRIS
package import GatefoldModel
package import GatefoldPlayer

/// The daemon's own player: a queue, which decides what is shown, and an intake for what is opened.
extension MPRISService: StatePublisher {
    package convenience init(
        _ registration: DBusRegistration, _ session: PlayerSession, _ intake: any SourceIntake
    ) {
        self.init(registration, .gatefold, handledBy: session)
        onOpen = { uri, completion in
            intake.take([uri], .afterCurrent, play: true, started: completion)
        }
    }

    /// Adds the optional interfaces, before the start.
    package func add(_ trackList: TrackListInterface, _ playlists: PlaylistsInterface) {
        identity.hasTrackList = true
        furtherInterfaces += [trackList.interface, playlists.interface]
    }

    /// Shows the session from its present state on, which is what clients read first.
    package func follow(_ session: PlayerSession) {
        begin(with: session.state)
        session.add(self)
    }

    package func publish(_ state: PlayerState, at now: MonotonicTime) {
        announce(state, at: now)
    }
}
