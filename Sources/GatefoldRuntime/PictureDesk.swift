// SPDX-License-Identifier: MPL-2.0

internal import GatefoldCatalog
internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPlayer

/// Fetches pictures, also those that a source's `SourceURI` names: has their addresses made, which may
/// carry credentials and are seen by nobody but the fetcher.
@PlayerActor
final class PictureDesk {
    /// Called with each wanted picture that is there: what it was wanted by, and the `file://` URI
    /// of a finished file.
    var onPicture: (@PlayerActor (_ url: String, _ file: String) -> Void)?

    private let fetcher: ArtworkFetcher
    private let sources: any SourceDirectory
    private let clock: @PlayerActor () -> MonotonicTime
    private var wanted: [String] = []
    private var addresses: [String: Address] = [:]
    private var asked: Set<String> = []

    /// What a source said; nil where it had none.
    private struct Address {
        let url: String?
        let made: MonotonicTime
    }

    /// In pixels; what players show is no larger.
    nonisolated static let width = 600
    /// An address is used again for so long: the fetcher knows by it what it has tried.
    private static let lifetime = MediaTime(seconds: 600)
    private static let rememberedAddresses = 4096

    init(
        _ fetcher: ArtworkFetcher, _ sources: any SourceDirectory,
        clock: @escaping @PlayerActor () -> MonotonicTime = {
            MonotonicTime(nanoseconds: monotonicNanoseconds())
        }
    ) {
        self.fetcher = fetcher
        self.sources = sources
        self.clock = clock
        fetcher.onPicture = { [weak self] in self?.take(file: $1, from: $0) }
    }

    /// Fetches these pictures, in this order; the complete list, which replaces the one before.
    func want(_ urls: [String]) {
        wanted = urls
        for url in urls {
            guard let uri = SourceURI(url), !isFresh(addresses[url]) else { continue }
            ask(uri, for: url)
        }
        fetch()
    }

    private func isFresh(_ address: Address?) -> Bool {
        address.map { $0.made.elapsed(until: clock()) < Self.lifetime } ?? false
    }

    private func ask(_ uri: SourceURI, for url: String) {
        guard asked.insert(url).inserted else { return }
        sources.ask(uri.source) { (source) async throws(SourceError) in
            try await source.picture(of: uri, width: Self.width)
        } then: { [weak self] in
            self?.take(address: $0, for: url)
        }
    }

    private func take(address: Result<String, SourceError>, for url: String) {
        asked.remove(url)
        // Forgets all when it becomes too much: what is wanted is soon known again.
        if addresses.count >= Self.rememberedAddresses { addresses.removeAll() }
        if case .failure(let error) = address {
            Log.info("A picture of a source is not shown.", error.description)
        }
        addresses[url] = Address(url: try? address.get(), made: clock())
        fetch()
    }

    private func fetch() {
        fetcher.want(wanted.compactMap { SourceURI($0) == nil ? $0 : addresses[$0]?.url })
    }

    private func take(file: String, from address: String) {
        for url in wanted where url == address || addresses[url]?.url == address {
            onPicture?(url, file)
        }
    }
}
