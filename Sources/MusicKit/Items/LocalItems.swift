// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import GatefoldArtwork
internal import GatefoldLibrary
internal import GatefoldModel
internal import Synchronization

/// Items made from files and streams: not on Apple platforms.
extension Song {
    /// A song from a music file, by its tags and the picture in them or beside it.
    ///
    /// It reads the file, which takes a moment.
    ///
    /// - Throws: `MusicSourceError` where there is no such file, or it is no music.
    public init(contentsOf url: URL) throws {
        try self.init(LocalMusic.track(contentsOf: url))
    }

    /// A song that somebody else knows about.
    ///
    /// - Parameters:
    ///   - id: the default is the place of the sound.
    ///   - duration: in seconds.
    ///   - location: where the sound is: a `file:`, `http:` or `https:` URL. Nil makes a song that
    ///     cannot be played.
    public init(
        id: MusicItemID? = nil, title: String, artistName: String = "", albumTitle: String? = nil,
        artwork: Artwork? = nil, duration: TimeInterval? = nil, genreNames: [String] = [],
        discNumber: Int? = nil, trackNumber: Int? = nil, releaseDate: Date? = nil,
        composerName: String? = nil, location: URL?
    ) {
        let id = id ?? MusicItemID(location?.absoluteString ?? UUID().uuidString)
        var attributes = Attributes(name: title, artistName: artistName)
        attributes.albumName = albumTitle
        attributes.artwork = artwork
        attributes.durationInMillis = duration.flatMap { Int(exactly: ($0 * 1000).rounded()) }
        attributes.genreNames = genreNames
        attributes.discNumber = discNumber
        attributes.trackNumber = trackNumber
        attributes.releaseDate = DateText.text(releaseDate)
        attributes.composerName = composerName
        attributes.playParams = location.map {
            PlayParameters(id: id.rawValue, kind: "song", location: $0)
        }
        attributes.audioVariants = location.flatMap { AudioVariant(fileAt: $0.absoluteString) }
            .map { [$0] }
        self.init(id: id, attributes: attributes, relations: Relations())
    }

    init(_ track: GatefoldModel.Track) {
        let tags = track.tags ?? TrackTags()
        self.init(
            title: track.displayTitle, artistName: tags.artists.joined(separator: ", "),
            albumTitle: tags.album, artwork: Artwork(tags.artwork),
            duration: tags.length?.seconds, genreNames: tags.genres,
            discNumber: tags.discNumber.map(Int.init), trackNumber: tags.trackNumber.map(Int.init),
            releaseDate: DateText.date(tags.contentCreated),
            composerName: tags.composers.isEmpty ? nil : tags.composers.joined(separator: ", "),
            location: URL(string: track.url))
    }
}

extension Album {
    /// An album of tracks that are known.
    ///
    /// - Parameter artistName: the default is the tracks', if they have one.
    public init<S: Sequence>(
        id: MusicItemID? = nil, title: String, artistName: String? = nil, artwork: Artwork? = nil,
        tracks: S
    ) where S.Element == Track {
        let tracks = Array(tracks)
        let artists = Set(tracks.map(\.artistName)).filter { !$0.isEmpty }
        let artist = artistName ?? (artists.count == 1 ? artists.first : nil) ?? ""
        let id = id ?? MusicItemID("album:\(artist)/\(title)")
        var attributes = Attributes(name: title, artistName: artist)
        attributes.artwork = artwork ?? tracks.lazy.compactMap(\.artwork).first
        attributes.trackCount = tracks.count
        attributes.isCompilation = artists.count > 1
        attributes.playParams = PlayParameters(id: id.rawValue, kind: "album", location: nil)
        var relations = Relations()
        relations.tracks = MusicItemCollection(tracks)
        self.init(id: id, attributes: attributes, relations: relations)
    }

    /// An album of songs that are known.
    public init<S: Sequence>(
        id: MusicItemID? = nil, title: String, artistName: String? = nil, artwork: Artwork? = nil,
        songs: S
    ) where S.Element == Song {
        self.init(
            id: id, title: title, artistName: artistName, artwork: artwork,
            tracks: songs.map(Track.song))
    }

