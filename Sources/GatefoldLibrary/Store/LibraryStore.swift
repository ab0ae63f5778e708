// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import Synchronization

/// The user's own music: what is there, what was played of it, and playlists.
///
/// An SQLite file, opened when something is first asked. Everything runs on threads of its own: one
/// writes, one reads, and one searches, so that neither a scan nor a long list holds up an answer to
/// what is being typed.
package final class LibraryStore: Sendable {
    let writing: DatabaseLane
    private let reading: DatabaseLane
    private let searching: DatabaseLane
    let scanning: DatabaseLane
    package let path: String
    let handlers = Mutex<Handlers>(Handlers())

    struct Handlers {
        typealias Handler = @PlayerActor @Sendable () -> Void
        var onChange: Handler?
        var onReplace: Handler?
        /// A change has been told to the actor, which has not got to it yet.
        var isTelling = false
    }

    /// - Parameter path: of the file; beside it lie those of its write-ahead log.
    package init(path: String = Directories.ownData + "/library.sqlite") {
        self.path = path
        let replaced = Replacement()
        let file = LibraryFile(path: path) { replaced.tell() }
        writing = DatabaseLane(file)
        reading = DatabaseLane(file)
        searching = DatabaseLane(file)
        scanning = DatabaseLane(file)
        replaced.store.withLock { $0 = Weak(store: self) }
    }

    /// Closes the connections after what was asked; the next question opens them again.
    ///
    /// One after the other: the last one takes the write-ahead log with it, and of two that close at
    /// once neither is the last.
    ///
    /// - Parameter completion: called on a thread of the library.
    package func close(then completion: @escaping @Sendable () -> Void = {}) {
        close([reading, searching, scanning, writing], then: completion)
    }

    private func close(
        _ lanes: [DatabaseLane], then completion: @escaping @Sendable () -> Void
    ) {
        guard let lane = lanes.first else { return completion() }
        lane.close { [self] in close(Array(lanes.dropFirst()), then: completion) }
    }

    // MARK: Questions

    /// What a question is.
    package enum Urgency: Sendable {
        /// Somebody types: not behind a long list.
        case search
        case list
    }

    /// Runs questions on a thread of the library, all of one moment.
    ///
    /// - Parameter completion: called on that thread.
    package func read<Value: Sendable>(
        as urgency: Urgency = .list, for request: LibraryRequest = LibraryRequest(),
        _ body: @escaping @Sendable (LibraryReader) throws(LibraryError) -> Value,
        completion: @escaping @Sendable (Result<Value, LibraryError>) -> Void
    ) {
        let lane = urgency == .search ? searching : reading
        lane.perform(
            "reading the library", request,
            { (database) throws(LibraryError) in
                try database.snapshot { () throws(LibraryError) in try body(LibraryReader(database))
                }
            }, completion)
    }

    /// The same for tasks, whose cancellation ends the work.
    package func read<Value: Sendable>(
        as urgency: Urgency = .list,
        _ body: @escaping @Sendable (LibraryReader) throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        let request = LibraryRequest()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                read(as: urgency, for: request, body) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            request.cancel()
        }
        return try result.get()
    }

    // MARK: Changes

    /// Runs changes on the thread that writes: all of them are on the disk when it completes, or
    /// none was made.
    ///
    /// - Parameters:
    ///   - isDurable: false for what can be found out again, and need not be waited for.
    ///   - completion: called on that thread.
    package func write<Value: Sendable>(
        _ operation: String, isDurable: Bool = true,
        _ body: @escaping @Sendable (LibraryWriter) throws(LibraryError) -> Value,
        completion: @escaping @Sendable (Result<Value, LibraryError>) -> Void
    ) {
        writing.perform(
            operation, nil,
            { [self] (database) throws(LibraryError) in
                let value = try database.transaction { () throws(LibraryError) in
                    try body(LibraryWriter(database, now: wallClockNanoseconds()))
                }
                tellChange()
                return value
            }, completion)
    }

    /// The same for tasks.
    @discardableResult
    package func write<Value: Sendable>(
        _ operation: String,
        _ body: @escaping @Sendable (LibraryWriter) throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        try await withCheckedContinuation { continuation in
            write(operation, body, completion: { continuation.resume(returning: $0) })
        }.get()
    }

    // MARK: Scanning

    /// Brings the library up to what is in its folders; one scan at a time, `.busy` otherwise.
    ///
    /// Once the request is cancelled the scan ends soon: what was written stays, and the next one goes
    /// on from there.
    ///
    /// - Parameters:
    ///   - onProgress: called a few times a second while something is found or read.
    ///   - completion: called, as `onProgress` is, on a thread of the library.
    package func scan(
        for request: LibraryRequest,
        onProgress: @escaping @Sendable (ScanProgress) -> Void = { _ in },
        completion: @escaping @Sendable (Result<ScanSummary, LibraryError>) -> Void
    ) {
        let scan = LibraryScan(self, request, onProgress: onProgress) { [scanning] result in
            // Nothing is scanned for a long time: what SQLite keeps for it may go.
            scanning.close()
            completion(result)
        }
        scan.start()
    }

    /// The same for tasks, whose cancellation ends the scan.
    @discardableResult
    package func scan() async throws(LibraryError) -> ScanSummary {
        let request = LibraryRequest()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                scan(for: request) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            request.cancel()
        }
        return try result.get()
    }

    // MARK: Telling

    /// Changes that come faster than the actor turns are told once.
    func tellChange() {
        let isFirst = handlers.withLock { handlers in
            defer { handlers.isTelling = true }
            return !handlers.isTelling && handlers.onChange != nil
        }
        guard isFirst else { return }
        PlayerActor.post { [self] in
            handlers.withLock { handlers in
                handlers.isTelling = false
                return handlers.onChange
            }?()
        }
    }

    fileprivate func tellReplacement() {
        PlayerActor.post { [self] in onReplace?() }
    }
}

/// Leads from the file back to its store without keeping that alive.
private final class Replacement: Sendable {
    let store = Mutex(Weak(store: nil))

    func tell() { store.withLock { $0.store }?.tellReplacement() }
}

private struct Weak: Sendable {
    weak let store: LibraryStore?
}
