// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldCurl
package import GatefoldGLib

/// Asks servers over HTTP, without ever waiting on the actor.
///
/// Connections are used again, also by several requests at once where the server speaks HTTP/2.
/// Proxies come from the environment, certificates are verified against the system's, and no
/// redirect leads away from http and https. libcurl is loaded with the first request.
@PlayerActor
package final class HTTPClient {
    /// What awaits an answer; called once, and never after `HTTPTransfer.cancel()`.
    package typealias Completion = @PlayerActor (Result<HTTPResponse, HTTPError>) -> Void

    private enum Engine {
        case unloaded
        case loading
        case ready(CurlMulti)
        case failed(HTTPError)
    }

    private var engine = Engine.unloaded
    private let loader = Worker(threads: 1)
    private let hostLimit: Int
    private let totalLimit: Int
    private let authorities: String?
    let cache: HTTPCache?
    private let scope: @Sendable (String) -> NetworkScope
    /// By host.
    var buckets: [String: TokenBucket] = [:]
    /// In the order in which they came.
    private var waiting: [HTTPTransfer] = []
    private var running: [UnsafeMutableRawPointer: HTTPTransfer] = [:]

    /// - Parameters:
    ///   - hostLimit: transfers at a time with one server; more wait, before their time begins.
    ///   - totalLimit: transfers at a time.
    ///   - authorities: a PEM file of certificates to trust in place of the system's.
    ///   - cache: where answers are kept whose requests allow it; nil keeps none.
    ///   - scope: how far away an IP address is; tests have but one machine.
    package init(
        hostLimit: Int = 4, totalLimit: Int = 16, authorities: String? = nil,
        cache: HTTPCache? = nil,
        scope: @escaping @Sendable (String) -> NetworkScope = { NetworkScope(address: $0) }
    ) {
        self.hostLimit = hostLimit
        self.totalLimit = totalLimit
        self.authorities = authorities
        self.cache = cache
        self.scope = scope
    }

    /// Sends a request.
    ///
    /// The transfer lives on without the caller's reference to it.
    @discardableResult
    package func send(
        _ request: HTTPRequest, then completion: @escaping Completion
    ) -> HTTPTransfer {
        let transfer = HTTPTransfer(request, completion) { [weak self] in self?.cancel($0) }
        waiting.append(transfer)
        load()
        // Not within the call: who asks has the transfer before the answer.
        PlayerActor.post { [weak self] in self?.startWaiting() }
        return transfer
    }

    /// Ends everything under way; nobody is told.
    package func cancelAll() {
        waiting.removeAll()
        for transfer in running.values { transfer.cancel() }
    }

    // MARK: Loading

    private func load() {
        guard case .unloaded = engine else { return }
        engine = .loading
        loader.perform {
            CurlLibrary.loaded
        } then: { [weak self] library in
            self?.useLibrary(library)
        }
    }

    private func useLibrary(_ library: CurlLibrary?) {
        let multi = library.flatMap { library in
            CurlMulti(library) { [weak self] easy, result in self?.finish(easy, result) }
        }
        engine = multi.map(Engine.ready) ?? .failed(HTTPError(.unavailable))
        startWaiting()
    }

    // MARK: Transfers

    private func startWaiting() {
        switch engine {
        case .unloaded, .loading: return
        case .failed(let error):
            let transfers = waiting
            waiting = []
            for transfer in transfers { transfer.end(.failure(error)) }
        case .ready(let multi):
            while running.count < totalLimit, let transfer = takeNext() {
                start(transfer, on: multi)
            }
        }
    }

    /// The first that waits for a server which is not busy.
    private func takeNext() -> HTTPTransfer? {
        let busy = running.values.reduce(into: [:]) { $0[$1.request.host, default: 0] += 1 }
        let index = waiting.firstIndex { busy[$0.request.host, default: 0] < hostLimit }
        return index.map { waiting.remove(at: $0) }
    }

    private func start(_ transfer: HTTPTransfer, on multi: CurlMulti) {
        guard
            let easy = transfer.prepare(
                multi.library, authorities: authorities, scope: scope),
            multi.add(easy) == CURLM_OK
        else { return transfer.end(.failure(HTTPError(.unavailable))) }
        running[easy] = transfer
    }

    private func finish(_ easy: UnsafeMutableRawPointer, _ result: CURLcode) {
        guard let transfer = running.removeValue(forKey: easy) else { return }
        transfer.end(transfer.outcome(result))
        startWaiting()
    }

    private func cancel(_ transfer: HTTPTransfer) {
        waiting.removeAll { $0 === transfer }
        guard let (easy, _) = running.first(where: { $0.value === transfer }),
            case .ready(let multi) = engine
        else { return }
        running[easy] = nil
        multi.remove(easy)
        PlayerActor.post { [weak self] in self?.startWaiting() }
    }
}
