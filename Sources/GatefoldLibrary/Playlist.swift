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
                tags = extendedInformation(text.decode(line.dropFirst(8)))
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

/// `123 key="a, b",Artist - Title`: seconds, attributes that we have no use for, and a title after
/// the first comma outside quotation marks.
private func extendedInformation(_ text: String) -> TrackTags? {
    var isQuoted = false
    let comma = text.firstIndex { character in
        if character == "\"" { isQuoted.toggle() }
        return character == "," && !isQuoted
    }
    var tags = TrackTags()
    tags.length = length(seconds: String(text[..<(comma ?? text.endIndex)]))
    let title = comma.map { text[text.index(after: $0)...].trimmingBlanks } ?? ""
    tags.title = title.isEmpty ? nil : title
    return tags == TrackTags() ? nil : tags
}

/// Nil for zero and negative numbers, by which playlists say "unknown" or "endless".
private func length(seconds text: String) -> MediaTime? {
    let number = text.trimmingBlanks.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let seconds = Double(number), seconds > 0 else { return nil }
    return MediaTime(seconds: seconds)
}
