// SPDX-License-Identifier: MPL-2.0

package import GatefoldArtwork
internal import GatefoldGLib
package import GatefoldModel

/// Describes one track in full: its tags, and its picture in the artwork cache.
///
/// Slow, for a worker's thread; any number of threads may ask at once.
package final class TrackDescriber: Sendable {
    private let cache: ArtworkCache
    private let folders: FolderArtwork

    package init(cache: ArtworkCache) {
        self.cache = cache
        folders = FolderArtwork(cache: cache)
    }

    /// Tags whose artwork is never `.unread`.
    ///
    /// The file's own tags come first; what a playlist said fills in what they lack. There is
    /// always a title for a file. The picture in the tags is preferred to one in the folder.
    package func describe(_ track: Track) -> TrackTags {
        guard let path = FileURI.decode(track.url) else {
            var tags = track.tags ?? TrackTags()
            if tags.artwork == .unread { tags.artwork = .none }
            return tags
        }
        let (tags, picture) = TrackReader.contents(ofFileAt: path, withPicture: true)
        var result = tags.completed(by: track.tags).named(after: path)
        result.artwork =
            (picture.flatMap(store) ?? folders.uri(for: path.parent)).map(Artwork.file) ?? .none
        return result
    }

    /// Tags as `describe` finds them, without a look at pictures: the first reading of a long queue.
    package func read(_ track: Track) -> TrackTags {
        guard let path = FileURI.decode(track.url) else { return track.tags ?? TrackTags() }
        return TrackReader.contents(ofFileAt: path, withPicture: false).tags
            .completed(by: track.tags).named(after: path)
    }

    private func store(_ picture: [UInt8]) -> String? {
        do throws(ArtworkError) {
            return try cache.store(picture)
        } catch {
            Log.info("A picture in a file's tags is not shown.", "\(error)")
            return nil
        }
    }
}

extension TrackTags {
    /// With what a playlist says, where the file has no title of its own.
    ///
    /// A playlist's length is whole seconds of somebody's reckoning: only if the file tells none.
    fileprivate func completed(by hint: TrackTags?) -> TrackTags {
        guard let hint else { return self }
        var tags = self
        if title == nil {
            tags.title = hint.title
            if artists.isEmpty { tags.artists = hint.artists }
            tags.album = album ?? hint.album
        }
        tags.length = length ?? hint.length
        tags.artworkURL = hint.artworkURL
        return tags
    }
}
