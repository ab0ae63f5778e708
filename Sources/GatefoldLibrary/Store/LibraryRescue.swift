// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib

/// Copies from a damaged database into a new one what no scan can bring back: folders, history and
/// playlists.
///
/// Tracks come as missing files, with what they are recognised by; a scan finds them again. Rows are
/// read from both ends of each table, so that one broken page costs only what is on it.
struct LibraryRescue {
    private let source: String
    private let target: Database

    init(from source: String, to target: Database) {
        self.source = source
        self.target = target
    }

    func run() {
        do throws(LibraryError) {
            let database = try Database(path: source)
            let tables = try Self.tables(wallClockNanoseconds()).map {
                (table) throws(LibraryError) in
                (table, rows(of: table, in: database))
            }
            try target.transaction { () throws(LibraryError) in
                for (table, rows) in tables {
                    for row in rows { try insert(row, into: table) }
                }
            }
        } catch {
            Log.error("nothing could be rescued of a damaged library", error.description)
        }
    }

    private struct Table {
        let name: String
        let columns: [String]
        /// Beside the columns that are copied.
        var constants: [String: String] = [:]
        /// A column that may refer to what is lost, and what it refers to.
        var weakReference: (column: String, table: String)?

        func place(of column: String) -> String {
            guard let reference = weakReference, reference.column == column else { return "?" }
            return "(SELECT id FROM \(reference.table) WHERE id = ?)"
        }
    }

    /// In an order in which what is referred to comes first.
    private static func tables(_ now: Int64) -> [Table] {
        [
            Table(name: "folder", columns: ["id", "path", "added"]),
            Table(name: "directory", columns: ["id", "path"]),
            Table(
                name: "track",
                columns: [
                    "id", "directory", "name", "added", "fingerprint", "identity", "title",
                    "artists",
                    "length",
                ],
                constants: [
                    "size": "-1", "modified": "0", "missing": "\(now)", "title_key": "''",
                    "artist_key": "''", "album_artists": "''", "genres": "''", "composers": "''",
                ]),
            Table(
                name: "history",
                columns: ["track", "plays", "played", "skips", "skipped", "favourite", "rating"]),
            Table(
                name: "playlist", columns: ["id", "name", "key", "created", "modified", "played"]),
            Table(
                name: "playlist_entry",
                columns: [
                    "id", "playlist", "position", "track", "uri", "title", "artist", "length",
                ],
                weakReference: ("track", "track")),
        ]
    }

    private func rows(of table: Table, in database: Database) -> [[SQLCell]] {
        var rows: [Int64: [SQLCell]] = [:]
        for way in ["ASC", "DESC"] {
            do throws(LibraryError) {
                try database.each(
                    """
                    SELECT rowid, \(table.columns.joined(separator: ", ")) FROM \(table.name)
                    NOT INDEXED ORDER BY rowid \(way)
                    """
                ) { row in
                    // The second pass ends where the first one came to.
                    guard rows[row.int64(0)] == nil else { return false }
                    rows[row.int64(0)] = table.columns.indices.map { row.cell(Int32($0) + 1) }
                    return true
                }
                break
            } catch {
                Log.warning("a part of a damaged library is lost", error.description)
            }
        }
        return rows.sorted { $0.key < $1.key }.map(\.value)
    }

    /// What does not fit, such as the entry of a lost playlist, is left out.
    private func insert(_ row: [SQLCell], into table: Table) throws(LibraryError) {
        let constants = table.constants.sorted { $0.key < $1.key }
        let names = (table.columns + constants.map(\.key)).joined(separator: ", ")
        let places = (table.columns.map { table.place(of: $0) } + constants.map(\.value))
            .joined(separator: ", ")
        do throws(LibraryError) {
            try target.run(
                "INSERT OR IGNORE INTO \(table.name) (\(names)) VALUES (\(places))", row)
        } catch  where error.code == .failed {
            Log.info("a row of a damaged library is lost", error.description)
        }
    }
}
