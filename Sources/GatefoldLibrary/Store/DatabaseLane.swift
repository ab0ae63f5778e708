// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib

/// A thread with a connection of its own, which is opened when it is first needed.
///
/// `@unchecked Sendable`: the connection is touched on the worker's thread alone.
final class DatabaseLane: @unchecked Sendable {
    private let worker = Worker(threads: 1)
    private let file: LibraryFile
    private var connection: (database: Database, generation: Int)?

    init(_ file: LibraryFile) {
        self.file = file
    }

    /// Runs `body` on the thread after what was asked before, and hands its result on from there.
    func perform<Value>(
        _ operation: String, _ request: LibraryRequest?,
        _ body: @escaping @Sendable (Database) throws(LibraryError) -> Value,
        _ completion: @escaping @Sendable (sending Result<Value, LibraryError>) -> Void
    ) {
        worker.perform { [self] in
            completion(run(operation, request, body))
        }
    }

    /// Gives the connection back, with what SQLite keeps for it.
    func close(then completion: @escaping @Sendable () -> Void = {}) {
        worker.perform { [self] in
            connection = nil
            completion()
        }
    }

    private func run<Value>(
        _ operation: String, _ request: LibraryRequest?,
        _ body: (Database) throws(LibraryError) -> Value
    ) -> Result<Value, LibraryError> {
        do throws(LibraryError) {
            guard request?.isCancelled != true else { throw LibraryError(.cancelled, operation) }
            let database = try openConnection()
            database.during(operation, for: request)
            defer { database.during(operation) }
            return .success(try body(database))
        } catch {
            if error.code == .damaged { repair() }
            return .failure(error)
        }
    }

    /// A connection to a file that has been put aside is not used again.
    private func openConnection() throws(LibraryError) -> Database {
        if let connection, connection.generation == file.generation { return connection.database }
        connection = nil
        let opened = try file.open()
        connection = opened
        return opened.database
    }

    private func repair() {
        guard let generation = connection?.generation else { return }
        connection = nil
        file.replaceDamaged(generation)
    }
}
