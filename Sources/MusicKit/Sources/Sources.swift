// SPDX-License-Identifier: MPL-2.0

internal import Foundation
internal import GatefoldLibrary
internal import GatefoldModel
internal import GatefoldRuntime
private import Synchronization

/// Which sources of music there are, and how they are asked together.
enum Sources {
    /// The user's own library.
    static let local = LocalSource(music: MusicFolder.path)

    /// The user's own first, then the online ones: in this order their answers are given.
    static var all: [any MusicSource] { replacement ?? [local] + OnlineSources.all }

    /// Those of a task that is to ask others, such as a test's.
    @TaskLocal static var replacement: [any MusicSource]?

    /// Those that are asked over the network.
    static var online: [any OnlineSource] { all.compactMap { $0 as? any OnlineSource } }

    /// The one that takes questions in the words of the Apple Music API.
    static var appleMusic: (any AppleMusicAPI)? {
        all.lazy.compactMap { $0 as? any AppleMusicAPI }.first
    }

    /// An element now, and each time that there may be others.
    static var changes: AsyncStream<Void> { replacedChanges?() ?? OnlineSources.changes() }

    /// Those of a task that is to follow others, such as a test's.
    @TaskLocal static var replacedChanges: (@Sendable () -> AsyncStream<Void>)?

    /// Those whose music is on this machine.
    static var libraries: [any MusicSource] { all.filter { !($0 is any OnlineSource) } }

    /// The one that an item comes from; nil where it comes from none.
    static func source(of id: MusicItemID) -> (any MusicSource)? {
        let uri = id.rawValue
        if let uri = SourceURI(uri) { return all.first { $0.name == uri.source } }
        let isOfLibrary = LibraryURI(uri) != nil || FileURI.decode(uri) != nil
        return isOfLibrary ? libraries.first : nil
    }

    /// How many items come at once: 25 where nobody says how many, and never more than a screen could
    /// ever show.
    static func batchSize(_ limit: Int?) -> Int { min(max(limit ?? 25, 0), 10_000) }

    // MARK: Asking

    /// How long the others are waited for when the first has answered.
    static let patience = Duration.seconds(2)
    private static let late = Mutex(LateSources())

    /// - Parameter index: which of the sources it is.
    typealias Question<Answer> =
        @Sendable (_ source: any MusicSource, _ index: Int) async throws(SourceError) -> Answer

    /// Asks several sources at once, and gives their answers in the order of the sources.
    ///
    /// One that fails, or is much slower than the fastest, is left out; who was so slow a moment ago is
    /// not waited for again.
    ///
    /// - Throws: where nobody answers, why the first of them does not; `CancellationError` in a
    ///   cancelled task.
    static func ask<Answer: Sendable>(
        _ sources: [any MusicSource], patience: Duration = patience,
        _ question: @escaping Question<Answer>
    ) async throws -> [(index: Int, answer: Answer)] {
        let results = await results(of: sources, patience, question)
        try Task.checkCancellation()
        let answers = results.sorted { $0.key < $1.key }.compactMap { index, result in
            (try? result.get()).map { (index, $0) }
        }
        if answers.isEmpty, let first = results.min(by: { $0.key < $1.key }),
            case .failure(let error) = first.value
        {
            throw MusicSourceError(error)
        }
        return answers
    }

    /// Asks one source.
    static func ask<Answer: Sendable>(
        _ source: any MusicSource,
        _ question: @Sendable (any MusicSource) async throws(SourceError) -> Answer
    ) async throws -> Answer {
        let result = await result { () async throws(SourceError) in try await question(source) }
        try Task.checkCancellation()
        return try result.mapError { MusicSourceError($0) }.get()
    }

    /// Things by their URIs, from wherever each comes; unknown ones are left out.
    static func items(_ uris: [String]) async throws -> [SourceItem] {
        let sources = all
        let parts = sources.map { source in
            uris.filter { self.source(of: MusicItemID($0))?.name == source.name }
        }
        let wanted = sources.indices.filter { !parts[$0].isEmpty }
        guard !wanted.isEmpty else { return [] }
        let found = try await ask(wanted.map { sources[$0] }) {
            (source, index) throws(SourceError) in
            try await source.items(parts[wanted[index]])
        }.flatMap(\.answer)
        let byURI = Dictionary(found.map { ($0.uri, $0) }) { first, _ in first }
        return uris.compactMap { byURI[$0] }
    }

    private static func result<Answer>(
        _ body: () async throws(SourceError) -> Answer
    ) async -> Result<Answer, SourceError> {
        do throws(SourceError) {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }

    private static func results<Answer: Sendable>(
        of sources: [any MusicSource], _ patience: Duration, _ question: @escaping Question<Answer>
    ) async -> [Int: Result<Answer, SourceError>] {
        let answer: @Sendable (Int) async -> Result<Answer, SourceError> = { index in
            await result { () async throws(SourceError) in
                try await question(sources[index], index)
            }
        }
        // The usual case waits for nobody else.
        if sources.count == 1 { return [0: await answer(0)] }
        return await withTaskGroup(of: (Int, Result<Answer, SourceError>)?.self) { group in
            var missing = inTime(sources)
            for index in sources.indices {
                group.addTask { (index, await answer(index)) }
            }
            var results: [Int: Result<Answer, SourceError>] = [:]
            var isHurrying = false
            while results.count < sources.count, !isHurrying || !missing.isEmpty,
                case let (index, result)?? = await group.next()
            {
                results[index] = result
                missing.remove(index)
                guard !isHurrying, case .success = result else { continue }
                isHurrying = true
                group.addTask {
                    // Cancelled when everybody has answered: then nobody looks any more.
                    try? await Task.sleep(for: patience)
                    return nil
                }
            }
            group.cancelAll()
            note(sources, answered: Set(results.keys), late: missing)
            return results
        }
    }

    /// Those that are waited for.
    private static func inTime(_ sources: [any MusicSource]) -> Set<Int> {
        late.withLock { late in
            Set(sources.indices.filter { !late.contains(sources[$0].name, at: .now) })
        }
    }

    private static func note(
        _ sources: [any MusicSource], answered: Set<Int>, late indices: Set<Int>
    ) {
        late.withLock { late in
            for index in answered { late.remove(sources[index].name) }
            // The user's own library is waited for each time.
            for index in indices where sources[index] is any OnlineSource {
                late.insert(sources[index].name, at: .now)
            }
        }
    }
}
