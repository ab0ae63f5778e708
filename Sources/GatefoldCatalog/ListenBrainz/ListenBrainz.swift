// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib
package import GatefoldModel

/// Tells ListenBrainz, or a server that speaks like it, what is heard.
///
/// What was heard is on the disk before it is sent, and leaves it when the server has accepted it.
/// What could not be sent goes with the next that is, or with `flush()`.
@PlayerActor
package final class ListenBrainz {
    package typealias Token = @Sendable () async throws(SourceError) -> String

    private let root: String
    private let token: Token
    private let client: HTTPClient
    private let queue: ListenQueue
    private let batch: Int
    private var isFlushing = false

    package nonisolated static let ownRoot = "https://api.listenbrainz.org"
    private nonisolated static let name = "ListenBrainz"

    /// - Parameters:
    ///   - root: the API's address, without its version.
    ///   - batch: so many listens are sent at once.
    package nonisolated init(
        root: String = ownRoot, token: @escaping Token, client: HTTPClient,
        queue: ListenQueue = ListenQueue(), batch: Int = 100
    ) {
        self.root = withoutSlashes(root)
        self.token = token
        self.client = client
        self.queue = queue
        self.batch = batch
    }

    /// The name of the user whose token it is.
    package func user() async throws(SourceError) -> String {
        struct Validation: Decodable {
            @LooseFlag var valid: Bool?
            @LooseText var user_name: String?
        }
        let response = try await answer(to: request("validate-token"))
        guard response.status == 200 else { throw refusal(response) }
        let validation = await decodeJSON(Validation.self, from: response.body)
        guard let validation else { throw .senseless(Self.name) }
        guard validation.valid != false else { throw Self.badToken }
        return validation.user_name ?? ""
    }

    /// Says what is heard just now; nothing is kept of it.
    package func began(_ listen: Listen) async throws(SourceError) {
        let response = try await submit("playing_now", [listen.json(since: nil)])
        guard response.status == 200 else { throw refusal(response) }
    }

    /// Says what counts as heard, and all that could not be said before.
    ///
    /// - Parameter since: when it began, in nanoseconds since 1970.
    /// - Throws: where it was not accepted now; it is kept nevertheless, unless that is what failed.
    package func heard(_ listen: Listen, since: Int64) async throws(SourceError) {
        let queue = queue
        let seconds = since / 1_000_000_000
        let kept = await offActor {
            Result { () throws(FileError) in
                try queue.add(listen.json(since: seconds), since: seconds)
            }
        }
        if case .failure(let error) = kept {
            throw SourceError(.failed, "What was heard cannot be kept: \(error.reason).")
        }
        try await flush()
    }

    /// Sends what could not be sent before.
    package func flush() async throws(SourceError) {
        // The one that is under way sends what has come in the meantime, too.
        guard !isFlushing else { return }
        isFlushing = true
        defer { isFlushing = false }
        let (queue, count) = (queue, batch)
        while case let batch = await offActor({ queue.oldest(count) }), !batch.isEmpty {
            try await send(batch[...])
        }
    }

    /// Sends a batch; of one that the server does not take, each half, so that one bad listen holds
    /// nothing up.
    private func send(
        _ batch: ArraySlice<(name: String, json: [UInt8])>
    ) async throws(SourceError) {
        let type = batch.count == 1 ? "single" : "import"
        let response = try await submit(type, batch.map(\.json))
        let isBad = [400, 413, 422].contains(response.status)
        if isBad, batch.count > 1 {
            let middle = batch.startIndex + batch.count / 2
            try await send(batch[..<middle])
            try await send(batch[middle...])
            return
        }
        if isBad { Log.warning("ListenBrainz does not take a listen.", quoted(text(response))) }
        guard isBad || response.status == 200 else { throw refusal(response) }
        let (queue, names) = (queue, batch.map(\.name))
        await offActor { for name in names { queue.remove(name) } }
    }

    // MARK: Asking

    private func submit(
        _ type: String, _ payload: [[UInt8]]
    ) async throws(SourceError) -> HTTPResponse {
        var request = try await request("submit-listens")
        request.method = "POST"
        request.headers.append(HTTPHeader("Content-Type", "application/json"))
        request.body =
            Array(#"{"listen_type":"\#(type)","payload":["#.utf8)
            + Array(payload.joined(separator: [UInt8(ascii: ",")])) + Array("]}".utf8)
        // The server knows a listen that it has by its time and its names.
        request.repeats = true
        return try await answer(to: request)
    }

    private func request(_ method: String) async throws(SourceError) -> HTTPRequest {
        var request = HTTPRequest("\(root)/1/\(method)")
        request.headers = [HTTPHeader("Authorization", "Token \(try await token())")]
        request.limits.redirects = 0
        return request
    }

    private func answer(to request: HTTPRequest) async throws(SourceError) -> HTTPResponse {
        try await client.answer(to: request, of: Self.name)
    }

    private func refusal(_ response: HTTPResponse) -> SourceError {
        switch response.status {
        case 401, 403: Self.badToken
        case 429:
            .tooOften(
                Self.name, seconds: response[header: "X-RateLimit-Reset-In"].flatMap(Int.init))
        default: SourceError(response, source: Self.name)
        }
    }

    private func text(_ response: HTTPResponse) -> String {
        String(decoding: response.body.prefix(1000), as: UTF8.self)
    }

    private static let badToken = SourceError(
        .unauthorised,
        "ListenBrainz does not accept the token: copy it anew from the settings of your account.")
}
