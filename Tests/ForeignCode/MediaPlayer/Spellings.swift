// SPDX-License-Identifier: MPL-2.0

// Every declaration that code for Apple's platforms uses, in the spellings that it uses.

import MediaPlayer

/// Stands for the platform's image class, which Linux does not have.
class PlatformImage {
    var size: CGSize { CGSize(width: 600, height: 600) }
}

// MARK: Now playing

func publish(title: String, duration: TimeInterval, elapsed: TimeInterval, image: PlatformImage) {
    var info: [String: Any] = [:]
    info[MPMediaItemPropertyTitle] = title
    info[MPMediaItemPropertyArtist] = "Artist"
    info[MPMediaItemPropertyAlbumTitle] = Optional("Album") as Any
    info[MPMediaItemPropertyAlbumTrackNumber] = 3
    info[MPMediaItemPropertyPlaybackDuration] = NSNumber(value: duration)
    info[MPMediaItemPropertyPersistentID] = UInt64(42)
    info[MPMediaItemPropertyMediaType] = MPMediaType.podcast.rawValue
    info[MPMediaItemPropertyArtwork] = MPMediaItemArtwork(boundsSize: image.size) { _ in image }
    info[MPNowPlayingInfoPropertyElapsedPlaybackTime] = elapsed
    info[MPNowPlayingInfoPropertyPlaybackRate] = 1.0
    info[MPNowPlayingInfoPropertyDefaultPlaybackRate] = Float(1)
    info[MPNowPlayingInfoPropertyMediaType] = MPNowPlayingInfoMediaType.audio.rawValue
    info[MPNowPlayingInfoPropertyIsLiveStream] = false
    info[MPNowPlayingInfoPropertyPlaybackQueueIndex] = UInt(0)
    info[MPNowPlayingInfoPropertyPlaybackQueueCount] = 12
    info[MPNowPlayingInfoPropertyChapterNumber] = 1
    info[MPNowPlayingInfoPropertyChapterCount] = 9
    info[MPNowPlayingInfoCollectionIdentifier] = "album"
    let start = CMTime(seconds: elapsed, preferredTimescale: CMTimeScale(NSEC_PER_SEC))
    let range = CMTimeRange(start: start, duration: CMTimeMake(value: 30, timescale: 1))
    info[MPNowPlayingInfoPropertyAdTimeRanges] = [MPAdTimeRange(timeRange: range)]
    MPNowPlayingInfoCenter.default().nowPlayingInfo = info
    MPNowPlayingInfoCenter.default().playbackState = .playing
}

func changeOneKey() {
    let center = MPNowPlayingInfoCenter.default()
    center.nowPlayingInfo?[MPNowPlayingInfoPropertyPlaybackRate] = 0.0
    center.nowPlayingInfo = center.nowPlayingInfo ?? [:]
    center.nowPlayingInfo?.merge([MPMediaItemPropertyGenre: "Jazz"]) { $1 }
    center.nowPlayingInfo = nil
}

func name(_ state: MPNowPlayingPlaybackState) -> String {
    switch state {
    case .unknown: "unknown"
    case .playing: "playing"
    case .paused: "paused"
    case .stopped: "stopped"
    case .interrupted: "interrupted"
    @unknown default: "new"
    }
}

func readArtwork() -> PlatformImage? {
    let info = MPNowPlayingInfoCenter.default().nowPlayingInfo
    let artwork = info?[MPMediaItemPropertyArtwork] as? MPMediaItemArtwork
    let image: PlatformImage? = artwork?.image(at: CGSize(width: 100, height: 100))
    _ = artwork?.image(at: .zero)
    _ = artwork?.bounds.size
    _ = MPMediaItemArtwork(image: PlatformImage())
    _ = MPMediaItemArtwork(boundsSize: .zero, requestHandler: { size in PlatformImage() })
    return image
}

// MARK: Commands

final class Remote: NSObject {
    private let center = MPRemoteCommandCenter.shared()
    private var tokens: [Any] = []
    private var rating: Float = 0

