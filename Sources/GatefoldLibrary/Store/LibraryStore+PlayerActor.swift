// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib
internal import Synchronization

/// The library for the player: every answer comes on the actor.
@PlayerActor
extension LibraryStore {
    /// Told after writes, the last of several at once.
    package nonisolated var onChange: (@PlayerActor @Sendable () -> Void)? {
        get { handlers.withLock { $0.onChange } }
        set { handlers.withLock { $0.onChange = newValue } }
    }

    /// Told when a damaged file was replaced: a scan brings back what is in the files.
    package nonisolated var onReplace: (@PlayerActor @Sendable () -> Void)? {
        get { handlers.withLock { $0.onReplace } }
        set { handlers.withLock { $0.onReplace = newValue } }
    }

    /// Asks questions, all of one moment.
    ///
    /// - Returns: what gives the question up: then there is no answer.
    @discardableResult
    package func read<Value: Sendable>(
        as urgency: Urgency = .list,
        _ body: @escaping @Sendable (LibraryReader) throws(LibraryError) -> Value,
        then completion: @escaping @PlayerActor @Sendable (Result<Value, LibraryError>) -> Void
    ) -> LibraryRequest {
        let request = LibraryRequest()
        read(as: urgency, for: request, body) { result in
            PlayerActor.post { if !request.isCancelled { completion(result) } }
        }
        return request
    }

    /// Makes changes: all of them are on the disk when it completes, or none was made.
    package func write<Value: Sendable>(
        _ operation: String,
        _ body: @escaping @Sendable (LibraryWriter) throws(LibraryError) -> Value,
        then completion: @escaping @PlayerActor @Sendable (Result<Value, LibraryError>) -> Void
    ) {
        write(operation, body, completion: { result in PlayerActor.post { completion(result) } })
    }

    /// Brings the library up to what is in its folders; one scan at a time, `.busy` otherwise.
    @discardableResult
    package func scan(
        onProgress: @escaping @PlayerActor @Sendable (ScanProgress) -> Void = { _ in },
        then completion:
            @escaping @PlayerActor @Sendable (Result<ScanSummary, LibraryError>) ->
            Void
    ) -> LibraryRequest {
        let request = LibraryRequest()
        scan(for: request) { progress in
            PlayerActor.post { onProgress(progress) }
        } completion: { result in
            PlayerActor.post { completion(result) }
        }
        return request
    }
}

/// Searches as somebody types: the latest question is answered, and no other.
@PlayerActor
package final class LibrarySearch {
    private let store: LibraryStore
    private var request: LibraryRequest?

    package init(_ store: LibraryStore) {
        self.store = store
    }

    /// Gives up what was asked before, whose answer does not come any more.
    package func search(
        _ text: String, kinds: Set<LibraryItemKind> = Set(LibraryItemKind.allCases),
        _ page: LibraryPage = LibraryPage(limit: 25),
        then completion:
            @escaping @PlayerActor @Sendable (
                Result<LibrarySearchResults, LibraryError>
            ) -> Void
    ) {
        request?.cancel()
        request = store.read(as: .search) { (reader) throws(LibraryError) in
            try reader.search(text, kinds: kinds, page)
        } then: { result in
            completion(result)
        }
    }

    /// Gives up what was asked last.
    package func cancel() { request?.cancel() }
}
