// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

extension SourceError {
    /// - Parameter source: what the user calls it.
    init(_ error: HTTPError, source: String) {
        if let seconds = error.secondsToWait {
            self = .tooOften(source, seconds: seconds)
            return
        }
        let code: Code =
            switch error.code {
            case .cancelled: .superseded
            case .unresolved, .unreachable, .timeout, .brokenOff: .offline
            case .status(401): .unauthorised
            case .status(403): .notAllowed
            case .status(404), .status(410): .notFound
            case .status(429): .rateLimited(seconds: nil)
            case .status(502), .status(503), .status(504): .offline
            default: .failed
            }
        self.init(code, "“\(source)”: \(error).")
    }

    /// For an answer that refuses.
    init(_ response: HTTPResponse, source: String) {
        if response.status == 429 {
            let seconds = response.retryAfter(now: secondsSince1970())?.components.seconds
            self = .tooOften(source, seconds: seconds.map { Int(clamping: $0) })
        } else {
            self.init(HTTPError(.status(response.status)), source: source)
        }
    }

    static func tooOften(_ source: String, seconds: Int?) -> SourceError {
        let end = seconds.map { "again in \($0) seconds" } ?? "again in a while"
        return SourceError(
            .rateLimited(seconds: seconds), "“\(source)” was asked too often: try \(end).")
    }

    /// - Parameter what: completes "“home” …".
    static func unsupported(_ source: String, _ what: String) -> SourceError {
        SourceError(.unsupported, "“\(source)” \(what).")
    }

    /// What is asked for belongs to another source, or to none.
    static func foreign(_ uri: String, to source: String) -> SourceError {
        SourceError(.notFound, "“\(quoted(uri))” is nothing of “\(source)”.")
    }

    static func senseless(_ source: String) -> SourceError {
        SourceError(.failed, "“\(source)”: the server's answer makes no sense.")
    }

}

extension HTTPClient {
    /// The answer, whatever its status.
    ///
    /// - Parameter source: what the user calls who asks.
    func answer(
        to request: HTTPRequest, of source: String
    ) async throws(SourceError) -> HTTPResponse {
        do throws(HTTPError) {
            return try await response(to: request)
        } catch {
            throw SourceError(error, source: source)
        }
    }
}

/// What a server says, made fit for a sentence: short, on one line, without credentials.
func quoted(_ message: String) -> String {
    let line = withoutCredentials(in: message).unicodeScalars.map { scalar in
        scalar.properties.generalCategory == .control ? " " : Character(scalar)
    }
    return line.count > 200 ? String(line.prefix(199)) + "…" : String(line)
}
