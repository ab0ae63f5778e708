// SPDX-License-Identifier: MPL-2.0

import GatefoldCatalog
import GatefoldGLib
import GatefoldTestSupport

/// Sends a request and waits for its answer.
@PlayerActor
func fetch(
    _ request: HTTPRequest, by client: HTTPClient = HTTPClient()
) async throws -> HTTPResponse {
    let result = await withCheckedContinuation { continuation in
        client.send(request) { continuation.resume(returning: $0) }
    }
    return try result.get()
}

func fetch(_ url: String) async throws -> HTTPResponse { try await fetch(HTTPRequest(url)) }

/// Why there is no answer; nil if there is one.
@PlayerActor
func failure(of request: HTTPRequest) async -> HTTPError? {
    do {
        _ = try await fetch(request)
        return nil
    } catch {
        return error as? HTTPError
    }
}

/// Answers that nobody waits for in turn.
@PlayerActor
final class Answers {
    private(set) var bodies: [[UInt8]] = []
    private(set) var count = 0

    @discardableResult
    func ask(_ request: HTTPRequest, _ client: HTTPClient) -> HTTPTransfer {
        client.send(request) { [weak self] result in
            self?.count += 1
            if case .success(let response) = result { self?.bodies.append(response.body) }
        }
    }
}
