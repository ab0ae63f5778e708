// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import Synchronization

extension MusicPlayer.Queue {
    /// One place in a queue.
    ///
    /// The same song queued twice is two entries.
    public struct Entry: Hashable, Identifiable, Sendable, CustomStringConvertible {
        /// What is at a place.
        @frozen public enum Item: Hashable, Sendable, Identifiable {
            /// A song.
            case song(Song)
            /// A music video.
            case musicVideo(MusicVideo)

            /// That of the song or video.
            public var id: MusicItemID {
                switch self {
                case .song(let song): song.id
                case .musicVideo(let video): video.id
                }
            }
        }

        /// What identifies the place.
        public let id: String
        /// Where it begins, in seconds.
        ///
        /// On Apple platforms only this part is played. Here all of it is.
        public let startTime: TimeInterval?
        /// Where it ends, in seconds.
        ///
        /// On Apple platforms only this part is played. Here all of it is.
        public let endTime: TimeInterval?
        /// What was queued and stands for what is in it, such as an album; nil for a song.
        public let transientItem: (any PlayableMusicItem)?
        /// What is played; nil where it is not known yet.
        public let item: Item?
        private let name: String
        private let detail: String?
        /// What was found when the sound was looked into; counts where the item has none.
        private var foundArtwork: Artwork?

        /// A place with an item.
        ///
        /// - Parameters:
        ///   - startTime: where it begins, in seconds.
        ///   - endTime: where it ends, in seconds.
        public init(
            _ playableItem: any PlayableMusicItem, startTime: TimeInterval? = nil,
            endTime: TimeInterval? = nil
        ) {
            self.init(playableItem, id: Self.newID(), startTime: startTime, endTime: endTime)
        }

        init(
            _ playableItem: any PlayableMusicItem, id: String, startTime: TimeInterval? = nil,
            endTime: TimeInterval? = nil
        ) {
            self.id = id
            self.startTime = startTime
            self.endTime = endTime
            let playableItem = (playableItem as? any ContainerItem)?.content.item ?? playableItem
            item = Item(playableItem)
            transientItem = item == nil ? playableItem : nil
            (name, detail) = Self.words(for: playableItem)
            foundArtwork = Self.artwork(of: playableItem)
        }

        /// The title of the song, or the name of what stands for songs.
        public var title: String { name }

        /// The artist's name, as a rule; nil where it is not known.
        public var subtitle: String? { detail.flatMap { $0.isEmpty ? nil : $0 } }

        /// A picture for it.
        public var artwork: Artwork? { foundArtwork }

        /// Whether it stands for what is in it.
        public var isTransient: Bool { transientItem != nil }

        /// Whether both are the same place.
        public static func == (left: Entry, right: Entry) -> Bool { left.id == right.id }

        /// By the identifier.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(id)
        }

        /// The identifier and the title.
        public var description: String {
            "MusicPlayer.Queue.Entry(id: \"\(id)\", title: \"\(title)\")"
        }

        private static let count = Atomic<UInt64>(0)

        private static func newID() -> String {
            String(count.add(1, ordering: .relaxed).newValue)
        }
    }
}

extension MusicPlayer.Queue.Entry {
    /// What is played in the entry's place: the tracks of an album or playlist that is known.
    var parts: [Self] {
        let parts: [any PlayableMusicItem]? =
            switch transientItem {
            case let album as Album: album.tracks.map { Array($0) }
            case let playlist as Playlist: playlist.playableEntries
            default: nil
            }
        return parts?.map { Self($0) } ?? [self]
    }

    /// The entry with the artwork that was found, if it has none.
    func completed(by artwork: Artwork?) -> Self {
        guard foundArtwork == nil, let artwork else { return self }
        var entry = self
        entry.foundArtwork = artwork
        return entry
    }

    private static func words(for item: any PlayableMusicItem) -> (String, String?) {
        switch item {
        case let song as Song: (song.title, song.artistName)
        case let video as MusicVideo: (video.title, video.artistName)
        case let track as Track: (track.title, track.artistName)
        case let entry as Playlist.Entry: (entry.title, entry.artistName)
        case let album as Album: (album.title, album.artistName)
        case let playlist as Playlist: (playlist.name, playlist.curatorName)
        case let station as Station: (station.name, station.stationProviderName)
        default: (item.id.rawValue, nil)
        }
    }

    private static func artwork(of item: any PlayableMusicItem) -> Artwork? {
        switch item {
        case let song as Song: song.artwork
        case let video as MusicVideo: video.artwork
        case let track as Track: track.artwork
        case let entry as Playlist.Entry: entry.artwork
        case let album as Album: album.artwork
        case let playlist as Playlist: playlist.artwork
        case let station as Station: station.artwork
        default: nil
        }
    }
}

extension MusicPlayer.Queue.Entry.Item {
    init?(_ item: any PlayableMusicItem) {
        switch item {
        case let song as Song: self = .song(song)
        case let video as MusicVideo: self = .musicVideo(video)
        case let track as Track: self.init(track)
        case let entry as Playlist.Entry: self.init(entry.asTrack)
        default: return nil
        }
    }

    private init(_ track: Track) {
        switch track {
        case .song(let song): self = .song(song)
        case .musicVideo(let video): self = .musicVideo(video)
        }
    }
}
