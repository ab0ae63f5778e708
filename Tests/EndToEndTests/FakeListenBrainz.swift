// SPDX-License-Identifier: MPL-2.0

import GatefoldTestSupport
import Synchronization

/// A service that keeps a log of music, as ListenBrainz's API is documented.
///
/// A test takes it away, and brings it back at the same address.
final class FakeListenBrainz: Sendable {
    static let token = "hidden-3fa8"

    private let server: LocalServer
    private let state: State

    private final class State: Sendable {
        let isAway = Atomic(false)
        let told = Mutex<[String]>([])
    }

    init() throws {
        let state = State()
        self.state = state
        server = try LocalServer { request in
            if state.isAway.load(ordering: .relaxed) {
                return LocalServer.Answer(head: [], end: .reset)
            }
            return Self.answer(request, state)
        }
    }

    var url: String { server.url("/apis/listenbrainz") }

    func leave() { state.isAway.store(true, ordering: .relaxed) }
    func comeBack() { state.isAway.store(false, ordering: .relaxed) }

    /// What it has accepted, as `playing_now First Light`, one each for the titles in it.
    var told: [String] { state.told.withLock(\.self) }

    private static func listens(in request: LocalServer.Request) -> [String] {
        let type = text(behind: "\"listen_type\":\"", in: request.body[...]).first ?? ""
        return text(behind: "\"track_name\":\"", in: request.body[...]).map { "\(type) \($0)" }
    }

    private static func text(behind mark: String, in text: Substring) -> [String] {
        text.split(separator: mark).dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }

    private static func answer(
        _ request: LocalServer.Request, _ state: State
    ) -> LocalServer.Answer {
        let isAccepted = request.head.contains("Authorization: Token \(token)\r\n")
        if request.path.hasSuffix("/1/validate-token") {
            return json(
                isAccepted
                    ? #"{"code":200,"message":"Token valid.","valid":true,"user_name":"me"}"#
                    : #"{"code":200,"message":"Token invalid.","valid":false}"#)
        }
        guard isAccepted else {
            return LocalServer.Answer(head: ["401 Unauthorized", "Content-Length: 0"])
        }
        state.told.withLock { $0 += listens(in: request) }
        return json(#"{"status":"ok"}"#)
    }

    private static func json(_ text: String) -> LocalServer.Answer {
        .file(Array(text.utf8), type: "application/json")
    }
}
