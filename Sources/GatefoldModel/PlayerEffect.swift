// SPDX-License-Identifier: MPL-2.0

/// One playable thing handed to the engine.
package struct EngineItem: Sendable, Hashable {
    package let generation: Generation
    package let url: String
    /// Where to begin; not zero after a restart of the player.
    package var start: MediaTime

    package init(generation: Generation, url: String, start: MediaTime = .zero) {
        self.generation = generation
        self.url = url
        self.start = start
    }
}

/// What the reducer asks an edge to do.
///
/// Performing returns at once; news come back as inputs.
package enum PlayerEffect: Sendable, Hashable {
    /// To the audio engine.
    case engine(EngineEffect)
    /// Read tags and artwork of these entries before others: they are heard, or may be next.
    case describe([EntryID])
    /// Fetch the pictures at these URLs, and no others any more: the complete list of those that
    /// are shown, or may be next, and have not come.
    case fetchArtwork([String])
    /// Keep it in the history.
    case remember(HistoryNote)
    /// Tell the user, once.
    case report(PlayerProblem)
}

/// What the audio engine can be asked.
package enum EngineEffect: Sendable, Hashable {
    /// Replaces whatever is loaded and withdraws what was prepared; `playing` false stays silent.
    case load(EngineItem, playing: Bool)
    /// What follows without a gap when the loaded item ends; nil withdraws it.
    case prepare(EngineItem?)
    case setPlaying(Bool)
    /// Accurate, in the loaded item.
    case seek(MediaTime, Generation)
    /// 1.0 is the recorded speed; the pitch is kept.
    case setRate(Double)
    /// Linear 0…1 as on the bus; the engine makes it cubic, as PulseAudio does.
    case setVolume(Double)
    case setMuted(Bool)
    /// How the loudness of what plays is evened out.
    case setReplayGain(ReplayGainMode)
    /// Silence, and give the audio device back.
    case unload
}

/// What the engine says.
///
/// Every report names the load it is about.
package struct EngineReport: Sendable, Hashable {
    package let generation: Generation
    package let event: Event

    package init(_ event: Event, _ generation: Generation) {
        self.generation = generation
        self.event = event
    }

    package enum Event: Sendable, Hashable {
        /// The item is being heard from this position on, at this rate of the clock: after a load,
        /// a seek, a resume, the end of buffering, or because it followed without a gap.
        case playing(MediaTime)
        /// A network stream waits for data, and the position stands.
        case stalled(MediaTime)
        /// The item was heard to its end and nothing was prepared.
        case ended
        case failed(PlaybackFailure)
        /// What was prepared is to be opened, and its URL is a `SourceURI`: who makes addresses
        /// prepares it anew with one.
        ///
        /// Where nobody does, it is as good as failed.
        case needsAddress
        /// The length as the demuxer knows it; nil for endless and growing streams.
        case length(MediaTime?)
        case seekable(Bool)
        /// An in-stream title (ICY `StreamTitle`, Vorbis comments of a chained stream).
        case streamTags(StreamTags)
    }
}

/// Why an item cannot be played, in words for the user.
package struct PlaybackFailure: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        case notFound
        case accessDenied
        /// No plug-in decodes it; `description` names the package to install.
        case missingPlugin
        /// The bytes are not what they claim to be.
        case damaged
        case network
        /// The audio device refuses.
        case output
        case other
    }

    package let code: Code
    /// One sentence without a full stop, such as "server answered 404 Not Found".
    package let description: String

    package init(_ code: Code, _ description: String) {
        self.code = code
        // What a library says may quote the address.
        self.description = withoutCredentials(in: description)
    }

    /// Nobody knows the source that a URI names.
    static let noAddress = PlaybackFailure(.other, "there is no such source here")
}

/// What a user is told: about one entry, or about the queue as a whole.
package enum PlayerProblem: Sendable, Hashable {
    /// Skipped.
    case unplayable(EntryID, Track, PlaybackFailure)
    /// The audio device failed, and playback waits.
    case output(PlaybackFailure)
    /// A whole pass over the queue failed, and playback stopped.
    case nothingPlayable
}

extension PlayerProblem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unplayable(_, let track, let failure):
            "Skipped “\(track.displayTitle)”: \(failure)."
        case .output(let failure): "Paused: \(failure)."
        case .nothingPlayable: "Stopped: nothing in the queue can be played."
        }
    }
}
