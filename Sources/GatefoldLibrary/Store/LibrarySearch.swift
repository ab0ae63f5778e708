// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib

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
