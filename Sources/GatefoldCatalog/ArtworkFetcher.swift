// SPDX-License-Identifier: MPL-2.0

package import GatefoldArtwork
package import GatefoldGLib
package import GatefoldModel

/// Fetches pictures into the artwork cache.
///
/// A picture is fetched once, however many tracks share it, and while it is wanted only: of what
/// was skipped nothing more is read. What a server does not have, or what is no picture, is not
/// asked for again for hours; a server that cannot be reached is, after a while.
@PlayerActor
package final class ArtworkFetcher {
    /// Called with each wanted picture that is there, in a later turn: its URL, and the `file://` URI
    /// of a finished file.
    package var onPicture: (@PlayerActor (_ url: String, _ file: String) -> Void)?

    private let cache: ArtworkCache
    private let client: HTTPClient
    private let clock: @PlayerActor () -> MonotonicTime
    /// Hashes, writes, and looks whether files are still there.
    ///
    /// It keeps its thread: to start one again for each song would cost the actor several times what
    /// a look-up does.
    private lazy var worker = Worker(threads: 1, keepsThread: true)
    private var wanted: [String] = []
    private var transfers: [String: HTTPTransfer] = [:]
    /// Those that have come and are being written.
    private var arrived: Set<String> = []
    private var memories: [String: Memory] = [:]

    private enum Memory {
        case file(String)
        case failure(until: MonotonicTime)
    }

    /// What a picture may cost.
    package static let limits: HTTPRequest.Limits = {
        var limits = HTTPRequest.Limits()
        limits.size = 10 << 20
        limits.time = .seconds(15)
        limits.silence = .seconds(10)
        return limits
    }()

    private static let rememberedPictures = 4096
    private static let patience = MediaTime(seconds: 60)
    private static let longPatience = MediaTime(seconds: 6 * 3600)

    /// - Parameter clock: the monotonic clock; tests bring their own.
    package init(
        cache: ArtworkCache, client: HTTPClient,
        clock: @escaping @PlayerActor () -> MonotonicTime = {
            MonotonicTime(nanoseconds: monotonicNanoseconds())
        }
    ) {
        self.cache = cache
        self.client = client
        self.clock = clock
    }

    /// Fetches these pictures, in this order; the complete list, which replaces the one before.
    package func want(_ urls: [String]) {
        wanted = urls
        for (url, transfer) in transfers where !urls.contains(url) {
            transfer.cancel()
            transfers[url] = nil
        }
        for url in urls where !isUnderWay(url) { look(for: url) }
    }

    /// Whether nothing is being fetched or written.
    package var isIdle: Bool { transfers.isEmpty && arrived.isEmpty }

    private func isUnderWay(_ url: String) -> Bool {
        transfers[url] != nil || arrived.contains(url)
    }

    private func look(for url: String) {
        switch memories[url] {
        case .file(let file):
            // It may have been evicted.
            let cache = cache
            worker.perform {
                cache.isStored(file)
            } then: { [weak self] isStored in
                if isStored { self?.tell(url, file) } else { self?.fetch(url) }
            }
        case .failure(let end) where clock() < end: return
        case .failure, nil: fetch(url)
        }
    }

    private func fetch(_ url: String) {
        guard wanted.contains(url), !isUnderWay(url) else { return }
        var request = HTTPRequest(url)
        request.limits = Self.limits
        request.headers = [HTTPHeader("Accept", "image/*")]
        transfers[url] = client.send(request) { [weak self] result in self?.take(result, url) }
    }

    private func take(_ result: Result<HTTPResponse, HTTPError>, _ url: String) {
        transfers[url] = nil
        do throws(HTTPError) {
            store(try result.get().success().body, url)
        } catch {
            fail(url, isTemporary: error.isTemporary, error.description)
        }
    }

    private func store(_ bytes: [UInt8], _ url: String) {
        let cache = cache
        arrived.insert(url)
        worker.perform { () -> Result<String, ArtworkError> in
            Result { () throws(ArtworkError) in try cache.store(bytes) }
        } then: { [weak self] result in
            self?.arrived.remove(url)
            switch result {
            case .success(let file):
                self?.remember(url, .file(file))
                self?.tell(url, file)
            case .failure(let error):
                self?.fail(url, isTemporary: error.code == .notWritten, error.description)
            }
        }
    }

    private func fail(_ url: String, isTemporary: Bool, _ reason: String) {
        Log.info("A picture on the network is not shown.", reason)
        let patience = isTemporary ? Self.patience : Self.longPatience
        remember(url, .failure(until: clock().advanced(by: patience)))
    }

    private func tell(_ url: String, _ file: String) {
        if wanted.contains(url) { onPicture?(url, file) }
    }

    /// Forgets all when it becomes too much: what is wanted is soon known again.
    private func remember(_ url: String, _ memory: Memory) {
        if memories.count >= Self.rememberedPictures { memories.removeAll() }
        memories[url] = memory
    }
}
