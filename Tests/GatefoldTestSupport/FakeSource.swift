// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel
private import Synchronization

/// An online source that has what a test puts into it, and writes down what it is asked.
package final class FakeSource: ListenLog {
    package let name: String
    private let content = Mutex(Content())
    private let address: @Sendable (SourceURI) -> String

    private struct Content {
        var items: [SourceItem] = []
        /// The songs of albums and the like, by the URIs of both.
        var songs: [String: [String]] = [:]
        var account = SourceAccount(canPlay: true, canEdit: true)
        var failure: SourceError?
        var isHanging = false
        var pageSize = 1000
        var questions: [String] = []
    }

    /// - Parameter address: of a stream or a picture.
    package init(
        _ name: String,
        address: @escaping @Sendable (SourceURI) -> String = { "http://127.0.0.1/\($0.id)" }
    ) {
        self.name = name
        self.address = address
    }

    // MARK: What a test says

    package func add(_ items: SourceItem...) { content.withLock { $0.items += items } }

    /// Puts songs into an album or the like.
    package func put(_ songs: [SourceItem], into item: SourceItem) {
        content.withLock { content in
            content.items += songs + [item]
            content.songs[item.uri] = songs.map(\.uri)
        }
    }

    package func fail(_ failure: SourceError?) { content.withLock { $0.failure = failure } }

    /// Answers nothing until the task that asks is cancelled.
    package func hang() { content.withLock { $0.isHanging = true } }

    /// How many items come at a time at most.
    package func limitPages(to size: Int) { content.withLock { $0.pageSize = size } }

    package func allow(canPlay: Bool, canEdit: Bool) {
        content.withLock { $0.account = SourceAccount(canPlay: canPlay, canEdit: canEdit) }
    }

    package var questions: [String] { content.withLock { $0.questions } }

    /// A song of it.
    package func song(_ id: String, title: String? = nil) -> SourceItem {
        var song = SourceItem(.song, uri: uri(.song, id), title: title ?? id)
        song.artist = "Artist"
        song.album = "Album"
        song.length = MediaTime(seconds: 60)
        return song
    }

    package func album(_ id: String, title: String? = nil) -> SourceItem {
        SourceItem(.album, uri: uri(.album, id), title: title ?? id)
    }

    package func uri(_ kind: SourceURI.Kind, _ id: String) -> String {
        SourceURI(source: name, kind: kind, id: id).text
    }

    // MARK: What it answers

    package func account() async throws(SourceError) -> SourceAccount {
        try await ask("account").account
    }

    package func search(_ search: SourceSearch) async throws(SourceError) -> [SourcePage] {
        let names = search.kinds.map(\.rawValue).sorted().joined(separator: ",")
        let content = try await ask("search \(search.text) \(names) \(search.limit)")
        return SourceItem.Kind.allCases.filter(search.kinds.contains).map { kind in
            let found = content.items.filter { item in
                item.kind == kind && item.title.lowercased().hasPrefix(search.text.lowercased())
            }
            return SourcePage(kind, Array(found.prefix(search.limit)), hasMore: false)
        }
    }

    package func items(_ query: SourceQuery) async throws(SourceError) -> SourcePage {
        let content: Content
        var found: [SourceItem]
        switch query.scope {
        case .of(let uri):
            content = try await ask("songs of \(uri) from \(query.offset)")
            found = (content.songs[uri] ?? []).compactMap { uri in
                content.items.first { $0.uri == uri }
            }
        case .chart(let chart, let genre):
            content = try await ask("chart \(chart) \(query.kind) \(genre ?? "")")
            found = content.items.filter { $0.kind == query.kind }
        case .all:
            content = try await ask("\(query.kind)s from \(query.offset)")
            found = content.items.filter { $0.kind == query.kind }
        case .code: throw SourceError(.unsupported, "There is no such list.")
        }
        found = Array(found.dropFirst(query.offset))
        let limit = min(query.limit ?? .max, content.pageSize)
        return SourcePage(
            query.kind, Array(found.prefix(limit)), hasMore: found.count > limit)
    }

    package func items(_ uris: [String]) async throws(SourceError) -> [SourceItem] {
        let content = try await ask("items \(uris.joined(separator: " "))")
        return uris.compactMap { uri in content.items.first { $0.uri == uri } }
    }

    package func edit(_ edit: LibraryEdit) async throws(SourceError) -> String? {
        throw SourceError(.unsupported, "It cannot be changed.")
    }

    package func stream(of uri: SourceURI) async throws(SourceError) -> String {
        _ = try await ask("stream \(uri.id)")
        return address(uri)
    }

    package func picture(of uri: SourceURI, width: Int) async throws(SourceError) -> String {
        _ = try await ask("picture \(uri.id) \(width)")
        return address(uri)
    }

    package func note(_ listening: SourceListening) async throws(SourceError) {
        switch listening {
        case .began(let uri): _ = try await ask("began \(uri.id)")
        case .heard(let uri, let since): _ = try await ask("heard \(uri.id) \(since > 0)")
        }
    }

    package func began(_ tags: TrackTags) async throws(SourceError) {
        _ = try await ask("log began \(tags.title ?? "")")
    }

    package func heard(_ tags: TrackTags, since: Int64) async throws(SourceError) {
        _ = try await ask("log heard \(tags.title ?? "") \(since > 0)")
    }

    package func flush() async throws(SourceError) { _ = try await ask("log flush") }

    private func ask(_ question: String) async throws(SourceError) -> Content {
        let content = content.withLock { content in
            content.questions.append(question)
            return content
        }
        if content.isHanging { await Cancellation().wait() }
        if let failure = content.failure { throw failure }
        return content
    }
}

/// The end of a task.
private final class Cancellation: Sendable {
    private let state = Mutex<State>(.waiting(nil))

    private enum State {
        case waiting(CheckedContinuation<Void, Never>?)
        case over
    }

    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if case .over = state { return true }
                    state = .waiting(continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                defer { state = .over }
                if case .waiting(let continuation) = state { return continuation }
                return nil
            }
            waiting?.resume()
        }
    }
}
