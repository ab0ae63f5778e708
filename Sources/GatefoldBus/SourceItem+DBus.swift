// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
internal import GatefoldMPRIS
internal import GatefoldModel

/// The names of the interface of the library.
enum Library1 {
    static let interface = "org.gatefold.Library1"
}

// As `a{sv}`: what is unknown is absent.
extension SourceItem {
    private enum Key {
        static let kind = "kind"
        static let uri = "uri"
        static let title = "title"
        static let artist = "artist"
        static let album = "album"
        static let length = "length"
        static let tracks = "tracks"
        static let plays = "plays"
        static let skips = "skips"
        static let played = "played"
        static let added = "added"
        static let favourite = "favourite"
        static let rating = "rating"
        static let entry = "entry"
        static let playable = "playable"
        static let page = "page"
    }

    static let documentation =
        "kind s (song, album, artist, genre, playlist or station), uri s (for Player1.Enqueue), title s, "
        + "artist s, album s, length x in microseconds, tracks u, plays u, skips u, played x and "
        + "added x in seconds since 1970, favourite b, rating d from 0 to 1, entry x (of a place "
        + "in a playlist), playable b (false where only a piece of it is to be heard), page s (on "
        + "the web). What is unknown is absent."

    var dbusValue: DBusValue {
        var entries: [(String, DBusValue)] = [
            (Key.kind, .string(kind.rawValue)), (Key.uri, .string(uri)),
            (Key.title, .string(printable(title))),
        ]
        func add(_ key: String, _ value: DBusValue?) {
            if let value { entries.append((key, value)) }
        }
        func count(_ number: Int?) -> DBusValue? {
            number.map { .uint32(UInt32(clamping: $0)) }
        }
        func seconds(_ nanoseconds: Int64?) -> DBusValue? {
            nanoseconds.map { .int64($0 / 1_000_000_000) }
        }
        add(Key.artist, artist.map { .string(printable($0)) })
        add(Key.album, album.map { .string(printable($0)) })
        add(Key.length, length.map { .int64($0.microseconds) })
        add(Key.tracks, count(trackCount))
        add(Key.plays, count(plays))
        add(Key.skips, count(skips))
        add(Key.played, seconds(played))
        add(Key.added, seconds(added))
        add(Key.favourite, isFavourite.map { .boolean($0) })
        add(Key.rating, rating.map { .double($0) })
        add(Key.entry, entry.map { .int64($0) })
        if !details.isPlayable { add(Key.playable, .boolean(false)) }
        add(Key.page, details.page.map { .string(printable($0)) })
        return .vardict(entries)
    }

    init?(_ value: DBusValue) {
        guard let values = value.vardictValue,
            let kind = values[Key.kind]?.stringValue.flatMap(Kind.init),
            let uri = values[Key.uri]?.stringValue, let title = values[Key.title]?.stringValue
        else { return nil }
        self.init(kind, uri: uri, title: title)
        func count(_ key: String) -> Int? { values[key]?.uint32Value.map(Int.init) }
        func nanoseconds(_ key: String) -> Int64? {
            values[key]?.int64Value.map { MediaTime(seconds: Double($0)).nanoseconds }
        }
        artist = values[Key.artist]?.stringValue
        album = values[Key.album]?.stringValue
        length = values[Key.length]?.int64Value.map(MediaTime.init(microseconds:))
        trackCount = count(Key.tracks)
        plays = count(Key.plays)
        skips = count(Key.skips)
        played = nanoseconds(Key.played)
        added = nanoseconds(Key.added)
        isFavourite = values[Key.favourite]?.boolValue
        rating = values[Key.rating]?.doubleValue
        entry = values[Key.entry]?.int64Value
        guard values[Key.playable] != nil || values[Key.page] != nil else { return }
        details.isPlayable = values[Key.playable]?.boolValue ?? true
        details.page = values[Key.page]?.stringValue
    }
}

// As `(subx)`.
extension LibraryFolderListing {
    var dbusValue: DBusValue {
        .structure([
            .string(uri), .uint32(UInt32(clamping: trackCount)), .boolean(isAvailable),
            .int64(scanned / 1_000_000_000),
        ])
    }

    init?(_ value: DBusValue) {
        guard let fields = value.structureValue, fields.count == 4,
            let uri = fields[0].stringValue, let trackCount = fields[1].uint32Value,
            let isAvailable = fields[2].boolValue, let scanned = fields[3].int64Value
        else { return nil }
        self.init(
            uri: uri, trackCount: Int(trackCount), isAvailable: isAvailable,
            scanned: MediaTime(seconds: Double(scanned)).nanoseconds)
    }
}

// As the arguments of `ScanProgress`.
extension ScanStage {
    var dbusValues: [DBusValue] {
        [
            .uint32(UInt32(clamping: found)), .int32(Int32(clamping: unread ?? -1)),
            .uint32(UInt32(clamping: read)),
        ]
    }

    init?(_ values: [DBusValue]) {
        guard values.count == 3, let found = values[0].uint32Value,
            let unread = values[1].int32Value, let read = values[2].uint32Value
        else { return nil }
        self.init()
        self.found = Int(found)
        self.unread = unread < 0 ? nil : Int(unread)
        self.read = Int(read)
    }
}

// As the arguments of `ScanFinished`.
extension ScanResult {
    var dbusValues: [DBusValue] {
        [found, added, changed, moved, lost, problems].map { .uint32(UInt32(clamping: $0)) }
            + [.string(printable(failure ?? ""))]
    }

    init?(_ values: [DBusValue]) {
        let numbers = values.compactMap { $0.uint32Value.map(Int.init) }
        guard values.count == 7, numbers.count == 6, let failure = values[6].stringValue else {
            return nil
        }
        self.init()
        (found, added, changed) = (numbers[0], numbers[1], numbers[2])
        (moved, lost, problems) = (numbers[3], numbers[4], numbers[5])
        self.failure = failure.isEmpty ? nil : failure
    }
}
