// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib
package import GatefoldModel

/// Stands between a session and its engine, and has the address of an online source's stream made
/// when it is loaded.
///
/// The session's entries name only the thing; its address may carry credentials and expire, so that
/// it lives from here to the engine and no longer. Making it may take as long as a server takes:
/// meanwhile what was heard before is silent, and newer requests replace what is waited for. What
/// follows without a gap gets its address when the engine is about to open it.
@PlayerActor
package final class StreamResolver: AudioEngine {
    package typealias Address = @PlayerActor (SourceURI) async throws(SourceError) -> String
    /// Why a stream is no sound, if its server says so.
    package typealias Fault = @PlayerActor (SourceURI) async -> SourceError?

    package var onReports: (@PlayerActor ([EngineReport]) -> Void)?

    private let engine: any AudioEngine
    private let address: Address
    private let fault: Fault
    /// What was loaded or prepared last: its source may be asked why it failed.
    private var opened: [(generation: Generation, uri: SourceURI)] = []
    private var asking: [Generation: Task<Void, Never>] = [:]
    /// What is loaded once it has its address.
    private var loading: Loading?
    /// What is prepared, as the session named it.
    private var next: EngineItem?
    private var resolvingNext: Task<Void, Never>?

    private struct Loading {
        var item: EngineItem
        var playing: Bool
        let task: Task<Void, Never>
    }

    /// - Parameters:
    ///   - address: makes addresses; it has its own limit of time, as `fault` has.
    ///   - fault: is asked where bytes came that are no sound.
    package init(
        _ engine: any AudioEngine, fault: @escaping Fault = { _ in nil },
        address: @escaping Address
    ) {
        self.engine = engine
        self.address = address
        self.fault = fault
        engine.onReports = { [weak self] in self?.receive($0) }
    }

    package func perform(_ effect: EngineEffect) {
        switch effect {
        case .load(let item, let playing): load(item, playing: playing)
        case .prepare(let item): prepare(item)
        case .setPlaying(let playing) where loading != nil: loading?.playing = playing
        case .seek(let place, let generation) where loading?.item.generation == generation:
            loading?.item.start = max(.zero, place)
        case .unload:
            forget()
            engine.perform(.unload)
        default: engine.perform(effect)
        }
    }

    package func shutDown() {
        onReports = nil
        forget()
        engine.shutDown()
    }

    private func forget() {
        loading?.task.cancel()
        loading = nil
        for task in asking.values { task.cancel() }
        (opened, asking) = ([], [:])
        forgetNext()
    }

    private func forgetNext() {
        resolvingNext?.cancel()
        resolvingNext = nil
        next = nil
    }

    // MARK: Loading

    private func load(_ item: EngineItem, playing: Bool) {
        forget()
        guard let uri = SourceURI(item.url) else {
            return engine.perform(.load(item, playing: playing))
        }
        engine.perform(.prepare(nil))
        engine.perform(.setPlaying(false))
        let task = Task { finishLoading(item.generation, await made(uri)) }
        loading = Loading(item: item, playing: playing, task: task)
    }

    private func finishLoading(
        _ generation: Generation, _ address: Result<String, SourceError>
    ) {
        guard let loading, loading.item.generation == generation else { return }
        self.loading = nil
        switch address {
        case .success(let url):
            note(loading.item)
            engine.perform(.load(loading.item.at(url), playing: loading.playing))
            if let next { engine.perform(.prepare(next)) }
        case .failure(let error): fail(generation, error)
        }
    }

    // MARK: What follows

    private func prepare(_ item: EngineItem?) {
        forgetNext()
        next = item
        // It follows what is loaded, once that is.
        if loading == nil { engine.perform(.prepare(item)) }
    }

    private func resolveNext(_ generation: Generation) {
        guard let next, next.generation == generation, let uri = SourceURI(next.url),
            resolvingNext == nil
        else { return }
        resolvingNext = Task { finishNext(generation, await made(uri)) }
    }

    private func finishNext(_ generation: Generation, _ address: Result<String, SourceError>) {
        guard let next, next.generation == generation else { return }
        switch address {
        case .success(let url):
            note(next)
            engine.perform(.prepare(next.at(url)))
        case .failure(let error):
            forgetNext()
            fail(generation, error)
        }
    }

    private func made(_ uri: SourceURI) async -> Result<String, SourceError> {
        await caught { () async throws(SourceError) in try await address(uri) }
    }

    // MARK: Reports

    private func receive(_ reports: [EngineReport]) {
        var rest: [EngineReport] = []
        for report in reports {
            if case .needsAddress = report.event, report.generation == next?.generation {
                resolveNext(report.generation)
            } else if case .failed(let failure) = report.event, failure.code == .damaged,
                let item = opened.first(where: { $0.generation == report.generation })
            {
                explain(report, item.uri)
            } else {
                rest.append(report)
            }
        }
        if !rest.isEmpty { onReports?(rest) }
    }

    /// A server that refuses may say so in place of the sound: better is to be told what it says.
    private func explain(_ report: EngineReport, _ uri: SourceURI) {
        opened.removeAll { $0.generation == report.generation }
        asking[report.generation] = Task {
            let error = await fault(uri)
            guard !Task.isCancelled, asking.removeValue(forKey: report.generation) != nil else {
                return
            }
            if let error { fail(report.generation, error) } else { onReports?([report]) }
        }
    }

    private func note(_ item: EngineItem) {
        guard let uri = SourceURI(item.url) else { return }
        opened = opened.suffix(2) + [(item.generation, uri)]
    }

    private func fail(_ generation: Generation, _ error: SourceError) {
        onReports?([EngineReport(.failed(PlaybackFailure(error)), generation)])
    }
}

extension EngineItem {
    fileprivate func at(_ url: String) -> EngineItem {
        EngineItem(generation: generation, url: url, start: start)
    }
}
