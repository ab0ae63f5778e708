// SPDX-License-Identifier: MPL-2.0

internal import GatefoldArtwork
internal import GatefoldCatalog
package import GatefoldGLib
internal import GatefoldGStreamer
internal import GatefoldLibrary
package import GatefoldModel
package import GatefoldPlayer

/// A player inside another program: a session with an engine of its own.
///
/// It keeps no session on disk and is on no bus; who owns it may show it.
@PlayerActor
package final class LocalPlayer {
    package let session: PlayerSession
    /// Called once for each thing that the user should know.
    package var onProblem: (@PlayerActor (PlayerProblem) -> Void)?
    /// Called after every turn that changed something.
    package var onChange: (@PlayerActor (PlayerState, MonotonicTime) -> Void)?

    /// Called with what was read of entries, before the session has it.
    package var onDescribed: (@PlayerActor ([EntryDescription]) -> Void)?

    private let engine: StreamResolver
    private let describer: TrackDescriber
    private let pictures: PictureDesk
    private let listening = ListeningReporter(OnlineSources.desk)
    private let describing = Worker(threads: 1)
    private var waiting: [Waiting] = []
    private var lastWaiting = 0
    private var lastFailure: PlaybackFailure?

    /// Who waits for the sound to begin.
    private struct Waiting {
        let number: Int
        let started: @PlayerActor (Result<Void, PlaybackFailure>) -> Void
    }

    /// - Parameter audioSink: as `gst-launch-1.0` writes it; nil is what the configuration says,
    ///   else the desktop's sound.
    package init(audioSink: String? = nil) {
        Log.obeyEnvironment()
        let cache = ArtworkCache()
        describer = TrackDescriber(cache: cache)
        pictures = PictureDesk(
            ArtworkFetcher(cache: cache, client: OnlineSources.client), OnlineSources.desk)
        engine = StreamResolver(
            GStreamerEngine(audioSink: audioSink ?? Self.configuredSink),
            fault: OnlineSources.desk.fault(of:)
        ) { (uri) async throws(SourceError) in
            try await OnlineSources.desk.ask(uri.source) { (source) async throws(SourceError) in
                try await source.stream(of: uri)
            }
        }
        session = PlayerSession(engine: engine, state: PlayerState(seed: .random(in: 1...(.max))))
        session.onDescribe = { [weak self] entries in self?.describe(entries) }
        session.onFetchArtwork = { [weak self] in self?.pictures.want($0) }
        pictures.onPicture = { [weak self] url, file in
            self?.session.handle([.fetched(url: url, artwork: file)])
        }
        session.onRemember = { [weak self] in self?.listening.take($0) }
        session.onProblem = { [weak self] problem in self?.take(problem) }
        session.add(self)
    }

    /// The variable is for tests and for machines without a desktop; the file is the daemon's.
    private nonisolated static var configuredSink: String? {
        if let sink = Process.variable("GATEFOLD_AUDIO_SINK"), !sink.isEmpty { return sink }
        // A file that does not parse is the daemon's to complain about.
        return (try? KeyFile(path: Directories.config + "/config.ini"))?["audio", "sink"]
    }

    /// What its sound would come out of; nil where there is no device, or the user chose a sink.
    ///
    /// Asks the sound server; slow, for any thread.
    package nonisolated static var soundDevice: SoundDevice? {
        configuredSink == nil ? SoundDevice.current() : nil
    }

    /// What a file says of itself, but for its picture; slow, for any thread.
    package nonisolated static func tags(of url: String) -> TrackTags {
        TrackDescriber(cache: ArtworkCache()).read(Track(url: url))
    }

    /// What a file's own tags say, and the picture in them as it is encoded; slow, for any thread.
    package nonisolated static func contents(of url: String) -> (tags: TrackTags, picture: [UInt8]?)
    {
        guard let path = FileURI.decode(url) else { return (TrackTags(), nil) }
        return TrackReader.contents(ofFileAt: path, withPicture: true)
    }

    /// Silence for good: the engine's threads end.
    package func shutDown() {
        engine.shutDown()
    }

    // MARK: Beginning to play

    /// Plays, and tells when sound is heard, or why none will be.
    ///
    /// - Returns: a number for `forget`.
    @discardableResult
    package func play(
        _ started: @escaping @PlayerActor (Result<Void, PlaybackFailure>) -> Void
    ) -> Int {
        lastWaiting += 1
        waiting.append(Waiting(number: lastWaiting, started: started))
        session.handle([.command(.play)])
        return lastWaiting
    }

    /// Whoever waited does not any more.
    package func forget(_ number: Int) {
        waiting.removeAll { $0.number == number }
    }

    private func finish(_ result: Result<Void, PlaybackFailure>) {
        let finished = waiting
        waiting = []
        for waiting in finished { waiting.started(result) }
    }

    private func take(_ problem: PlayerProblem) {
        Log.warning("a problem while playing", problem.description)
        onProblem?(problem)
        switch problem {
        // Something else may follow.
        case .unplayable(_, _, let failure): lastFailure = failure
        case .output(let failure): finish(.failure(failure))
        case .nothingPlayable:
            finish(.failure(lastFailure ?? PlaybackFailure(.other, problem.description)))
        }
    }

    // MARK: Tags

    private func describe(_ entries: [(EntryID, Track)]) {
        let describer = describer
        describing.perform {
            entries.map { id, track in EntryDescription(id, describer.describe(track)) }
        } then: { [weak self] descriptions in
            self?.onDescribed?(descriptions)
            self?.session.handle([.described(descriptions)])
        }
    }
}

extension LocalPlayer: StatePublisher {
    package func publish(_ state: PlayerState, at now: MonotonicTime) {
        onChange?(state, now)
        guard !waiting.isEmpty else { return }
        if state.isHeard { return finish(.success(())) }
        guard state.status != .playing else { return }
        // Nobody wants it to be heard any more; where it is for a reason, that comes in this turn.
        PlayerActor.post { [weak self] in
            guard let self, session.state.status != .playing else { return }
            finish(.success(()))
        }
    }
}
