// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldTestSupport
import Synchronization

/// A music server of one album, which speaks as much of Subsonic's protocol as playing it takes.
///
/// A test takes it away, and brings it back at the same address.
final class FakeSubsonic: Sendable {
    static let user = "me"
    static let password = "hidden-7c1f"
    static let titles = ["Hunter", "Jóga"]

    private let server: LocalServer
    private let state: State

    private final class State: Sendable {
        let song: [UInt8]
        let isAway = Atomic(false)
        /// Streams break off in the middle.
        let breaksOff = Atomic(false)
        /// In place of a stream the server says that there is none.
        let refuses = Atomic(false)

        init(_ song: [UInt8]) { self.song = song }
    }

    /// - Parameter song: what every song sounds like.
    init(song: [UInt8]) throws {
        let state = State(song)
        self.state = state
        server = try LocalServer { Self.answer($0, state) }
    }

    var url: String { server.url("") }
    var heads: [String] { server.requestHeads }

    func leave() { state.isAway.store(true, ordering: .relaxed) }
    func refuseStreams() { state.refuses.store(true, ordering: .relaxed) }
    func breakStreamsOff() { state.breaksOff.store(true, ordering: .relaxed) }

    func comeBack() {
        state.breaksOff.store(false, ordering: .relaxed)
        state.isAway.store(false, ordering: .relaxed)
    }

    /// What was made of the password: these are secret as well.
    var tokens: Set<String> {
        Set(heads.compactMap { Self.items($0)["t"] })
    }

    // MARK: Answers

    private static func answer(_ request: LocalServer.Request, _ state: State) -> LocalServer.Answer
    {
        if state.isAway.load(ordering: .relaxed) {
            return LocalServer.Answer(head: [], end: .reset)
        }
        let items = items(request.head)
        let token = md5(Array((password + (items["s"] ?? "")).utf8))
        guard items["u"] == user, items["t"] == token else {
            return json(
                #""error":{"code":40,"message":"Wrong username or password"}"#, status: "failed")
        }
        let path = request.path.prefix { $0 != "?" }
        switch path.split(separator: "/").last {
        case "search3.view":
            return json(#""searchResult3":{"album":[\#(album)],"song":[\#(song(0)),\#(song(1))]}"#)
        case "getAlbum.view":
            let songs = "\(song(0)),\(song(1))"
            return json(#""album":{"id":"al","name":"Homogenic","song":[\#(songs)]}"#)
        case "getSong.view":
            return json(#""song":\#(song(items["id"] == "1" ? 1 : 0))"#)
        case "getCoverArt.view": return .file(TestImage.png(1), type: "image/png")
        case "stream.view" where state.refuses.load(ordering: .relaxed):
            return .file(
                Array(
                    ("<subsonic-response status=\"failed\" version=\"1.16.1\">"
                        + "<error code=\"70\" message=\"Song not found\"/></subsonic-response>")
                        .utf8),
                type: "text/xml")
        case "stream.view": return stream(request, state)
        default: return json(#""license":{"valid":true}"#)
        }
    }

    private static let album =
        #"{"id":"al","name":"Homogenic","artist":"Björk","songCount":2,"coverArt":"co"}"#

    private static func song(_ index: Int) -> String {
        #"{"id":"\#(index)","title":"\#(titles[index])","artist":"Björk","album":"Homogenic","#
            + #""duration":60,"coverArt":"co","albumId":"al","track":\#(index + 1)}"#
    }

    private static func json(_ content: String, status: String = "ok") -> LocalServer.Answer {
        let text =
            #"{"subsonic-response":{"status":"\#(status)","version":"1.16.1",\#(content)}}"#
        return .file(Array(text.utf8), type: "application/json")
    }

    private static func stream(
        _ request: LocalServer.Request, _ state: State
    ) -> LocalServer.Answer {
        let start = min(request.rangeStart ?? 0, state.song.count)
        let rest = Array(state.song[start...])
        var head = ["200 OK"]
        if request.rangeStart != nil {
            let last = state.song.count - 1
            head = [
                "206 Partial Content",
                "Content-Range: bytes \(start)-\(last)/\(state.song.count)",
            ]
        }
        head += [
            "Content-Length: \(rest.count)", "Content-Type: audio/mpeg", "Accept-Ranges: bytes",
        ]
        let isShort = state.breaksOff.load(ordering: .relaxed)
        let body = isShort ? Array(rest.prefix(rest.count / 4)) : rest
        return LocalServer.Answer(head: head, body: [body])
    }

    /// The query of a request.
    private static func items(_ head: String) -> [String: String] {
        let target = head.split(separator: " ").dropFirst().first ?? ""
        let query = target.split(separator: "?").dropFirst().first ?? ""
        return query.split(separator: "&").reduce(into: [:]) { items, item in
            let parts = item.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { items[String(parts[0])] = String(parts[1]) }
        }
    }
}