    /// An album from a folder of music files, in the order of their numbers.
    ///
    /// - Throws: `MusicSourceError` where there is no music.
    public init(contentsOf folder: URL) async throws {
        let songs = try await MusicItemCollection<Song>(contentsOf: [folder])
        let sorted = songs.sorted {
            ($0.discNumber ?? 1, $0.trackNumber ?? .max) < (
                $1.discNumber ?? 1, $1.trackNumber ?? .max
            )
        }
        let title = sorted.lazy.compactMap(\.albumTitle).first
        self.init(
            id: MusicItemID(folder.absoluteString), title: title ?? folder.lastPathComponent,
            songs: sorted)
    }
}

extension Playlist {
    /// A playlist of tracks that are known.
    public init<S: Sequence>(
        id: MusicItemID? = nil, name: String, curatorName: String? = nil, artwork: Artwork? = nil,
        tracks: S
    ) where S.Element == Track {
        let tracks = Array(tracks)
        let id = id ?? MusicItemID("playlist:\(name)")
        var attributes = Attributes(name: name)
        attributes.curatorName = curatorName
        attributes.artwork = artwork
        attributes.playParams = PlayParameters(id: id.rawValue, kind: "playlist", location: nil)
        var relations = Relations()
        relations.tracks = MusicItemCollection(tracks)
        relations.entries = MusicItemCollection(
            tracks.enumerated().map { Playlist.Entry($1, position: $0) })
        self.init(id: id, attributes: attributes, relations: relations)
    }

    /// A playlist of songs that are known.
    public init<S: Sequence>(
        id: MusicItemID? = nil, name: String, curatorName: String? = nil, artwork: Artwork? = nil,
        songs: S
    ) where S.Element == Song {
        self.init(
            id: id, name: name, curatorName: curatorName, artwork: artwork,
            tracks: songs.map(Track.song))
    }

    /// A playlist from a file: M3U, PLS or XSPF.
    ///
    /// - Throws: `MusicSourceError` where it cannot be read or names no music.
    public init(contentsOf url: URL) async throws {
        let songs = try await MusicItemCollection<Song>(contentsOf: [url])
        self.init(
            id: MusicItemID(url.absoluteString),
            name: url.deletingPathExtension().lastPathComponent, songs: songs)
    }

    /// What a player plays; nil where it is not known.
    var playableEntries: [Playlist.Entry]? {
        if let entries { return Array(entries) }
        return tracks?.enumerated().map { Playlist.Entry($1, position: $0) }
    }
}

extension Station {
    /// A station from the address of its stream.
    public init(name: String, streamURL: URL, artwork: Artwork? = nil) {
        let id = MusicItemID(streamURL.absoluteString)
        var attributes = Attributes(name: name)
        attributes.artwork = artwork
        attributes.isLive = true
        attributes.playParams = PlayParameters(
            id: id.rawValue, kind: "radioStation", location: streamURL)
        self.init(id: id, attributes: attributes, relations: Relations())
    }
}

extension Artist {
    /// An artist by name.
    ///
    /// - Parameter albums: nil where they are not known.
    public init(
        id: MusicItemID? = nil, name: String, artwork: Artwork? = nil, albums: [Album]? = nil
    ) {
        var attributes = Attributes(name: name)
        attributes.artwork = artwork
        var relations = Relations()
        relations.albums = albums.map { MusicItemCollection($0) }
        self.init(
            id: id ?? MusicItemID("artist:\(name)"), attributes: attributes, relations: relations)
    }
}

extension Genre {
    /// A genre by name.
    public init(id: MusicItemID? = nil, name: String) {
        self.init(
            id: id ?? MusicItemID("genre:\(name)"), attributes: Attributes(name: name),
            relations: Relations())
    }
}

extension MusicItemCollection where MusicItemType == Song {
    /// The songs in files, folders and playlists, as `gatefold play` finds them.
    ///
    /// - Throws: `MusicSourceError` where there is no music.
    public init(contentsOf urls: [URL]) async throws {
        let sources = urls.map(\.absoluteString)
        self.init(try await LocalMusic.tracks(in: sources).map { Song($0) })
    }
}

extension AudioVariant {
    /// By the kind of file; nil where a kind has both, or is not known.
    init?(fileAt url: String) {
        switch url.split(separator: ".").last?.lowercased() {
        case "flac", "wav", "wave", "aiff", "aif", "aifc", "ape", "tta": self = .lossless
        case "mp3", "mp2", "mpga", "ogg", "oga", "opus", "spx", "aac", "mpc": self = .lossyStereo
        default: return nil
        }
    }
}

