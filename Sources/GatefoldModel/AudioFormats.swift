// SPDX-License-Identifier: MPL-2.0

/// What we take for music and for playlists: one table for folders, playlists and MPRIS.
package struct AudioFormat: Sendable, Hashable {
    /// In lower case, without the dot.
    package let extensions: [String]
    package let mimeTypes: [String]

    fileprivate init(_ extensions: String, _ mimeTypes: String...) {
        self.extensions = extensions.split(separator: " ").map(String.init)
        self.mimeTypes = mimeTypes
    }
}

/// The kinds of playlist that can be read.
package enum PlaylistKind: Sendable, Hashable, CaseIterable {
    case m3u, pls, xspf
}

/// The table, and questions to it.
package enum AudioFormats {
    package static let audio: [AudioFormat] = [
        AudioFormat("mp3 mp2 mpga", "audio/mpeg", "audio/mp3", "audio/x-mp3"),
        AudioFormat("flac", "audio/flac", "audio/x-flac"),
        AudioFormat(
            "ogg oga", "audio/ogg", "audio/x-vorbis+ogg", "audio/vorbis", "application/ogg"),
        AudioFormat("opus", "audio/opus", "audio/x-opus+ogg"),
        AudioFormat("spx", "audio/x-speex", "audio/x-speex+ogg"),
        AudioFormat("m4a m4b mp4", "audio/mp4", "audio/x-m4a"),
        AudioFormat("aac", "audio/aac", "audio/x-aac"),
        AudioFormat("wav wave", "audio/wav", "audio/x-wav"),
        AudioFormat("aiff aif aifc", "audio/aiff", "audio/x-aiff"),
        AudioFormat("ape", "audio/x-ape"),
        AudioFormat("wv", "audio/x-wavpack"),
        AudioFormat("mpc", "audio/x-musepack"),
        AudioFormat("tta", "audio/x-tta"),
        AudioFormat("wma", "audio/x-ms-wma"),
        AudioFormat("mka weba", "audio/x-matroska", "audio/webm"),
    ]

    package static let playlists: [PlaylistKind: AudioFormat] = [
        .m3u: AudioFormat("m3u m3u8", "audio/x-mpegurl", "audio/mpegurl"),
        .pls: AudioFormat("pls", "audio/x-scpls"),
        .xspf: AudioFormat("xspf", "application/xspf+xml"),
    ]

    /// MPRIS's `SupportedMimeTypes`, audio first.
    package static let mimeTypes: [String] =
        audio.flatMap(\.mimeTypes)
        + PlaylistKind.allCases.flatMap { playlists[$0]?.mimeTypes ?? [] }

    /// - Parameter fileExtension: in lower case.
    package static func isAudio(fileExtension: String) -> Bool {
        audioExtensions.contains(fileExtension)
    }

    /// - Parameter fileExtension: in lower case.
    package static func playlistKind(fileExtension: String) -> PlaylistKind? {
        playlists.first { $0.value.extensions.contains(fileExtension) }?.key
    }

    private static let audioExtensions = Set(audio.flatMap(\.extensions))
}
