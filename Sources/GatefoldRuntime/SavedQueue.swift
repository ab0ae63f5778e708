// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// The entries with their ids, and what was read of them.
struct SavedQueue {
    let entries: [(EntryID, Track)]

    private static let kind: StaticString = "gatefold-queue 1"

    /// The file of a queue; for a worker's thread, where it is long.
    static func bytes(_ queue: Queue) -> [UInt8] {
        var text = SessionText(kind)
        for id in queue.ids {
            guard let track = queue[id] else { continue }
            text.add("entry", "\(id.rawValue) \(track.url)")
            if let tags = track.tags { text.add(tags) }
        }
        return text.finished()
    }

    init(_ bytes: [UInt8]) throws(SessionDamage) {
        var reader = QueueReader()
        try SessionText.read(bytes, Self.kind) { (line) throws(SessionDamage) in
            try reader.take(line)
        }
        reader.finishEntry()
        entries = reader.entries
    }
}

/// Makes entries of lines.
private struct QueueReader {
    private(set) var entries: [(EntryID, Track)] = []
    private var entry: (id: EntryID, url: String)?
    private var tags = TrackTags()
    private var isDescribed = false
    /// Those of the entry before: an album's texts are kept once.
    private var earlier = TrackTags()

    mutating func take(_ line: SessionLine) throws(SessionDamage) {
        if "entry" ~= line {
            finishEntry()
            guard let (number, url) = line.words, let id = UInt64(number), id > 0 else {
                throw SessionDamage()
            }
            entry = (EntryID(rawValue: id), url)
        } else {
            try tags.take(line, earlier)
            isDescribed = true
        }
    }

    mutating func finishEntry() {
        if let entry {
            entries.append((entry.id, Track(url: entry.url, tags: isDescribed ? tags : nil)))
        }
        earlier = tags
        tags = TrackTags()
        isDescribed = false
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
        add("page", tags.page)
        if tags.isPreview { add("preview", "yes") }
    }
}

extension TrackTags {
    fileprivate mutating func take(
        _ line: SessionLine, _ earlier: TrackTags
    ) throws(SessionDamage) {
        switch line {
        case "artwork": artwork = Artwork(line, earlier.artwork)
        case "artworkURL": artworkURL = line.text(earlier.artworkURL)
        case "title": title = line.text
        case "artist": artists.add(line, earlier.artists)
        case "album": album = line.text(earlier.album)
        case "albumArtist": albumArtists.add(line, earlier.albumArtists)
        case "genre": genres.add(line, earlier.genres)
        case "composer": composers.add(line, earlier.composers)
        case "lyricist": lyricists.add(line, earlier.lyricists)
        case "comment": comments.add(line, earlier.comments)
        case "trackNumber": trackNumber = try intact(Int32(line.text))
        case "discNumber": discNumber = try intact(Int32(line.text))
        case "audioBPM": audioBPM = try intact(Int32(line.text))
        case "contentCreated": contentCreated = line.text(earlier.contentCreated)
        case "length": length = MediaTime(nanoseconds: try intact(Int64(line.text)))
        case "page": page = line.text
        case "preview": isPreview = true
        default: break  // what a later version adds
        }
    }
}

extension [String] {
    fileprivate mutating func add(_ line: SessionLine, _ earlier: [String]) {
        if isEmpty, earlier.count == 1, line.isText(earlier[0]) {
            self = earlier
        } else {
            append(line.text)
        }
    }
}

extension SessionLine {
    /// The value as text: `earlier` itself where it is the same.
    fileprivate func text(_ earlier: String?) -> String {
        if let earlier, isText(earlier) { earlier } else { text }
    }
}

extension Artwork {
    fileprivate init(_ line: SessionLine, _ earlier: Artwork) {
        if case .file(let uri) = earlier, line.isText(uri) {
            self = earlier
            return
        }
        let text = line.text
        self = text == "unread" ? .unread : text == "none" ? .none : .file(text)
    }
}