extension Artwork {
    init?(_ artwork: GatefoldModel.Artwork) {
        guard case .file(let uri) = artwork, let url = URL(string: uri) else { return nil }
        self.init(url: url)
    }
}

extension MusicPlayer.Queue.Entry {
    /// What the engine plays, with what the item says of it; nil where no sound is known.
    var playable: GatefoldModel.Track? {
        let parameters =
            switch item {
            case .song(let song): song.playParameters
            case .musicVideo(let video): video.playParameters
            case nil: transientItem?.playParameters
            }
        guard let location = parameters?.location else { return nil }
        var tags = TrackTags()
        tags.title = title
        tags.artists = [subtitle ?? ""].filter { !$0.isEmpty }
        if case .song(let song) = item { tags.describe(song) }
        // What has still to be looked for, the player finds when it comes to it.
        if let artwork, !artwork.isUnread, let url = artwork.url(width: 512, height: 512) {
            if url.isFileURL {
                tags.artwork = .file(url.absoluteString)
            } else {
                tags.artworkURL = url.absoluteString
            }
        }
        return GatefoldModel.Track(url: location.absoluteString, tags: tags)
    }
}

extension TrackTags {
    fileprivate mutating func describe(_ song: Song) {
        album = song.albumTitle
        genres = song.genreNames
        composers = [song.composerName ?? ""].filter { !$0.isEmpty }
        trackNumber = song.trackNumber.flatMap { Int32(exactly: $0) }
        discNumber = song.discNumber.flatMap { Int32(exactly: $0) }
        contentCreated = song.attributes.releaseDate.map { String($0.prefix(10)) }
        length = song.duration.map { MediaTime(seconds: $0) }
    }
}

/// Reads files, on a thread that may wait.
enum LocalMusic {
    private static let cache = ArtworkCache()
    private static let describer = TrackDescriber(cache: cache)

    static func track(contentsOf url: URL) throws -> GatefoldModel.Track {
        guard url.isFileURL, let path = FileURI.decode(url.absoluteString) else {
            throw MusicSourceError(.unreadable, "\(url.absoluteString) is no file.")
        }
        guard FileManager.default.isReadableFile(atPath: url.path) else {
            throw MusicSourceError(.unreadable, "\(path.printable) cannot be read.")
        }
        guard AudioFormats.isAudio(fileExtension: path.fileExtension) else {
            throw MusicSourceError(.unreadable, "\(path.printable) is no music file.")
        }
        var track = GatefoldModel.Track(url: FileURI.encode(path))
        track.tags = describer.describe(track)
        return track
    }

    static func tracks(in sources: [String]) async throws -> [GatefoldModel.Track] {
        try await onThread {
            try expand(sources).map { track in
                var track = track
                track.tags = describer.describe(track)
                return track
            }
        }
    }

    /// The picture in a file of music, or beside it, in the artwork cache; nil where there is none.
    ///
    /// Lists ask for the same again and again: what was found is remembered while it is in the cache.
    static func picture(of url: String) -> URL? {
        if let known = pictures.withLock({ $0[url] }), cache.isStored(known) {
            return URL(string: known)
        }
        let artwork = describer.describe(GatefoldModel.Track(url: url)).artwork
        guard case .file(let picture) = artwork else { return nil }
        pictures.withLock { pictures in
            if pictures.count >= pictureLimit { pictures.removeAll() }
            pictures[url] = picture
        }
        return URL(string: picture)
    }

    private static let pictureLimit = 1000
    private static let pictures = Mutex<[String: String]>([:])

    private static func onThread<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(with: Result { try work() })
            }
        }
    }

    private static func expand(_ sources: [String]) throws -> [GatefoldModel.Track] {
        var found: [GatefoldModel.Track] = []
        var problem: SourceProblem?
        SourceExpander.expand(sources) { tracks, problems in
            found += tracks
            problem = problem ?? problems.first
            return true
        }
        guard !found.isEmpty else {
            throw MusicSourceError(
                .unreadable, "\(problem?.description ?? "there is nothing to play").")
        }
        return found
    }
}
