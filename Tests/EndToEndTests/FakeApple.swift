// SPDX-License-Identifier: MPL-2.0

import GatefoldTestSupport

/// What Apple's servers answer, in the documented shapes and with invented music: the iTunes Search
/// API, the feeds of charts, and the Apple Music API, whose tokens it wants to see.
final class FakeApple: Sendable {
    static let userToken = "hidden-user-5e2a"

    private let server: LocalServer

    /// - Parameter preview: the sound of every preview.
    init(preview: [UInt8]) throws {
        server = try LocalServer { request in Self.answer(request, preview) }
    }

    var url: String { server.url("") }
    var requests: [LocalServer.Request] { server.requests }

    /// All tokens that it has seen: these are secret.
    var tokens: Set<String> {
        Set(requests.compactMap { Self.bearer($0) })
    }

    // MARK: Answers

    private static func answer(
        _ request: LocalServer.Request, _ preview: [UInt8]
    ) -> LocalServer.Answer {
        let host = "http://" + (value(of: "host", in: request) ?? "")
        let place = String(request.path.prefix { $0 != "?" })
        switch place {
        case "/preview.mp3": return .file(preview)
        case "/art/600x600bb.jpg": return .file(TestImage.png(1), type: "image/png")
        case "/search", "/lookup":
            return json(#"{"resultCount":1,"results":[\#(storeSong(host))]}"#)
        case let feed where feed.hasSuffix("/songs.json"): return json(self.feed)
        case let path where path.hasPrefix("/v1/"): return catalog(request, path, host)
        default: return .missing
        }
    }

    private static func catalog(
        _ request: LocalServer.Request, _ place: String, _ host: String
    ) -> LocalServer.Answer {
        guard bearer(request)?.split(separator: ".").count == 3 else {
            return refusal("401 Unauthorized")
        }
        if place.hasPrefix("/v1/me/"), value(of: "music-user-token", in: request) != userToken {
            return refusal("403 Forbidden")
        }
        let list = #"{"data":[\#(song(host))]}"#
        switch place {
        case "/v1/test": return json("{}")
        case "/v1/me/storefront": return json(#"{"data":[{"id":"de","type":"storefronts"}]}"#)
        case "/v1/me/library/playlists":
            return json(
                #"{"data":[{"id":"p.1","type":"library-playlists","attributes":{"name":"Rain"}}]}"#)
        case "/v1/me/library/playlists/p.1/tracks", "/v1/catalog/de/albums/92/tracks",
            "/v1/catalog/de/songs":
            return json(list)
        case "/v1/catalog/de/genres":
            return json(#"{"data":[{"id":"20","type":"genres","attributes":{"name":"Folk"}}]}"#)
        case "/v1/catalog/de/charts":
            return json(#"{"results":{"songs":[{"chart":"most-played","data":[\#(song(host))]}]}}"#)
        case "/v1/catalog/de/search":
            let isAlbum = request.path.contains("types=albums")
            let type = isAlbum ? "albums" : "songs"
            guard isAlbum || request.path.contains("types=songs") else {
                return json(#"{"results":{}}"#)
            }
            let found = isAlbum ? album : song(host)
            return json(#"{"results":{"\#(type)":{"data":[\#(found)]}}}"#)
        default: return refusal("404 Not Found")
        }
    }

    private static func storeSong(_ host: String) -> String {
        #"""
        {"wrapperType":"track","kind":"song","artistId":91,"collectionId":92,"trackId":93,
        "artistName":"The Slow Ferries","collectionName":"Tidewater","trackName":"Lantern Street",
        "trackViewUrl":"https://music.example.invalid/album/92?i=93",
        "previewUrl":"\#(host)/preview.mp3","artworkUrl100":"\#(host)/art/100x100bb.jpg",
        "trackTimeMillis":204000,"trackNumber":2,"primaryGenreName":"Folk","isStreamable":true}
        """#
    }

    private static let feed = #"""
        {"feed":{"title":"Top Songs","country":"us","results":[{"artistName":"The Slow Ferries",
        "id":"93","name":"Lantern Street","kind":"songs","artistId":"91",
        "url":"https://music.example.invalid/album/92?i=93"}]}}
        """#

    private static func song(_ host: String) -> String {
        #"""
        {"id":"93","type":"songs","href":"/v1/catalog/de/songs/93","attributes":{
        "name":"Lantern Street","artistName":"The Slow Ferries","albumName":"Tidewater",
        "durationInMillis":204000,"trackNumber":2,"genreNames":["Folk","Music"],
        "artwork":{"url":"\#(host)/art/{w}x{h}bb.jpg","width":3000,"height":3000},
        "playParams":{"id":"93","kind":"song"},"previews":[{"url":"\#(host)/preview.mp3"}],
        "url":"https://music.example.invalid/album/92?i=93"}}
        """#
    }

    private static let album = #"""
        {"id":"92","type":"albums","attributes":{"name":"Tidewater",
        "artistName":"The Slow Ferries","trackCount":1}}
        """#

    private static func json(_ text: String) -> LocalServer.Answer {
        .file(Array(text.utf8), type: "application/json")
    }

    private static func refusal(_ line: String) -> LocalServer.Answer {
        LocalServer.Answer(head: [line, "Content-Length: 0"])
    }

    // MARK: Requests

    private static func bearer(_ request: LocalServer.Request) -> String? {
        guard let value = value(of: "authorization", in: request), value.hasPrefix("Bearer ") else {
            return nil
        }
        return String(value.dropFirst("Bearer ".count))
    }

    private static func value(of header: String, in request: LocalServer.Request) -> String? {
        let line = request.head.split(separator: "\r\n").first {
            $0.lowercased().hasPrefix(header + ": ")
        }
        return line.map { String($0.dropFirst(header.count + 2)) }
    }
}
