// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldMediaPlayer
internal import GatefoldModel
internal import GatefoldPresence
private import Synchronization

extension gatefold_info {
    /// As much as the program knows of: an older one has less.
    init?(copying pointer: UnsafePointer<gatefold_info>) {
        self.init()
        guard let size = pointer.pointer(to: \.size)?.pointee, size > 4 else { return nil }
        withUnsafeMutableBytes(of: &self) { own in
            let known = UnsafeRawBufferPointer(start: pointer, count: min(Int(size), own.count))
            own.copyMemory(from: known)
        }
    }
}

extension NowPlayingInfo {
    init(_ info: gatefold_info) {
        self.init()
        tags.title = text(info.title)
        tags.artists = [text(info.artist)].compactMap(\.self)
        tags.album = text(info.album)
        tags.albumArtists = [text(info.album_artist)].compactMap(\.self)
        tags.genres = [text(info.genre)].compactMap(\.self)
        tags.composers = [text(info.composer)].compactMap(\.self)
        tags.trackNumber = info.track_number > 0 ? info.track_number : nil
        tags.discNumber = info.disc_number > 0 ? info.disc_number : nil
        tags.length = info.length_us > 0 ? MediaTime(microseconds: info.length_us) : nil
        url = text(info.url)
        elapsed = info.position_us >= 0 ? MediaTime(microseconds: info.position_us) : nil
        rate = info.rate.isFinite && info.rate != 0 ? info.rate : 1
        isLive = info.is_live
        identifiers = text(info.id).map { ["id": $0] } ?? [:]
    }
}

extension DeclaredStatus {
    init(_ status: gatefold_status) {
        self =
            switch status {
            case GATEFOLD_PLAYING: .playing
            case GATEFOLD_PAUSED: .paused
            default: .stopped
            }
    }
}

extension LoopStatus {
    init(_ loop: gatefold_loop) {
        self =
            switch loop {
            case GATEFOLD_LOOP_TRACK: .track
            case GATEFOLD_LOOP_PLAYLIST: .playlist
            default: .none
            }
    }

    fileprivate var forHandler: gatefold_loop {
        switch self {
        case .none: GATEFOLD_LOOP_NONE
        case .track: GATEFOLD_LOOP_TRACK
        case .playlist: GATEFOLD_LOOP_PLAYLIST
        }
    }
}

extension RemoteEvent {
    /// Nil for what the header has no command for.
    var forHandler: (gatefold_command, Double)? {
        switch self {
        case .plain(let command): (gatefold_command(command), 0)
        case .skip(let command, let distance):
            (gatefold_command(command), Double(distance.microseconds))
        case .position(let place): (GATEFOLD_SET_POSITION, Double(place.microseconds))
        case .rate(let rate): (GATEFOLD_SET_RATE, rate)
        case .loop(let loop): (GATEFOLD_SET_LOOP, Double(loop.forHandler.rawValue))
        case .shuffle(let isOn): (GATEFOLD_SET_SHUFFLE, isOn ? 1 : 0)
        case .volume(let volume): (GATEFOLD_SET_VOLUME, volume)
        case .seeking, .rating, .feedback, .language: nil
        }
    }
}

extension gatefold_command {
    /// The model's numbers are the bits of the mask.
    fileprivate init(_ command: RemoteCommand) {
        self.init(1 << UInt32(command.rawValue))
    }
}

/// A picture by its name: a path, or an address.
final class FileArtwork: ArtworkSource {
    let name: String
    private let file = Mutex<Artwork?>(nil)

    init(_ name: String) {
        self.name = name
    }

    var rendered: Artwork? {
        get { file.withLock { $0 } }
        set { file.withLock { $0 = newValue } }
    }

    func render() -> RenderedArtwork {
        if name.hasPrefix("http://") || name.hasPrefix("https://") {
            return name.contains("@")
                ? .none("artwork at an address that cannot be told")
                : .address(name)
        }
        return .file(FileURI.decode(name) ?? FilePath(name))
    }
}
