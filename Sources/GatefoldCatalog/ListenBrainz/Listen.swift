// SPDX-License-Identifier: MPL-2.0

internal import FoundationEssentials
package import GatefoldModel

/// Music that is or was heard, as ListenBrainz wants to know it.
package struct Listen: Sendable, Hashable {
    package var title: String
    package var artist: String
    package var album: String?
    package var length: MediaTime?
    package var trackNumber: Int32?
    /// International Standard Recording Code.
    package var isrc: String?

    package init(title: String, artist: String) {
        self.title = title
        self.artist = artist
    }

    /// Nil for what has no title or no artist: the service does not take it.
    package init?(_ tags: TrackTags) {
        let artist = tags.artists.joined(separator: ", ")
        guard let title = tags.title, !title.isEmpty, !artist.isEmpty else { return nil }
        self.init(title: title, artist: artist)
        album = tags.album
        length = tags.length
        trackNumber = tags.trackNumber
    }

    /// The JSON of one listen, as the service's "Payload JSON details" have it.
    ///
    /// - Parameter since: in seconds since 1970; nil for what is heard just now.
    func json(since: Int64?) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let payload = Payload(listened_at: since, track_metadata: Metadata(self))
        // Texts and whole numbers can always be encoded.
        return Array((try? encoder.encode(payload)) ?? Data())
    }

    // Named as in the JSON.
    private struct Payload: Encodable {
        let listened_at: Int64?
        let track_metadata: Metadata
    }

    private struct Metadata: Encodable {
        let artist_name: String
        let track_name: String
        let release_name: String?
        let additional_info: Information

        init(_ listen: Listen) {
            artist_name = listen.artist
            track_name = listen.title
            release_name = listen.album
            additional_info = Information(listen)
        }
    }

    private struct Information: Encodable {
        let duration_ms: Int64?
        let tracknumber: Int32?
        let isrc: String?
        let media_player = "Gatefold"
        let submission_client = "Gatefold"
        let submission_client_version = gatefoldVersion

        init(_ listen: Listen) {
            duration_ms = listen.length.map { $0.nanoseconds / 1_000_000 }
            tracknumber = listen.trackNumber
            isrc = listen.isrc
        }
    }
}
