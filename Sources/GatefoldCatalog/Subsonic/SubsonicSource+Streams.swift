// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// Sound, pictures, and what is heard.
extension SubsonicSource {
    package func stream(of uri: SourceURI) async throws(SourceError) -> String {
        let uri = try own(uri.text)
        switch uri.kind {
        case .song:
            return try await url(
                SubsonicRequest("stream", [QueryItem("id", uri.id), QueryItem("format", format)]))
        case .station:
            let stations = try await call("getInternetRadioStations").internetRadioStations
            let station = stations?.internetRadioStation.first { $0.id == uri.id }
            guard let url = station?.streamUrl else {
                throw SourceError(.notFound, "“\(name)” does not have this station.")
            }
            return url
        default: throw missing("sound of this kind of thing")
        }
    }

    /// Servers answer 200 with an error in JSON or XML where the sound should be.
    package func fault(of uri: SourceURI) async -> SourceError? {
        guard uri.source == name, uri.kind == .song, let url = try? await stream(of: uri) else {
            return nil
        }
        return await refusal(insteadOf: url)
    }

    package func picture(of uri: SourceURI, width: Int) async throws(SourceError) -> String {
        let uri = try own(uri.text)
        switch uri.kind {
        case .artwork, .song, .album, .artist, .playlist:
            // Some servers refuse a larger one.
            let size = min(max(1, width), 2000)
            return try await url(
                SubsonicRequest(
                    "getCoverArt", [QueryItem("id", uri.id), QueryItem("size", size)]))
        case .genre, .station: throw missing("picture of this kind of thing")
        }
    }

    package func note(_ listening: SourceListening) async throws(SourceError) {
        switch listening {
        case .began(let uri): try await scrobble(uri, [QueryItem("submission", "false")])
        case .heard(let uri, let since):
            try await scrobble(
                uri, [QueryItem("time", since / 1_000_000), QueryItem("submission", "true")])
        }
    }

    private func scrobble(_ uri: SourceURI, _ items: [QueryItem]) async throws(SourceError) {
        guard uri.source == name, uri.kind == .song else { return }
        var request = SubsonicRequest("scrobble", [QueryItem("id", uri.id)] + items)
        request.repeats = false
        _ = try await call(request)
    }
}
