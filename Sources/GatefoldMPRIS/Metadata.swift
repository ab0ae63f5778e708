// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// A value in MPRIS's `Metadata_Map`, with the D-Bus types that its keys have.
package enum MetadataValue: Sendable, Hashable {
    /// `o`
    case objectPath(String)
    /// `s`
    case string(String)
    /// `as`
    case strings([String])
    /// `i`
    case int32(Int32)
    /// `x`
    case int64(Int64)
    /// `d`
    case double(Double)
    /// `b`
    case boolean(Bool)
}

/// MPRIS's `Metadata`: rebuilt for each track, so that no key of an earlier one survives.
///
/// Empty without a current track; keys without a value are left out.
package struct Metadata: Sendable, Hashable {
    package struct Field: Sendable, Hashable {
        package let key: String
        package let value: MetadataValue

        package init(_ key: String, _ value: MetadataValue) {
            self.key = key
            self.value = value
        }
    }

    package private(set) var fields: [Field] = []

    package init() {}

    /// - Parameter fields: printable texts; `mpris:trackid` first, if there is a track.
    package init(fields: [Field]) {
        self.fields = fields
    }

    package subscript(key: String) -> MetadataValue? {
        fields.first { $0.key == key }?.value
    }

    /// - Parameter length: what the state says of it; unknown leaves out `mpris:length`, since 0 is
    ///   read as "cannot seek" by some clients.
    package init(_ id: EntryID, _ track: Track, length: MediaTime?) {
        let tags = track.tags ?? TrackTags()
        add("mpris:trackid", .objectPath(id.objectPath))
        add("mpris:length", length.flatMap { $0 > .zero ? .int64($0.microseconds) : nil })
        if case .file(let uri) = tags.artwork { add("mpris:artUrl", .string(uri)) }
        add("xesam:title", text: track.displayTitle)
        add("xesam:artist", list: tags.artists)
        add("xesam:album", text: tags.album)
        add("xesam:albumArtist", list: tags.albumArtists)
        add("xesam:genre", list: tags.genres)
        add("xesam:composer", list: tags.composers)
        add("xesam:lyricist", list: tags.lyricists)
        add("xesam:comment", list: tags.previewComments + tags.comments)
        add("xesam:trackNumber", tags.trackNumber.map(MetadataValue.int32))
        add("xesam:discNumber", tags.discNumber.map(MetadataValue.int32))
        add("xesam:audioBPM", tags.audioBPM.map(MetadataValue.int32))
        add("xesam:contentCreated", text: tags.contentCreated)
        add("xesam:url", track.url.isEmpty ? nil : .string(withoutCredentials(track.url)))
        if tags.isPreview {
            add("gatefold:preview", .boolean(true))
            add("gatefold:page", text: tags.page)
        }
    }

    mutating func add(_ key: String, _ value: MetadataValue?) {
        if let value { fields.append(Field(key, value)) }
    }

    mutating func add(_ key: String, text: String?) {
        let clean = text.map(printable) ?? ""
        if !clean.isEmpty { add(key, .string(clean)) }
    }

    /// At most eight: mpris-scrobbler ends itself at the ninth.
    mutating func add(_ key: String, list: [String]) {
        let clean = list.map(printable).filter { !$0.isEmpty }.prefix(8)
        if !clean.isEmpty { add(key, .strings(Array(clean))) }
    }
}

extension TrackTags {
    /// What tells of a piece that it is one, and where the whole is to be had.
    fileprivate var previewComments: [String] {
        isPreview ? ["Preview" + (page.map { " of " + $0 } ?? "")] : []
    }
}

extension EntryID {
    private static let prefix = "/org/gatefold/track/"

    /// `mpris:trackid`: unique per entry, and the same as long as the entry lives.
    package var objectPath: String { Self.prefix + String(rawValue) }

    /// The entry that an `mpris:trackid` names; nil for any other path, NoTrack too.
    package init?(objectPath: String) {
        guard objectPath.hasPrefix(Self.prefix),
            let number = UInt64(objectPath.dropFirst(Self.prefix.count)),
            Self(rawValue: number).objectPath == objectPath
        else { return nil }
        self.init(rawValue: number)
    }
}
