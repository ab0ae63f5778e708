// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus
internal import GatefoldDBus
package import GatefoldGLib
internal import GatefoldMPRIS
package import GatefoldModel
internal import GatefoldPlayer

/// One MPRIS object of this process: on the bus while there is something to show.
@PlayerActor
package final class PresenceSession {
    private let number: Int
    private unowned let presence: ApplicationPresence
    private var app: AppHandler?
    private var player: PlayerSession?
    private var owner = PresenceOwner()
    private var hasExplained = false
    private var shown: PlayerProperties?
    private var registration: DBusRegistration?
    private var service: MPRISService?
    private var remoteCommands: RemoteCommandsService?

    init(number: Int, of presence: ApplicationPresence) {
        self.number = number
        self.presence = presence
    }

    func show(_ source: NowPlayingSource) {
        app = AppHandler(source)
        source.observe { [weak self] in self?.refresh() }
    }

    func show(_ player: PlayerSession) {
        self.player = player
        player.add(self)
    }

    /// Leaves the bus.
    func close() {
        service = nil
        remoteCommands = nil
        shown = nil
        registration?.close()
        registration = nil
    }

    /// Tells the bus who the process is, after that has changed.
    func introduce() {
        guard let service else { return }
        var identity = presence.identity
        if presence.onOpen == nil {
            identity.supportedURISchemes = []
            identity.supportedMIMETypes = []
        }
        service.identity = identity
        service.onQuit = presence.onQuit
        service.onRaise = presence.onRaise
        service.onOpen = presence.onOpen
    }

    // MARK: What is shown

    private func refresh() {
        let now = MonotonicTime.now
        let (written, writes) = app?.source.written ?? (NowPlaying(), 0)
        owner.update(app: written, writes: writes, player: playing)
        if owner.isAddition { explainAddition() }
        if owner.shown == .player, let player {
            let state = player.state
            let properties =
                owner.isAddition
                ? PlayerProperties(state, earlier: shown, addition: written)
                : PlayerProperties(state, earlier: shown)
            present(properties, state.position(at: now), state.discontinuities, player)
        } else if let app, written.info != nil || written.hasHandlers {
            present(
                PlayerProperties(written), written.position(at: now), written.discontinuities, app)
        } else {
            return close()
        }
        remoteCommands?.present(owner.shown == .app ? written.commands : RemoteCommands())
    }

    /// Once, to whoever wonders where the title that was written has gone.
    private func explainAddition() {
        guard !hasExplained else { return }
        hasExplained = true
        Log.warning(
            "the application player is playing and shows itself: nowPlayingInfo only adds to it")
    }

    private var playing: (status: PlaybackStatus, entry: EntryID)? {
        guard let state = player?.state else { return nil }
        return state.queue.current.map { (state.status, $0) }
    }

    private func present(
        _ properties: PlayerProperties, _ position: MediaTime, _ discontinuities: UInt64,
        _ handler: any CommandHandler
    ) {
        shown = properties
        guard let service else { return appear(properties, discontinuities, handler) }
        service.present(
            properties, position: position, discontinuities: discontinuities, handledBy: handler)
    }

    private func appear(
        _ properties: PlayerProperties, _ discontinuities: UInt64, _ handler: any CommandHandler
    ) {
        let registration = DBusRegistration(presence.address)
        let service = MPRISService(
            registration, presence.identity, showing: properties, discontinuities: discontinuities,
            handledBy: handler)
        self.registration = registration
        self.service = service
        remoteCommands = app.map { RemoteCommandsService(registration, $0) }
        introduce()
        service.start(processID: Process.id, session: number)
        registration.start()
    }
}

extension PresenceSession: StatePublisher {
    package func publish(_ state: PlayerState, at now: MonotonicTime) {
        refresh()
    }
}