    func register() {
        center.playCommand.isEnabled = true
        center.playCommand.addTarget { _ in .success }
        center.pauseCommand.addTarget { [weak self] event in
            guard self != nil else { return .commandFailed }
            return event.timestamp > 0 ? .success : .noActionableNowPlayingItem
        }
        center.togglePlayPauseCommand.addTarget(self, action: toggle)
        center.stopCommand.addTarget(handler: toggle(_:))
        tokens.append(center.nextTrackCommand.addTarget { _ in .noSuchContent })
        center.previousTrackCommand.addTarget { (event: MPRemoteCommandEvent) in .deviceNotFound }
        center.skipForwardCommand.preferredIntervals = [15]
        center.skipBackwardCommand.preferredIntervals = [NSNumber(value: 15), 30]
        center.changePlaybackRateCommand.supportedPlaybackRates = [0.5, 1, 1.5, 2]
        center.changeRepeatModeCommand.currentRepeatType = .all
        center.changeShuffleModeCommand.currentShuffleType = .collections
        center.ratingCommand.minimumRating = 0
        center.ratingCommand.maximumRating = 5
        center.likeCommand.isActive = true
        center.likeCommand.localizedTitle = "Like"
        center.dislikeCommand.localizedShortTitle = "No"
        center.bookmarkCommand.isEnabled = false
        registerPayloads()
    }

    private func toggle(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus { .success }

    private func registerPayloads() {
        center.skipForwardCommand.addTarget { event in
            guard let command = event.command as? MPSkipIntervalCommand,
                let interval = command.preferredIntervals.first?.doubleValue
            else { return .noSuchContent }
            return (event as? MPSkipIntervalCommandEvent)?.interval == interval
                ? .success : .commandFailed
        }
        center.changePlaybackPositionCommand.addTarget { event in
            guard let event = event as? MPChangePlaybackPositionCommandEvent else {
                return .commandFailed
            }
            _ = event.positionTime
            return .success
        }
        for command in [center.seekForwardCommand, center.seekBackwardCommand] {
            command.addTarget { event in
                switch (event as? MPSeekCommandEvent)?.type {
                case .beginSeeking?: return .success
                case .endSeeking?: return .success
                default: return .commandFailed
                }
            }
        }
        center.changePlaybackRateCommand.addTarget { event in
            let rate: Float = (event as? MPChangePlaybackRateCommandEvent)?.playbackRate ?? 0
            return rate > 0 ? .success : .commandFailed
        }
        center.changeRepeatModeCommand.addTarget { event in
            guard let event = event as? MPChangeRepeatModeCommandEvent else {
                return .commandFailed
            }
            return event.repeatType == .off && event.preservesRepeatMode ? .success : .commandFailed
        }
        center.changeShuffleModeCommand.addTarget { event in
            guard let event = event as? MPChangeShuffleModeCommandEvent else {
                return .commandFailed
            }
            return event.shuffleType != .items || event.preservesShuffleMode
                ? .success : .commandFailed
        }
        center.ratingCommand.addTarget { [unowned self] event in
            rating = (event as? MPRatingCommandEvent)?.rating ?? 0
            return .success
        }
        center.likeCommand.addTarget { event in
            (event as? MPFeedbackCommandEvent)?.isNegative == true ? .commandFailed : .success
        }
        center.enableLanguageOptionCommand.addTarget { event in
            guard let event = event as? MPChangeLanguageOptionCommandEvent else {
                return .commandFailed
            }
            return event.languageOption.identifier != nil && event.setting == .none
                ? .success : .commandFailed
        }
    }

    func unregister() {
        for token in tokens { center.nextTrackCommand.removeTarget(token) }
        center.togglePlayPauseCommand.removeTarget(self)
        center.togglePlayPauseCommand.removeTarget(self, action: nil)
        center.playCommand.removeTarget(nil)
        center.disableLanguageOptionCommand.isEnabled = false
    }
}

// MARK: Languages

func languages() -> MPNowPlayingInfoLanguageOptionGroup {
    let option = MPNowPlayingInfoLanguageOption(
        type: .audible, languageTag: "de",
        characteristics: [
            MPLanguageOptionCharacteristicIsMainProgramContent,
            MPLanguageOptionCharacteristicDescribesVideo,
        ], displayName: "Deutsch", identifier: "de-1")
    _ = (option.languageOptionType, option.languageTag, option.displayName)
    _ = option.isAutomaticLegibleLanguageOption() || option.isAutomaticAudibleLanguageOption()
    return MPNowPlayingInfoLanguageOptionGroup(
        languageOptions: [option], defaultLanguageOption: option, allowEmptySelection: false)
}

// MARK: Errors

func isCancelled(_ error: Error) -> Bool {
    if let error = error as? MPError { return error.code == .cancelled }
    let error = error as NSError
    return error.domain == MPErrorDomain && error.code == MPError.Code.cancelled.rawValue
}
