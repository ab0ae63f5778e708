// SPDX-License-Identifier: MPL-2.0

private import GatefoldGLib
package import GatefoldModel

#if canImport(Glibc)
    private import Glibc
#endif

/// Playlists as files that other programs read, too.
package enum PlaylistFile {
    /// What a file holds.
    package struct Contents: Sendable {
        /// The file's name.
        package let title: String
        package let tracks: [Track]
        /// Entries that are not there, and the like.
        package let problems: [SourceProblem]
    }

    /// Reads M3U, PLS and XSPF, by the extension of the name.
    ///
    /// - Throws: `.invalid` for a file of another kind, or of which nothing can be read.
    package static func read(_ path: FilePath) throws(LibraryError) -> Contents {
        guard AudioFormats.playlistKind(fileExtension: path.fileExtension) != nil else {
            throw LibraryError(
                .invalid, "“\(path.printable)” is no playlist (.m3u8, .xspf, .m3u or .pls)")
        }
        var tracks: [Track] = []
        var problems: [SourceProblem] = []
        SourceExpander.expand([FileURI.encode(path)]) { found, failed in
            tracks += found
            problems += failed
            return true
        }
        if tracks.isEmpty, let problem = problems.first {
            throw LibraryError(.invalid, problem.description)
        }
        return Contents(
            title: String(decoding: path.stem, as: UTF8.self), tracks: tracks, problems: problems)
    }

    /// Writes M3U8 or XSPF, by the extension of the name; files are named from the playlist's folder.
    ///
    /// - Throws: `.invalid` for another extension, `.full`, `.readOnly`, `.unavailable`.
    package static func write(
        title: String, _ tracks: [Track], to path: FilePath
    ) throws(LibraryError) {
        let bytes: [UInt8]
        switch path.fileExtension {
        case "m3u8", "m3u": bytes = M3UWriter.bytes(tracks, from: path.parent)
        case "xspf": bytes = XSPFWriter.bytes(title: title, tracks, from: path.parent)
        default:
            throw LibraryError(
                .invalid, "“\(path.printable)” has neither .m3u8 nor .xspf at its end")
        }
        do throws(FileError) {
            try writeAtomically(path: path, bytes: bytes, mode: 0o644)
        } catch {
            let code: LibraryError.Code =
                switch error.code {
                case ENOSPC, EDQUOT: .full
                case EROFS, EACCES, EPERM: .readOnly
                default: .unavailable
                }
            throw LibraryError(code, "writing “\(path.printable)”", detail: error.reason)
        }
    }
}
