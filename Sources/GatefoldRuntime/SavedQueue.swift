// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// The entries with their ids, and what was read of them.
struct SavedQueue {
    private(set) var entries: [(EntryID, Track)] = []

    private static let kind = "gatefold-queue 1"

    /// The file of a queue; for a worker's thread, where it is long.
    static func bytes(_ queue: Queue) -> [UInt8] {
        var text = SessionText(kind)
        for id in queue.ids {
            guard let track = queue[id] else { continue }
            text.add("entry", "\(id.rawValue) \(track.url)")
            if let tags = track.tags { text.add(tags) }
        }
        return text.finished
    }

    init(_ bytes: [UInt8]) throws(SessionDamage) {
        var entry: (id: EntryID, url: String)?
        var tags = TrackTags()
        var isRead = false
        var entries: [(EntryID, Track)] = []
        func finishEntry() {
            guard let entry else { return }
            entries.append((entry.id, Track(url: entry.url, tags: isRead ? tags : nil)))
        }
        try SessionText.read(bytes, Self.kind) { (key, value) throws(SessionDamage) in
            if key == "entry" {
                finishEntry()
                entry = try Self.entry(value)
                (tags, isRead) = (TrackTags(), false)
            } else {
                try tags.take(key, value)
                isRead = true
            }
        }
        finishEntry()
        self.entries = entries
    }

    private static func entry(_ value: String) throws(SessionDamage) -> (EntryID, String) {
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let id = UInt64(parts[0]), id > 0 else { throw SessionDamage() }
        return (EntryID(rawValue: id), String(parts[1]))
    }
}

extension SessionText {
    /// The artwork is always among them, so that tags that say nothing are still tags.
    fileprivate mutating func add(_ tags: TrackTags) {
        switch tags.artwork {
        case .unread: add("artwork", "unread")
        case .none: add("artwork", "none")
        case .file(let uri): add("artwork", uri)
        }
        add("artworkURL", tags.artworkURL)
        add("title", tags.title)
        for artist in tags.artists { add("artist", artist) }
        add("album", tags.album)
        for artist in tags.albumArtists { add("albumArtist", artist) }
        for genre in tags.genres { add("genre", genre) }
        for composer in tags.composers { add("composer", composer) }
        for lyricist in tags.lyricists { add("lyricist", lyricist) }
        for comment in tags.comments { add("comment", comment) }
        add("trackNumber", tags.trackNumber)
        add("discNumber", tags.discNumber)
        add("audioBPM", tags.audioBPM)
        add("contentCreated", tags.contentCreated)
        add("length", tags.length?.nanoseconds)
    }
}

extension TrackTags {
    fileprivate mutating func take(_ key: String, _ value: String) throws(SessionDamage) {
        switch key {
        case "artwork":
            artwork = value == "unread" ? .unread : value == "none" ? .none : .file(value)
        case "artworkURL": artworkURL = value
        case "title": title = value
        case "artist": artists.append(value)
        case "album": album = value
        case "albumArtist": albumArtists.append(value)
        case "genre": genres.append(value)
        case "composer": composers.append(value)
        case "lyricist": lyricists.append(value)
        case "comment": comments.append(value)
        case "trackNumber": trackNumber = try intact(Int32(value))
        case "discNumber": discNumber = try intact(Int32(value))
        case "audioBPM": audioBPM = try intact(Int32(value))
        case "contentCreated": contentCreated = value
        case "length": length = MediaTime(nanoseconds: try intact(Int64(value)))
        default: break  // what a later version adds
        }
    }
}
