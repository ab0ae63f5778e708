// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// One line of a playlist: where the track is, and what the playlist says about it.
struct PlaylistEntry: Hashable {
    /// A URI, or a path that may be relative, as it is written.
    var location: [UInt8] = []
    /// In XSPF every location is a URI, and even a relative one is percent-encoded.
    var isURI = false
    /// Nil if the playlist says nothing.
    var tags: TrackTags?
}

/// The entries of a playlist file, in order.
struct Playlist {
    var entries: [PlaylistEntry] = []
    /// Why reading stopped early, in words.
    var failure: String?
    /// A playlist of HTTP Live Streaming: pieces of one stream, which the audio engine takes whole.
    var isStream = false

    init(_ bytes: [UInt8], kind: PlaylistKind) {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        switch kind {
        case .m3u: readM3U(PlaylistText(text))
        case .pls: readPLS(PlaylistText(text))
        case .xspf: readXSPF(Array(text))
        }
    }

    private mutating func readM3U(_ text: PlaylistText) {
        var tags: TrackTags?
        for line in text.lines {
            if line.starts(with: "#EXT-X-".utf8) {
                isStream = true
            } else if line.starts(with: "#EXTINF:".utf8) {
                let artworkURL = tags?.artworkURL
                tags = extendedInformation(text.decode(line.dropFirst(8)))
                if let artworkURL { tags = (tags ?? TrackTags()).showing(artworkURL) }
            } else if let url = pictureAddress(text.decode(line)) {
                tags = (tags ?? TrackTags()).showing(url)
            } else if line.first != UInt8(ascii: "#") {
                entries.append(PlaylistEntry(location: Array(line), tags: tags))
                tags = nil
            }
        }
    }

    /// `File1=…`, `Title1=…` and `Length1=…`, in any order and any case.
    private mutating func readPLS(_ text: PlaylistText) {
        var numbered: [Int: PlaylistEntry] = [:]
        for line in text.lines {
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let key = String(decoding: line[..<equals], as: UTF8.self).lowercased().trimmingBlanks
            let name = key.prefix { $0.isLetter }
            guard let number = Int(key.dropFirst(name.count)) else { continue }
            let value = line[(equals + 1)...]
            var entry = numbered[number] ?? PlaylistEntry()
            var tags = entry.tags ?? TrackTags()
            switch name {
            case "file": entry.location = Array(value)
            case "title": tags.title = text.decode(value).trimmingBlanks
            case "length": tags.length = length(seconds: text.decode(value))
            default: continue
            }
            entry.tags = tags == TrackTags() ? nil : tags
            numbered[number] = entry
        }
        entries = numbered.sorted { $0.key < $1.key }.map(\.value).filter { !$0.location.isEmpty }
    }
}

/// The lines of a playlist whose encoding nobody declared.
private struct PlaylistText {
    let lines: [ArraySlice<UInt8>]
    private let encoding: LegacyEncoding

    init(_ bytes: ArraySlice<UInt8>) {
        lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            .filter { line in line.contains { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
            }
        encoding = LegacyEncoding(guessedFrom: lines.map { Array($0) })
    }

    func decode(_ line: ArraySlice<UInt8>) -> String { encoding.decode(Array(line)) }
}

/// `123 tvg-logo="http://a/b" key="a, b",Artist - Title`: seconds, attributes, and a title after the
/// first comma outside quotation marks.
private func extendedInformation(_ text: String) -> TrackTags? {
    var isQuoted = false
    let comma = text.firstIndex { character in
        if character == "\"" { isQuoted.toggle() }
        return character == "," && !isQuoted
    }
    var tags = TrackTags()
    tags.length = length(seconds: String(text[..<(comma ?? text.endIndex)]))
    tags.artworkURL = attribute("tvg-logo", of: text[..<(comma ?? text.endIndex)])
        .flatMap(webAddress)
    let title = comma.map { text[text.index(after: $0)...].trimmingBlanks } ?? ""
    tags.title = title.isEmpty ? nil : title
    return tags == TrackTags() ? nil : tags
}

/// `#EXTALBUMARTURL:http://a/b`, or `#EXTIMG:` with or without words before the address.
private func pictureAddress(_ line: String) -> String? {
    guard ["#EXTALBUMARTURL:", "#EXTIMG:"].contains(where: line.hasPrefix) else { return nil }
    let value = line[line.index(after: line.firstIndex(of: ":") ?? line.startIndex)...]
        .trimmingBlanks
    let lastWord = value.split(whereSeparator: \.isWhitespace).last ?? ""
    return webAddress(value) ?? webAddress(String(lastWord))
}

/// The value of `name="value"`.
private func attribute(_ name: String, of text: Substring) -> String? {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return zip(parts, parts.dropFirst()).first { $0.0.hasSuffix(name + "=") }.map { String($0.1) }
}

/// An http or https URL as it is kept, or what an online source has; nil for anything else, such as a
/// file beside the playlist.
func webAddress(_ text: String) -> String? {
    if SourceURI(text) != nil { return text }
    let scheme = text.prefix { $0 != ":" }.lowercased()
    guard ["http", "https"].contains(scheme), text.dropFirst(scheme.count).hasPrefix("://") else {
        return nil
    }
    return FileURI.tidyRemote(text)
}

extension TrackTags {
    fileprivate func showing(_ artworkURL: String) -> TrackTags {
        var tags = self
        tags.artworkURL = artworkURL
        return tags
    }
}

/// Nil for zero and negative numbers, by which playlists say "unknown" or "endless".
private func length(seconds text: String) -> MediaTime? {
    let number = text.trimmingBlanks.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let seconds = Double(number), seconds > 0 else { return nil }
    return MediaTime(seconds: seconds)
}
