// SPDX-License-Identifier: MPL-2.0

private import CGatefoldGLib
private import GatefoldGLib
internal import GatefoldModel

extension Playlist {
    /// XML Shareable Playlist Format, version 1 (https://xspf.org/spec).
    ///
    /// GLib's markup reader expands no entities but XML's five and loads nothing from outside. What
    /// was read before a mistake in the file stays.
    mutating func readXSPF(_ bytes: [UInt8]) {
        let text =
            String(validating: bytes, as: UTF8.self).map { Array($0.utf8) }
            ?? Array(LegacyEncoding.decode(bytes).utf8)
        let reader = XSPFReader()
        do throws(GLibError) {
            try reader.parse(text)
            if !reader.isPlaylist { failure = "is no XSPF playlist" }
        } catch {
            failure = "is damaged: \(error.message)"
        }
        entries = reader.entries
    }
}

/// Collects `playlist/trackList/track` elements.
private final class XSPFReader {
    private(set) var entries: [PlaylistEntry] = []
    private(set) var isPlaylist = false
    private var path: [String] = []
    private var text: [UInt8] = []
    private var entry = PlaylistEntry()
    private var tags = TrackTags()

    private static let trackPath = ["playlist", "trackList", "track"]

    func parse(_ bytes: [UInt8]) throws(GLibError) {
        // GLib keeps the pointer for as long as the context lives.
        let callbacks = UnsafeMutablePointer<GMarkupParser>.allocate(capacity: 1)
        callbacks.initialize(to: Self.callbacks)
        let context = g_markup_parse_context_new(
            callbacks, G_MARKUP_TREAT_CDATA_AS_TEXT, Unmanaged.passUnretained(self).toOpaque(), nil)
        defer {
            g_markup_parse_context_free(context)
            callbacks.deallocate()
        }
        _ = try throwingGError { error in
            bytes.withUnsafeBytes { buffer in
                g_markup_parse_context_parse(
                    context, buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
                    buffer.count, error) != 0
                    && g_markup_parse_context_end_parse(context, error) != 0
            }
        }
    }

    private static var callbacks: GMarkupParser {
        var callbacks = GMarkupParser()
        callbacks.start_element = { _, name, _, _, data, _ in
            XSPFReader.from(data)?.start(name.map { String(cString: $0) } ?? "")
        }
        callbacks.end_element = { _, _, data, _ in XSPFReader.from(data)?.end() }
        callbacks.text = { _, text, size, data, _ in
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(size))
            XSPFReader.from(data)?.text += bytes
        }
        return callbacks
    }

    /// The reader that `parse` is running on, which keeps it alive.
    private static func from(_ data: gpointer?) -> XSPFReader? {
        data.map { Unmanaged<XSPFReader>.fromOpaque($0).takeUnretainedValue() }
    }

    private func start(_ name: String) {
        path.append(name.split(separator: ":").last.map(String.init) ?? name)
        text = []
        if path == ["playlist"] { isPlaylist = true }
        if path == Self.trackPath { (entry, tags) = (PlaylistEntry(isURI: true), TrackTags()) }
    }

    private func end() {
        if path == Self.trackPath {
            entry.tags = tags == TrackTags() ? nil : tags
            if !entry.location.isEmpty { entries.append(entry) }
        } else if path.dropLast() == Self.trackPath[...], let name = path.last {
            take(String(decoding: text, as: UTF8.self).trimmingBlanks, of: name)
        }
        path.removeLast()
        text = []
    }

    private func take(_ value: String, of name: String) {
        guard !value.isEmpty else { return }
        switch name {
        // The first of several is the preferred one.
        case "location" where entry.location.isEmpty: entry.location = Array(value.utf8)
        case "title": tags.title = value
        case "creator": tags.artists.append(value)
        case "album": tags.album = value
        case "image": tags.artworkURL = tags.artworkURL ?? webAddress(value)
        case "annotation": tags.comments.append(value)
        case "trackNum": tags.trackNumber = Int32(value)
        case "duration":
            tags.length = Int64(value).flatMap { $0 > 0 ? MediaTime(milliseconds: $0) : nil }
        default: break
        }
    }
}
