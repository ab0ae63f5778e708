// SPDX-License-Identifier: MPL-2.0

internal import FoundationEssentials

/// What a Subsonic server answers: of what may be in it, each call fills one.
struct SubsonicAnswer: Decodable, Sendable {
    @LooseText var status: String?
    @LooseText var version: String?
    @Loose var error: Failure?
    @Loose var license: License?
    @Loose var user: User?
    @Loose var searchResult3: Things?
    @Loose var starred2: Things?
    @Loose var albumList2: Things?
    @Loose var songsByGenre: Things?
    @Loose var album: SubsonicAlbum?
    @Loose var artist: SubsonicArtist?
    @Loose var song: SubsonicSong?
    @Loose var playlist: SubsonicPlaylist?
    @Loose var artists: Artists?
    @Loose var genres: Genres?
    @Loose var playlists: Playlists?
    @Loose var internetRadioStations: Stations?

    struct Failure: Decodable, Sendable {
        @LooseNumber var code: Double?
        @LooseText var message: String?
    }

    struct License: Decodable, Sendable {
        @LooseFlag var valid: Bool?
    }

    struct User: Decodable, Sendable {
        @LooseFlag var streamRole: Bool?
        @LooseFlag var playlistRole: Bool?
    }

    struct Things: Decodable, Sendable {
        @LooseList var artist: [SubsonicArtist]
        @LooseList var album: [SubsonicAlbum]
        @LooseList var song: [SubsonicSong]
    }

    struct Artists: Decodable, Sendable {
        struct Index: Decodable, Sendable {
            @LooseList var artist: [SubsonicArtist]
        }
        @LooseList var index: [Index]
    }

    struct Genres: Decodable, Sendable {
        @LooseList var genre: [SubsonicGenre]
    }

    struct Playlists: Decodable, Sendable {
        @LooseList var playlist: [SubsonicPlaylist]
    }

    struct Stations: Decodable, Sendable {
        @LooseList var internetRadioStation: [SubsonicStation]
    }
}

struct SubsonicSong: Decodable, Sendable {
    @LooseText var id: String?
    @LooseText var title: String?
    @LooseText var album: String?
    @LooseText var albumId: String?
    @LooseText var artist: String?
    @LooseText var artistId: String?
    @LooseText var displayArtist: String?
    @LooseText var displayAlbumArtist: String?
    @LooseText var displayComposer: String?
    @LooseList var artists: [SubsonicName]
    @LooseNumber var track: Double?
    @LooseNumber var discNumber: Double?
    @LooseNumber var year: Double?
    @LooseText var genre: String?
    @LooseList var genres: [SubsonicName]
    @LooseText var coverArt: String?
    @LooseNumber var duration: Double?
    @LooseNumber var playCount: Double?
    @LooseText var played: String?
    @LooseText var created: String?
    @LooseText var starred: String?
    @LooseNumber var userRating: Double?
    @LooseText var explicitStatus: String?
    @LooseList var isrc: [String]
    @LooseText var comment: String?
    @LooseFlag var isDir: Bool?
    @LooseFlag var isVideo: Bool?
}

struct SubsonicAlbum: Decodable, Sendable {
    @LooseText var id: String?
    @LooseText var name: String?
    @LooseText var artist: String?
    @LooseText var artistId: String?
    @LooseText var displayArtist: String?
    @LooseList var artists: [SubsonicName]
    @LooseNumber var songCount: Double?
    @LooseNumber var duration: Double?
    @LooseNumber var year: Double?
    @LooseText var genre: String?
    @LooseList var genres: [SubsonicName]
    @LooseText var coverArt: String?
    @LooseNumber var playCount: Double?
    @LooseText var played: String?
    @LooseText var created: String?
    @LooseText var starred: String?
    @LooseNumber var userRating: Double?
    @LooseFlag var isCompilation: Bool?
    @LooseList var song: [SubsonicSong]
}

struct SubsonicArtist: Decodable, Sendable {
    @LooseText var id: String?
    @LooseText var name: String?
    @LooseText var coverArt: String?
    @LooseText var starred: String?
    @LooseNumber var userRating: Double?
    @LooseList var album: [SubsonicAlbum]
}

/// A name with what it names, where the server says that.
struct SubsonicName: Decodable, Sendable {
    @LooseText var id: String?
    @LooseText var name: String?
}

struct SubsonicGenre: Decodable, Sendable {
    @LooseText var value: String?
    @LooseText var name: String?
    @LooseNumber var songCount: Double?
}

struct SubsonicPlaylist: Decodable, Sendable {
    @LooseText var id: String?
    @LooseText var name: String?
    @LooseText var owner: String?
    @LooseText var comment: String?
    @LooseText var coverArt: String?
    @LooseNumber var songCount: Double?
    @LooseNumber var duration: Double?
    @LooseText var created: String?
    @LooseText var changed: String?
    @LooseList var entry: [SubsonicSong]
}

struct SubsonicStation: Decodable, Sendable {
    @LooseText var id: String?
    @LooseText var name: String?
    @LooseText var streamUrl: String?
    @LooseText var homePageUrl: String?
}

extension SubsonicAnswer {
    private struct Envelope: Decodable {
        let answer: SubsonicAnswer

        enum CodingKeys: String, CodingKey {
            case answer = "subsonic-response"
        }
    }

    /// Reads what came over HTTP; slow for a large body.
    ///
    /// Servers answer 200 even where they refuse, and what stands before them need not know JSON.
    static func read(_ response: HTTPResponse) throws(SubsonicRefusal) -> SubsonicAnswer {
        let envelope = try? JSONDecoder().decode(Envelope.self, from: Data(response.body))
        guard let answer = envelope?.answer else { throw refusal(without: response) }
        guard answer.status == "ok", answer.error == nil else {
            let code = answer.error?.$code ?? 0
            let message = answer.error?.message ?? ""
            throw .code(code, message: message, version: answer.version)
        }
        return answer
    }

    /// What is refused where bytes were asked for, in JSON or in XML; nil where it is neither.
    static func refusal(in response: HTTPResponse) -> SubsonicRefusal? {
        do throws(SubsonicRefusal) {
            _ = try read(response)
            return nil
        } catch {
            switch error {
            case .code, .webPage: return error
            case .xml: return refusal(inXML: String(decoding: response.body, as: UTF8.self))
            case .status, .senseless, .passwordWanted: return nil
            }
        }
    }

    /// Such as `<error code="70" message="…"/>`.
    private static func refusal(inXML text: String) -> SubsonicRefusal? {
        guard let element = text.split(separator: "<").first(where: { $0.hasPrefix("error") }),
            let code = attribute("code", of: element).flatMap({ Int($0) })
        else { return nil }
        let message = attribute("message", of: element) ?? ""
        return .code(code, message: message, version: nil)
    }

    private static func attribute(_ name: String, of element: Substring) -> String? {
        guard let rest = element.split(separator: " \(name)=", maxSplits: 1).dropFirst().first,
            let quote = rest.first, quote == "\"" || quote == "'"
        else { return nil }
        return String(rest.dropFirst().prefix { $0 != quote })
    }

    /// What an answer that is not of the API says.
    private static func refusal(without response: HTTPResponse) -> SubsonicRefusal {
        switch response.status {
        // A framework that checks parameters by itself.
        case 400, 422: return .code(10, message: "", version: nil)
        case 200..<300: break
        default: return .status(response)
        }
        let head = String(decoding: response.body.prefix(1000), as: UTF8.self)
        guard head.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) == "<" else {
            return .senseless
        }
        return head.contains("<subsonic-response") ? .xml : .webPage
    }
}
