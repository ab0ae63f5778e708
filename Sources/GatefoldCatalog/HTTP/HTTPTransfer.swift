// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldCurl
package import GatefoldGLib

/// A request on its way, by which it can be cancelled.
@PlayerActor
package final class HTTPTransfer {
    let request: HTTPRequest
    private var completion: HTTPClient.Completion?
    private let onCancel: @PlayerActor (HTTPTransfer) -> Void
    private var easy: EasyHandle?

    init(
        _ request: HTTPRequest, _ completion: @escaping HTTPClient.Completion,
        onCancel: @escaping @PlayerActor (HTTPTransfer) -> Void
    ) {
        self.request = request
        self.completion = completion
        self.onCancel = onCancel
    }

    /// Ends it, and nobody is told; again, or after the end, is harmless.
    package func cancel() {
        guard completion != nil else { return }
        completion = nil
        onCancel(self)
        easy = nil
    }

    /// The handle to be added to the multi handle; nil if memory is gone or libcurl refuses.
    func prepare(
        _ library: CurlLibrary, authorities: String?,
        scope: @escaping @Sendable (String) -> NetworkScope
    ) -> UnsafeMutableRawPointer? {
        easy = EasyHandle(library, request, authorities: authorities, scope: scope)
        return easy?.pointer
    }

    func outcome(_ result: CURLcode) -> Result<HTTPResponse, HTTPError> {
        guard let easy else { return .failure(HTTPError(.unavailable)) }
        guard result == CURLE_OK else {
            return .failure(HTTPError(result, isOverLimit: easy.isOverLimit))
        }
        return .success(easy.response)
    }

    func end(_ result: Result<HTTPResponse, HTTPError>) {
        let completion = completion
        self.completion = nil
        easy = nil
        completion?(result)
    }
}
