// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel

#if canImport(Glibc)
    private import Glibc
#endif

/// What has to be done to bring the library up to what is on the disk: one walk through its folders,
/// with a look at every file's size and time and into none.
///
/// A folder whose digest is the one that was kept costs one row of the database, however many
/// files are in it.
struct ScanPlan: Sendable {
    struct Folder: Sendable {
        let path: FilePath
        let digest: Int64
        /// Files in it that have to be read.
        let unread: Int
    }

    /// Those of which something changed.
    private(set) var folders: [Folder] = []
    /// Files in them that have to be read.
    private(set) var unread = 0
    /// Tracks whose files are gone.
    private(set) var lost: [Int64] = []
    /// Tracks that were missing, and whose files are there as they were.
    private(set) var restored: [Int64] = []
    /// Rows of folders that are gone.
    private(set) var lostDirectories: [Int64] = []
    /// Folders of the user's that are there, and those that are not.
    private(set) var available: [FilePath] = []
    private(set) var unavailable: [FilePath] = []
    private(set) var problems = ScanProblems()
    /// Music files in all folders.
    private(set) var found = 0
    /// Folders with or without music, as long as they are few enough to be watched.
    private(set) var visited: [FilePath]? = []

    /// More folders are not watched: each costs memory of the kernel, and watching them all takes
    /// the time of the thread that plays.
    static let watchLimit = 1000

    private var identities: Set<FileStatus.Identity> = []
    /// What could not be looked into, which does not mean that it is gone.
    private var unknown: [FilePath] = []

    /// - Parameters:
    ///   - report: called now and then with how many files were found; false ends the walk.
    ///   - take: gets what has to be read, folder by folder.
    init(
        _ roots: [FilePath], _ database: Database, report: (Int) -> Bool,
        take: ([ScannedFile.Candidate]) -> Void
    ) throws(LibraryError) {
        for root in roots {
            guard isThere(root) else {
                unavailable.append(root)
                continue
            }
            available.append(root)
            if root.isRemote { visited = nil }
            try walk(root, database, report, take)
        }
    }

    /// Whether a folder is there and has something in it: where a disk is not plugged in, its mount
    /// point is empty.
    private mutating func isThere(_ root: FilePath) -> Bool {
        do throws(FileError) {
            return try !MusicListing(of: root).isEmpty
        } catch {
            if !error.isAbsence { problems.add(root, error.reason) }
            return false
        }
    }

    private mutating func walk(
        _ root: FilePath, _ database: Database, _ report: (Int) -> Bool,
        _ take: ([ScannedFile.Candidate]) -> Void
    ) throws(LibraryError) {
        var known: [FilePath: (id: Int64, digest: Int64?)] = [:]
        for directory in try ScanWriter.directories(beneath: root, in: database) {
            known[directory.path] = (directory.id, directory.digest)
        }
        var waiting = [root]
        // Last: what a link leads to is known by its own place, if it lies in the library.
        var links: [FilePath] = []
        while let path = waiting.popLast() ?? links.popLast() {
            guard report(found) else { throw LibraryError(.cancelled, database.operation) }
            guard let listing = listing(of: path) else { continue }
            let below = listing.folders.map { path.appending($0) }
            waiting += below.sorted { $1.bytes.lexicographicallyPrecedes($0.bytes) }
            links += listing.links.map { path.appending($0) }
            visited?.append(path)
            if visited?.count ?? 0 > Self.watchLimit { visited = nil }
            found += listing.count
            let row = known.removeValue(forKey: path)
            if row == nil, listing.count == 0 { continue }
            if let digest = row?.digest, digest == listing.digest { continue }
            take(try compare(listing, at: path, row?.id, database))
        }
        lostDirectories += known.filter { path, _ in !unknown.contains { path.lies(in: $0) } }
            .map(\.value.id)
    }

    /// Nil where there is none, or where the walk was before.
    private mutating func listing(of path: FilePath) -> MusicListing? {
        do throws(FileError) {
            let listing = try MusicListing(of: path)
            return identities.insert(listing.identity).inserted ? listing : nil
        } catch {
            guard !error.isAbsence else { return nil }
            unknown.append(path)
            problems.add(path, error.reason)
            return nil
        }
    }

    /// - Returns: what has to be read.
    private mutating func compare(
        _ listing: MusicListing, at path: FilePath, _ directory: Int64?, _ database: Database
    ) throws(LibraryError) -> [ScannedFile.Candidate] {
        struct Row {
            let id: Int64
            let file: MusicListing.File
            let isMissing: Bool
        }
        var rows: [[UInt8]: Row] = [:]
        if let directory {
            let found = try database.rows(
                "SELECT id, name, size, modified, missing FROM track WHERE directory = ?", directory
            ) { row in
                let file = MusicListing.File(
                    name: row.bytes(1), size: row.int64(2), modified: row.int64(3))
                return Row(id: row.int64(0), file: file, isMissing: row.bool(4))
            }
            for row in found { rows[row.file.name] = row }
        }
        var candidates: [ScannedFile.Candidate] = []
        for file in listing.files {
            let row = rows.removeValue(forKey: file.name)
            if let row, row.file == file {
                if row.isMissing { restored.append(row.id) }
            } else {
                candidates.append(
                    ScannedFile.Candidate(
                        folder: folders.count, place: path, file: file, track: row?.id))
            }
        }
        lost += rows.values.filter { !$0.isMissing }.map(\.id).sorted()
        folders.append(Folder(path: path, digest: listing.digest, unread: candidates.count))
        unread += candidates.count
        return candidates
    }
}

extension FilePath {
    /// Whether it is `folder` or something below.
    func lies(in folder: FilePath) -> Bool {
        guard bytes.starts(with: folder.bytes) else { return false }
        return bytes.count == folder.bytes.count || folder.bytes.last == UInt8(ascii: "/")
            || bytes[folder.bytes.count] == UInt8(ascii: "/")
    }
}

extension FileError {
    /// Whether there is nothing of that name.
    var isAbsence: Bool { code == ENOENT || code == ENOTDIR }
}

/// What a scan could not read: the first ones in words, and how many.
struct ScanProblems: Sendable {
    private(set) var first: [SourceProblem] = []
    private(set) var count = 0

    private static let limit = 100

    mutating func add(_ path: FilePath, _ reason: String) {
        count += 1
        guard first.count < Self.limit else { return }
        first.append(SourceProblem(source: path.printable, reason: reason))
    }

    mutating func add(_ others: ScanProblems) {
        first += others.first.prefix(Self.limit - first.count)
        count += others.count
    }
}
