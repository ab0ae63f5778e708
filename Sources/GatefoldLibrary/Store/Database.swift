// SPDX-License-Identifier: MPL-2.0

private import CGatefoldSQLite

/// A connection to an SQLite database: for one thread at a time.
///
/// Statements are compiled once and kept. What a statement throws names the operation that was
/// under way, see `during`.
final class Database {
    private let connection: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]
    private var isInTransaction = false
    private var isDurable = true
    private(set) var operation = "opening the library"
    /// Ends what runs with `.cancelled` soon after it is cancelled.
    private var request: LibraryRequest?

    enum Access {
        case readWrite
        /// What the file holds, without its write-ahead log and without locks: the last resort where
        /// nothing can be written.
        case immutable
    }

    /// How long another program's write is waited for.
    private static let patience: Int32 = 10_000
    /// Steps of SQLite's virtual machine between two looks at the request: well below a millisecond.
    private static let stepsBetweenLooks: Int32 = 2000

    /// Before the first connection of the process.
    private static let configuration: Void = gatefold_stop_counting_memory()

    init(path: String, _ access: Access = .readWrite) throws(LibraryError) {
        Self.configuration
        var pointer: OpaquePointer?
        let name: String
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        switch access {
        case .readWrite:
            name = path
            flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .immutable:
            name = Self.immutableURI(path)
            flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
        }
        let status = sqlite3_open_v2(name, &pointer, flags, nil)
        // Even a failed open returns a connection, unless there is no memory.
        guard let pointer else {
            throw LibraryError(.unavailable, operation, sqliteCode: status, detail: "no memory")
        }
        connection = pointer
        guard status == SQLITE_OK else { throw error(status) }
        sqlite3_busy_timeout(connection, Self.patience)
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_progress_handler(
            connection, Self.stepsBetweenLooks,
            { context in
                guard let context else { return 0 }
                // The handler runs inside a call on this object.
                let database = Unmanaged<Database>.fromOpaque(context).takeUnretainedValue()
                return database.request?.isCancelled == true ? 1 : 0
            }, context)
        guard gatefold_add_rank(connection) == SQLITE_OK else {
            throw LibraryError(
                .unavailable, operation, detail: "this SQLite has no full-text search (FTS5)")
        }
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(connection)
    }

    private static func immutableURI(_ path: String) -> String {
        let escaped = path.utf8.flatMap { byte in
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"):
                Array("%\(String(byte, radix: 16))".utf8)
            default: [byte]
            }
        }
        return "file:" + String(decoding: escaped, as: UTF8.self) + "?immutable=1"
    }

    // MARK: Statements

    /// Names what is done from now on, for errors, and who may cancel it.
    func during(_ operation: String, for request: LibraryRequest? = nil) {
        self.operation = operation
        self.request = request
    }

    /// Runs a statement that answers nothing.
    func run(_ sql: String, _ values: (any SQLConvertible)...) throws(LibraryError) {
        try run(sql, values)
    }

    func run(_ sql: String, _ values: [any SQLConvertible]) throws(LibraryError) {
        try step(sql, values) { _ in false }
    }

    /// Every row as `make` reads it.
    func rows<Value>(
        _ sql: String, _ values: (any SQLConvertible)..., make: (SQLRow) -> Value
    ) throws(LibraryError) -> [Value] {
        try rows(sql, values, make: make)
    }

    func rows<Value>(
        _ sql: String, _ values: [any SQLConvertible], make: (SQLRow) -> Value
    ) throws(LibraryError) -> [Value] {
        var result: [Value] = []
        try step(sql, values) { row in
            result.append(make(row))
            return true
        }
        return result
    }

    /// The first row, if there is one.
    func first<Value>(
        _ sql: String, _ values: (any SQLConvertible)..., make: (SQLRow) -> Value
    ) throws(LibraryError) -> Value? {
        var result: Value?
        try step(sql, values) { row in
            result = make(row)
            return false
        }
        return result
    }

    /// Rows until `take` answers false.
    func each(
        _ sql: String, _ values: (any SQLConvertible)..., take: (SQLRow) -> Bool
    ) throws(LibraryError) {
        try step(sql, values, take: take)
    }

    /// Runs statements one after the other, as a script.
    func script(_ sql: String) throws(LibraryError) {
        let status = sqlite3_exec(connection, sql, nil, nil, nil)
        guard status == SQLITE_OK else { throw error(status) }
    }

    var lastRowID: Int64 { sqlite3_last_insert_rowid(connection) }

    /// Rows that the last statement changed, those of triggers not counted.
    var changes: Int { Int(sqlite3_changes64(connection)) }

    private func step(
        _ sql: String, _ values: [any SQLConvertible], take: (SQLRow) -> Bool
    ) throws(LibraryError) {
        let statement = try prepared(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() {
            let status = value.bind(to: statement, at: Int32(index + 1))
            guard status == SQLITE_OK else { throw error(status) }
        }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: if !take(SQLRow(statement)) { return }
            case SQLITE_DONE: return
            case let status: throw error(status)
            }
        }
    }

    private func prepared(_ sql: String) throws(LibraryError) -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        let status = sqlite3_prepare_v3(
            connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard status == SQLITE_OK, let statement else { throw error(status) }
        statements[sql] = statement
        return statement
    }

    // MARK: Transactions

    /// Whether a transaction is on the disk when it is over, or only safe from the end of the program:
    /// then a failure of power may undo the last ones, each as a whole.
    func setDurable(_ isDurable: Bool) throws(LibraryError) {
        guard isDurable != self.isDurable else { return }
        try script("PRAGMA synchronous = \(isDurable ? "FULL" : "NORMAL")")
        self.isDurable = isDurable
    }

    /// All that `body` writes, or nothing; within another transaction it is a part of that.
    func transaction<Value>(
        _ body: () throws(LibraryError) -> Value
    ) throws(LibraryError) -> Value {
        guard !isInTransaction else { return try body() }
        // At once for writing: a transaction that begins with reading may not become a writing one
        // when somebody else wrote since.
        try run("BEGIN IMMEDIATE")
        isInTransaction = true
        defer { isInTransaction = false }
        do throws(LibraryError) {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            // SQLite has rolled back by itself after some errors, and then says that it cannot.
            try? run("ROLLBACK")
            throw error
        }
    }

    /// What `body` reads is of one moment.
    func snapshot<Value>(
        _ body: () throws(LibraryError) -> Value
    ) throws(LibraryError) -> Value {
        guard !isInTransaction else { return try body() }
        try run("BEGIN")
        isInTransaction = true
        defer {
            isInTransaction = false
            // Nothing was written.
            try? run("COMMIT")
        }
        return try body()
    }

    // MARK: Errors

    private func error(_ status: Int32) -> LibraryError {
        let extended = sqlite3_extended_errcode(connection)
        let code = extended == SQLITE_OK ? status : extended
        let message = sqlite3_errmsg(connection).map { String(cString: $0) }
        return LibraryError(
            Self.code(of: code), operation, sqliteCode: code, detail: message)
    }

    private static func code(of status: Int32) -> LibraryError.Code {
        switch status & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_INTERRUPT: .cancelled
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
        case SQLITE_FULL: .full
        case SQLITE_READONLY, SQLITE_PERM: .readOnly
        case SQLITE_CANTOPEN: .unavailable
        default: .failed
        }
    }
}
