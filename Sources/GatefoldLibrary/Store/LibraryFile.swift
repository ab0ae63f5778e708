// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel
private import Synchronization

#if canImport(Glibc)
    private import Glibc
#endif

/// The file of the library: made when it is not there, replaced when it is damaged.
final class LibraryFile: Sendable {
    let path: String
    private let state = Mutex(0)
    /// Told when the file was replaced: the music has to be scanned anew.
    let onReplace: @Sendable () -> Void

    init(path: String, onReplace: @escaping @Sendable () -> Void) {
        self.path = path
        self.onReplace = onReplace
    }

    /// Counts the files that had this name.
    var generation: Int { state.withLock { $0 } }

    func open() throws(LibraryError) -> (database: Database, generation: Int) {
        var hasReplaced = false
        defer { if hasReplaced { onReplace() } }
        return try state.withLock { (generation) throws(LibraryError) in
            do throws(LibraryError) {
                return (try connect(), generation)
            } catch  where error.code == .damaged {
                generation += 1
                hasReplaced = true
                return (try replace(), generation)
            }
        }
    }

    /// Puts the file aside that was opened as `generation`, unless that has been done.
    func replaceDamaged(_ generation: Int) {
        let hasReplaced = state.withLock { current in
            guard current == generation else { return false }
            do throws(LibraryError) {
                _ = try replace()
                current += 1
                return true
            } catch {
                Log.error("a damaged library could not be replaced", error.description)
                return false
            }
        }
        if hasReplaced { onReplace() }
    }

    private func connect() throws(LibraryError) -> Database {
        let folder = FilePath(path).parent.printable
        do throws(FileError) {
            try makeDirectories(path: folder)
        } catch {
            throw LibraryError(.unavailable, "making the library’s folder", detail: error.reason)
        }
        do throws(LibraryError) {
            let database = try Database(path: path)
            try Schema.prepare(database)
            return database
        } catch  where error.code == .readOnly || error.code == .unavailable {
            // Read what is there, where nothing may be written.
            guard access(path, R_OK) == 0, access(folder, W_OK) != 0 || access(path, W_OK) != 0
            else { throw error }
            let database = try Database(path: path, .immutable)
            try Schema.prepare(database)
            return database
        }
    }

    /// A new file in place of the damaged one, with what can be rescued of it.
    private func replace() throws(LibraryError) -> Database {
        let damaged = try putAside()
        Log.error("the library was damaged, and is put aside and rebuilt")
        let database = try connect()
        LibraryRescue(from: damaged, to: database).run()
        return database
    }

    /// - Returns: the new name.
    private func putAside() throws(LibraryError) -> String {
        let damaged = path + ".damaged-" + Self.date(wallClockNanoseconds())
        // The log belongs to the file; the index of the log is made anew.
        unlink(path + "-shm")
        rename(path + "-wal", damaged + "-wal")
        guard rename(path, damaged) == 0 else {
            throw LibraryError(
                .damaged, "putting a damaged library aside",
                detail: String(cString: strerror(errno)))
        }
        return damaged
    }

    /// `2026-11-30-141516` in universal time.
    static func date(_ nanoseconds: Int64) -> String {
        var seconds = time_t(nanoseconds / 1_000_000_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let digits = { (value: Int32) in value < 10 ? "0\(value)" : "\(value)" }
        return "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))-"
            + digits(parts.tm_hour) + digits(parts.tm_min) + digits(parts.tm_sec)
    }
}
