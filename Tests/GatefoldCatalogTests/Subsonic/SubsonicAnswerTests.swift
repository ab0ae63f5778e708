// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import Testing

@testable import GatefoldCatalog

private func answer(_ payload: String, status: Int = 200) -> HTTPResponse {
    let text = #"{"subsonic-response":{"status":"ok","version":"1.16.1",\#(payload)}}"#
    return HTTPResponse(status: status, body: Array(text.utf8))
}

private func read(_ payload: String) throws -> SubsonicAnswer {
    try SubsonicAnswer.read(answer(payload))
}

private func refusal(_ text: String, status: Int = 200) -> SubsonicRefusal? {
    do throws(SubsonicRefusal) {
        _ = try SubsonicAnswer.read(HTTPResponse(status: status, body: Array(text.utf8)))
        return nil
    } catch {
        return error
    }
}

@Suite struct `A refusal in place of sound` {
    private func refusal(_ text: String) -> SubsonicRefusal? {
        SubsonicAnswer.refusal(in: HTTPResponse(status: 200, body: Array(text.utf8)))
    }

    @Test(arguments: [
        #"{"subsonic-response":{"status":"failed","error":{"code":70,"message":"gone"}}}"#,
        #"<?xml version="1.0"?><subsonic-response status="failed"><error code="70" message="gone"/>"#
            + "</subsonic-response>",
        "<subsonic-response status='failed'><error message='gone' code='70'/></subsonic-response>",
    ])
    func `is read in JSON and in XML`(text: String) {
        guard case .code(70, message: "gone", _) = refusal(text) else {
            Issue.record("it is \(String(describing: refusal(text)))")
            return
        }
    }

    @Test func `is none where sound is, or an answer that does not refuse`() {
        #expect(refusal("ID3\u{3}\0<error code=\"70\"") == nil)
        #expect(refusal("") == nil)
        #expect(refusal(#"{"subsonic-response":{"status":"ok"}}"#) == nil)
        #expect(refusal("<html><body>Log in</body></html>") == .webPage)
    }
}

