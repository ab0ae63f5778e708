// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// Writes XML Shareable Playlist Format, version 1 (https://xspf.org/spec).
///
/// Other players read it too, whatever the names of the files are: locations are URIs.
package struct XSPFWriter {
    private var bytes: [UInt8] = []
    private let folder: FilePath?

    /// A playlist file.
    ///
    /// - Parameter folder: where it will lie, if what is in it, or beside it, is to have a relative
    ///   URI.
    package static func bytes(
        title: String, _ tracks: some Sequence<Track>, from folder: FilePath? = nil
    ) -> [UInt8] {
        var writer = XSPFWriter(folder: folder)
        writer.add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        writer.add("<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\">\n")
        writer.add("title", title)
        writer.add("<trackList>\n")
        for track in tracks { writer.add(track) }
        writer.add("</trackList>\n</playlist>\n")
        return writer.bytes
    }

    private mutating func add(_ track: Track) {
        add("<track>")
        add("location", location(track.url))
        if let tags = track.tags {
            add("title", tags.title)
            // There is room for one.
            add("creator", tags.artists.isEmpty ? nil : tags.artists.joined(separator: ", "))
            // Where it was found, credentials and all: it is the user's own file.
            add("image", tags.artworkURL)
            add("album", tags.album)
            add("trackNum", tags.trackNumber.flatMap { $0 > 0 ? "\($0)" : nil })
            add("duration", tags.length.map { "\($0.nanoseconds / 1_000_000)" })
        }
        add("</track>\n")
    }

    private func location(_ url: String) -> String {
        guard let folder, let path = FileURI.decode(url) else { return url }
        let name = path.relative(to: folder)
        return name == path.bytes ? url : FileURI.encodeRelative(name)
    }

    private mutating func add(_ element: String, _ text: String?) {
        guard let text else { return }
        add("<\(element)>")
        for scalar in text.unicodeScalars { add(scalar) }
        add("</\(element)>")
    }

    private mutating func add(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "&": add("&amp;")
        case "<": add("&lt;")
        case ">": add("&gt;")
        // What XML 1.0 has no way to write (section 2.2).
        case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
        default: bytes += UTF8.encode(scalar).map(Array.init) ?? []
        }
    }

    private mutating func add(_ text: String) { bytes += text.utf8 }
}
