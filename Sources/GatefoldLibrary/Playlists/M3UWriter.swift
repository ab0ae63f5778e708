// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// Writes extended M3U in UTF-8, known as M3U8.
///
/// Names of files are written byte by byte, whatever their encoding is.
struct M3UWriter {
    private var bytes: [UInt8] = []

    /// - Parameter folder: where the playlist lies: what is in it, or beside it, has a relative path.
    static func bytes(_ tracks: some Sequence<Track>, from folder: FilePath) -> [UInt8] {
        var writer = M3UWriter()
        writer.line(Array("#EXTM3U".utf8))
        for track in tracks { writer.add(track, from: folder) }
        return writer.bytes
    }

    private mutating func add(_ track: Track, from folder: FilePath) {
        if let tags = track.tags, let title = tags.title {
            // -1 is unknown.
            let seconds = tags.length.map { Int($0.seconds.rounded()) } ?? -1
            let artists = tags.artists.joined(separator: ", ")
            let text = "#EXTINF:\(seconds),\(artists.isEmpty ? "" : artists + " - ")\(title)"
            line(text.utf8.map { Self.isLineEnd($0) ? UInt8(ascii: " ") : $0 })
        }
        line(Self.location(track.url, from: folder))
    }

    private static func location(_ url: String, from folder: FilePath) -> [UInt8] {
        guard let path = FileURI.decode(url) else { return Array(url.utf8) }
        let name = path.relative(to: folder)
        // A line end has no place in the format, except in a URI.
        guard !name.contains(where: isLineEnd) else { return Array(url.utf8) }
        // What would be taken for a comment, a URI, or cut at its blanks.
        let isPlain = name.first.map { !"# \t".utf8.contains($0) } ?? false
        return isPlain && !name.contains(UInt8(ascii: ":")) || name.first == UInt8(ascii: "/")
            ? name : Array("./".utf8) + name
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    private mutating func line(_ text: [UInt8]) {
        bytes += text + [UInt8(ascii: "\n")]
    }
}

extension FilePath {
    /// The way from a folder to this path: `../b/c`; the path itself where they have nothing in
    /// common.
    func relative(to folder: FilePath) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        let here = folder.bytes.split(separator: slash)
        let there = bytes.split(separator: slash)
        let common = zip(here, there).prefix { $0 == $1 }.count
        guard common > 0, common < there.count else { return bytes }
        let up = here.dropFirst(common).map { _ in Array("..".utf8)[...] }
        return Array((up + there.dropFirst(common)).joined(separator: [slash]))
    }
}
