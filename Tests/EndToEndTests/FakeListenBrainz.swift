// SPDX-License-Identifier: MPL-2.0

import GatefoldTestSupport
import Synchronization

/// A service that keeps a log of music, as ListenBrainz's API is documented.
///
/// A test takes it away, and brings it back at the same address.
final class FakeListenBrainz: Sendable {
    static let token = "hidden-3fa8"

    private let server: LocalServer
    private let isAway: Flag

    private final class Flag: Sendable {
        let value = Atomic(false)
    }

    init() throws {
        let isAway = Flag()
        self.isAway = isAway
        server = try LocalServer { request in
            if isAway.value.load(ordering: .relaxed) {
                return LocalServer.Answer(head: [], end: .reset)
            }
            return Self.answer(request)
        }
    }

    var url: String { server.url("/apis/listenbrainz") }

    func leave() { isAway.value.store(true, ordering: .relaxed) }
    func comeBack() { isAway.value.store(false, ordering: .relaxed) }

    /// What it was told, as `playing_now First Light`, one each for the titles in it.
    var told: [String] {
        server.requests.filter { $0.path.hasSuffix("/submit-listens") }.flatMap { request in
            let type = Self.text(behind: "\"listen_type\":\"", in: request.body[...]).first ?? ""
            return Self.text(behind: "\"track_name\":\"", in: request.body[...]).map {
                "\(type) \($0)"
            }
        }
    }

    private static func text(behind mark: String, in text: Substring) -> [String] {
        text.split(separator: mark).dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }

    private static func answer(_ request: LocalServer.Request) -> LocalServer.Answer {
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
        return json(#"{"status":"ok"}"#)
    }

    private static func json(_ text: String) -> LocalServer.Answer {
        .file(Array(text.utf8), type: "application/json")
    }
}