@Suite struct `A song of a Subsonic server` {
    @Test func `has all that the server tells`() throws {
        let song = try read(
            #"""
            "song":{"id":"tr/2","title":"Lantern Street","album":"Tidewater","albumId":"al-1",
            "artist":"The Slow Ferries","artistId":"ar-1","track":2,"discNumber":1,"year":2021,
            "genre":"Folk","genres":[{"name":"Folk"},{"name":"Music"}],"coverArt":"al-1",
            "duration":4,"playCount":3,"played":"2026-11-30T05:32:02","isDir":false,
            "created":"2026-01-02T03:04:05.000Z","starred":"2026-01-02T03:04:05Z","userRating":4,
            "explicitStatus":"clean","isrc":["XXTST2100002"],"comment":"Live"}
            """#
        ).song
        let item = try #require(song.flatMap { SourceItem($0, of: "my home") })
        #expect(item.uri == "gatefold:at/my%20home/song/tr%2F2")
        #expect(item.title == "Lantern Street")
        #expect(item.artist == "The Slow Ferries")
        #expect(item.album == "Tidewater")
        #expect(item.length == MediaTime(seconds: 4))
        #expect(item.plays == 3)
        #expect(item.played == 1_796_016_722_000_000_000)
        #expect(item.added == 1_767_323_045_000_000_000)
        #expect(item.isFavourite == true)
        #expect(item.rating == 0.8)
        let details = item.details
        #expect(details.trackNumber == 2)
        #expect(details.discNumber == 1)
        #expect(details.released == "2021")
        #expect(details.genres == ["Folk", "Music"])
        #expect(details.isExplicit == false)
        #expect(details.isrc == "XXTST2100002")
        #expect(details.text == "Live")
        #expect(details.artworkURL == "gatefold:at/my%20home/artwork/al-1")
        #expect(details.albumURI == "gatefold:at/my%20home/album/al-1")
        #expect(details.artistURIs == ["gatefold:at/my%20home/artist/ar-1"])
        #expect(details.isPlayable)
    }

    @Test func `may have numbers for texts and texts for numbers`() throws {
        let song = try read(#""song":{"id":17,"title":1999,"track":"3","duration":"4.5"}"#).song
        let item = try #require(song.flatMap { SourceItem($0, of: "home") })
        #expect(item.uri == "gatefold:at/home/song/17")
        #expect(item.title == "1999")
        #expect(item.details.trackNumber == 3)
        #expect(item.length == MediaTime(seconds: 4.5))
    }

    @Test(arguments: [
        #"{"id":"1","title":["x"],"track":{},"duration":"long","artists":5,"created":"tomorrow"}"#,
        #"{"id":"1","title":"","year":1e300,"genres":[1,{"name":null}],"userRating":-3}"#,
        #"{"id":"1","created":"9999-12-31T23:59:59Z"}"#,
        #"{"id":"1"}"#, #"{"id":"1","year":0,"duration":-1,"track":0,"discNumber":0}"#,
    ])
    func `survives nonsense in its fields`(text: String) throws {
        let song = try read("\"song\":\(text)").song
        let item = try #require(song.flatMap { SourceItem($0, of: "home") })
        #expect(item.title == "Untitled")
        #expect(item.length == nil)
        #expect(item.added == nil)
        #expect(item.rating == nil)
        #expect(item.details.released == nil)
    }

    @Test(arguments: [
        #"{"title":"x"}"#, #"{"id":"","title":"x"}"#, #"{"id":"1","isDir":true}"#,
        #"{"id":"1","isVideo":"true"}"#, "[]", "7",
    ])
    func `is none without an id, or if it is a folder or a film`(text: String) throws {
        let song = try read("\"song\":\(text)").song
        #expect(song.flatMap { SourceItem($0, of: "home") } == nil)
    }
}

@Suite struct `A list of a Subsonic server` {
    @Test(arguments: [
        (#""albumList2":{"album":[{"id":1},{"id":2}]}"#, 2), (#""albumList2":{"album":[]}"#, 0),
        (#""albumList2":{}"#, 0), (#""albumList2":{"album":null}"#, 0),
        // One that was made from XML.
        (#""albumList2":{"album":{"id":1}}"#, 1),
        (#""albumList2":{"album":[{"id":1},null,7,"x"]}"#, 1),
    ])
    func `may lack, be empty, hold one thing or nonsense`(payload: String, count: Int) throws {
        #expect(try read(payload).albumList2?.album.count == count)
    }

    @Test func `of artists is one list, whatever its index`() throws {
        let artists = try read(
            #"""
            "artists":{"index":[{"name":"A","artist":[{"id":1,"name":"A"}]},{"name":"B"},
            {"name":"C","artist":{"id":2,"name":"C"}}]}
            """#
        ).artists
        #expect(artists?.index.flatMap(\.artist).compactMap(\.name) == ["A", "C"])
    }
}

@Suite struct `An answer that is none of the Subsonic API` {
    @Test func `may be a refusal with its code`() {
        let text = #"""
            {"subsonic-response":{"status":"failed","version":"1.13.0",
            "error":{"code":40,"message":"Wrong"}}}
            """#
        #expect(refusal(text) == .code(40, message: "Wrong", version: "1.13.0"))
        #expect(refusal(text, status: 401) == .code(40, message: "Wrong", version: "1.13.0"))
    }

    @Test func `may be a refusal without a reason`() {
        let text = #"{"subsonic-response":{"status":"failed"}}"#
        #expect(refusal(text) == .code(0, message: "", version: nil))
        #expect(refusal(#"{"subsonic-response":{}}"#) == .code(0, message: "", version: nil))
    }

    @Test func `may come from a framework that checks parameters by itself`() {
        let text = #"{"detail":[{"type":"missing","loc":["query","id"]}]}"#
        #expect(refusal(text, status: 422) == .code(10, message: "", version: nil))
    }

    @Test(arguments: ["<!doctype html><html>", "\u{FEFF}\n <html>"])
    func `may be a page to log in on`(text: String) {
        #expect(refusal(text) == .webPage)
    }

    @Test func `may be XML`() {
        let text = #"<?xml version="1.0"?><subsonic-response status="ok" version="1.4.0"/>"#
        #expect(refusal(text) == .xml)
    }

    @Test(arguments: [
        "", "{", "[]", "null", "7", #"{"subsonic-response":[]}"#, #"{"subsonic-response":{"sta"#,
        #"{"other":{}}"#, "\u{0}\u{1}",
    ])
    func `may be anything else`(text: String) {
        #expect(refusal(text) == .senseless)
    }

    @Test func `may be nested without end`() {
        #expect(refusal(String(repeating: "[", count: 200_000)) == .senseless)
        let text = #"{"subsonic-response":{"status":"ok","song":"#
        #expect(refusal(text + String(repeating: #"{"id":"#, count: 200_000)) == .senseless)
    }

    @Test(arguments: [403, 404, 429, 500, 502])
    func `may be a status`(status: Int) {
        let response = HTTPResponse(status: status, body: Array("<html>".utf8))
        #expect(refusal("<html>", status: status) == .status(response))
    }
}

@Suite struct `A place in a playlist of a Subsonic server` {
    private func place(_ song: String, _ index: Int, in songs: [String]) -> Int? {
        SubsonicEntry.place(of: SubsonicEntry.number(song: song, index: index), in: songs)
    }

    @Test func `is found where it was, also of a song that is there twice`() {
        #expect(place("a", 2, in: ["a", "b", "a"]) == 2)
        #expect(place("a", 0, in: ["a", "b", "a"]) == 0)
    }

    @Test func `is found where its song went, if that is there once`() {
        #expect(place("b", 0, in: ["a", "c", "b"]) == 2)
        #expect(place("b", 0, in: ["a", "b", "b"]) == nil)
    }

    @Test func `is nowhere when its song is gone`() {
        #expect(place("b", 0, in: ["a", "c"]) == nil)
        #expect(place("b", 0, in: []) == nil)
        #expect(place("b", 99, in: ["a"]) == nil)
    }
}
