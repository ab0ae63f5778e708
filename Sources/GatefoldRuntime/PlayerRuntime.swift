// SPDX-License-Identifier: MPL-2.0

internal import GatefoldArtwork
internal import GatefoldBus
internal import GatefoldCatalog
package import GatefoldDBus
package import GatefoldGLib
internal import GatefoldGStreamer
internal import GatefoldLibrary
internal import GatefoldMPRIS
internal import GatefoldModel
internal import GatefoldPlayer
internal import GatefoldSecrets

/// The daemon's parts, built and connected.
///
/// No rules: those are in the model.
@PlayerActor
package final class PlayerRuntime {
    /// How the daemon was asked to run.
    package struct Options: Sendable, Hashable {
        /// A GStreamer description of the sink; nil is autodetection.
        package var audioSink: String?
        /// Begin where the last run ended.
        package var restores = true
        /// Replace the queue by these and play them.
        package var sources: [String] = []

        package init() {}
    }

    private let registration: DBusRegistration
    private let engine: GStreamerEngine
    private let sources: SourceDesk
    private let resolver: StreamResolver
    private let session: PlayerSession
    private let store: SessionStore
    private let intake: LibraryIntake
    private let shelf = PlaylistShelf()
    private let library: LibraryDesk
    private let catalogue: PlaylistCatalogue
    private let client = HTTPClient(cache: HTTPCache())
    private let pictures: PictureDesk
    private let listening: ListeningReporter
    private let mpris: MPRISService
    private let trackList: TrackListInterface
    private let playlists: PlaylistsInterface
    private let player: PlayerService
    private let absence: AbsenceWatch
    private let onEnd: @PlayerActor @Sendable () -> Void
    private var hasEnded = false

    /// Builds the player and restores its session.
    ///
    /// - Parameter onEnd: called once, after the last trace is off the bus.
    package init(
        _ options: Options, on registration: DBusRegistration,
        onEnd: @escaping @PlayerActor @Sendable () -> Void
    ) {
        self.registration = registration
        self.onEnd = onEnd
        store = SessionStore()
        let saved = options.restores ? store.load() : nil
        engine = GStreamerEngine(audioSink: options.audioSink, mark: store.openPositionMark())
        let desk = SourceDesk(
            SourceFile(), UserSecrets { registration.connection }, make: SourceDesk.maker(client))
        resolver = StreamResolver(engine, fault: desk.fault(of:)) {
            (uri) async throws(SourceError) in
            try await desk.ask(uri.source) { (source) async throws(SourceError) in
                try await source.stream(of: uri)
            }
        }
        sources = desk
        session = PlayerSession(
            engine: resolver, state: PlayerState(seed: .random(in: 1...(.max))))
        let cache = ArtworkCache()
        intake = LibraryIntake(session: session, describer: TrackDescriber(cache: cache))
        library = LibraryDesk()
        intake.library = library
        intake.sources = desk
        catalogue = PlaylistCatalogue(shelf, library)
        pictures = PictureDesk(ArtworkFetcher(cache: cache, client: client), desk)
        let session = session
        listening = ListeningReporter(desk) { session.state.queue }
        mpris = MPRISService(registration, session, intake)
        player = PlayerService(registration, session, intake)
        trackList = TrackListInterface(registration, session, intake)
        playlists = PlaylistsInterface(registration, session, intake, catalogue)
        absence = AbsenceWatch()
        mpris.add(trackList, playlists)
        player.playlists = catalogue
        player.library = LibraryService(registration, session, library)
        player.sources = SourcesService(registration, desk)
        connectParts()
        if let saved { session.handle([.restore(saved)]) }
    }

    /// Shows the player on the bus, and plays what is given.
    package func start(_ sources: [String]) {
        appear()
        shelf.start(playing: session.state.playlist)
        session.add(shelf)
        catalogue.start()
        library.keeper.start()
        session.add(listening)
        listening.start()
        intake.readMissingTags()
        guard !sources.isEmpty else { return }
        intake.take(sources, .replacing, play: true) { result in
            if case .failure(let problem) = result { standardError("gatefoldd: \(problem)\n") }
        }
    }

    private func connectParts() {
        mpris.identity.desktopEntry =
            PlayerIdentity.sandboxedDesktopEntry(ofProgram: Process.name, Process.variable)
            ?? mpris.identity.desktopEntry
        session.onProblem = { [weak self] problem in
            Log.warning("a problem while playing", problem.description)
            self?.player.tell(problem)
        }
        session.onFetchArtwork = { [weak self] in self?.pictures.want($0) }
        pictures.onPicture = { [weak self] url, file in
            self?.session.handle([.fetched(url: url, artwork: file)])
        }
        session.onRemember = { [weak self] note in
            self?.library.keep(note)
            self?.listening.take(note)
        }
        engine.onOutput = { [weak self] state in self?.tell(state) }
        intake.onRead = { [weak self] in self?.store.saveDescriptions() }
        player.onSave = { [weak self] completion in self?.store.save(then: completion) }
        mpris.onQuit = { [weak self] in self?.end() }
        absence.onUseless = { [weak self] in
            Log.info("nobody can reach the player")
            self?.end()
        }
        registration.onConnectionChange = { [weak self] in self?.absence.isReachable = $0 }
    }

    /// Own interface first: who waits for MPRIS's name finds everything in its place.
    private func appear() {
        player.start()
        trackList.start()
        playlists.start()
        mpris.follow(session)
        mpris.start(processID: Process.id)
        store.keep(session)
        session.add(absence)
        absence.isReachable = registration.connection != nil
    }

    private func tell(_ output: OutputState) {
        switch output {
        case .device: player.output = ""
        case .silent(let reason):
            player.output = "playing silently: \(reason)"
            Log.warning("no sound device: playing silently", reason)
        }
    }

    /// Leaves cleanly: the session on disk, Stopped on the bus, the names and the device released.
    package func end() {
        guard !hasEnded else { return }
        hasEnded = true
        intake.cancel()
        shelf.close()
        store.close(session.state, at: session.now)
        session.handle([.command(.stop)])
        library.close()
        resolver.shutDown()
        registration.close()
        listening.finish(within: Self.lastWords) { [self] in
            client.cancelAll()
            onEnd()
        }
    }

    /// How long a server is waited for that is told what was heard last.
    private static let lastWords = Duration.seconds(1)
}
