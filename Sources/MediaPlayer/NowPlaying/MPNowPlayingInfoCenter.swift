// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPresence
private import Synchronization

/// What an app tells the desktop of its playback.
///
/// Everything can be used from any thread. What is written in one turn of the main queue is
/// announced once, and what says the same as before is not announced at all; the position runs on
/// by itself.
///
/// `@unchecked Sendable`: the dictionary, which holds whatever the app put in, is behind a mutex.
public final class MPNowPlayingInfoCenter: NSObject, @unchecked Sendable {
    /// The centre of the process.
    public class func `default`() -> MPNowPlayingInfoCenter { Centers.shared.nowPlaying }

    /// Keys of moving artwork that the desktop shows: none.
    public class var supportedAnimatedArtworkKeys: [String] { [] }

    private let source: NowPlayingSource
    private let artwork: ArtworkRenderer
    private let state = Mutex(State())

    private struct State {
        var dictionary: [String: Any]?
        var playbackState = MPNowPlayingPlaybackState.unknown
        /// Keys that were reported: one line for each.
        var reported: Set<String> = []
    }

    init(_ source: NowPlayingSource) {
        self.source = source
        artwork = ArtworkRenderer(source)
    }

    /// The item and where it stands, by the `MPMediaItemProperty…` and `MPNowPlayingInfoProperty…`
    /// keys; nil takes it off the desktop.
    ///
    /// A value of a type that its key does not have is left out, and the log says so once.
    public var nowPlayingInfo: [String: Any]? {
        get { state.withLock { Unchecked($0.dictionary) }.value }
        set {
            let dictionary = Unchecked(newValue)
            // Released outside the lock: what it holds may call back when it goes.
            let earlier = state.withLock { state in
                let earlier = Unchecked(state.dictionary)
                state.dictionary = dictionary.value
                publish(&state)
                return earlier
            }
            withExtendedLifetime(earlier) {}
        }
    }

    /// What the app says of its playback; needed where the rate alone does not say it.
    public var playbackState: MPNowPlayingPlaybackState {
        get { state.withLock { $0.playbackState } }
        set {
            state.withLock { state in
                guard newValue != state.playbackState else { return }
                state.playbackState = newValue
                let status = DeclaredStatus(rawValue: newValue.rawValue) ?? .unknown
                source.update { $0.declare(status, at: $1) }
            }
        }
    }

    /// The option of the current item with this identifier.
    func languageOption(_ identifier: String) -> MPNowPlayingInfoLanguageOption? {
        let value = nowPlayingInfo?[MPNowPlayingInfoPropertyAvailableLanguageOptions]
        let groups = value as? [MPNowPlayingInfoLanguageOptionGroup] ?? []
        return groups.lazy.flatMap(\.languageOptions).first { $0.identifier == identifier }
    }

    /// Under the lock, so that of two threads the later one is shown.
    private func publish(_ state: inout State) {
        guard let dictionary = state.dictionary else {
            artwork.show(nil)
            return source.write(nil)
        }
        var info = NowPlayingInfo(dictionary) { key, problem in
            report(key, problem, &state.reported)
        }
        let picture = dictionary[MPMediaItemPropertyArtwork].flatMap(unwrapped)
        info.tags.artwork = artwork.known(picture as? MPMediaItemArtwork)
        source.write(info)
        artwork.show(picture as? MPMediaItemArtwork)
    }

    private func report(_ key: String, _ problem: InfoProblem, _ reported: inout Set<String>) {
        guard reported.count < 1000, reported.insert(key).inserted else { return }
        switch problem {
        case .key: Log.debug("a now-playing key that is ignored", "\(key): \(problem.rawValue)")
        default: Log.warning("a now-playing value that is ignored", "\(key): \(problem.rawValue)")
        }
    }
}
